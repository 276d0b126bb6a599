// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/differences.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/reduction/scan.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/casting.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/ops.hpp>

#include "array/indexing/taken_operands.hpp"
#include "array/joined.hpp"
#include "array/manipulation/near_elements.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

void require_no_bools(const node_ptr& value) {
  if (value->type == dtype::bool_)
    throw dtype_error(
        "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
        "operator, or the logical_xor function instead.");
}

/// Ops in the loop for both dtypes.
node_ptr sum_of(const node_ptr& a, const node_ptr& b) {
  return apply_op<ops::add>(a, b);
}
node_ptr difference_of(const node_ptr& a, const node_ptr& b) {
  return apply_op<ops::subtract>(a, b);
}
node_ptr product_of(const node_ptr& a, const node_ptr& b) {
  return apply_op<ops::multiply>(a, b);
}
node_ptr quotient_of(const node_ptr& a, const node_ptr& b) {
  return apply_op<ops::divide>(a, b);
}

node_ptr neighbours_differ(const node_ptr& value, std::ptrdiff_t axis) {
  const node_ptr behind = part_along(value, axis, 1, std::nullopt);
  const node_ptr before = part_along(value, axis, 0, -1);
  return value->type == dtype::bool_ ? apply_op<ops::not_equal>(behind, before)
                                     : difference_of(behind, before);
}

/// `value` as a part of an array: a number once for each line.
node_ptr as_part(const node_ptr& value, dtype type, shape extents, std::size_t axis) {
  const node_ptr converted = graph::make_cast(value, type);
  if (!converted->extents.empty()) return converted;
  extents[axis] = 1;
  return graph::make_broadcast(converted, extents);
}

/// One operand of `ediff1d`.
node_ptr end_of(const node_ptr& value, dtype type, const char* name) {
  if (!can_cast(value->type, type, casting::same_kind))
    throw dtype_error(text_of("dtype of `", name,
                              "` must be compatible with input `ary` under the `same_kind` rule."));
  return graph::make_ravel(graph::make_cast(value, type));
}

/// How far neighbours along one axis are apart: a number, or an array along that axis.
struct axis_spacing {
  node_ptr steps;
  bool is_uniform;
};

/// A number in the dtype that the other operand gives it.
node_ptr weak_number(double value, dtype beside) {
  return number(traits(beside).kind <= dtype_kind::integer ? dtype::float64 : beside, value);
}

bool are_several_numbers(const std::vector<node_ptr>& spacing) {
  return spacing.size() > 1 && std::all_of(spacing.begin(), spacing.end(), [](const node_ptr& one) {
           return one->kind == graph::node_kind::scalar;
         });
}

/// A real scalar on the host.
double number_of(const node_ptr& scalar) {
  double result;
  const node_ptr wide = graph::make_cast(scalar, dtype::float64);
  std::copy_n(static_cast<const graph::scalar_node&>(*wide).bytes, sizeof(result),
              reinterpret_cast<unsigned char*>(&result));
  return result;
}

node_ptr array_of_numbers(const std::vector<node_ptr>& scalars, device where) {
  std::vector<double> numbers(scalars.size());
  std::transform(scalars.begin(), scalars.end(), numbers.begin(), number_of);
  const shape extents{static_cast<std::ptrdiff_t>(numbers.size())};
  return node_ptr(leaf_from_host(numbers.data(), dtype::float64, extents, where).get());
}

axis_spacing spacing_along(const node_ptr& given, const node_ptr& f, std::size_t axis) {
  if (given->kind == graph::node_kind::scalar) {
    const bool keeps = traits(given->type).kind <= traits(f->type).kind;
    return {keeps ? graph::make_cast(given, f->type) : given, true};
  }
  if (given->extents.empty()) return {given, true};
  if (given->extents.size() != 1) throw value_error("distances must be either scalars or 1d");
  if (given->extents[0] != f->extents[axis])
    throw value_error("when 1d, distances must match the length of the corresponding dimension");
  const node_ptr places = is_integer(given->type) ? graph::make_cast(given, dtype::float64) : given;
  const node_ptr steps = neighbours_differ(places, 0);
  const auto count = static_cast<std::size_t>(steps->extents[0]);
  if (count == 0) return {steps, false};
  const node_ptr first = part_along(steps, 0, 0, 1);
  const node_ptr differ = apply_op<ops::not_equal>(steps, first);
  std::vector<unsigned char> found(count);
  read_elements(differ, found.data());
  if (std::find(found.begin(), found.end(), 1) == found.end())
    return {graph::make_reshape(first, {}), true};
  shape extents(f->extents.size(), 1);
  extents[axis] = steps->extents[0];
  return {graph::make_reshape(steps, extents), false};
}

