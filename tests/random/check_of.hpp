// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include "support/values.hpp"

namespace gpu::test {

/// A sum that tells elements and their order apart, as tools/golden/write_random.py and
/// write_bounded_integers.py compute it.
template <class A>
std::uint64_t check_of(const A& a) {
  using T = typename A::value_type;
  std::uint64_t sum = 0;
  std::uint64_t factor = 1;
  for (const T& value : values(a)) {
    const T copy = value;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &copy, sizeof(T));
    sum += factor * bits;
    factor += 2;
  }
  return sum;
}

}  // namespace gpu::test
