// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// Row and column indices of what `mask` leaves of a matrix of ones: `auto [i, j] = mask_indices(3,
/// [](const auto& m, auto k) { return gpu::triu(m, k); }, 1);`. `numpy.mask_indices`.
///
/// @param mask  called with an (n, n) array of int64 and with `k`; gives an array
/// @shape   (m,) each
/// @enqueue the call waits for the number of elements
/// @throws  value_error  if `n` is negative
template <class Function>
[[nodiscard]] std::array<ndarray<std::int64_t>, 2> mask_indices(strict_integer n, Function&& mask,
                                                                strict_integer k = 0,
                                                                device where = current_device()) {
  auto indices = nonzero(std::forward<Function>(mask)(ones<std::int64_t>({n, n}, where), k));
  return {std::move(indices[0]), std::move(indices[1])};
}

}  // namespace gpu
