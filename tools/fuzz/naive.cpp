// SPDX-License-Identifier: BSD-3-Clause
#include "naive.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "elements.hpp"
#include "functor_table.hpp"
#include "graph/number_case.hpp"
#include "naive_reduction.hpp"

namespace gpu::fuzz {
namespace {

std::ptrdiff_t position_of(const shape& extents, const index_list& index) {
  std::ptrdiff_t position = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    position = position * extents[axis] + index[axis];
  return position;
}

/// Index within the sliced value of the element that `index` of the slice shows.
index_list sliced_index(const std::vector<taken_range>& ranges, const index_list& index) {
  index_list result;
  std::size_t axis = 0;
  for (const taken_range& range : ranges)
    result.push_back(range.dropped ? range.start : range.start + index[axis++] * range.step);
  return result;
}

/// The element of `from` that `index` of the view shows.
std::ptrdiff_t viewed_position(const step& view, const shape& from, const index_list& index,
                               std::ptrdiff_t position) {
  index_list source(from.size());
  switch (view.what) {
    case action::transpose:
      for (std::size_t k = 0; k < index.size(); ++k)
        source[static_cast<std::size_t>(view.axes[k])] = index[k];
      return position_of(from, source);
    case action::slice:
      return position_of(from, sliced_index(view.ranges, index));
    case action::broadcast:
      return broadcast_position(from, index);
    case action::diagonal: {
      std::size_t next = 0;
      for (std::size_t axis = 0; axis < from.size(); ++axis) {
        const auto number = static_cast<std::ptrdiff_t>(axis);
        if (number == view.axes[1])
          source[axis] = index.back() + std::max<std::ptrdiff_t>(-view.axes[0], 0);
        else if (number == view.axes[2])
          source[axis] = index.back() + std::max<std::ptrdiff_t>(view.axes[0], 0);
        else
          source[axis] = index[next++];
      }
      return position_of(from, source);
    }
    default:  // the same elements in the same order
      return position;
  }
}

/// What an op computes its elements with.
struct chosen_loop {
  const op_entry* entry;
  int loop;
  std::vector<std::size_t> operands;
};

/// An op of fewer operands if one of them is a number for which there is one.
chosen_loop loop_of(const program& work, const step& one) {
  const op_entry& entry = op_entries()[one.op];
  const std::vector<std::size_t>& operands = call_operands(work, one);
  const graph::typed_loop& loop = entry.record->loops[static_cast<std::size_t>(one.loop)];
  std::vector<graph::node_ptr> numbers(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const step& operand = work.steps[operands[i]];
    if (operand.what != action::scalar) continue;
    std::array<std::byte, 16> bytes{};
    const void* const from = operand.bytes.data();
    cast_functor(operand.type, loop.in[i])(&from, bytes.data());
    numbers[i] = graph::make_scalar(loop.in[i], bytes.data());
  }
  const auto simpler = graph::number_case_of(*entry.record, one.loop, numbers);
  if (!simpler) return {&entry, one.loop, operands};
  for (const op_entry& other : op_entries())
    if (other.record == simpler->op) return {&other, simpler->loop, {operands[simpler->operand]}};
  throw value_error(text_of("no op in place of ", entry.info->name));
}

host_value computed(const program& work, const step& one, const std::vector<host_value>& values) {
  const chosen_loop chosen = loop_of(work, one);
  const std::vector<std::size_t>& operands = chosen.operands;
  const op_entry& entry = *chosen.entry;
  const auto number = static_cast<std::size_t>(chosen.loop);
  const graph::typed_loop& loop = entry.record->loops[number];
  host_value result = make_value(one.type, one.extents);
  const bool exact = max_ulp(entry, chosen.loop) == 0;
  std::vector<functor> casts;
  for (std::size_t i = 0; i < operands.size(); ++i)
    casts.push_back(cast_functor(work.steps[operands[i]].type, loop.in[i]));
  std::array<std::array<std::byte, 16>, max_loop_inputs> elements{};
  const void* in[max_loop_inputs] = {};
  for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const step& operand = work.steps[operands[i]];
      const host_value& value = values[operands[i]];
      const void* const from = operand.what == action::scalar
                                   ? operand.bytes.data()
                                   : value.element(broadcast_position(value.extents, index));
      casts[i](&from, elements[i].data());
      in[i] = elements[i].data();
    }
    if (exact)
      entry.functors[number](in, result.element(position));
    else
      loop.on_host(in, result.element(position), 1);
  });
  return result;
}

host_value converted(const host_value& from, dtype type) {
  const functor cast = cast_functor(from.type, type);
  host_value result = make_value(type, from.extents);
  const std::ptrdiff_t count = element_count(from.extents);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const void* const in = from.element(i);
    cast(&in, result.element(i));
  }
  return result;
}

host_value written(const step& one, host_value target, const host_value& value) {
  const host_value fitting = converted(value, target.type);
  for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
    const std::ptrdiff_t to = one.what == action::update
                                  ? position
                                  : position_of(target.extents, sliced_index(one.ranges, index));
    std::memcpy(target.element(to), fitting.element(broadcast_position(fitting.extents, index)),
                size_bytes(target.type));
  });
  return target;
}

}  // namespace

host_value naive_step(const program& work, std::size_t number,
                      const std::vector<host_value>& values) {
  const step& one = work.steps[number];
  switch (one.what) {
    case action::array:
      return {one.type, one.extents, one.bytes};
    case action::scalar:
      return {};
    case action::op:
    case action::second:
      return computed(work, one, values);
    case action::cast:
      return converted(values[one.operands[0]], one.type);
    case action::reduce: {
      const bounded from{values[one.operands[0]], {}};
      if (one.operands.size() == 1) return naive_reduction(one, from, nullptr, false).value;
      const bounded mask{values[one.operands[1]], {}};
      return naive_reduction(one, from, &mask, false).value;
    }
    case action::update:
    case action::write:
      return written(one, values[one.operands[0]], values[one.operands[1]]);
    default: {
      const host_value& from = values[one.operands[0]];
      host_value result = make_value(one.type, one.extents);
      for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
        std::memcpy(result.element(position),
                    from.element(viewed_position(one, from.extents, index, position)),
                    size_bytes(one.type));
      });
      return result;
    }
  }
}

std::vector<host_value> naive(const program& work) {
  std::vector<host_value> values(work.steps.size());
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    host_value value = naive_step(work, i, values);
    values[work.steps[i].changes_array() ? work.steps[i].operands[0] : i] = std::move(value);
  }
  return values;
}

}  // namespace gpu::fuzz
