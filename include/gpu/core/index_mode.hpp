// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace gpu {

/// What an index out of bounds means to `take` and its like: NumPy's option `mode`.
enum class index_mode : std::uint8_t {
  raise,  ///< an index_error; negative indices count from the end
  wrap,   ///< the index modulo the size of the axis
  clip,   ///< the nearest index of the axis; negative ones are 0
};

}  // namespace gpu
