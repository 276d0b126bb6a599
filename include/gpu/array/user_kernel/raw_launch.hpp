// SPDX-License-Identifier: BSD-3-Clause
// How a raw kernel is launched.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <gpu/cuda/stream.hpp>

namespace gpu {

/// The blocks of a grid, or the threads of a block, along one to three axes, x first: `256`,
/// `{16, 16}`, or CUDA's `dim3`. Axes that are not given have extent 1.
class launch_extents {
 public:
  template <std::integral X>
  constexpr launch_extents(X x) noexcept : x_(static_cast<std::int64_t>(x)) {}
  template <std::integral X, std::integral Y>
  constexpr launch_extents(X x, Y y) noexcept : launch_extents(x) {
    y_ = static_cast<std::int64_t>(y);
  }
  template <std::integral X, std::integral Y, std::integral Z>
  constexpr launch_extents(X x, Y y, Z z) noexcept : launch_extents(x, y) {
    z_ = static_cast<std::int64_t>(z);
  }
  template <class Dim3>
  requires requires(const Dim3& d) {
    { d.x } -> std::convertible_to<unsigned>;
    { d.y } -> std::convertible_to<unsigned>;
    { d.z } -> std::convertible_to<unsigned>;
  }
  constexpr launch_extents(const Dim3& d) noexcept : launch_extents(d.x, d.y, d.z) {}

  [[nodiscard]] constexpr std::int64_t x() const noexcept { return x_; }
  [[nodiscard]] constexpr std::int64_t y() const noexcept { return y_; }
  [[nodiscard]] constexpr std::int64_t z() const noexcept { return z_; }

  friend constexpr bool operator==(const launch_extents&, const launch_extents&) = default;

 private:
  std::int64_t x_ = 1;
  std::int64_t y_ = 1;
  std::int64_t z_ = 1;
};

/// Given when a raw kernel is called.
struct raw_launch_options {
  std::size_t shared_memory = 0;       ///< bytes of `extern __shared__` arrays; CuPy's shared_mem
  std::optional<stream_ref> stream{};  ///< instead of the current one
  bool cooperative = false;  ///< all blocks run at once, so that they may wait for each other
};

}  // namespace gpu
