// SPDX-License-Identifier: BSD-3-Clause
// The environment variables that the library reads; docs/environment.md lists them.
#pragma once

#include <cstdint>
#include <string>

namespace gpu::detail {

/// Whether this program has rights that its caller lacks: set-user-ID, set-group-ID, capabilities.
[[nodiscard]] bool has_more_rights_than_its_caller() noexcept;

/// The value of a variable. Empty if there is none, and for a program that has more rights than its
/// caller, who could otherwise make it run code and write files.
[[nodiscard]] std::string environment(const char* name);

/// `otherwise` if the variable is empty.
/// @throws value_error  unless it is "0" or "1"
[[nodiscard]] bool environment_flag(const char* name, bool otherwise);

/// `otherwise` if the variable is empty. K, M, G and T after the number are powers of 1024.
/// @throws value_error  unless it is such a number, below 2^64
[[nodiscard]] std::uint64_t environment_bytes(const char* name, std::uint64_t otherwise);

/// `otherwise` if the variable is empty.
/// @throws value_error  unless it is a number from 1 to `most`
[[nodiscard]] int environment_count(const char* name, int otherwise, int most);

}  // namespace gpu::detail
