// SPDX-License-Identifier: BSD-3-Clause
#include "draw_reductions.hpp"

#include <algorithm>
#include <cstring>

#include "draw_shapes.hpp"
#include "draw_values.hpp"
#include "drawing.hpp"
#include "functor_table.hpp"
#include "reduction_table.hpp"

namespace gpu::fuzz {
namespace {

constexpr std::ptrdiff_t row_lengths[] = {1,   2,   3,   4,    5,    7,    16,   31,   32,   33,
                                          63,  64,  100, 127,  128,  129,  255,  256,  257,  511,
                                          512, 513, 777, 1000, 1023, 1024, 1025, 2048, 4095, 4097};

/// What feeds reductions, the reductions, and what follows them.
class gatherings final : drawing {
 public:
  gatherings(const draw_options& options, const seeds& from)
      : drawing(options, from), large_(chance(layout_, 1) ? 100 : 1) {}

  program draw() {
    ops_left_ = below(tree_, static_cast<std::size_t>(options_.max_ops) / 2 + 1);
    subject of = options_.of;
    if (of == subject::mixed) {
      const std::size_t kind = below(tree_, 10);
      of = kind < 5 ? subject::reductions : kind < 7 ? subject::scans : subject::rows;
    }
    const frame_id where = add_frame(draw_extents());
    if (of == subject::reductions)
      draw_several(where);
    else if (of == subject::scans)
      draw_scan(where);
    else
      draw_row(where);
    return pruned(work_);
  }

 private:
  std::size_t draw_array(frame_id where, dtype type) override {
    const shape& extents = frames_[where].extents;
    const auto count = static_cast<std::size_t>(element_count(extents));
    const std::size_t number =
        add({action::array, {}, type, extents, 0, 0, {}, {}, draw_summands(type, count, values_)},
            where);
    arrays_.push_back(number);
    return number;
  }

  [[nodiscard]] const step& at(std::size_t number) const { return work_.steps[number]; }
  frame_id frame_of(std::size_t number) { return add_frame(at(number).extents); }

  /// One extent is now and then another, so that equal kernels go over different lengths.
  shape draw_extents() {
    shape extents = draw_base();
    if (extents.empty() || !chance(values_, 50)) return extents;
    std::ptrdiff_t& extent = extents[below(values_, extents.size())];
    if (extent >= 64) extent += 16 * (static_cast<std::ptrdiff_t>(below(values_, 5)) - 2);
    return extents;
  }
  shape draw_base() {
    const std::ptrdiff_t most = std::min<std::ptrdiff_t>(max_ * large_, 1'000'000);
    const std::size_t kind = below(layout_, 100);
    if (kind < 35) return draw_shape(max_, layout_);
    std::ptrdiff_t length = row_lengths[below(layout_, std::size(row_lengths))];
    if (large_ > 1) length = most / static_cast<std::ptrdiff_t>(1 + below(layout_, 9));
    length = std::min(length, most);
    if (kind < 45) return {length};
    const std::ptrdiff_t room = std::max<std::ptrdiff_t>(most / length, 1);
    const std::ptrdiff_t others =
        1 + static_cast<std::ptrdiff_t>(below(layout_, std::size_t(room)));
    if (kind < 70) return {others, length};
    if (kind < 85) return {length, others};
    const std::ptrdiff_t first =
        1 + static_cast<std::ptrdiff_t>(below(layout_, std::size_t(others)));
    if (kind < 93) return {first, length, others / first};
    return {first, others / first, length};
  }

  dtype draw_float() {
    constexpr dtype list[] = {dtype::float32, dtype::float32, dtype::float32, dtype::float64,
                              dtype::float64, dtype::float16, dtype::bfloat16};
    if (options_.type && traits(*options_.type).kind == dtype_kind::floating) return *options_.type;
    return list[below(tree_, std::size(list))];
  }

