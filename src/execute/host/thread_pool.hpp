// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::execute {

/// So many elements are worth a thread of their own, at least.
inline constexpr std::ptrdiff_t min_thread_elements = 1 << 14;
/// So many rows of `elements` each, which is not 0, are.
[[nodiscard]] constexpr std::ptrdiff_t min_thread_rows(std::ptrdiff_t elements) noexcept {
  return std::max<std::ptrdiff_t>(min_thread_elements / elements, 1);
}

namespace detail {
using range_function = void (*)(void* context, std::ptrdiff_t first, std::ptrdiff_t last);
void parallel_for(std::ptrdiff_t count, std::ptrdiff_t grain_size, int threads, range_function body,
                  void* context);
}  // namespace detail

/// Calls `body(first, last)` for ranges of `grain_size` from 0 on, the last to `count`, on
/// `num_threads()` threads, or `threads` if that is less and not 0, of which this is one; returns
/// when all calls have. May be called by several threads, and from within `body`.
///
/// @throws what the first failing call of `body` threw; ranges that had not begun are left out
template <class Body>
void parallel_for(std::ptrdiff_t count, std::ptrdiff_t grain_size, Body&& body, int threads = 0) {
  detail::parallel_for(
      count, grain_size, threads,
      [](void* context, std::ptrdiff_t first, std::ptrdiff_t last) {
        (*static_cast<std::remove_reference_t<Body>*>(context))(first, last);
      },
      const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace gpu::execute
