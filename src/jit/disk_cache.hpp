// SPDX-License-Identifier: BSD-3-Clause
// Compiled code on disk, one file each. Never fatal: whatever is wrong with a file, a folder or the
// disk, the code is as good as not there. Files are private to the user, checked by a checksum,
// written aside and renamed, and the least recently used go when there are too many.
#pragma once

#include <optional>

#include <gpu/jit/compiler.hpp>

#include "code_key.hpp"

namespace gpu::detail {

[[nodiscard]] bool is_on_disk(const code_key& key) noexcept;
[[nodiscard]] std::optional<device_code> read_disk(const code_key& key) noexcept;
void write_disk(const code_key& key, const device_code& code) noexcept;

}  // namespace gpu::detail