  /// Contiguous, or a view of something larger.
  std::size_t draw_input(frame_id where, dtype type) {
    if (chance(tree_, 55)) return draw_array(where, type);
    drawn_view drawn = draw_view(frames_[where].extents,
                                 2 * element_count(frames_[where].extents) + max_, layout_);
    drawn.view.operands = {draw_array(add_frame(drawn.source), type)};
    return add(std::move(drawn.view), where);
  }

  std::size_t call(const char* name, std::vector<std::size_t> operands) {
    step one{action::op, std::move(operands), dtype::bool_, {}, op_named(name), 0, {}, {}, {}};
    const graph::typed_loop& loop = op_entries()[one.op].record->loops.front();
    return add_fitted(std::move(one), loop, add_frame({}));
  }
  std::size_t number(double value) {
    std::vector<std::byte> bytes(sizeof(value));
    std::memcpy(bytes.data(), &value, sizeof(value));
    return add({action::scalar, {}, dtype::float64, {}, 0, 0, {}, {}, std::move(bytes)}, 0);
  }

  [[nodiscard]] bool is_float(std::size_t value) const {
    return traits(at(value).type).kind == dtype_kind::floating;
  }

  /// A few ops whose errors stay small.
  std::size_t draw_mild(std::size_t value, frame_id where) {
    if (!is_float(value)) {
      constexpr const char* names[] = {"add", "multiply", "maximum", "not_equal"};
      return call(names[below(tree_, std::size(names))],
                  {value, draw_input(where, at(value).type)});
    }
    switch (below(tree_, 8)) {
      case 0:
        return call("multiply", {value, draw_input(where, at(value).type)});
      case 1:
        return call("square", {call("subtract", {value, draw_input(where, at(value).type)})});
      case 2:
        return call("exp", {call("negative", {call("absolute", {value})})});
      case 3:
        return call("add", {value, number(0.5)});
      case 4:
        return call("greater", {value, number(1)});
      case 5:
        return call("where",
                    {call("less", {value, number(2)}), value, draw_input(where, at(value).type)});
      case 6:
        return call("tanh", {value});
      default:
        return call("absolute", {value});
    }
  }

  std::size_t draw_producer(frame_id where, dtype type) {
    if (chance(tree_, 15)) return need(where, type, 0);
    std::size_t value = draw_input(where, type);
    while (chance(tree_, 40)) value = draw_mild(value, where);
    return value;
  }

  /// Axes of one or more; the same for equal frames if `again`.
  void draw_axes(step& one, const reduction_entry& entry, std::size_t rank) {
    const auto any_sign = [&](std::size_t axis) {
      return static_cast<std::ptrdiff_t>(axis) -
             (chance(layout_, 30) ? static_cast<std::ptrdiff_t>(rank) : 0);
    };
    const std::size_t kind = below(layout_, 100);
    const bool may_be_all = entry.takes_list || (!entry.is_scan && entry.what != formula::fold);
    if (rank == 0 || (kind < 25 && may_be_all)) {
      one.call.over_all = true;
      return;
    }
    if (kind < 75 || !entry.takes_list || entry.is_scan) {
      one.call.is_number = true;
      one.axes = {any_sign(chance(layout_, 55) ? rank - 1 : below(layout_, rank))};
      return;
    }
    if (kind < 79) return;
    std::vector<std::size_t> order(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) order[axis] = axis;
    std::shuffle(order.begin(), order.end(), layout_);
    order.resize(1 + below(layout_, rank));
    for (const std::size_t axis : order) one.axes.push_back(any_sign(axis));
  }

  [[nodiscard]] bool takes(const reduction_entry& entry, unsigned option) const {
    return (entry.options & option) != 0;
  }

  void draw_initial(step& one) {
    const bool is_complex = traits(one.type).kind == dtype_kind::complex;
    const bool is_whole = traits(one.type).kind <= dtype_kind::integer;
    const dtype type = is_complex ? dtype::complex128 : is_whole ? dtype::int64 : dtype::float64;
    one.call.initial = type;
    one.bytes =
        is_whole ? draw_scalar(type, dtype::int8, values_) : draw_summands(type, 1, values_);
    if (is_whole && !traits(one.type).is_signed) {
      std::int64_t value;
      std::memcpy(&value, one.bytes.data(), sizeof(value));
      value = one.type == dtype::bool_ ? value & 1 : value & 127;
      std::memcpy(one.bytes.data(), &value, sizeof(value));
    }
  }

