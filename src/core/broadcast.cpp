// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/broadcast.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {
namespace {

[[noreturn]] void throw_mismatch(std::span<const shape* const> shapes) {
  std::string list;
  for (const shape* one : shapes) list += text_of(*one, ' ');
  throw shape_error(text_of("operands could not be broadcast together with shapes ", list));
}

}  // namespace

shape broadcast_shapes(std::span<const shape* const> shapes) {
  std::size_t rank = 0;
  for (const shape* one : shapes) rank = std::max(rank, one->size());
  shape result(rank, 1);
  for (const shape* one : shapes) {
    const std::size_t missing = rank - one->size();
    for (std::size_t axis = 0; axis < one->size(); ++axis) {
      std::ptrdiff_t& extent = result[missing + axis];
      const std::ptrdiff_t other = (*one)[axis];
      if (extent == other || other == 1) continue;
      if (extent != 1) throw_mismatch(shapes);
      extent = other;
    }
  }
  return result;
}

bool broadcasts_to(const shape& from, const shape& to) noexcept {
  if (from.size() > to.size()) return false;
  const std::size_t missing = to.size() - from.size();
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] != 1 && from[axis] != to[missing + axis]) return false;
  return true;
}

}  // namespace gpu
