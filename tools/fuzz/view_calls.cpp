// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include <gpu/array/indexing/array_part.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "draw_shapes.hpp"
#include "functor_table.hpp"
#include "index_model.hpp"
#include "indexing_calls.hpp"

namespace gpu::fuzz {
namespace {

using kind = entry_model::kind;

/// What stands between the brackets, on both sides.
struct drawn_index {
  std::vector<detail::index_entry> entries;
  std::vector<slice> slices;  ///< the same, if there are no arrays
  std::vector<entry_model> model;
  std::string text;
  bool has_arrays = false;
};

/// Draws entries for the axes of an array one after the other.
class index_drawing {
 public:
  index_drawing(call_case& from, const shape& extents, bool arrays)
      : case_(from), extents_(extents), arrays_(arrays) {
    of_arrays_ = case_.chance(15) ? shape() : shape{case_.between(0, 5)};
    if (case_.chance(25)) of_arrays_.push_back(case_.between(1, 3));
  }

  drawn_index draw() {
    for (std::size_t axis = 0; axis < extents_.size();) axis += add_for(axis);
    if (case_.chance(3)) add_integer(3);  // one too many
    shorten();
    for (int i = 0; i < 2; ++i)
      if (case_.chance(15)) insert_anywhere(blank(kind::newaxis), newaxis(), "newaxis");
    if (case_.chance(1)) insert_anywhere(blank(kind::ellipsis), ellipsis(), "...");
    return finished();
  }

 private:
  struct drawn_entry {
    entry_model model;
    detail::index_entry entry;
    std::string text;
  };

  static entry_model blank(kind what) { return {what, {}, {}, 1, {}, {}}; }

  /// @return how many axes it stands for
  std::size_t add_for(std::size_t axis) {
    const std::size_t which = case_.below(100);
    if (arrays_ && which < 40) return add_array(extents_[axis]), 1;
    if (arrays_ && which < 55) return add_mask(axis);
    if (which < 70 && extents_[axis] > 0) return add_integer(extents_[axis]), 1;
    if (which < 95) return add_range(extents_[axis]), 1;
    drawn_.push_back({blank(kind::range), all(), ":"});
    return 1;
  }

  void add_array(std::ptrdiff_t extent) {
    shape own = draw_narrower(of_arrays_, case_.random());
    if (case_.chance(2)) own = {of_arrays_.empty() ? 2 : of_arrays_[0] + 1};
    index_operand drawn = case_.indices(own, extent);
    entry_model model = blank(kind::array);
    model.extents = own;
    model.numbers = drawn.numbers;
    if (extent == 0 && element_count(own) > 0) model.numbers.assign(model.numbers.size(), 0);
    drawn_.push_back({std::move(model), std::move(drawn.array.node), drawn.array.text});
  }

  std::size_t add_mask(std::size_t axis) {
    const std::size_t most = extents_.size() - axis;
    const std::size_t count = case_.chance(60) ? 1 : 1 + case_.below(most);
    shape own(extents_.begin() + axis, extents_.begin() + axis + count);
    if (case_.chance(3)) own[case_.below(count)] += case_.chance(50) ? 1 : 2;
    operand drawn = case_.mask(own);
    entry_model model = blank(kind::mask);
    model.extents = own;
    std::ptrdiff_t holds = 0;
    for (const std::byte one : drawn.model.bytes) {
      model.numbers.push_back(static_cast<std::ptrdiff_t>(one));
      holds += static_cast<std::ptrdiff_t>(one);
    }
    of_arrays_ = {holds};  // so that later arrays fit
    drawn_.push_back({std::move(model), std::move(drawn.node), drawn.text});
    return count;
  }

