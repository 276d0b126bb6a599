// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/block_reader.hpp"

#include <algorithm>

#include "execute/host/executor.hpp"

namespace gpu::execute {

std::size_t pass_inputs::add(const row_group& group, graph::value_id value, bool is_position) {
  const graph::kernel& work = group.work;
  const row_iteration& iteration = group.iteration;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].value == value && values[i].is_position == is_position) return i;
  if (is_position) {
    values.push_back({value, sizeof(std::int64_t), true, true, value.index});
    return values.size() - 1;
  }
  const bool is_direct =
      !gathers && work.array_of(value) != nullptr &&
      (iteration.argument(value.index).strides.back() == 1 || iteration.extents.back() == 1);
  values.push_back({value, size_bytes(work.type_of(value)), false, is_direct,
                    is_direct ? value.index : computed.size()});
  if (!is_direct) computed.push_back({value, nullptr});
  return values.size() - 1;
}

block_reader::block_reader(const row_group& group, const pass_inputs& inputs)
    : group_(group), inputs_(inputs), spans_(inputs.values.size()) {
  const std::ptrdiff_t room = std::min(block_elements, element_count(group.part.extents));
  for (const wanted_value& one : inputs.computed)
    buffers_.push_back(memory_block::allocate(
        cpu(), static_cast<std::size_t>(room) * size_bytes(group.work.type_of(one.value))));
}

void block_reader::read(const iteration_part& part) {
  if (inputs_.computed.empty()) return;
  if (prepared_.work.extents != part.extents)
    prepare(part);
  else
    prepared_.move_to(part);
  run_on_this_thread(prepared_.work);
  in_buffers_ = buffer_layout(part.extents);
  in_buffers_.offset = -number_at(in_buffers_, part.first);
}

block_reader::span block_reader::span_of(const pass_inputs::input& input,
                                         const iteration_part& block) const {
  const layout& place = input.is_direct ? group_.iteration.argument(input.place) : in_buffers_;
  const std::ptrdiff_t number = number_at(place, block.first);
  const std::size_t rank = place.strides.size();
  const std::ptrdiff_t row_step = rank < 2 ? 0 : place.strides[rank - 2];
  if (input.is_position)
    return {nullptr, row_step, number, {number, place.strides.back(), block.extents.back(), 0}};
  const memory_block& memory = input.is_direct ? *leaf_of(group_.work.arguments[input.place])->block
                                               : *buffers_[input.place];
  const auto bytes = static_cast<std::ptrdiff_t>(input.size_bytes);
  return {static_cast<const char*>(memory.data()) + number * bytes, row_step * bytes};
}

const void* block_reader::gathered(std::size_t i, const shape& index, std::ptrdiff_t row,
                                   std::ptrdiff_t row_length, std::size_t axis) {
  const pass_inputs::input& input = inputs_.values[i];
  if (!input.is_position)
    return static_cast<const char*>(buffers_[input.place]->data()) +
           row * row_length * static_cast<std::ptrdiff_t>(input.size_bytes);
  const layout& place = group_.iteration.argument(input.place);
  spans_[i].positions = {number_at(place, index), place.strides[axis], row_length, 0};
  return spans_[i].positions.data();
}

void block_reader::prepare(const iteration_part& part) {
  std::vector<wanted_value> wanted = inputs_.computed;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i].target = graph::leaf_ptr::first(new graph::leaf_node(
        buffers_[i], group_.work.type_of(wanted[i].value), buffer_layout(part.extents), cpu()));
  prepared_ = group_.kernel_for(wanted, part);
}

layout block_reader::buffer_layout(const shape& extents) const {
  const std::uint64_t innermost = inputs_.gathers ? group_.iteration.reduced : 0;
  return numbering(extents, innermost, ~innermost);
}

}  // namespace gpu::execute