  /// The value, converted if the entry does not take its elements.
  std::size_t fitted(const reduction_entry& entry, std::size_t value) {
    if (entry.result(at(value).type, std::nullopt)) return value;
    for (int i = dtype_count; i-- > 0;)
      if (entry.result(static_cast<dtype>(i), std::nullopt))
        return cast(value, static_cast<dtype>(i), frame_of(value));
    return value;
  }

  [[nodiscard]] static bool is_empty_row(const step& one, const shape& from) {
    if (one.call.over_all) return element_count(from) == 0;
    for (const std::ptrdiff_t axis : one.axes)
      if (from[static_cast<std::size_t>(axis < 0 ? axis + std::ptrdiff_t(from.size()) : axis)] == 0)
        return true;
    return false;
  }

  /// How many steps a fold would take one by one.
  [[nodiscard]] static std::ptrdiff_t row_length(const step& one, const shape& from) {
    if (one.call.over_all) return element_count(from);
    std::ptrdiff_t length = 1;
    for (const std::ptrdiff_t axis : one.axes)
      length *=
          from[static_cast<std::size_t>(axis < 0 ? axis + std::ptrdiff_t(from.size()) : axis)];
    return length;
  }

  std::size_t draw_entry(bool is_scan) {
    const auto& all = reduction_entries();
    if (options_.op && chance(tree_, 60) && all[*options_.op].is_scan == is_scan)
      return *options_.op;
    const bool again = chance(tree_, 60);
    for (;;) {
      const std::size_t number = below(tree_, all.size());
      const bool is_usual = all[number].call.find('.') == std::string::npos;
      if (all[number].is_scan == is_scan && all[number].what != formula::diff &&
          (is_usual || !again))
        return number;
    }
  }

  std::size_t reduce(std::size_t number, std::size_t value, const step& like) {
    step one = like;
    one.what = action::reduce;
    one.op = number;
    one.operands = {value};
    return add(std::move(one), add_frame({}));
  }

  /// A call of `number` with all that it may be given.
  /// Whether the entry takes `as_dtype` of this type: means that skip nans are no integers.
  static bool takes_type(const reduction_entry& entry, dtype element, dtype type) {
    const bool is_mean =
        entry.what == formula::mean || entry.what == formula::var || entry.what == formula::std;
    const bool is_inexact = traits(element).kind > dtype_kind::integer;
    if (entry.skips_nans && is_mean && is_inexact && traits(type).kind <= dtype_kind::integer)
      return false;
    return entry.result(element, type).has_value();
  }

  std::size_t draw_call(std::size_t number, std::size_t value, bool plain) {
    const reduction_entry& entry = reduction_entries()[number];
    value = fitted(entry, value);
    step one{action::reduce, {value}, at(value).type, {}, number, 0, {}, {}, {}};
    draw_axes(one, entry, at(value).extents.size());
    if (entry.is_scan && !entry.takes_list && one.call.over_all)
      return draw_call(reduction_named("cumsum"), value, plain);
    if (takes(entry, detail::takes_keepdims)) one.call.keepdims = chance(tree_, 30);
    const bool too_long =
        entry.what == formula::fold && !entry.is_scan && row_length(one, at(value).extents) > 300;
    if (too_long) return draw_call(reduction_named("sum"), value, plain);
    if (takes(entry, detail::takes_dtype) && !plain && chance(tree_, 15)) {
      const dtype type = draw_type();
      if (takes_type(entry, at(value).type, type)) one.call.type = type;
    }
    one.type = *entry.result(at(value).type, one.call.type);
    if (takes(entry, detail::takes_ddof) && chance(tree_, 25))
      one.call.ddof = static_cast<double>(below(tree_, 3));
    const bool is_masked = takes(entry, detail::takes_where) && !plain && chance(tree_, 15);
    const bool needs = entry.needs_elements && (is_masked || is_empty_row(one, at(value).extents));
    if (needs && !takes(entry, detail::takes_initial))
      return draw_call(reduction_named("sum"), value, plain);
    if (needs || (takes(entry, detail::takes_initial) && !plain && chance(tree_, 12)))
      draw_initial(one);
    if (is_masked) {
      const shape extents = draw_narrower(at(value).extents, layout_);
      one.operands.push_back(draw_input(add_frame(extents), dtype::bool_));
    }
    return add(std::move(one), add_frame({}));
  }

