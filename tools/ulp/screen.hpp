// SPDX-License-Identifier: BSD-3-Clause
// A first look at float32 loops of one operand by the library itself: a device computes the op's
// float64 loop, and finds the results that err most. The C library computes those alone.
//
// The screen errs by the error of the float64 loop, a few units of its last place, which are 2^-29
// of one of float32. Float64 loops are compared with the C library on drawn operands of their own;
// where one were wrong beyond that, and the float32 loop in the same way, the screen would not see
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/array/ndarray.hpp>

#include "loop_case.hpp"

namespace gpu::ulp {

/// Neighbouring operands of which the one that errs most is found.
inline constexpr std::size_t segment_size = 4096;

/// The float32 numbers whose bits are first, first + stride, ... modulo 2^32, as `strided` gives
/// them, made on `where`.
[[nodiscard]] ndarray<float> strided_on(device where, std::uint64_t first, std::uint64_t stride,
                                        std::size_t count);

/// Whether the loop can be screened: it is not exact, is of one float32 operand, and computes the
/// same function of the operand as the float64 loop of its op.
[[nodiscard]] bool can_screen(const loop_case& what);

/// One row of each segment, and its result.
struct suspects {
  std::vector<std::int64_t> rows;
  std::vector<std::byte> results;
};

/// The float64 results of a block of operands, whose number is a multiple of `segment_size`.
class screen {
 public:
  screen(const loop_case& what, ndarray<float> operands);

  /// The rows with the largest errors of each segment; of all of its operands, or, if what is
  /// stated holds in the domain only, of those inside it or outside.
  /// @param results  of the float32 loop, on the device of the operands
  [[nodiscard]] suspects find(const ndarray<float>& results, bool outside) const;

 private:
  const loop_case& what_;
  ndarray<float> operands_;
  ndarray<double> exact_;
};

}  // namespace gpu::ulp
