// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace gpu::linalg {

/// One half of square matrices, with the diagonal.
enum class triangle { lower, upper };

/// A triangle, or NumPy's and LAPACK's name of it: 'L' or 'U', which may be small letters.
class triangle_name {
 public:
  constexpr triangle_name(triangle which) : which_(which) {}
  /// @throws value_error  "UPLO argument must be 'L' or 'U', not 'X'"
  triangle_name(std::string_view uplo);
  triangle_name(const char* uplo) : triangle_name(std::string_view(uplo)) {}
  triangle_name(const std::string& uplo) : triangle_name(std::string_view(uplo)) {}
  triangle_name(char uplo) : triangle_name(std::string_view(&uplo, 1)) {}

  [[nodiscard]] constexpr triangle get() const noexcept { return which_; }
  /// 'L' or 'U'.
  [[nodiscard]] constexpr char letter() const noexcept {
    return which_ == triangle::lower ? 'L' : 'U';
  }

 private:
  triangle which_;
};

}  // namespace gpu::linalg
