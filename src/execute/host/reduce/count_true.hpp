// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/elementwise/support/cast.hpp>

#include "execute/host/vector_loop.hpp"

namespace gpu::execute::detail {

/// How many of `count` elements of one byte are true. Counts in bytes side by side, which are added
/// up before one is full.
template <class Source>
GPU_HD std::int64_t count_true(std::ptrdiff_t count, Source in) {
  using byte = unsigned char;
  constexpr std::ptrdiff_t lanes = 64;
  constexpr std::ptrdiff_t max_byte = 255;
  std::int64_t found = 0;
  std::ptrdiff_t done = 0;
  while (count - done >= lanes) {
    byte counts[lanes] = {};
    for (std::ptrdiff_t k = 0; k < max_byte && count - done >= lanes; ++k, done += lanes) {
      GPU_VECTOR_LOOP
      for (std::ptrdiff_t i = 0; i < lanes; ++i)
        counts[i] = static_cast<byte>(counts[i] + static_cast<byte>(math::is_true(in[done + i])));
    }
    for (const byte one : counts) found += one;
  }
  for (; done < count; ++done) found += math::is_true(in[done]) ? 1 : 0;
  return found;
}

}  // namespace gpu::execute::detail