/// The slopes of `f` along one axis.
class slopes {
 public:
  slopes(node_ptr f, dtype type, std::ptrdiff_t axis, axis_spacing spacing)
      : f_(std::move(f)), type_(type), axis_(axis), spacing_(std::move(spacing)) {}

  node_ptr with_edges(int order) const {
    if (order == 1 && spacing_.is_uniform && f_->where && f_->where->is_gpu()) return anywhere();
    const node_list parts{graph::make_cast(order == 1 ? edge(0) : smooth_edge(true), type_),
                          graph::make_cast(interior(), type_),
                          graph::make_cast(order == 1 ? edge(-2) : smooth_edge(false), type_)};
    return joined(parts, static_cast<std::size_t>(axis_));
  }

 private:
  /// As an expression: the neighbour beyond an end is the end itself, and is half as far away.
  [[nodiscard]] node_ptr anywhere() const {
    const shape& extents = f_->extents;
    const auto along = static_cast<std::size_t>(axis_);
    const auto neighbour = [&](std::ptrdiff_t distance) {
      std::vector<graph::near_axis> axes;
      for (std::size_t axis = 0; axis < extents.size(); ++axis)
        axes.push_back({axis == along ? distance : 0, extents[axis]});
      return near_elements(f_, axes, graph::beyond_axis::edge);
    };
    const expression<std::int64_t> index(graph::make_index(extents, along, 0, 1, *f_->where));
    const auto is_end =
        gpu::equal(index, std::int64_t{0}) | gpu::equal(index, std::int64_t{extents[along] - 1});
    const node_ptr width =
        apply_op<ops::where>(is_end.node(), spacing_.steps, times(2, spacing_.steps));
    return graph::make_cast(quotient_of(difference_of(neighbour(1), neighbour(-1)), width), type_);
  }
  [[nodiscard]] node_ptr at(std::ptrdiff_t index) const {
    return part_along(f_, axis_, index, index == -1 ? std::nullopt : std::optional(index + 1));
  }
  [[nodiscard]] node_ptr step(std::ptrdiff_t index) const {
    if (spacing_.is_uniform) return spacing_.steps;
    return part_along(spacing_.steps, axis_, index,
                      index == -1 ? std::nullopt : std::optional(index + 1));
  }
  [[nodiscard]] node_ptr weighted(const node_ptr& a, const node_ptr& x, const node_ptr& b,
                                  const node_ptr& y, const node_ptr& c, const node_ptr& z) const {
    return sum_of(sum_of(product_of(a, x), product_of(b, y)), product_of(c, z));
  }
  [[nodiscard]] node_ptr times(double factor, const node_ptr& value) const {
    return product_of(weak_number(factor, value->type), value);
  }

  [[nodiscard]] node_ptr interior() const {
    const node_ptr before = part_along(f_, axis_, 0, -2);
    const node_ptr here = part_along(f_, axis_, 1, -1);
    const node_ptr behind = part_along(f_, axis_, 2, std::nullopt);
    if (spacing_.is_uniform)
      return quotient_of(difference_of(behind, before), times(2, spacing_.steps));
    const node_ptr d1 = part_along(spacing_.steps, axis_, 0, -1);
    const node_ptr d2 = part_along(spacing_.steps, axis_, 1, std::nullopt);
    const node_ptr both = sum_of(d1, d2);
    return weighted(quotient_of(apply_op<ops::negative>(d2), product_of(d1, both)), before,
                    quotient_of(difference_of(d2, d1), product_of(d1, d2)), here,
                    quotient_of(d1, product_of(d2, both)), behind);
  }

  /// Between the element at `index` and the next.
  [[nodiscard]] node_ptr edge(std::ptrdiff_t index) const {
    return quotient_of(difference_of(at(index + 1), at(index)), step(index == 0 ? 0 : -1));
  }