  /// Ops of small errors after a reduction.
  std::size_t draw_epilogue(std::size_t value) {
    if (chance(tree_, 50)) return value;
    const frame_id where = frame_of(value);
    std::size_t result = draw_mild(value, where);
    if (is_float(result) && chance(tree_, 30)) result = call("sqrt", {call("absolute", {result})});
    return result;
  }

  /// What is computed for pairs of rows of two arrays: neither has elements for each pair.
  std::size_t draw_pairs(dtype type) {
    constexpr const char* names[] = {"subtract", "add", "multiply", "maximum", "not_equal"};
    const auto some = [&](std::ptrdiff_t most) {
      return 1 + static_cast<std::ptrdiff_t>(below(layout_, static_cast<std::size_t>(most)));
    };
    const std::ptrdiff_t rows = some(40);
    const std::ptrdiff_t columns = some(chance(layout_, 30) ? 4 : 40);
    const std::ptrdiff_t most = std::max<std::ptrdiff_t>(8 * max_ * large_ / (rows * columns), 1);
    const std::ptrdiff_t length =
        std::min(row_lengths[below(layout_, std::size(row_lengths))], most);
    std::size_t value = call(names[below(tree_, std::size(names))],
                             {draw_input(add_frame({rows, 1, length}), type),
                              draw_input(add_frame({columns, length}), type)});
    const shape others[] = {{rows, 1, 1}, {columns, 1}, {length}, {rows, columns, 1}};
    while (chance(tree_, 40))
      value = draw_mild(value, add_frame(others[below(layout_, std::size(others))]));
    return value;
  }

  void draw_several(frame_id where) {
    const std::size_t value =
        chance(tree_, 20) ? draw_pairs(draw_type()) : draw_producer(where, draw_type());
    const std::size_t count = 1 + (chance(tree_, 40) ? 1 + below(tree_, 2) : 0);
    std::mt19937_64 axes = layout_;
    std::size_t last = 0;
    for (std::size_t i = 0; i < count; ++i) {
      // Over the same axes they are one kernel.
      if (chance(tree_, 80)) layout_ = axes;
      const std::size_t first =
          chance(tree_, 25) && i > 0 ? draw_producer(where, draw_type()) : value;
      std::size_t result = draw_call(draw_entry(false), first, false);
      if (i > 0 && chance(tree_, 30) && at(result).extents == at(last).extents &&
          is_float(result) && is_float(last))
        result = call("subtract", {result, last});
      else
        result = draw_epilogue(result);
      if (chance(tree_, 8)) result = draw_call(draw_entry(false), result, true);
      work_.roots.push_back(result);
      last = result;
    }
  }

  void draw_scan(frame_id where) {
    std::size_t value = draw_producer(where, draw_type());
    const bool differs = chance(tree_, 12) && !at(value).extents.empty();
    std::size_t result =
        differs ? draw_difference(value) : draw_call(draw_entry(true), value, false);
    result = draw_epilogue(result);
    if (chance(tree_, 15)) result = draw_call(draw_entry(false), result, true);
    work_.roots = {result};
    if (chance(tree_, 20)) work_.roots.push_back(draw_call(draw_entry(true), value, false));
  }

  std::size_t draw_difference(std::size_t value) {
    step one{action::reduce, {value}, at(value).type, {}, reduction_named("diff"), 0, {}, {}, {}};
    one.call.is_number = true;
    one.axes = {static_cast<std::ptrdiff_t>(below(layout_, at(value).extents.size()))};
    value = add(std::move(one), add_frame({}));
    return chance(tree_, 30) ? draw_difference(value) : value;
  }

