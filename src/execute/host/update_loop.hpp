// SPDX-License-Identifier: BSD-3-Clause
// What `graph::typed_loop::updates_on_host` points to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::execute::detail {

template <class Op, class T, class Key>
void update_each(T* x, const Key* keys, const T* b, std::ptrdiff_t step, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[keys[i]] = Op{}(x[keys[i]], b[i * step]);
}

/// A `graph::host_update_loop`.
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

}  // namespace gpu::execute::detail
