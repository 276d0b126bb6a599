// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ranges>
#include <vector>

#include <gpu/array/concepts.hpp>

namespace gpu {

/// The axes that a reduction goes over: `1`, `{0, -1}`, a container of them, or `std::nullopt` for
/// all. `{}` is no axis: every element on its own. Negative ones count from the end.
class reduction_axes {
 public:
  template <integer_like Axis>
  requires(!std::same_as<Axis, bool>) reduction_axes(Axis axis)
      : list_{static_cast<std::ptrdiff_t>(axis)}, is_one_(true) {}
  reduction_axes(std::initializer_list<list_integer> axes) : list_(axes.begin(), axes.end()) {}
  template <detail::integer_range Axes>
  requires(!array_like<Axes>) reduction_axes(const Axes& axes)
      : list_(std::ranges::begin(axes), std::ranges::end(axes)) {}
  reduction_axes(std::nullopt_t) : is_all_(true) {}

  [[nodiscard]] bool is_all() const noexcept { return is_all_; }
  /// Whether it is a number, not a list.
  [[nodiscard]] bool is_one() const noexcept { return is_one_; }
  [[nodiscard]] const std::vector<std::ptrdiff_t>& list() const& noexcept { return list_; }
  [[nodiscard]] std::vector<std::ptrdiff_t> list() const&& { return list_; }

  /// Bit i is set for axis i of an array with `rank` axes; no bit for axis 0 of a number.
  /// @throws axis_error   "axis 2 is out of bounds for array of dimension 2"
  /// @throws value_error  "duplicate value in 'axis'"
  [[nodiscard]] std::uint64_t bits(std::size_t rank) const;

 private:
  std::vector<std::ptrdiff_t> list_;
  bool is_one_ = false;
  bool is_all_ = false;
};

}  // namespace gpu
