// SPDX-License-Identifier: BSD-3-Clause
// What a raw kernel is called with, checked and laid out as its parameters. Nothing here asks a
// GPU.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/raw_argument.hpp>
#include <gpu/array/user_kernel/raw_launch.hpp>
#include <gpu/cuda/module.hpp>

namespace gpu::user_kernels {

/// @param kernel  its name, for messages
/// @throws value_error  for another number of arguments than the kernel has parameters
/// @throws dtype_error  for an argument of another size than its parameter
void check_arguments(const std::string& kernel, std::span<const raw_argument> arguments,
                     const std::vector<parameter_place>& parameters);

/// The arguments one after the other, where the parameters are; as in a struct, if these are not
/// known.
///
/// @param addresses  of arrays; of other arguments they are not used
[[nodiscard]] std::vector<std::byte> packed(
    std::span<const raw_argument> arguments, std::span<const void* const> addresses,
    const std::optional<std::vector<parameter_place>>& parameters);

/// @throws value_error  for extents that no GPU takes
void check_extents(const std::string& kernel, const launch_extents& grid,
                   const launch_extents& block);

/// How many blocks, or threads, these are.
[[nodiscard]] std::int64_t total_of(const launch_extents& extents) noexcept;

[[nodiscard]] std::string text_of_extents(const launch_extents& extents);

}  // namespace gpu::user_kernels
