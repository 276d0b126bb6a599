// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace gpu::test {

/// How many numbers a statistical test of a distribution draws: what the environment variable
/// GPU_TEST_DRAWS says, else 100,000.
inline std::ptrdiff_t draw_count() {
  const char* const asked = std::getenv("GPU_TEST_DRAWS");
  return asked != nullptr ? std::stoll(asked) : 100000;
}

}  // namespace gpu::test
