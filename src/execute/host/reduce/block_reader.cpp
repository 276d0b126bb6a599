// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/block_reader.hpp"

#include "execute/host/executor.hpp"

namespace gpu::execute {

using graph::kernel;
using graph::leaf_ptr;
using graph::value_id;

namespace {

/// From a span of `place` to that of the next row.
std::ptrdiff_t row_step_of(const layout& place) {
  const std::size_t rank = place.strides.size();
  return rank < 2 ? 0 : place.strides[rank - 2];
}

}  // namespace

std::size_t pass_inputs::add(const kernel& work, const row_iteration& iteration, value_id value,
                             bool is_position) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].value == value && values[i].is_position == is_position) return i;
  if (is_position) {
    values.push_back({value, sizeof(std::int64_t), true, true, value.index});
    return values.size() - 1;
  }
  const bool is_direct =
      !gathers && work.array_of(value) != nullptr &&
      (iteration.arguments[value.index].strides.back() == 1 || iteration.extents.back() == 1);
  values.push_back({value, size_bytes(work.type_of(value)), false, is_direct,
                    is_direct ? value.index : computed.size()});
  if (!is_direct) computed.push_back({value, nullptr});
  return values.size() - 1;
}

block_reader::block_reader(const kernel& work, const row_iteration& iteration,
                           const row_kernels& kernels, const pass_inputs& inputs)
    : work_(work),
      iteration_(iteration),
      kernels_(kernels),
      inputs_(inputs),
      spans_(inputs.values.size()) {
  for (const wanted_value& one : inputs.computed)
    buffers_.push_back(memory_block::allocate(
        cpu(), static_cast<std::size_t>(block_elements) * size_bytes(work.type_of(one.value))));
}

void block_reader::read(const iteration_part& part) {
  if (inputs_.computed.empty()) return;
  if (prepared_.work.extents != part.extents || prepared_.work.outputs.empty())
    prepare(part);
  else
    prepared_.move_to(part);
  run_on_this_thread(prepared_.work);
  in_buffers_ = buffer_layout(part.extents);
  in_buffers_.offset = -number_at(in_buffers_, part.first);
}

block_reader::span block_reader::span_of(const pass_inputs::input& input,
                                         const iteration_part& block) const {
  span one;
  const auto bytes = static_cast<std::ptrdiff_t>(input.size_bytes);
  if (!input.is_position && !input.is_direct) {
    one.data = static_cast<const char*>(buffers_[input.place]->data()) +
               number_at(in_buffers_, block.first) * bytes;
    one.row_bytes = row_step_of(in_buffers_) * bytes;
    return one;
  }
  const layout& place = iteration_.arguments[input.place];
  const std::ptrdiff_t number = number_at(place, block.first);
  const std::ptrdiff_t row_step = row_step_of(place);
  if (input.is_position) {
    one.first_position = number;
    one.row_step = row_step;
    one.positions = {number, place.strides.back(), block.extents.back(), 0};
    return one;
  }
  const graph::leaf_node& leaf = *leaf_of(work_.arguments[input.place]);
  one.data = static_cast<const char*>(leaf.block->data()) + number * bytes;
  one.row_bytes = row_step * bytes;
  return one;
}

const void* block_reader::gathered(std::size_t i, const shape& index, std::ptrdiff_t row,
                                   std::ptrdiff_t row_length, std::size_t axis) {
  const pass_inputs::input& input = inputs_.values[i];
  if (!input.is_position)
    return static_cast<const char*>(buffers_[input.place]->data()) +
           row * row_length * static_cast<std::ptrdiff_t>(input.size_bytes);
  const layout& place = iteration_.arguments[input.place];
  spans_[i].positions = {number_at(place, index), place.strides[axis], row_length, 0};
  return spans_[i].positions.data();
}

void block_reader::prepare(const iteration_part& part) {
  std::vector<wanted_value> wanted = inputs_.computed;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i].target = leaf_ptr::first(new graph::leaf_node(
        buffers_[i], work_.type_of(wanted[i].value), buffer_layout(part.extents), cpu()));
  prepared_ = kernels_.kernel_for(wanted, part);
}

layout block_reader::buffer_layout(const shape& extents) const {
  if (!inputs_.gathers) return row_major(extents);
  layout place{0, extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = 1;
  for (const bool reduced : {true, false})
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if (iteration_.is_reduced(axis) != reduced) continue;
      place.strides[axis] = step;
      step *= extents[axis];
    }
  return place;
}

}  // namespace gpu::execute
