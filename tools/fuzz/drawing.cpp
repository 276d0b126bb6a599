// SPDX-License-Identifier: BSD-3-Clause
#include "drawing.hpp"

#include "draw_shapes.hpp"
#include "draw_values.hpp"
#include "functor_table.hpp"

namespace gpu::fuzz {

drawing::drawing(const draw_options& options, const seeds& from)
    : options_(options),
      tree_(from.tree),
      layout_(from.layout ^ 0x9e3779b97f4a7c15u),
      values_(from.values ^ 0xc2b2ae3d27d4eb4fu),
      max_(chance(layout_, 2) ? 30 * options.max_elements : options.max_elements) {}

drawing::frame_id drawing::add_frame(const shape& extents) {
  frames_.push_back({extents, {}});
  return frames_.size() - 1;
}

std::size_t drawing::add(step one, frame_id where) {
  work_.steps.push_back(std::move(one));
  const std::size_t number = work_.steps.size() - 1;
  infer_step(work_, number);
  const step& last = work_.steps.back();
  if (last.what != action::scalar && !last.changes_array()) frames_[where].values.push_back(number);
  return number;
}

dtype drawing::draw_type() {
  if (options_.type && chance(tree_, 70)) return *options_.type;
  return static_cast<dtype>(below(tree_, dtype_count));
}

std::size_t drawing::draw_array(frame_id where, dtype type) {
  const shape& extents = frames_[where].extents;
  const auto count = static_cast<std::size_t>(element_count(extents));
  const std::size_t number =
      add({action::array, {}, type, extents, 0, 0, {}, {}, fuzz::draw_values(type, count, values_)},
          where);
  arrays_.push_back(number);
  return number;
}

std::size_t drawing::draw_leaf_again(frame_id where) {
  const bool overlap = target_ && chance(tree_, 60);
  const std::size_t array = overlap ? *target_ : arrays_[below(tree_, arrays_.size())];
  const step& old = work_.steps[array];
  std::optional<step> view = draw_view_of(old.extents, frames_[where].extents, layout_);
  if (!view) return draw_array(where, old.type);
  view->operands = {array};
  return add(std::move(*view), where);
}

std::size_t drawing::draw_leaf(frame_id where, dtype type) {
  const std::size_t kind = below(tree_, 100);
  if (kind < 25 && !arrays_.empty()) return draw_leaf_again(where);
  if (kind < 60) return draw_array(where, type);
  drawn_view drawn = draw_view(frames_[where].extents, max_, layout_);
  const frame_id source = add_frame(drawn.source);
  drawn.view.operands = {kind < 70 ? draw_leaf(source, type) : draw_array(source, type)};
  return add(std::move(drawn.view), where);
}

std::size_t drawing::need(frame_id where, dtype type, int depth) {
  const std::size_t kind = below(tree_, 100);
  if (ops_left_ == 0 || depth > 24) return draw_leaf(where, type);
  if (kind < 15 && !frames_[where].values.empty())
    return frames_[where].values[below(tree_, frames_[where].values.size())];
  if (kind < 62) return draw_op(where, depth);
  if (kind < 78) {
    drawn_view drawn = draw_view(frames_[where].extents, max_, layout_);
    const frame_id source = add_frame(drawn.source);
    drawn.view.operands = {need(source, type, depth + 1)};
    return add(std::move(drawn.view), where);
  }
  if (kind < 84) {
    --ops_left_;
    const std::size_t from = need(where, draw_type(), depth + 1);
    return cast(from, draw_type(), where);
  }
  return draw_leaf(where, type);
}

std::size_t drawing::cast(std::size_t value, dtype type, frame_id where) {
  if (work_.steps[value].type == type) return value;
  return add({action::cast, {value}, type, {}, 0, 0, {}, {}, {}}, where);
}

std::size_t drawing::draw_scalar_step(dtype bound) {
  constexpr dtype kinds[] = {dtype::int64,   dtype::int64,   dtype::int64,      dtype::float64,
                             dtype::float64, dtype::float64, dtype::complex128, dtype::bool_};
  const dtype kind = kinds[below(tree_, std::size(kinds))];
  return add({action::scalar, {}, kind, {}, 0, 0, {}, {}, draw_scalar(kind, bound, values_)}, 0);
}

std::size_t drawing::draw_op(frame_id where, int depth) {
  --ops_left_;
  const auto& entries = op_entries();
  const std::size_t number =
      options_.op && chance(tree_, 60) ? *options_.op : below(tree_, entries.size());
  const auto& loops = entries[number].record->loops;
  const graph::typed_loop& loop = loops[draw_loop(loops)];
  step one{action::op, {}, dtype::bool_, {}, number, 0, {}, {}, {}};
  const std::size_t full = below(tree_, loop.in.size());
  for (std::size_t i = 0; i < loop.in.size(); ++i) {
    const dtype type = chance(tree_, 75) ? loop.in[i] : draw_type();
    const std::size_t kind = below(tree_, 100);
    if (entries[number].shows_sign_of_nan) {
      one.operands.push_back(draw_array(where, loop.in[i]));
    } else if (i != full && kind < 15) {
      one.operands.push_back(draw_scalar_step(loop.in[i]));
    } else if (i != full && kind < 45) {
      const frame_id narrow = add_frame(draw_narrower(frames_[where].extents, layout_));
      one.operands.push_back(need(narrow, type, depth + 1));
    } else {
      one.operands.push_back(need(where, type, depth + 1));
    }
  }
  return add_fitted(std::move(one), loop, where);
}

std::size_t drawing::draw_loop(const std::vector<graph::typed_loop>& loops) {
  const std::size_t drawn = below(tree_, loops.size());
  if (!options_.type || chance(tree_, 40)) return drawn;
  for (std::size_t i = 0; i < loops.size(); ++i)
    if (loops[i].in.back() == *options_.type) return i;
  return drawn;
}

std::size_t drawing::add_fitted(step one, const graph::typed_loop& loop, frame_id where) {
  const graph::op_record& record = *op_entries()[one.op].record;
  std::vector<operand_type> types;
  for (const std::size_t operand : one.operands)
    types.push_back({work_.steps[operand].type, work_.steps[operand].what == action::scalar});
  const int found = loop_for_types(record, types);
  for (std::size_t i = 0; i < types.size(); ++i) {
    step& operand = work_.steps[one.operands[i]];
    if (found < 0 && types[i].weak)
      one.operands[i] = draw_array(add_frame(shape()), loop.in[i]);
    else if (found < 0)
      one.operands[i] = cast(one.operands[i], loop.in[i], add_frame(operand.extents));
    else if (types[i].weak)
      operand.bytes = fitting_scalar(one, i, record.loops[static_cast<std::size_t>(found)]);
  }
  const std::size_t first = add(std::move(one), where);
  if (record.outputs == 1 || chance(tree_, 30)) return first;
  const std::size_t second =
      add({action::second, {first}, dtype::bool_, {}, 0, 0, {}, {}, {}}, where);
  return chance(tree_, 50) ? first : second;
}

std::vector<std::byte> drawing::fitting_scalar(const step& one, std::size_t i,
                                               const graph::typed_loop& loop) {
  const dtype kind = work_.steps[one.operands[i]].type;
  const bool compares = loop.out == dtype::bool_ && loop.in.size() == 2;
  const dtype bound = compares && chance(values_, 10) ? dtype::int64 : loop.in[i];
  return draw_scalar(kind, bound, values_);
}

}  // namespace gpu::fuzz
