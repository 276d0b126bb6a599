// SPDX-License-Identifier: BSD-3-Clause
// The parameter lists of user kernels: "T x, raw float32 y".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gpu/array/user_kernel/parameter_list.hpp>
#include <gpu/core/dtype.hpp>

namespace gpu::user_kernels {

/// One entry of a parameter list.
struct kernel_parameter {
  std::string name;
  std::string type;            ///< as written: a dtype's name, or the one letter of a placeholder
  std::optional<dtype> fixed;  ///< empty for a placeholder
  bool raw = false;
  bool writable = false;  ///< an output, or an input marked `_non_const`

  [[nodiscard]] bool is_placeholder() const noexcept { return !fixed; }
};

/// Parses a comma-separated list; empty text is an empty list.
///
/// @throws value_error  "Syntax error: ...", "Unknown keyword ...", "Can not use 'i' as a parameter
///                      name", each with the list and a caret under the word
/// @throws dtype_error  "data type '...' not understood"
[[nodiscard]] std::vector<kernel_parameter> parse_parameters(std::string_view list, bool outputs);

/// @throws value_error  "Invalid kernel name: ..."
void check_kernel_name(std::string_view name);

/// @throws value_error  if two parameters have one name
void check_distinct(const std::vector<kernel_parameter>& in,
                    const std::vector<kernel_parameter>& out);

}  // namespace gpu::user_kernels
