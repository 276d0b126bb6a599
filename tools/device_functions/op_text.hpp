// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <gpu/core/op_info.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::device_functions {

/// The functions of one op, as C++.
struct op_text {
  std::string op;
  std::string source;
  std::vector<std::string> names;  ///< of the functions in it
};

[[nodiscard]] op_text functions_of(const op_info& info);

/// Of the casts from each dtype to each.
[[nodiscard]] op_text functions_of_casts();

/// Of a functor of kernels/functors/number_division.hpp, for each integer dtype.
[[nodiscard]] op_text functions_of_division(const kernels::functor_info& info);

}  // namespace gpu::device_functions
