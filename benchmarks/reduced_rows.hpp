// SPDX-License-Identifier: BSD-3-Clause
// What a reduction of noise has to be: on the host, in double precision.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "sample_data.hpp"

namespace gpu::bench {

/// Extents and the axes that are reduced: `nullopt` for all.
struct reduced_shape {
  std::vector<std::ptrdiff_t> extents;
  std::optional<std::vector<std::ptrdiff_t>> axes;

  [[nodiscard]] std::ptrdiff_t size() const {
    std::ptrdiff_t product = 1;
    for (const std::ptrdiff_t extent : extents) product *= extent;
    return product;
  }
  [[nodiscard]] bool is_reduced(std::size_t axis) const {
    if (!axes) return true;
    for (const std::ptrdiff_t one : *axes)
      if (static_cast<std::size_t>(one) == axis) return true;
    return false;
  }
  [[nodiscard]] std::ptrdiff_t row_length() const {
    std::ptrdiff_t product = 1;
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (is_reduced(axis)) product *= extents[axis];
    return product;
  }
  [[nodiscard]] std::ptrdiff_t rows() const { return size() / row_length(); }

  /// Offset of element `k` of row `n`.
  [[nodiscard]] std::ptrdiff_t offset(std::ptrdiff_t n, std::ptrdiff_t k) const {
    std::ptrdiff_t sum = 0;
    std::ptrdiff_t stride = 1;
    for (std::size_t axis = extents.size(); axis-- > 0; stride *= extents[axis]) {
      std::ptrdiff_t& rest = is_reduced(axis) ? k : n;
      sum += rest % extents[axis] * stride;
      rest /= extents[axis];
    }
    return sum;
  }

  /// "16384x16384/0", "4096x16x4096/12", "268435456/all"
  [[nodiscard]] std::string name() const {
    std::string text;
    for (const std::ptrdiff_t extent : extents)
      text += (text.empty() ? "" : "x") + std::to_string(extent);
    text += '/';
    if (!axes) return text + "all";
    for (const std::ptrdiff_t axis : *axes) text += std::to_string(axis);
    return text;
  }
};

/// Element `i` of `noise`.
template <class T>
T noise_at(std::ptrdiff_t i, std::int32_t seed = 0) {
  const auto mixed = static_cast<std::int32_t>(
      (static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(seed)) * 2654435761u);
  if constexpr (std::same_as<T, std::int8_t>)
    return static_cast<T>(mixed >> 24);
  else
    return T(static_cast<float>(mixed) * 0x1p-28f);
}

/// Rows that are checked: three, or one of those that take long.
inline std::vector<std::ptrdiff_t> checked_rows(const reduced_shape& shape) {
  if (shape.row_length() > 1 << 22) return {shape.rows() - 1};
  return {0, shape.rows() / 2, shape.rows() - 1};
}

struct row_figures {
  double sum = 0;
  double size = 0;  ///< sum of the absolute values
  double mean = 0;
  double variance = 0;
  double largest = -1e300;
  std::ptrdiff_t position = 0;  ///< of the first largest
};

template <class T>
row_figures figures_of(const reduced_shape& shape, std::ptrdiff_t row) {
  row_figures found;
  const std::ptrdiff_t length = shape.row_length();
  const bool is_whole = shape.rows() == 1;
  double squares = 0;
  for (std::ptrdiff_t k = 0; k < length; ++k) {
    const auto x = static_cast<double>(noise_at<T>(is_whole ? k : shape.offset(row, k)));
    found.sum += x;
    found.size += std::abs(x);
    squares += x * x;
    if (x > found.largest) found.position = k;
    found.largest = std::max(found.largest, x);
  }
  found.mean = found.sum / static_cast<double>(length);
  found.variance = squares / static_cast<double>(length) - found.mean * found.mean;
  return found;
}

}  // namespace gpu::bench
