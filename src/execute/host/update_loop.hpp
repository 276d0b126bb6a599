// SPDX-License-Identifier: BSD-3-Clause
// Updates of single elements, for ops that take less time than to bring elements into blocks and
// back.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/graph/op.hpp>

namespace gpu::execute {

/// `x[keys[i]] = f(x[keys[i]], b[i * step])`, one after the other. Keys are uint64 if they are
/// `wide`, else uint32.
using update_loop = void (*)(void* x, const void* keys, bool wide, const void* b,
                             std::ptrdiff_t step, std::ptrdiff_t count);

/// Makes `update` the update loop of what `loop` computes.
void add_update_loop(graph::host_loop loop, update_loop update);
/// The update loop of what `loop` computes; null if there is none.
[[nodiscard]] update_loop find_update_loop(graph::host_loop loop);

namespace detail {

template <class Op, class T, class Key>
void update_each(T* x, const Key* keys, const T* b, std::ptrdiff_t step, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[keys[i]] = Op{}(x[keys[i]], b[i * step]);
}

template <class Op, class T>
void update_elements(void* x, const void* keys, bool wide, const void* b, std::ptrdiff_t step,
                     std::ptrdiff_t count) {
  T* const to = static_cast<T*>(x);
  const T* const from = static_cast<const T*>(b);
  if (wide)
    update_each<Op>(to, static_cast<const std::uint64_t*>(keys), from, step, count);
  else
    update_each<Op>(to, static_cast<const std::uint32_t*>(keys), from, step, count);
}

}  // namespace detail
}  // namespace gpu::execute
