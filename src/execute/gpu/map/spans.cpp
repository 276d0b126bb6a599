// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/spans.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;
using graph::span_access;
using kernels::access;

/// The array that operand `i` is read from; null if it is none.
const leaf_node* array_of(const kernel& work, std::size_t i) {
  if (i < work.outputs.size()) return nullptr;
  const graph::kernel_argument& argument = work.arguments[i - work.outputs.size()];
  return argument.kind == graph::operand_kind::array ? leaf_of(argument) : nullptr;
}

bool are_neighbours(const map_space& space, std::size_t i) {
  return space.operands[i].is_array() && space.axes.strides[i].back() == 1;
}

/// Whether operands are neighbours, or the same along a row, and aligned to their own size.
bool has_simple_accesses(const map_space& space) {
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    if (!space.operands[i].is_array()) continue;
    const access pattern = access_of(space, i);
    if (pattern != access::unit && pattern != access::zero) return false;
    if (space.operands[i].address % space.operands[i].bytes != 0) return false;
  }
  return true;
}

/// Elements that one access may have, if it begins at a multiple of `vector` columns.
int max_width_of(const map_space& space, std::size_t i, int vector) {
  int max_width = std::min(
      vector, std::max(tuning::access_bytes / static_cast<int>(space.operands[i].bytes), 1));
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
    while (max_width > 1 && space.stride(i, axis) % max_width != 0) max_width /= 2;
  return max_width;
}

/// Puts operands whose arrays are one, by their offsets, into spans; returns how many are parts of
/// another one's.
std::size_t join(const kernel& work, const map_space& space, int vector,
                 std::vector<span_access>& operands) {
  std::vector<std::size_t> order(operands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) {
    return array_of(work, i) == nullptr || !are_neighbours(space, i);
  });
  const auto offset = [&](std::size_t i) { return space.axes.offsets[i]; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return offset(a) != offset(b) ? offset(a) < offset(b) : a < b;
  });
  std::vector<std::size_t> owners;
  std::size_t parts = 0;
  for (const std::size_t i : order) {
    const leaf_node& array = *array_of(work, i);
    const auto owner = std::find_if(owners.begin(), owners.end(), [&](std::size_t one) {
      const leaf_node& other = *array_of(work, one);
      const std::ptrdiff_t shift = offset(i) - offset(one);
      return (other.block ? other.block == array.block : &other == &array) &&
             other.type == array.type && space.axes.strides[one] == space.axes.strides[i] &&
             shift <= tuning::max_span_rest && shift <= operands[one].more + vector;
    });
    if (owner == owners.end()) {
      owners.push_back(i);
      continue;
    }
    const auto shift = static_cast<std::uint8_t>(offset(i) - offset(*owner));
    operands[i].span = static_cast<std::uint8_t>(*owner);
    operands[i].shift = shift;
    operands[*owner].more = std::max(operands[*owner].more, shift);
    ++parts;
  }
  return parts;
}

/// Whether several spans are of one array: of its rows, most likely.
bool has_spans_of_one_array(const kernel& work, const map_space& space, const spans& found) {
  std::vector<const leaf_node*> owners;
  for (std::size_t i = 0; i < found.operands.size(); ++i) {
    const leaf_node* const array = array_of(work, i);
    if (array == nullptr || !are_neighbours(space, i) || found.operands[i].span != i) continue;
    const bool is_known = std::any_of(owners.begin(), owners.end(), [&](const leaf_node* one) {
      return one == array || (one->block && one->block == array->block);
    });
    if (is_known) return true;
    owners.push_back(array);
  }
  return false;
}

/// Of the elements that a thread holds.
std::size_t bytes_held(const map_space& space, const spans& found) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < found.operands.size(); ++i)
    if (are_neighbours(space, i) && found.operands[i].span == i)
      bytes += (static_cast<std::size_t>(found.vector) + found.operands[i].more) *
               std::max<std::size_t>(space.operands[i].bytes, 4);
  return bytes;
}

}  // namespace

std::optional<spans> find_spans(const kernel& work, const map_space& space) {
  if (space.size < tuning::span_threshold || work.arguments.size() <= tuning::min_span_parts)
    return std::nullopt;
  if (!has_simple_accesses(space)) return std::nullopt;
  spans found{{}, max_vector_width(work, space.widest_bytes)};
  while (found.vector > 1 && found.vector > space.axes.extents.back()) found.vector /= 2;
  for (;; found.vector /= 2) {
    found.operands.assign(space.operands.size(), {});
    for (std::size_t i = 0; i < found.operands.size(); ++i)
      found.operands[i].span = static_cast<std::uint8_t>(i);
    if (join(work, space, found.vector, found.operands) < tuning::min_span_parts)
      return std::nullopt;
    if (found.vector == 1 || bytes_held(space, found) <= tuning::span_bytes) break;
  }
  for (std::size_t i = 0; i < found.operands.size(); ++i) {
    if (!are_neighbours(space, i)) continue;
    const int max_width = max_width_of(space, i, found.vector);
    found.operands[i].max_width = static_cast<std::uint8_t>(max_width);
    found.operands[i].misalignment = static_cast<std::uint8_t>(
        space.operands[i].address / space.operands[i].bytes % static_cast<std::size_t>(max_width));
  }
  found.reads_rows_again = space.rank() > 1 && has_spans_of_one_array(work, space, found);
  return found;
}

}  // namespace gpu::execute
