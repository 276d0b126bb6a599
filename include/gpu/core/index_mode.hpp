// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace gpu {

/// What an index out of bounds means to `take` and its like: NumPy's option `mode`.
enum class index_mode : std::uint8_t {
  raise,  ///< an index_error; negative indices count from the end
  wrap,   ///< the index modulo the size of the axis
  clip,   ///< the nearest index of the axis; negative ones are 0
};

/// A parameter that takes a mode, or NumPy's name of one: "raise", "wrap" or "clip".
class index_mode_option {
 public:
  constexpr index_mode_option(index_mode mode) noexcept : mode_(mode) {}
  /// @throws value_error  "clipmode must be one of 'clip', 'raise', or 'wrap' (got 'x')"
  template <std::convertible_to<std::string_view> Name>
  requires(!std::same_as<Name, std::nullptr_t>) index_mode_option(const Name& name)
      : mode_(mode_named(name)) {}

  constexpr operator index_mode() const noexcept { return mode_; }

 private:
  [[nodiscard]] static index_mode mode_named(std::string_view name);

  index_mode mode_;
};

/// One mode for the indices of all axes, or in a list one for each: `{"wrap", "clip"}`.
class index_modes {
 public:
  template <std::convertible_to<index_mode_option> Mode>
  index_modes(const Mode& all) : modes_{index_mode_option(all)}, is_one_(true) {}
  index_modes(std::initializer_list<index_mode_option> of_axes)
      : modes_(of_axes.begin(), of_axes.end()) {}
  index_modes(const std::vector<index_mode>& of_axes) : modes_(of_axes) {}

  /// Those of `rank` axes.
  /// @throws value_error  "list of clipmodes has wrong length (1 instead of 2)"
  [[nodiscard]] std::vector<index_mode> of(std::size_t rank) const;

 private:
  std::vector<index_mode> modes_;
  bool is_one_ = false;
};

}  // namespace gpu
