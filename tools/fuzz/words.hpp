// SPDX-License-Identifier: BSD-3-Clause
// What the words of a command line stand for.
#pragma once

#include <cstdint>
#include <string>

#include <gpu/core/dtype.hpp>

namespace gpu::fuzz {

/// @throws value_error  unless `text` is a whole number
[[nodiscard]] std::uint64_t number(const std::string& text);

/// The dtype that NumPy calls so.
/// @throws value_error  if there is none
[[nodiscard]] dtype type_named(const std::string& name);

}  // namespace gpu::fuzz