  [[nodiscard]] node_ptr smooth_edge(bool first) const {
    const node_ptr x = at(first ? 0 : -3);
    const node_ptr y = at(first ? 1 : -2);
    const node_ptr z = at(first ? 2 : -1);
    const auto over = [&](double factor) {
      return quotient_of(weak_number(factor, spacing_.steps->type), spacing_.steps);
    };
    if (spacing_.is_uniform)
      return first ? weighted(over(-1.5), x, over(2), y, over(-0.5), z)
                   : weighted(over(0.5), x, over(-2), y, over(1.5), z);
    const node_ptr d1 = step(first ? 0 : -2);
    const node_ptr d2 = step(first ? 1 : -1);
    const node_ptr both = sum_of(d1, d2);
    const auto minus = [](const node_ptr& value) { return apply_op<ops::negative>(value); };
    if (first)
      return weighted(quotient_of(minus(sum_of(times(2, d1), d2)), product_of(d1, both)), x,
                      quotient_of(both, product_of(d1, d2)), y,
                      quotient_of(minus(d1), product_of(d2, both)), z);
    return weighted(quotient_of(d2, product_of(d1, both)), x,
                    quotient_of(minus(sum_of(d2, d1)), product_of(d1, d2)), y,
                    quotient_of(sum_of(times(2, d2), d1), product_of(d2, both)), z);
  }

  node_ptr f_;
  dtype type_;
  std::ptrdiff_t axis_;
  axis_spacing spacing_;
};

/// `value`, computed unless that is quickly done for each element that is wanted.
node_ptr quickly_computed(const node_ptr& value, std::uint64_t moved) {
  const bool is_quick =
      graph::resolved(value)->kind == graph::node_kind::leaf ||
      computed_of_moved(value, moved, [](const node_ptr& operand) { return operand; });
  return is_quick ? value : node_ptr(execute::evaluate(value).get());
}

std::vector<std::size_t> axes_of(const reduction_axes& axes, std::size_t rank) {
  std::vector<std::size_t> list;
  if (axes.is_all())
    for (std::size_t axis = 0; axis < rank; ++axis) list.push_back(axis);
  for (const std::ptrdiff_t axis : axes.list()) {
    list.push_back(normalize_axis_index(axis, rank));
    if (std::count(list.begin(), list.end(), list.back()) > 1) throw value_error("repeated axis");
  }
  return list;
}

}  // namespace

node_ptr part_along(const node_ptr& value, std::ptrdiff_t axis, std::ptrdiff_t first,
                    std::optional<std::ptrdiff_t> last) {
  std::vector<slice> slices(value->extents.size(), all());
  slice& one = slices[normalize_axis_index(axis, value->extents.size())];
  one = last ? range(first, *last) : range(first, placeholders::_);
  return graph::make_view(value, sliced(value->extents, slices));
}

node_ptr steps_of(const node_ptr& x, std::size_t rank, std::ptrdiff_t axis) {
  if (x->extents.size() != 1) return neighbours_differ(x, axis);
  const node_ptr steps = neighbours_differ(x, 0);
  shape extents(rank, 1);
  extents[normalize_axis_index(axis, rank)] = steps->extents[0];
  return graph::make_reshape(steps, extents);
}

node_ptr diff_node(node_ptr value, int n, std::ptrdiff_t axis, const node_ptr& before,
                   const node_ptr& behind) {
  dtype type = value->type;
  for (const node_ptr& other : {before, behind})
    if (other) type = promote_types(type, other->type);
  if (n == 0) return graph::make_cast(value, type);
  if (n < 0) throw value_error(text_of("order must be non-negative but got ", n));
  if (value->extents.empty())
    throw value_error("diff requires input that is at least one dimensional");
  const std::size_t along = normalize_axis_index(axis, value->extents.size());
  const shape extents = value->extents;
  node_list parts;
  if (before) parts.push_back(as_part(before, type, extents, along));
  parts.push_back(graph::make_cast(value, type));
  if (behind) parts.push_back(as_part(behind, type, extents, along));
  if (parts.size() > 1)
    value = joined(parts, along);
  else
    value = parts.front();
  for (int i = 0; i < n; ++i) value = neighbours_differ(value, static_cast<std::ptrdiff_t>(along));
  return value;
}

