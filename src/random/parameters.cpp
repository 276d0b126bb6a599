// SPDX-License-Identifier: BSD-3-Clause
#include "random/parameters.hpp"

#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/reductions.hpp>

namespace gpu::random::detail {

extent extent_of(const std::vector<graph::node_ptr>& nodes, const shape& size, const place& where) {
  place found = where;
  shape all;
  for (const graph::node_ptr& node : nodes) {
    if (!node) continue;
    all = gpu::broadcast_shapes(all, node->extents);
    if (!node->where) continue;
    if (found && *found != *node->where) throw device_mismatch(*found, *node->where);
    found = node->where;
  }
  const device here = found.value_or(current_device());
  if (size.empty()) return {all, here};
  if (all.empty()) return {size, here};
  bool fits = size.size() >= all.size();
  for (std::size_t i = 1; fits && i <= all.size(); ++i)
    fits = all[all.size() - i] == 1 || all[all.size() - i] == size[size.size() - i];
  if (!fits)
    throw shape_error(text_of("Output size ", tuple_text(size),
                              " is not compatible with broadcast dimensions of inputs ",
                              tuple_text(all), "."));
  return {size, here};
}

void refuse(bool wrong, const char* message) {
  if (wrong) throw value_error(message);
}

void refuse(const expression<bool>& wrong, const char* message) {
  refuse(any(wrong).item(), message);
}

}  // namespace gpu::random::detail
