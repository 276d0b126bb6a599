// SPDX-License-Identifier: BSD-3-Clause
// Compiled code on disk, one file each. Never fatal: whatever is wrong with a file, a folder or the
// disk, the code is as good as not there. Files are private to the user, checked by a checksum,
// written aside and renamed, and the least recently used go when there are too many.
#pragma once

#include <optional>

#include "jit/code_key.hpp"
#include "jit/compiler.hpp"

namespace gpu::detail {

/// @throws value_error  if an environment variable says what it cannot
[[nodiscard]] bool is_on_disk(const code_key& key);
/// @throws value_error  as `is_on_disk`
[[nodiscard]] std::optional<device_code> read_disk(const code_key& key);
void write_disk(const code_key& key, const device_code& code) noexcept;
void remove_from_disk(const code_key& key) noexcept;

}  // namespace gpu::detail
