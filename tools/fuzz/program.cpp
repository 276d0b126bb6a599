// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "functor_table.hpp"
#include "reduction_table.hpp"

namespace gpu::fuzz {
namespace {

[[noreturn]] void refuse(const char* why) {
  throw value_error(text_of("the fuzzer's own program is wrong: ", why));
}

/// NumPy's broadcasting of two shapes.
shape joined(const shape& a, const shape& b) {
  shape result(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 0; back < result.size(); ++back) {
    const std::ptrdiff_t one = back < a.size() ? a[a.size() - 1 - back] : 1;
    const std::ptrdiff_t other = back < b.size() ? b[b.size() - 1 - back] : 1;
    if (one != other && one != 1 && other != 1) refuse("shapes");
    result[result.size() - 1 - back] = one == 1 ? other : one;
  }
  return result;
}

shape sliced_extents(const shape& whole, const std::vector<taken_range>& ranges) {
  if (ranges.size() != whole.size()) refuse("ranges");
  shape result;
  for (std::size_t axis = 0; axis < whole.size(); ++axis) {
    const taken_range& range = ranges[axis];
    if (range.count < 0 || range.step == 0) refuse("range");
    const std::ptrdiff_t last = range.start + (range.count - 1) * range.step;
    if ((range.count > 0 || range.dropped) &&
        (std::min(range.start, last) < 0 || std::max(range.start, last) >= whole[axis]))
      refuse("range");
    if (!range.dropped) result.push_back(range.count);
  }
  return result;
}

shape diagonal_extents(const shape& whole, const std::vector<std::ptrdiff_t>& axes) {
  const auto row = static_cast<std::size_t>(axes[1]);
  const auto column = static_cast<std::size_t>(axes[2]);
  if (row == column || row >= whole.size() || column >= whole.size()) refuse("diagonal");
  shape result;
  for (std::size_t axis = 0; axis < whole.size(); ++axis)
    if (axis != row && axis != column) result.push_back(whole[axis]);
  const std::ptrdiff_t below = std::max<std::ptrdiff_t>(-axes[0], 0);
  const std::ptrdiff_t right = std::max<std::ptrdiff_t>(axes[0], 0);
  result.push_back(
      std::max<std::ptrdiff_t>(std::min(whole[row] - below, whole[column] - right), 0));
  return result;
}

/// Whether `value`, of a weak integer, is out of the bounds of the integer dtype `type`.
bool does_not_fit(const step& scalar, dtype type) {
  if (scalar.what != action::scalar || scalar.type != dtype::int64 || !is_integer(type))
    return false;
  std::int64_t value;
  std::memcpy(&value, scalar.bytes.data(), sizeof(value));
  const unsigned bits = 8u * static_cast<unsigned>(size_bytes(type));
  if (!traits(type).is_signed) return value < 0 || (bits < 64 && value >> bits != 0);
  return bits < 64 &&
         (value >= std::int64_t{1} << (bits - 1) || value < -(std::int64_t{1} << (bits - 1)));
}

void infer_op(const program& work, step& one) {
  const graph::op_record& record = *op_entries()[one.op].record;
  std::vector<operand_type> types;
  one.extents = shape();
  for (const std::size_t operand : one.operands) {
    const step& value = work.steps[operand];
    types.push_back({value.type, value.what == action::scalar});
    one.extents = joined(one.extents, value.extents);
  }
  if (std::all_of(types.begin(), types.end(), [](const auto& type) { return type.weak; }))
    refuse("scalars alone");
  one.loop = loop_for_types(record, types);
  if (one.loop < 0) refuse("no loop");
  const graph::typed_loop* chosen = &record.loops[static_cast<std::size_t>(one.loop)];
  bool too_large = false;
  for (std::size_t i = 0; i < types.size(); ++i)
    too_large = too_large || does_not_fit(work.steps[one.operands[i]], chosen->in[i]);
  if (too_large) {
    if (chosen->out != dtype::bool_ || types.size() != 2) refuse("scalar out of bounds");
    for (std::size_t i = 0; i < types.size(); ++i) {
      const dtype type = types[i].weak ? dtype::int64 : chosen->in[i];
      const dtype own = types[i].weak ? type : types[i].type;
      types[i] = {!is_integer(own)        ? own
                  : traits(own).is_signed ? dtype::int64
                                          : dtype::uint64,
                  false};
    }
    one.loop = loop_for_types(record, types);
    if (one.loop < 0) refuse("no loop");
    chosen = &record.loops[static_cast<std::size_t>(one.loop)];
  }
  one.type = chosen->out;
}

/// Axes in `axes`, which are made numbers from 0 on.
std::uint64_t axes_bits(const std::vector<std::ptrdiff_t>& axes, std::size_t rank) {
  std::uint64_t bits = 0;
  for (std::ptrdiff_t axis : axes) {
    if (axis < 0) axis += static_cast<std::ptrdiff_t>(rank);
    if (axis < 0 || axis >= static_cast<std::ptrdiff_t>(rank)) refuse("axis");
    const std::uint64_t bit = std::uint64_t{1} << axis;
    if ((bits & bit) != 0) refuse("axis given twice");
    bits |= bit;
  }
  return bits;
}

void infer_scan(const reduction_entry& entry, const shape& from, step& one) {
  if (one.call.over_all) {
    if (!entry.takes_list && from.size() != 1) refuse("scan of several axes");
    one.extents = {element_count(from)};
    return;
  }
  if (one.axes.size() != 1) refuse("axes of a scan");
  axes_bits(one.axes, from.size());
  one.extents = from;
  const std::ptrdiff_t given = one.axes[0];
  std::ptrdiff_t& extent = one.extents[static_cast<std::size_t>(
      given < 0 ? given + static_cast<std::ptrdiff_t>(from.size()) : given)];
  if (entry.includes_initial) ++extent;
  if (entry.what == formula::diff) extent = std::max<std::ptrdiff_t>(extent - 1, 0);
}

void infer_reduction(const program& work, step& one) {
  const reduction_entry& entry = reduction_entries()[one.op];
  const step& from = work.steps[one.operands[0]];
  const std::optional<dtype> type = entry.result(from.type, one.call.type);
  if (!type) refuse(text_of("no loop of ", entry.call, " for ", from.type).c_str());
  one.type = *type;
  if (entry.is_scan) return infer_scan(entry, from.extents, one);
  const std::size_t rank = from.extents.size();
  const std::uint64_t bits = one.call.over_all
                                 ? (rank == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rank) - 1)
                                 : axes_bits(one.axes, rank);
  if (!entry.takes_list && !one.call.over_all && one.axes.size() != 1) refuse("axes");
  if (!entry.takes_list && entry.what == formula::fold && (bits & (bits - 1)) != 0) refuse("axes");
  bool is_empty = false;
  one.extents = shape();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const bool is_reduced = (bits >> axis & 1) != 0;
    is_empty = is_empty || (is_reduced && from.extents[axis] == 0);
    if (!is_reduced || one.call.keepdims)
      one.extents.push_back(is_reduced ? 1 : from.extents[axis]);
  }
  const bool has_mask = one.operands.size() > 1;
  if (entry.needs_elements && (is_empty || has_mask) && !one.call.initial) refuse("no elements");
  if (!has_mask) return;
  const step& mask = work.steps[one.operands[1]];
  if (mask.type != dtype::bool_ || joined(mask.extents, from.extents) != from.extents)
    refuse("mask");
}

