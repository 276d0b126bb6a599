// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/core/text_of.hpp>

#include "index_model.hpp"
#include "indexing_calls.hpp"

namespace gpu::fuzz {
namespace {

using optional_axis = std::optional<std::ptrdiff_t>;
/// Whether one element comes before another.
using ordering = bool (*)(const void*, const void*);

template <class T>
bool real_less(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return a < b;
  else
    return a < b || (b != b && a == a);
}

/// NumPy's order: nans last; complex numbers with a nan in the order R + nan j, nan + R j, nan.
template <class T>
bool precedes(const void* a, const void* b) {
  const T x = load<T>(a);
  const T y = load<T>(b);
  if constexpr (requires { x.imag(); }) {
    const auto group = [](const T& z) {
      return (z.real() != z.real() ? 2 : 0) + (z.imag() != z.imag() ? 1 : 0);
    };
    if (group(x) != group(y)) return group(x) < group(y);
    const bool by_real = group(x) < 2 && x.real() != y.real();
    if (by_real) return x.real() < y.real();
    return x.imag() < y.imag();
  } else {
    return real_less(x, y);
  }
}

ordering order_of(dtype type) {
  return visit_dtype(type, []<class T>(std::type_identity<T>) -> ordering { return &precedes<T>; });
}

bool is_nan(dtype type, const void* element) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    const T x = load<T>(element);
    return x != x;
  });
}
bool is_minus_zero(dtype type, const void* element) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    const T x = load<T>(element);
    if constexpr (std::is_integral_v<T> || requires { x.imag(); })
      return false;
    else
      return x == T(0.0f) && std::signbit(static_cast<double>(x));
  });
}
bool is_nonzero(dtype type, const void* element) {
  return visit_dtype(type,
                     [&]<class T>(std::type_identity<T>) { return load<T>(element) != T(0.0f); });
}

host_value flat(const host_value& value) {
  return {value.type, {element_count(value.extents)}, value.bytes};
}

host_value int64_value(const shape& extents, const index_list& numbers) {
  host_value result = make_value(dtype::int64, extents);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t number = numbers[i];
    std::memcpy(result.element(static_cast<std::ptrdiff_t>(i)), &number, sizeof(number));
  }
  return result;
}

/// Calls `visit(positions)` with the positions of the elements of every row along an axis.
template <class Visit>
void for_each_row(const shape& extents, std::size_t axis, Visit&& visit) {
  shape others = extents;
  others[axis] = 1;
  for_each_element(others, [&](index_list index, std::ptrdiff_t) {
    index_list row;
    for (index[axis] = 0; index[axis] < extents[axis]; ++index[axis])
      row.push_back(position_of(extents, index));
    visit(row);
  });
}

struct sort_options {
  bool descending = false;
  bool zeros_differ = false;  ///< -0 comes before 0
};

/// The order of the elements of a row: of equal ones the first comes first.
index_list sorted_row(const host_value& value, const index_list& row, const sort_options& options) {
  const ordering before = order_of(value.type);
  index_list order(row.size());
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
    const void* x = value.element(row[static_cast<std::size_t>(options.descending ? b : a)]);
    const void* y = value.element(row[static_cast<std::size_t>(options.descending ? a : b)]);
    if (before(x, y) || before(y, x) || !options.zeros_differ) return before(x, y);
    return is_minus_zero(value.type, x) && !is_minus_zero(value.type, y);
  });
  return order;
}

struct axis_of_value {
  host_value value;
  std::size_t axis;

  axis_of_value(const host_value& a, const optional_axis& which)
      : value(which ? a : flat(a)), axis(checked_axis(which.value_or(0), value.extents.size())) {}
};

host_value with_sorted_rows(const axis_of_value& along, const sort_options& options) {
  host_value result = along.value;
  for_each_row(along.value.extents, along.axis, [&](const index_list& row) {
    const index_list order = sorted_row(along.value, row, options);
    for (std::size_t i = 0; i < row.size(); ++i)
      std::memcpy(result.element(row[i]),
                  along.value.element(row[static_cast<std::size_t>(order[i])]),
                  size_bytes(result.type));
  });
  return result;
}