node_ptr ediff1d_node(node_ptr value, const node_ptr& to_end, const node_ptr& to_begin) {
  require_no_bools(value);
  value = graph::make_ravel(value);
  const node_ptr steps = neighbours_differ(value, 0);
  if (!to_end && !to_begin) return steps;
  node_list parts;
  if (to_begin) parts.push_back(end_of(to_begin, value->type, "to_begin"));
  parts.push_back(steps);
  if (to_end) parts.push_back(end_of(to_end, value->type, "to_end"));
  return joined(parts, 0);
}

std::vector<node_ptr> gradient_nodes(node_ptr value, const std::vector<node_ptr>& given,
                                     const reduction_axes& axes, int edge_order) {
  const std::vector<std::size_t> along = axes_of(axes, value->extents.size());
  const bool lists_places = along.size() == 1 && are_several_numbers(given);
  const std::vector<node_ptr> spacing =
      lists_places ? std::vector{array_of_numbers(given, graph::device_of(value))} : given;
  const bool one_for_all = spacing.size() == 1 && spacing[0]->extents.empty();
  if (!spacing.empty() && !one_for_all && spacing.size() != along.size())
    throw dtype_error("invalid number of arguments");
  if (is_integer(value->type)) value = graph::make_cast(value, dtype::float64);
  std::vector<axis_spacing> steps;
  for (std::size_t i = 0; i < along.size(); ++i)
    steps.push_back(spacing.empty() ? axis_spacing{weak_number(1, value->type), true}
                                    : spacing_along(spacing[one_for_all ? 0 : i], value, along[i]));
  if (edge_order > 2) throw value_error("'edge_order' greater than 2 not supported");
  std::vector<node_ptr> results;
  for (std::size_t i = 0; i < along.size(); ++i) {
    if (value->extents[along[i]] < edge_order + 1)
      throw value_error(
          "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
          "elements are required.");
    require_no_bools(value);
    value = quickly_computed(value, std::uint64_t{1} << along[i]);
    results.push_back(slopes(value, value->type, static_cast<std::ptrdiff_t>(along[i]), steps[i])
                          .with_edges(edge_order));
  }
  return results;
}

node_ptr unwrap_node(const node_ptr& value, const node_ptr& discont, std::ptrdiff_t axis,
                     const node_ptr& period) {
  const node_ptr differences = diff_node(value, 1, axis, nullptr, nullptr);
  const bool whole = traits(value->type).kind <= dtype_kind::integer && is_integer(period->type);
  const dtype type = unwrapped_type(value->type, whole);
  const node_ptr steps = graph::make_cast(differences, type);
  // As NumPy's, the size of the least integer is itself.
  const node_ptr sizes = graph::make_cast(apply_op<ops::absolute>(differences), type);
  const node_ptr typed_period = graph::make_cast(period, type);
  const double length = number_of(period);
  const double half = whole ? std::floor(length / 2) : length / 2;
  const bool is_ambiguous = !whole || length == 2 * half;
  if (whole) {
    require_integer(-half, type);
    require_integer(length, type);
  }
  const node_ptr high = number(type, half);
  const node_ptr low = number(type, -half);
  node_ptr inside = sum_of(apply_op<ops::remainder>(difference_of(steps, low), typed_period), low);
  if (is_ambiguous)
    inside = apply_op<ops::where>(
        apply_op<ops::logical_and>(apply_op<ops::equal>(inside, low),
                                   apply_op<ops::greater>(steps, number(type, 0))),
        high, inside);
  const node_ptr jump = discont ? discont : number(dtype::float64, length / 2);
  const node_ptr least = whole ? jump : graph::make_cast(jump, type);
  const node_ptr corrections = apply_op<ops::where>(apply_op<ops::less>(sizes, least),
                                                    number(type, 0), difference_of(inside, steps));
  const std::size_t along = normalize_axis_index(axis, value->extents.size());
  const node_ptr sums =
      cumsum_scan::make(corrections, {reduction_axes(static_cast<std::ptrdiff_t>(along))});
  const node_list parts{
      graph::make_cast(part_along(value, axis, 0, 1), type),
      graph::make_cast(sum_of(part_along(value, axis, 1, std::nullopt), sums), type)};
  return joined(parts, along);
}

}  // namespace gpu::detail