void infer_value(const program& work, step& one) {
  const step* const from = one.operands.empty() ? nullptr : &work.steps[one.operands[0]];
  if (from != nullptr && one.what != action::op && from->what == action::scalar) refuse("scalar");
  if (from != nullptr && !one.computes()) one.type = from->type;
  switch (one.what) {
    case action::array:
      if (one.bytes.size() !=
          static_cast<std::size_t>(element_count(one.extents)) * size_bytes(one.type))
        refuse("bytes");
      break;
    case action::scalar:
      break;
    case action::op:
      return infer_op(work, one);
    case action::second: {
      if (from->what != action::op) refuse("not a call");
      const graph::op_record& record = *op_entries()[from->op].record;
      if (record.outputs != 2) refuse("one result");
      one.op = from->op;
      one.loop = record.component_loop(from->loop, 1);
      one.type = record.loops[static_cast<std::size_t>(one.loop)].out;
      one.extents = from->extents;
      break;
    }
    case action::cast:
      one.extents = from->extents;
      break;
    case action::transpose:
      if (one.axes.size() != from->extents.size()) refuse("axes");
      one.extents = shape();
      for (const std::ptrdiff_t axis : one.axes)
        one.extents.push_back(from->extents[static_cast<std::size_t>(axis)]);
      break;
    case action::slice:
      one.extents = sliced_extents(from->extents, one.ranges);
      break;
    case action::reshape:
      if (element_count(one.extents) != element_count(from->extents)) refuse("reshape");
      break;
    case action::broadcast:
      if (joined(from->extents, one.extents) != one.extents) refuse("broadcast");
      break;
    case action::expand:
      if (one.axes[0] > static_cast<std::ptrdiff_t>(from->extents.size())) refuse("expand");
      one.extents = from->extents;
      one.extents.insert(static_cast<std::size_t>(one.axes[0]), 1);
      break;
    case action::diagonal:
      one.extents = diagonal_extents(from->extents, one.axes);
      break;
    case action::reduce:
      return infer_reduction(work, one);
    case action::update:
    case action::write: {
      if (from->what != action::array) refuse("not an array");
      const step& value = work.steps[one.operands[1]];
      if (value.what == action::scalar) refuse("scalar");
      one.extents =
          one.what == action::update ? from->extents : sliced_extents(from->extents, one.ranges);
      if (one.what == action::update ? value.extents != one.extents
                                     : joined(value.extents, one.extents) != one.extents)
        refuse("assigned shape");
    }
  }
}

}  // namespace