optional_axis draw_optional_axis(call_case& from, std::size_t rank) {
  if (from.chance(15)) return std::nullopt;
  return from.draw_axis(rank);
}
std::string text_of_axis(const optional_axis& axis) {
  return axis ? text_of(", axis ", *axis) : ", no axis";
}

void sort(call_case& from) {
  const operand a = from.any();
  const optional_axis axis = draw_optional_axis(from, a.model.extents.size());
  const bool descending = from.chance(30);
  const bool stable = from.chance(40);
  from.check(
      text_of("sort(", a.text, text_of_axis(axis), ", ", descending, ", ", stable, ')'),
      [&] {
        return with_sorted_rows(axis_of_value(a.model, axis), {descending, !stable});
      },
      [&] {
        return detail::sorted(a.node, {axis, descending}, stable);
      });
}

void argsort(call_case& from) {
  const operand a = from.any();
  const optional_axis axis = draw_optional_axis(from, a.model.extents.size());
  const bool descending = from.chance(30);
  from.check(
      text_of("argsort(", a.text, text_of_axis(axis), ", ", descending, ')'),
      [&] {
        // Of one element the result has an axis.
        const axis_of_value along(a.model.extents.empty() ? flat(a.model) : a.model, axis);
        index_list numbers(static_cast<std::size_t>(element_count(along.value.extents)));
        for_each_row(along.value.extents, along.axis, [&](const index_list& row) {
          const index_list order = sorted_row(along.value, row, {descending, false});
          for (std::size_t i = 0; i < row.size(); ++i)
            numbers[static_cast<std::size_t>(row[i])] = order[i];
        });
        return int64_value(along.value.extents, numbers);
      },
      [&] {
        return detail::sorted_positions(a.node, {axis, descending});
      });
}

host_value read(const graph::node_ptr& node) {
  host_value result = make_value(node->type, node->extents);
  detail::read_elements(node, result.bytes.data());
  return result;
}

/// Whether elements before the `kth` of every row do not come after it, and later ones not before.
void require_parted(const host_value& value, std::size_t axis, std::ptrdiff_t kth) {
  const ordering before = order_of(value.type);
  for_each_row(value.extents, axis, [&](const index_list& row) {
    const void* pivot = value.element(row[static_cast<std::size_t>(kth)]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const void* one = value.element(row[i]);
      if (static_cast<std::ptrdiff_t>(i) < kth ? before(pivot, one) : before(one, pivot))
        throw mismatch{text_of("element ", i, " stands on the wrong side of the ", kth, "th")};
    }
  });
}

/// Whether every row has the elements that the same row of `from` has, in any order.
void require_same_elements(const host_value& value, const host_value& from, std::size_t axis) {
  const std::size_t size = size_bytes(value.type);
  const auto sorted_bytes = [&](const host_value& of, const index_list& row) {
    std::vector<std::string> elements;
    for (const std::ptrdiff_t position : row)
      elements.emplace_back(reinterpret_cast<const char*>(of.element(position)), size);
    std::ranges::sort(elements);
    return elements;
  };
  for_each_row(value.extents, axis, [&](const index_list& row) {
    if (sorted_bytes(value, row) != sorted_bytes(from, row))
      throw mismatch{"a row has other elements than before"};
  });
}