  /// Rows along the last axis, or others; what is kept has extent 1.
  step draw_row_axes(const shape& extents) {
    step one{action::reduce, {}, dtype::bool_, {}, 0, 0, {}, {}, {}};
    one.call.keepdims = true;
    if (extents.empty() || chance(layout_, 8)) {
      one.call.over_all = true;
      return one;
    }
    one.call.is_number = true;
    const std::size_t axis =
        chance(layout_, 75) ? extents.size() - 1 : below(layout_, extents.size());
    one.axes = {static_cast<std::ptrdiff_t>(axis)};
    if (extents.size() > 1 && axis == extents.size() - 1 && chance(layout_, 10)) {
      one.call.is_number = false;
      one.axes.push_back(-2);
    }
    return one;
  }

  void draw_row(frame_id where) {
    const std::size_t x = draw_producer_of(where, draw_float());
    const step like = draw_row_axes(at(x).extents);
    if (is_empty_row(like, at(x).extents)) {
      work_.roots = {reduce(reduction_named("sum"), x, like)};
      return;
    }
    std::size_t result = draw_recipe(x, like);
    if (chance(tree_, 20)) result = call("multiply", {result, draw_weights(result)});
    work_.roots = {result};
    if (chance(tree_, 15)) work_.roots.push_back(reduce(reduction_named("max"), x, like));
    if (chance(tree_, 15)) work_.roots.push_back(reduce(reduction_named("sum"), result, like));
  }

  /// Of float dtype.
  std::size_t draw_producer_of(frame_id where, dtype type) {
    const std::size_t value = draw_producer(where, type);
    return is_float(value) ? value : cast(value, type, where);
  }

  /// One for each place along the last axis.
  std::size_t draw_weights(std::size_t result) {
    const shape& extents = at(result).extents;
    const shape narrow = extents.empty() ? shape() : shape{extents.back()};
    return draw_input(add_frame(narrow), at(result).type);
  }

  std::size_t draw_recipe(std::size_t x, const step& like) {
    const auto of = [&](const char* name, std::size_t value) {
      return reduce(reduction_named(name), value, like);
    };
    const std::size_t kind = below(tree_, 10);
    if (kind < 4) {  // softmax, its logarithm, and attention
      const std::size_t shifted = call("subtract", {x, of("max", x)});
      const std::size_t powers = call("exp", {shifted});
      if (kind < 2) return call("divide", {powers, of("sum", powers)});
      if (kind < 3) return call("subtract", {shifted, call("log", {of("sum", powers)})});
      return call("divide", {of("sum", call("multiply", {powers, x})), of("sum", powers)});
    }
    if (kind < 7) {  // standardised rows, layer norm
      const std::size_t centred = call("subtract", {x, of("mean", x)});
      if (kind < 5) return call("divide", {centred, call("add", {of("std", x), number(0.01)})});
      const std::size_t variance = kind < 6 ? of("var", x) : of("mean", call("square", {centred}));
      return call("divide", {centred, call("sqrt", {call("add", {variance, number(1e-3)})})});
    }
    if (kind < 8) {  // by a norm
      constexpr const char* norms[] = {"norm_l1", "norm_l2", "norm_linf"};
      return call("divide", {x, call("add", {of(norms[below(tree_, 3)], x), number(0.5)})});
    }
    constexpr const char* names[] = {"sum", "max", "min", "mean", "var", "nansum", "ptp"};
    constexpr const char* ops[] = {"add", "subtract", "multiply", "maximum"};
    std::size_t result = x;
    for (std::size_t i = 0; i < 1 + kind % 2; ++i)
      result = call(ops[below(tree_, std::size(ops))],
                    {result, of(names[below(tree_, std::size(names))], result)});
    return result;
  }

  const std::ptrdiff_t large_;
};

}  // namespace

program draw_reductions(const draw_options& options, const seeds& from) {
  return gatherings(options, from).draw();
}

}  // namespace gpu::fuzz
