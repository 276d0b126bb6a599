// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/axes.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

std::uint64_t reduction_axes::bits(std::size_t rank) const {
  if (is_all_) return rank == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rank) - 1;
  if (is_one_ && rank == 0 && (list_[0] == 0 || list_[0] == -1)) return 0;
  std::uint64_t bits = 0;
  for (const std::ptrdiff_t axis : list_) {
    const std::uint64_t bit = std::uint64_t{1} << normalize_axis_index(axis, rank);
    if ((bits & bit) != 0) throw value_error("duplicate value in 'axis'");
    bits |= bit;
  }
  return bits;
}

}  // namespace gpu