/// Their results are not unique: they are looked at, and sorted for the comparison.
void partition(call_case& from) {
  const operand a = from.any();
  const optional_axis axis = draw_optional_axis(from, a.model.extents.size());
  const bool positions = from.chance(50);
  const auto rank = static_cast<std::ptrdiff_t>(a.model.extents.size());
  if (axis && (*axis < -rank || *axis >= rank)) return;
  const axis_of_value along(a.model, axis);
  const std::ptrdiff_t extent = along.value.extents[along.axis];
  std::ptrdiff_t kth = from.between(-extent, std::max<std::ptrdiff_t>(extent - 1, 0));
  if (extent > 0 && from.chance(4)) kth = from.chance(50) ? extent : -extent - 1;
  if (extent == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(along.axis);
  from.check(
      text_of(positions ? "argpartition(" : "partition(", a.text, ", ", kth, text_of_axis(axis),
              ')'),
      [&] {
        const bool is_empty = element_count(along.value.extents) == 0;
        if (!is_empty && (kth < -extent || kth >= extent)) throw refused{refusal::value};
        return with_sorted_rows(along, {false, true});
      },
      [&] {
        const std::ptrdiff_t list[] = {kth};
        const graph::node_ptr flat_or_not =
            axis ? a.node : detail::reshaped(a.node, {element_count(a.model.extents)});
        graph::node_ptr parted;
        if (positions) {
          parted = detail::taken_along_axis(
              flat_or_not, detail::partitioned_positions(a.node, list, {axis}), last);
        } else {
          parted = detail::partitioned(a.node, list, {axis});
        }
        const host_value value = read(parted);
        if (value.extents != along.value.extents) throw mismatch{text_of("shape ", value.extents)};
        require_parted(value, along.axis, kth < 0 ? kth + extent : kth);
        // Sorting keeps the order of equal complex numbers, whose zeros differ; partition does not.
        if (traits(value.type).kind == dtype_kind::complex) {
          require_same_elements(value, along.value, along.axis);
          parted = flat_or_not;
        }
        return detail::sorted(parted, {last, false}, false);
      });
}

void searchsorted(call_case& from) {
  const dtype type = from.draw_type();
  const operand a = from.fresh(type, {from.between(0, from.chance(20) ? 300 : 9)});
  const operand v = from.fresh(from.chance(70) ? type : from.draw_type(), from.draw_extents());
  const bool right = from.chance(50);
  const bool by_sorter = from.chance(30);
  from.check(
      text_of("searchsorted(", by_sorter ? "" : "sorted ", a.text, ", ", v.text, ", ", right, ", ",
              by_sorter, ')'),
      [&] {
        const dtype both = promote_types(type, v.model.type);
        const host_value values = spread(v.model, v.model.extents, both);
        const host_value elements = spread(a.model, a.model.extents, both);
        const ordering before = order_of(both);
        index_list numbers;
        for (std::ptrdiff_t i = 0; i < element_count(values.extents); ++i) {
          std::ptrdiff_t count = 0;
          for (std::ptrdiff_t k = 0; k < elements.extents[0]; ++k)
            count += right ? !before(values.element(i), elements.element(k))
                           : before(elements.element(k), values.element(i));
          numbers.push_back(count);
        }
        return int64_value(values.extents, numbers);
      },
      [&] {
        const search_side side = right ? search_side::right : search_side::left;
        if (by_sorter)
          return detail::searched(a.node, v.node, side, detail::sorted_positions(a.node, {-1}));
        return detail::searched(detail::sorted(a.node, {-1}, true), v.node, side, nullptr);
      });
}

index_list nonzero_positions(const host_value& value) {
  index_list found;
  for (std::ptrdiff_t i = 0; i < element_count(value.extents); ++i)
    if (is_nonzero(value.type, value.element(i))) found.push_back(i);
  return found;
}

std::vector<index_list> nonzero_indices(const host_value& value) {
  std::vector<index_list> found;
  for_each_element(value.extents, [&](const index_list& index, std::ptrdiff_t position) {
    if (is_nonzero(value.type, value.element(position))) found.push_back(index);
  });
  return found;
}

void nonzero(call_case& from) {
  const operand a = from.any();
  from.check_all(
      text_of("nonzero(", a.text, ')'),
      [&] {
        if (a.model.extents.empty()) throw refused{refusal::value};
        const std::vector<index_list> found = nonzero_indices(a.model);
        call_case::values result;
        for (std::size_t axis = 0; axis < a.model.extents.size(); ++axis) {
          index_list numbers;
          for (const index_list& one : found) numbers.push_back(one[axis]);
          result.push_back(int64_value({static_cast<std::ptrdiff_t>(found.size())}, numbers));
        }
        return result;
      },
      [&] {
        call_case::nodes nodes;
        for (const graph::leaf_ptr& leaf : detail::nonzero_leaves(a.node))
          nodes.emplace_back(leaf.get());
        return nodes;
      });
}

void flatnonzero(call_case& from) {
  const operand a = from.any();
  from.check(
      text_of("flatnonzero(", a.text, ')'),
      [&] {
        const index_list found = nonzero_positions(a.model);
        return int64_value({static_cast<std::ptrdiff_t>(found.size())}, found);
      },
      [&] { return graph::node_ptr(detail::flat_nonzero_leaf(a.node).get()); });
}

void argwhere(call_case& from) {
  const operand a = from.any();
  from.check(
      text_of("argwhere(", a.text, ')'),
      [&] {
        index_list numbers;
        const std::vector<index_list> found = nonzero_indices(a.model);
        for (const index_list& one : found) numbers.insert(numbers.end(), one.begin(), one.end());
        return int64_value({static_cast<std::ptrdiff_t>(found.size()),
                            static_cast<std::ptrdiff_t>(a.model.extents.size())},
                           numbers);
      },
      [&] { return graph::node_ptr(detail::argwhere_leaf(a.node).get()); });
}

/// Groups of equal things among `count`, each by the places of its members, in the order of the
/// first ones once they are sorted.
using group_list = std::vector<index_list>;
group_list groups_of(const index_list& order,
                     const std::function<bool(std::ptrdiff_t, std::ptrdiff_t)>& equal) {
  group_list groups;
  for (const std::ptrdiff_t one : order) {
    if (groups.empty() || !equal(groups.back().front(), one)) groups.emplace_back();
    groups.back().push_back(one);
  }
  return groups;
}

void add_counts(call_case::values& result, const group_list& groups, const shape& of_inverse) {
  index_list first;
  index_list counts;
  index_list inverse(static_cast<std::size_t>(element_count(of_inverse)));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    first.push_back(groups[i].front());
    counts.push_back(static_cast<std::ptrdiff_t>(groups[i].size()));
    for (const std::ptrdiff_t member : groups[i])
      inverse[static_cast<std::size_t>(member)] = static_cast<std::ptrdiff_t>(i);
  }
  const shape extents{static_cast<std::ptrdiff_t>(groups.size())};
  result.push_back(int64_value(extents, first));
  result.push_back(int64_value(of_inverse, inverse));
  result.push_back(int64_value(extents, counts));
}