  void add_integer(std::ptrdiff_t extent) {
    entry_model model = blank(kind::integer);
    model.start = case_.between(-extent, extent - 1);
    if (case_.chance(3)) model.start = case_.chance(50) ? extent : -extent - 1;
    if (case_.chance(1)) model.start = case_.chance(50) ? PTRDIFF_MAX : PTRDIFF_MIN;
    drawn_.push_back({model, slice(*model.start), text_of(*model.start)});
  }

  void add_range(std::ptrdiff_t extent) {
    constexpr std::ptrdiff_t steps[] = {1, 1, 1, 2, 3, -1, -1, -2, -3, 100, -100, PTRDIFF_MAX};
    entry_model model = blank(kind::range);
    if (case_.chance(70)) model.start = case_.between(-extent - 2, extent + 2);
    if (case_.chance(70)) model.stop = case_.between(-extent - 2, extent + 2);
    if (case_.chance(3)) model.stop = case_.chance(50) ? PTRDIFF_MAX : PTRDIFF_MIN;
    model.step = steps[case_.below(std::size(steps) - (case_.chance(95) ? 3 : 0))];
    if (model.step == PTRDIFF_MAX) model.step = 1000000;
    if (case_.chance(1) && !arrays_) model.step = 0;
    drawn_.push_back({model, slice(slice::kind::range, model.start, model.stop, model.step),
                      text_of(model.start ? text_of(*model.start) : "", ':',
                              model.stop ? text_of(*model.stop) : "", ':', model.step)});
  }

  /// An ellipsis, or nothing, in place of some entries.
  void shorten() {
    if (case_.chance(15)) drawn_.resize(case_.below(drawn_.size() + 1), drawn_of_nothing());
    if (!case_.chance(30)) return;
    const std::size_t first = case_.below(drawn_.size() + 1);
    const std::size_t last = first + case_.below(drawn_.size() - first + 1);
    drawn_.erase(drawn_.begin() + static_cast<std::ptrdiff_t>(first),
                 drawn_.begin() + static_cast<std::ptrdiff_t>(last));
    drawn_.insert(drawn_.begin() + static_cast<std::ptrdiff_t>(first),
                  {blank(kind::ellipsis), ellipsis(), "..."});
  }
  static drawn_entry drawn_of_nothing() { return {blank(kind::newaxis), newaxis(), "newaxis"}; }

  void insert_anywhere(const entry_model& model, const slice& one, const char* text) {
    const auto place = static_cast<std::ptrdiff_t>(case_.below(drawn_.size() + 1));
    drawn_.insert(drawn_.begin() + place, {model, one, text});
  }

  drawn_index finished() {
    drawn_index result;
    for (drawn_entry& one : drawn_) {
      result.text += text_of(result.text.empty() ? "" : ", ", one.text);
      result.slices.push_back(one.entry.basic);
      result.has_arrays = result.has_arrays || one.entry.array;
      result.model.push_back(std::move(one.model));
      result.entries.push_back(std::move(one.entry));
    }
    return result;
  }

