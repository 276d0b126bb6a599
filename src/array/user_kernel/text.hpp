// SPDX-License-Identifier: BSD-3-Clause
// Parts of the text that user kernels of every kind have.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "array/user_kernel/source.hpp"

namespace gpu::user_kernels {

/// What messages call the kernel: "elementwise_kernel squared_diff".
[[nodiscard]] std::string label_of(const kernel_source& kernel);

/// A user's text under its label; what follows stands under another.
[[nodiscard]] std::string marked(const std::string& label, const std::string& text);

/// The type in device text.
[[nodiscard]] std::string_view device_name(dtype type);

/// What user text may name, before it: C's functions, placeholders, ops and the preamble.
[[nodiscard]] std::string definition_head(const kernel_source& kernel,
                                          std::span<const parameter_use> uses);

}  // namespace gpu::user_kernels
