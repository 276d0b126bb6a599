// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace gpu {

/// Code that a user wrote, as a part of a program. In the program's source it stands under
/// `#line 1 "label"`, so that compilers name the user's own lines.
struct user_text {
  std::string label;  ///< what messages call it: "elementwise_kernel squared_diff"
  std::string text;

  friend bool operator==(const user_text&, const user_text&) = default;
};

/// Everything that decides what is compiled. A value.
struct program {
  std::string name;    ///< of the kernel or function: an `extern "C"` name, or a C++ expression
  std::string source;  ///< may include <gpu/elementwise/...>, <gpu/kernels/...>, <gpu/core/...>
  std::vector<std::string> options;   ///< beside the library's own
  std::vector<user_text> user_texts;  ///< shown in messages; already part of `source`

  friend bool operator==(const program&, const program&) = default;
};

/// A compute capability: 9.0 is {9, 0}.
struct architecture {
  int major = 0;
  int minor = 0;

  friend auto operator<=>(const architecture&, const architecture&) = default;
};

}  // namespace gpu
