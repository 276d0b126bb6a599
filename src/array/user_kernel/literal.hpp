// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

#include <gpu/graph/node.hpp>

namespace gpu::user_kernels {

/// The value of a C++ number, with the type that its digits and suffix give it; null if it is none
/// of the element types.
[[nodiscard]] graph::node_ptr literal(std::string_view text);

/// `M_PI`, `INFINITY`, `true`, `INT_MAX` and the like; null for another name.
[[nodiscard]] graph::node_ptr named_constant(std::string_view name);

/// The fundamental type or alias of one word: "float", "int64", "size_t"; a word that may continue
/// ("unsigned") is not one.
[[nodiscard]] std::optional<dtype> named_type(std::string_view name) noexcept;

/// The type of several words: "unsigned long long".
[[nodiscard]] std::optional<dtype> fundamental_type(std::string_view words) noexcept;

}  // namespace gpu::user_kernels