call_case::values unique_elements(const host_value& a, bool equal_nans) {
  index_list all(static_cast<std::size_t>(element_count(a.extents)));
  std::iota(all.begin(), all.end(), std::ptrdiff_t{0});
  const ordering before = order_of(a.type);
  const group_list groups =
      groups_of(sorted_row(a, all, {}), [&](std::ptrdiff_t x, std::ptrdiff_t y) {
        const bool nans = is_nan(a.type, a.element(x)) && is_nan(a.type, a.element(y));
        if (nans || is_nan(a.type, a.element(y))) return nans && equal_nans;
        return !before(a.element(x), a.element(y));
      });
  element_list which;
  for (const index_list& one : groups) which.positions.push_back(one.front());
  which.extents = {static_cast<std::ptrdiff_t>(groups.size())};
  call_case::values result{taken_elements(a, which)};
  add_counts(result, groups, a.extents);
  return result;
}

call_case::values unique_parts(const host_value& a, std::size_t axis) {
  shape others = a.extents;
  others[axis] = 1;
  const auto position = [&](index_list index, std::ptrdiff_t part) {
    index[axis] = part;
    return position_of(a.extents, index);
  };
  const ordering before = order_of(a.type);
  const auto compared = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    int result = 0;
    for_each_element(others, [&](const index_list& index, std::ptrdiff_t) {
      if (result != 0) return;
      const void* one = a.element(position(index, x));
      const void* other = a.element(position(index, y));
      result = before(one, other) ? -1 : before(other, one) ? 1 : 0;
    });
    return result;
  };
  const auto has_nan = [&](std::ptrdiff_t x) {
    bool found = false;
    for_each_element(others, [&](const index_list& index, std::ptrdiff_t) {
      found = found || is_nan(a.type, a.element(position(index, x)));
    });
    return found;
  };
  index_list order(static_cast<std::size_t>(a.extents[axis]));
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::ptrdiff_t x, std::ptrdiff_t y) { return compared(x, y) < 0; });
  const group_list groups = groups_of(order, [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    return compared(x, y) == 0 && !has_nan(x);
  });
  shape extents = a.extents;
  extents[axis] = static_cast<std::ptrdiff_t>(groups.size());
  call_case::values result{mapped(a, extents, [&](const index_list& index) {
    return position(index, groups[static_cast<std::size_t>(index[axis])].front());
  })};
  add_counts(result, groups, {a.extents[axis]});
  return result;
}

