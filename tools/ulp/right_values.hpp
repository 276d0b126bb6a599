// SPDX-License-Identifier: BSD-3-Clause
// What a loop should give for a block of operands, and how far results are from that.
#pragma once

#include <complex>
#include <cstddef>
#include <variant>
#include <vector>

#include "loop_case.hpp"
#include "operands.hpp"

namespace gpu::ulp {

/// One value for each row: what the functor on the host gives, in the dtype of the result, or what
/// the C library gives in a wider type.
using right_values = std::variant<std::vector<std::byte>, std::vector<double>,
                                  std::vector<long double>, std::vector<std::complex<long double>>>;

/// @throws value_error  if the op is not exact, and has no reference for the dtype
[[nodiscard]] right_values right_values_of(const loop_case& what, const columns& in,
                                           std::size_t count);

/// The largest errors of a block, in and outside the domain.
struct block_errors {
  double worst = 0.5;
  std::size_t row = 0;
  double outside = 0.5;
  std::size_t row_outside = 0;
};

/// The errors of `results`, which are `count` elements of the result's dtype.
[[nodiscard]] block_errors largest_errors(const loop_case& what, const columns& in,
                                          const right_values& exact,
                                          const std::vector<std::byte>& results, std::size_t count);

}  // namespace gpu::ulp
