// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/plan.hpp"

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include <algorithm>
#include <cstring>

#include "execute/host/cast_loops.hpp"

namespace gpu::execute {
namespace {

using source = graph::value_id::source;

constexpr std::uint32_t unplaced = value_place::unplaced;
constexpr std::int32_t never = -1;
/// Its buffer has been given to another value.
constexpr std::int32_t released = -2;

/// Bytes of all buffers together: they share the nearest cache with the arrays.
constexpr std::ptrdiff_t buffer_budget = 12 * 1024;
constexpr std::ptrdiff_t min_block = 256;
constexpr std::ptrdiff_t largest_block = 4096;
/// Without buffers a block need not fit anything: it is what one thread takes at a time.
constexpr std::ptrdiff_t unbuffered_block = 16384;
constexpr std::ptrdiff_t tile_budget = 256 * 1024;
constexpr std::ptrdiff_t small_tile = 1024;

}  // namespace

graph::host_loop loop_of(const graph::instruction& step) {
  if (step.op == &graph::cast_record()) return host_cast_loop(step.loop);
  const graph::host_loop loop = step.op->loops[static_cast<std::size_t>(step.loop)].on_host;
  if (loop == nullptr)
    throw error(text_of(step.op->name, " cannot run on cpu(0): it has no loop for the host"));
  if (step.count > host_plan::max_operands)
    throw error(text_of(step.op->name, " cannot run on cpu(0): it has ", step.count,
                        " operands, more than ", host_plan::max_operands));
  return loop;
}

void host_plan::prepare(const graph::kernel& work) {
  work_ = &work;
  iteration.prepare(work);
  steps.clear();
  operands.clear();
  free_buffers_.clear();
  buffer_count = 0;
  at_the_end_ = static_cast<std::int32_t>(work.body.size());
  scalars_begin_ = static_cast<std::uint32_t>(work.arguments.size());
  scalars_end_ = scalars_begin_ + static_cast<std::uint32_t>(work.scalars.size());
  values.assign(scalars_end_ + work.body.size(), value_place());
  measure_values();
  find_last_uses();
  place_constants();
  place_arguments();
  place_outputs();
  for (std::uint32_t i = 0; i < work.body.size(); ++i) add_instruction(i);
  add_outputs();
  choose_block_size();
}

std::uint32_t host_plan::number(graph::value_id value) const noexcept {
  if (value.from == source::argument) return value.index;
  return value.index + (value.from == source::scalar ? scalars_begin_ : scalars_end_);
}

std::uint32_t host_plan::array_of(std::uint32_t argument) const noexcept {
  return static_cast<std::uint32_t>(work_->outputs.size()) + argument;
}

void host_plan::measure_values() {
  element_bytes_.clear();
  for (const graph::kernel_argument& argument : work_->arguments)
    element_bytes_.push_back(size_bytes(argument.type));
  for (const auto& scalar : work_->scalars) element_bytes_.push_back(size_bytes(scalar->type));
  for (const graph::instruction& step : work_->body)
    element_bytes_.push_back(size_bytes(step.op->loops[static_cast<std::size_t>(step.loop)].out));
}

void host_plan::find_last_uses() {
  last_uses_.assign(values.size(), never);
  for (std::size_t i = 0; i < work_->body.size(); ++i) {
    const graph::instruction& step = work_->body[i];
    for (std::uint32_t k = 0; k < step.count; ++k)
      last_uses_[number(work_->operands[step.first + k])] = static_cast<std::int32_t>(i);
  }
  for (const graph::kernel_output& output : work_->outputs)
    last_uses_[number(output.value)] = at_the_end_;
}

/// In buffers of their own, which are filled once.
void host_plan::place_constants() {
  constants.clear();
  work_->for_each(
      graph::operand_kind::memory, [&](std::size_t i, const graph::kernel_argument& argument) {
        const std::uintptr_t address = address_in(*leaf_of(argument), argument.place.offset);
        add_constant(static_cast<std::uint32_t>(i), &address);
      });
  for (std::uint32_t i = 0; i < work_->scalars.size(); ++i)
    add_constant(scalars_begin_ + i, work_->scalars[i]->bytes);
}

void host_plan::add_constant(std::uint32_t value, const void* data) {
  host_constant& added = constants.emplace_back();
  added.value = value;
  added.size_bytes = static_cast<std::uint32_t>(element_bytes_[value]);
  std::memcpy(added.data, data, added.size_bytes);
  values[value].buffer = take_buffer();
  last_uses_[value] = at_the_end_;
}

/// Arguments that are results as they are, and lie where others are written, are read beforehand.
void host_plan::place_arguments() {
  const auto outputs = static_cast<std::uint32_t>(work_->outputs.size());
  for (std::uint32_t i = 0; i < work_->arguments.size(); ++i) {
    const iterated_array& array = iteration.arrays[array_of(i)];
    bool overwritten = false;
    for (std::uint32_t k = 0; k < outputs; ++k)
      overwritten = overwritten || iteration.overlap(k, array_of(i));
    if (last_uses_[i] == at_the_end_ && overwritten)
      load(i);
    else if (array.in_place)
      values[i].array = array_of(i);
  }
}

/// Instructions write into the outputs themselves, if nothing is read there afterwards.
void host_plan::place_outputs() {
  for (std::uint32_t i = 0; i < work_->outputs.size(); ++i) {
    const graph::value_id value = work_->outputs[i].value;
    value_place& place = values[number(value)];
    if (value.from == source::instruction && place.array == unplaced &&
        iteration.arrays[i].in_place && may_write_early(i, value.index))
      place.array = i;
  }
}

bool host_plan::may_write_early(std::uint32_t output, std::uint32_t instruction) const {
  for (std::uint32_t i = 0; i < work_->arguments.size(); ++i)
    if (values[i].buffer == unplaced && last_uses_[i] > static_cast<std::int32_t>(instruction) &&
        iteration.overlap(output, array_of(i)))
      return false;
  return true;
}

void host_plan::add_instruction(std::uint32_t index) {
  const graph::instruction& step = work_->body[index];
  const auto first = static_cast<std::uint32_t>(operands.size());
  for (std::uint32_t k = 0; k < step.count; ++k) {
    const std::uint32_t operand = number(work_->operands[step.first + k]);
    operands.push_back(operand);
    if (operand < scalars_begin_ && values[operand].array == unplaced &&
        values[operand].buffer == unplaced)
      load(operand);
  }
  const graph::host_loop loop = loop_of(step);
  place_result(index);
  steps.push_back({host_step::kind::compute, loop, first, step.count, scalars_end_ + index, 0});
  for (std::uint32_t k = first; k < operands.size(); ++k)
    if (last_uses_[operands[k]] == static_cast<std::int32_t>(index)) release(operands[k]);
  if (last_uses_[scalars_end_ + index] == never) release(scalars_end_ + index);
}

/// In the buffer of an operand of the same size that nobody reads later, if there is one.
void host_plan::place_result(std::uint32_t index) {
  const std::uint32_t result = scalars_end_ + index;
  if (values[result].array != unplaced) return;
  for (std::size_t k = operands.size() - work_->body[index].count; k < operands.size(); ++k) {
    const std::uint32_t operand = operands[k];
    if (values[operand].buffer == unplaced ||
        last_uses_[operand] != static_cast<std::int32_t>(index) ||
        element_bytes_[operand] != element_bytes_[result])
      continue;
    values[result].buffer = values[operand].buffer;
    last_uses_[operand] = released;
    return;
  }
  values[result].buffer = take_buffer();
}

void host_plan::add_outputs() {
  for (std::uint32_t i = 0; i < work_->outputs.size(); ++i) {
    const std::uint32_t value = number(work_->outputs[i].value);
    const bool is_argument = value < scalars_begin_;
    if (values[value].array == i) continue;
    const bool is_loaded = is_argument && values[value].buffer != unplaced;
    if (is_argument && !is_loaded && iteration.arrays[array_of(value)].origin != nullptr) {
      steps.push_back({host_step::kind::move, nullptr, array_of(value), 0, 0, i});
      continue;
    }
    if (is_argument && !is_loaded) load(value);
    steps.push_back({host_step::kind::store, nullptr, 0, 0, value, i});
  }
}

void host_plan::load(std::uint32_t argument) {
  values[argument].buffer = take_buffer();
  steps.push_back({host_step::kind::load, nullptr, 0, 0, argument, array_of(argument)});
}

void host_plan::release(std::uint32_t value) {
  if (values[value].buffer == unplaced) return;
  free_buffers_.push_back(values[value].buffer);
  last_uses_[value] = released;
}

std::uint32_t host_plan::take_buffer() {
  if (free_buffers_.empty()) return buffer_count++;
  const std::uint32_t buffer = free_buffers_.back();
  free_buffers_.pop_back();
  return buffer;
}

void host_plan::choose_block_size() {
  std::ptrdiff_t widest = 1;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].buffer != unplaced)
      widest = std::max(widest, static_cast<std::ptrdiff_t>(element_bytes_[i]));
  const std::ptrdiff_t row = widest * buffer_count;
  std::ptrdiff_t elements = unbuffered_block;
  if (iteration.kind == host_iteration::block_kind::tiles)
    elements = row * largest_block <= tile_budget ? largest_block : small_tile;
  else if (row > 0)
    elements = std::clamp(buffer_budget / row / 64 * 64, min_block, largest_block);
  iteration.set_block_size(elements);
  // A line more than needed: equal places in two buffers are not in the same set of the cache.
  buffer_bytes = static_cast<std::size_t>((iteration.largest_block * widest + 63) / 64 * 64 + 64);
}

}  // namespace gpu::execute
