// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::fuzz {

/// Elements on the host, in C order.
struct host_value {
  dtype type = dtype::bool_;
  shape extents;
  std::vector<std::byte> bytes;

  [[nodiscard]] const std::byte* element(std::ptrdiff_t position) const {
    return bytes.data() + static_cast<std::size_t>(position) * size_bytes(type);
  }
  [[nodiscard]] std::byte* element(std::ptrdiff_t position) {
    return bytes.data() + static_cast<std::size_t>(position) * size_bytes(type);
  }
};

/// The element that lies there, at any alignment.
template <class T>
[[nodiscard]] T load(const void* from) {
  T value;
  std::memcpy(static_cast<void*>(&value), from, sizeof(value));
  return value;
}

/// An uninitialised value.
[[nodiscard]] host_value make_value(dtype type, const shape& extents);

/// Steps between two elements in units of the last place; 0 for equal bits and for any two nans,
/// infinite for different integers and zeros of different signs.
[[nodiscard]] double distance(dtype type, const void* actual, const void* expected);

/// Where and how the values differ by more than `allowed_ulp`; empty if they do not.
[[nodiscard]] std::string difference(const host_value& actual, const host_value& expected,
                                     double allowed_ulp = 0);

/// One element as text: "1.5 [0x3fc00000]".
[[nodiscard]] std::string element_text(dtype type, const void* element);

}  // namespace gpu::fuzz
