// SPDX-License-Identifier: BSD-3-Clause
// Input that looks like noise, made on the device; and the check of what was computed from it.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <gpu/gpu.hpp>

namespace gpu::bench {

/// `size` values spread over [-8, 8); over all of its range for int8. Other `seed`, other values.
template <class T>
ndarray<T> noise(std::ptrdiff_t size, device where, std::int32_t seed = 0) {
  const ndarray<std::int32_t> index =
      arange<std::int32_t>(0, static_cast<std::int32_t>(size), 1, where);
  const expression<std::int32_t> mixed = (index + seed) * std::int32_t{-1640531535};
  if constexpr (std::same_as<T, std::int8_t>)
    return ndarray<T>(astype<T>(right_shift(mixed, 24)));
  else
    return ndarray<T>(astype<T>(astype<float>(mixed) * 0x1p-28f));
}

/// A value as the check of results computes with it.
template <class T>
auto widened(T value) {
  if constexpr (std::integral<T>)
    return static_cast<std::int64_t>(value);
  else if constexpr (requires { value.imag(); })
    return std::complex<double>(static_cast<double>(value.real()),
                                static_cast<double>(value.imag()));
  else
    return static_cast<double>(static_cast<float>(value)) +
           (sizeof(T) > 4 ? static_cast<double>(value) - static_cast<float>(value) : 0.0);
}

/// Some 60 positions of an array of `size` elements, the first and the last among them.
template <class Visit>
void for_some_positions(std::ptrdiff_t size, Visit visit) {
  constexpr std::ptrdiff_t count = 61;
  for (std::ptrdiff_t i = 0; i < count; ++i) visit((size - 1) / (count - 1) * i);
  visit(size - 1);
}

/// @throws std::runtime_error  unless `found` is `wanted` up to `tolerance`, relative beyond 1
template <class Value>
void require_close(Value found, Value wanted, double tolerance, std::ptrdiff_t position) {
  const double scale = std::max(1.0, static_cast<double>(std::abs(wanted)));
  if (!(static_cast<double>(std::abs(found - wanted)) <= tolerance * scale))
    throw std::runtime_error("wrong result at element " + std::to_string(position));
}

/// Relative rounding error of the element type, with room for a few operations.
template <class T>
constexpr double tolerance_of() {
  if constexpr (std::integral<T>)
    return 0;
  else if constexpr (std::same_as<T, bfloat16>)
    return 0x1p-6;
  else if constexpr (std::same_as<T, float16>)
    return 0x1p-9;
  else if constexpr (std::same_as<T, double>)
    return 0x1p-49;
  else
    return 0x1p-20;
}

}  // namespace gpu::bench