  call_case& case_;
  const shape& extents_;
  const bool arrays_;
  shape of_arrays_;
  std::vector<drawn_entry> drawn_;
};

void read_part(call_case& from, bool arrays) {
  const operand a = from.any();
  const drawn_index index = index_drawing(from, a.model.extents, arrays).draw();
  from.check(
      text_of(a.text, '[', index.text, ']'),
      [&] { return taken_elements(a.model, indexed_elements(a.model.extents, index.model)); },
      [&] {
        return index.has_arrays ? detail::indexed(a.node, index.entries)
                                : graph::make_view(a.node, sliced(a.model.extents, index.slices));
      });
}
void read_view(call_case& from) {
  read_part(from, false);
}
void read_indexed(call_case& from) {
  read_part(from, true);
}

/// The sum of two values of one dtype, as `+=` computes it.
host_value sum_of(const host_value& a, const host_value& b) {
  static const op_entry& add = op_entries()[op_named("add")];
  const int loop = loop_for_types(*add.record, {{a.type, false}, {a.type, false}});
  host_value result = make_value(a.type, a.extents);
  for (std::ptrdiff_t i = 0; i < element_count(a.extents); ++i) {
    const void* in[] = {a.element(i), b.element(i)};
    add.functors[static_cast<std::size_t>(loop)](in, result.element(i));
  }
  return result;
}
graph::node_ptr sum_of(const graph::node_ptr& a, const graph::node_ptr& b) {
  static const op_entry& add = op_entries()[op_named("add")];
  return add.call(std::vector{any_expression(a), any_expression(b)})[0].node();
}

void write_elements(host_value& to, const element_list& which, const host_value& values) {
  for (std::size_t i = 0; i < which.positions.size(); ++i)
    std::memcpy(to.element(which.positions[i]), values.element(static_cast<std::ptrdiff_t>(i)),
                size_bytes(to.type));
}

/// A value for elements of `shown`: sometimes one that does not fit, or what the array itself has.
operand value_for(call_case& from, const changed_array& a, const shape& shown) {
  if (from.chance(15) && fits(a.model.extents, shown)) return {a.array->node(), a.model, a.text};
  shape extents = draw_narrower(shown, from.random());
  if (from.chance(5)) extents = from.draw_extents();
  return from.fresh(from.chance(60) ? a.model.type : from.draw_type(), extents);
}

void write_part(call_case& from, bool arrays) {
  changed_array& a = from.target();
  const drawn_index index = index_drawing(from, a.model.extents, arrays).draw();
  shape shown;
  bool works = true;
  try {
    shown = indexed_elements(a.model.extents, index.model).extents;
  } catch (const refused&) {
    works = false;
  } catch (const undecided&) {
    works = false;
  }
  // One error at a time.
  const operand value = works ? value_for(from, a, shown) : from.fresh(a.model.type, {});
  const bool adds = value.model.type == a.model.type && from.chance(35);
  const auto written = [&](const graph::node_ptr& old) {
    return adds ? sum_of(old, value.node) : value.node;
  };
  from.check_change(
      text_of(a.text, '[', index.text, adds ? "] += " : "] = ", value.text, ' ',
              value.model.extents),
      a,
      [&](host_value& model) {
        const element_list which = indexed_elements(model.extents, index.model);
        if (adds && !broadcast_model(which.extents, value.model.extents))
          throw refused{refusal::shape};
        host_value values = spread(value.model, which.extents, model.type);
        if (adds) values = sum_of(taken_elements(model, which), values);
        write_elements(model, which, values);
      },
      [&](array_base& array) {
        if (index.has_arrays) {
          const graph::node_ptr positions = detail::index_positions(array, index.entries);
          const graph::node_ptr old = adds ? detail::elements_at(array.node(), positions) : nullptr;
          return detail::write_at(array, positions, written(old));
        }
        const affine_view affine = sliced(array.extents(), index.slices);
        const graph::node_ptr old = adds ? graph::make_view(array.node(), affine) : nullptr;
        array.write(affine, written(old));
      });
}
void write_view(call_case& from) {
  write_part(from, false);
}
void write_indexed(call_case& from) {
  write_part(from, true);
}

/// A function that shows an array in another way, and where its elements are.
struct shown_array {
  std::function<graph::node_ptr(const graph::node_ptr&)> show;
  element_list which;
  std::string text;
};

shown_array draw_transpose(call_case& from, const shape& extents) {
  std::vector<std::ptrdiff_t> axes(extents.size());
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<std::ptrdiff_t>(i);
  std::shuffle(axes.begin(), axes.end(), from.random());
  element_list which;
  for (const std::ptrdiff_t axis : axes)
    which.extents.push_back(extents[static_cast<std::size_t>(axis)]);
  for_each_element(which.extents, [&](const index_list& index, std::ptrdiff_t) {
    index_list source(index.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
      source[static_cast<std::size_t>(axes[i])] = index[i];
    which.positions.push_back(position_of(extents, source));
  });
  if (from.chance(50))
    for (std::ptrdiff_t& axis : axes)
      if (from.chance(30)) axis -= static_cast<std::ptrdiff_t>(axes.size());
  return {[axes](const graph::node_ptr& a) { return detail::transposed(a, axes); },
          std::move(which), text_of("transpose ", shape(axes))};
}

shown_array draw_flip(call_case& from, const shape& extents) {
  std::vector<std::ptrdiff_t> axes;
  std::vector<bool> is_flipped(extents.size(), false);
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (from.chance(50)) continue;
    is_flipped[axis] = true;
    axes.push_back(static_cast<std::ptrdiff_t>(axis) -
                   (from.chance(30) ? static_cast<std::ptrdiff_t>(extents.size()) : 0));
  }
  element_list which{extents, {}};
  for_each_element(extents, [&](index_list index, std::ptrdiff_t) {
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      if (is_flipped[axis]) index[axis] = extents[axis] - 1 - index[axis];
    which.positions.push_back(position_of(extents, index));
  });
  return {[axes](const graph::node_ptr& a) { return detail::flipped(a, axes); }, std::move(which),
          text_of("flip ", shape(axes))};
}

shown_array draw_diagonal(call_case& from, const shape& extents) {
  const auto rank = static_cast<std::ptrdiff_t>(extents.size());
  const std::ptrdiff_t offset = from.between(-3, 3);
  const std::ptrdiff_t first = from.between(0, rank - 1);
  const std::ptrdiff_t second = (first + from.between(1, rank - 1)) % rank;
  const auto extent = [&](std::ptrdiff_t axis) { return extents[static_cast<std::size_t>(axis)]; };
  element_list which;
  for (std::ptrdiff_t axis = 0; axis < rank; ++axis)
    if (axis != first && axis != second) which.extents.push_back(extent(axis));
  const std::ptrdiff_t down = std::max<std::ptrdiff_t>(-offset, 0);
  const std::ptrdiff_t right = std::max<std::ptrdiff_t>(offset, 0);
  which.extents.push_back(
      std::max<std::ptrdiff_t>(std::min(extent(first) - down, extent(second) - right), 0));
  for_each_element(which.extents, [&](const index_list& index, std::ptrdiff_t) {
    index_list source;
    std::size_t next = 0;
    for (std::ptrdiff_t axis = 0; axis < rank; ++axis)
      source.push_back(axis == first    ? index.back() + down
                       : axis == second ? index.back() + right
                                        : index[next++]);
    which.positions.push_back(position_of(extents, source));
  });
  return {[=](const graph::node_ptr& a) { return detail::diagonal_of(a, offset, first, second); },
          std::move(which), text_of("diagonal ", offset, ' ', first, ' ', second)};
}

/// `transpose(a) = b` and its like.
void write_shown(call_case& from) {
  changed_array& a = from.target();
  const shape& extents = a.model.extents;
  const std::size_t which = from.below(extents.size() < 2 ? 2 : 3);
  const shown_array shown = which == 0   ? draw_transpose(from, extents)
                            : which == 1 ? draw_flip(from, extents)
                                         : draw_diagonal(from, extents);
  const operand value = value_for(from, a, shown.which.extents);
  from.check_change(
      text_of(shown.text, " of ", a.text, " = ", value.text, ' ', value.model.extents), a,
      [&](host_value& model) {
        write_elements(model, shown.which, spread(value.model, shown.which.extents, model.type));
      },
      [&](array_base& array) { detail::write_part(array, shown.show(array.node()), value.node); });
}

}  // namespace

const std::vector<call_kind> view_calls = {
    {"view", read_view},         {"indexed", read_indexed},        {"indexed", read_indexed},
    {"write", write_view},       {"write_indexed", write_indexed}, {"write_indexed", write_indexed},
    {"write_shown", write_shown}};

}  // namespace gpu::fuzz