bool program::reduces() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const step& one) { return one.what == action::reduce; });
}

void infer(program& work) {
  for (step& one : work.steps) infer_value(work, one);
}

void infer_step(program& work, std::size_t number) {
  infer_value(work, work.steps[number]);
}

program pruned(const program& work) {
  std::vector<bool> needed(work.steps.size(), false);
  for (const std::size_t root : work.roots) needed[root] = true;
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = work.steps.size(); i-- > 0;) {
      const step& one = work.steps[i];
      if (one.changes_array()) needed[i] = needed[i] || needed[one.operands[0]];
      if (!needed[i]) continue;
      for (const std::size_t operand : one.operands) {
        changed = changed || !needed[operand];
        needed[operand] = true;
      }
    }
  }
  program result;
  std::vector<std::size_t> moved(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    if (!needed[i]) continue;
    moved[i] = result.steps.size();
    result.steps.push_back(work.steps[i]);
    for (std::size_t& operand : result.steps.back().operands) operand = moved[operand];
  }
  for (const std::size_t root : work.roots) result.roots.push_back(moved[root]);
  return result;
}

const std::vector<std::size_t>& call_operands(const program& work, const step& one) {
  return one.what == action::second ? work.steps[one.operands[0]].operands : one.operands;
}

std::vector<std::size_t> last_uses(const program& work) {
  std::vector<std::size_t> last(work.steps.size());
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < work.steps.size(); ++i)
    for (const std::size_t operand : work.steps[i].operands) last[operand] = i;
  for (const std::size_t root : work.roots) last[root] = work.steps.size();
  return last;
}

}  // namespace gpu::fuzz
