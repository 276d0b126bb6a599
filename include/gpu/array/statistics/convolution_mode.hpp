// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <string_view>

#include <gpu/core/option_name.hpp>

namespace gpu {

/// Where two sequences are laid over each other; xtensor's tags: `convolve_mode::full{}`.
namespace convolve_mode {
struct full {};   ///< wherever they overlap
struct same {};   ///< as many times as the longer one has elements
struct valid {};  ///< where the shorter one lies within the longer one
}  // namespace convolve_mode

/// A mode of `convolve` and `correlate`: a tag, or NumPy's name of it.
class convolution_mode {
 public:
  enum class kind { valid, same, full };

  constexpr convolution_mode(convolve_mode::full) : kind_(kind::full) {}
  constexpr convolution_mode(convolve_mode::same) : kind_(kind::same) {}
  constexpr convolution_mode(convolve_mode::valid) : kind_(kind::valid) {}
  /// @throws value_error  "Use one of 'valid', 'same', or 'full' for convolve/correlate mode,
  ///                      not 'x'"
  template <std::convertible_to<option_name> Name>
  convolution_mode(const Name& name) : kind_(kind_of(option_name(name))) {}

  [[nodiscard]] constexpr kind get() const noexcept { return kind_; }

 private:
  static kind kind_of(std::string_view name);

  kind kind_;
};

}  // namespace gpu