void unique(call_case& from) {
  const operand a = from.any();
  const optional_axis axis =
      from.chance(60) ? std::nullopt : optional_axis(from.draw_axis(a.model.extents.size()));
  const bool equal_nans = from.chance(70);
  const bool all = from.chance(70);
  from.check_all(
      text_of("unique(", a.text, text_of_axis(axis), ", equal_nan ", equal_nans, ')'),
      [&] {
        const std::size_t rank = a.model.extents.size();
        const std::size_t along = axis ? checked_axis(*axis, rank) : 0;
        const bool are_parts = axis && rank > 1;  // those along the only axis are elements
        call_case::values result =
            are_parts ? unique_parts(a.model, along) : unique_elements(a.model, equal_nans);
        if (!all) result.resize(1);
        return result;
      },
      [&] {
        detail::unique_call call{axis};
        call.index = call.inverse = call.counts = all;
        call.equal_nan = equal_nans;
        const detail::unique_leaves found = detail::unique_of(a.node, call);
        call_case::nodes nodes{graph::node_ptr(found.values.get())};
        if (all)
          for (const graph::leaf_ptr& leaf : {found.index, found.inverse, found.counts})
            nodes.emplace_back(leaf.get());
        return nodes;
      });
}

void isin(call_case& from) {
  const operand a = from.any();
  const operand tests = from.fresh(from.chance(70) ? a.model.type : from.draw_type(),
                                   {from.between(0, from.chance(20) ? 100 : 8)});
  const bool invert = from.chance(30);
  from.check(
      text_of("isin(", a.text, ", ", tests.text, ", ", invert, ')'),
      [&] {
        const dtype both = promote_types(a.model.type, tests.model.type);
        const host_value elements = spread(a.model, a.model.extents, both);
        const host_value set = spread(tests.model, tests.model.extents, both);
        const ordering before = order_of(both);
        host_value result = make_value(dtype::bool_, a.model.extents);
        for (std::ptrdiff_t i = 0; i < element_count(elements.extents); ++i) {
          bool found = false;
          for (std::ptrdiff_t k = 0; k < set.extents[0]; ++k)
            found = found ||
                    (!before(elements.element(i), set.element(k)) &&
                     !before(set.element(k), elements.element(i)) && !is_nan(both, set.element(k)));
          *result.element(i) = std::byte{found != invert};
        }
        return result;
      },
      [&] { return detail::found_in(a.node, tests.node, invert); });
}

}  // namespace

const std::vector<call_kind> sorting_calls = {{"sort", sort},
                                              {"argsort", argsort},
                                              {"partition", partition},
                                              {"searchsorted", searchsorted},
                                              {"nonzero", nonzero},
                                              {"flatnonzero", flatnonzero},
                                              {"argwhere", argwhere},
                                              {"unique", unique},
                                              {"isin", isin}};

const std::vector<call_kind>& indexing_calls() {
  static const std::vector<call_kind> all = [] {
    std::vector<call_kind> list = view_calls;
    for (const std::vector<call_kind>* more :
         {&gather_calls, &joining_calls, &joined_calls, &sorting_calls})
      list.insert(list.end(), more->begin(), more->end());
    return list;
  }();
  return all;
}

}  // namespace gpu::fuzz
