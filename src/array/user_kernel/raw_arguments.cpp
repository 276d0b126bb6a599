// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/raw_arguments.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

// What CUDA allows on GPUs of every compute capability that it still knows.
constexpr std::int64_t max_grid_x = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t max_grid_yz = 65535;
constexpr std::int64_t max_threads = 1024;
constexpr std::int64_t max_block_z = 64;

std::string described(const raw_argument& argument) {
  const std::string bytes = text_of(argument.size_bytes, " bytes");
  switch (argument.kind) {
    case raw_argument_kind::number:
      return text_of(*argument.type, " (", bytes, ")");
    case raw_argument_kind::pointer:
      return text_of("a pointer (", bytes, ")");
    case raw_argument_kind::structure:
      return text_of("a struct of ", bytes);
    case raw_argument_kind::array:
      return text_of("an array, and so a pointer (", bytes, ")");
  }
  return bytes;
}

bool is_within(std::int64_t value, std::int64_t most) {
  return value >= 1 && value <= most;
}

}  // namespace

void check_arguments(const std::string& kernel, std::span<const raw_argument> arguments,
                     const std::vector<parameter_place>& parameters) {
  if (arguments.size() != parameters.size())
    throw value_error(text_of("Wrong number of arguments for '", kernel, "'. It must be ",
                              parameters.size(), ", but given ", arguments.size(), "."));
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].size_bytes != parameters[k].size_bytes)
      throw dtype_error(text_of("Type is mismatched. Argument ", k, " of '", kernel, "' is ",
                                described(arguments[k]), ", but the parameter has ",
                                parameters[k].size_bytes, " bytes"));
}

std::vector<std::byte> packed(std::span<const raw_argument> arguments,
                              std::span<const void* const> addresses,
                              const std::optional<std::vector<parameter_place>>& parameters) {
  std::vector<std::byte> all;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const raw_argument& argument = arguments[k];
    const std::size_t aligned =
        (all.size() + argument.alignment - 1) / argument.alignment * argument.alignment;
    const std::size_t start = parameters ? (*parameters)[k].offset : aligned;
    all.resize(std::max(all.size(), start + argument.size_bytes));
    const bool is_array = argument.kind == raw_argument_kind::array;
    std::memcpy(all.data() + start, is_array ? &addresses[k] : argument.value, argument.size_bytes);
  }
  return all;
}

void check_extents(const std::string& kernel, const launch_extents& grid,
                   const launch_extents& block) {
  if (!is_within(grid.x(), max_grid_x) || !is_within(grid.y(), max_grid_yz) ||
      !is_within(grid.z(), max_grid_yz))
    throw value_error(text_of("'", kernel, "' cannot have a grid of ", text_of_extents(grid),
                              " blocks: it must be 1 to ", max_grid_x, " along x, 1 to ",
                              max_grid_yz, " along y and z"));
  if (!is_within(block.x(), max_threads) || !is_within(block.y(), max_threads) ||
      !is_within(block.z(), max_block_z) || total_of(block) > max_threads)
    throw value_error(text_of("'", kernel, "' cannot have blocks of ", text_of_extents(block),
                              " threads: it must be 1 to ", max_threads, " along x and y, 1 to ",
                              max_block_z, " along z, and at most ", max_threads, " together"));
}

std::int64_t total_of(const launch_extents& extents) noexcept {
  return extents.x() * extents.y() * extents.z();
}

std::string text_of_extents(const launch_extents& extents) {
  return text_of("(", extents.x(), ", ", extents.y(), ", ", extents.z(), ")");
}

}  // namespace gpu::user_kernels
