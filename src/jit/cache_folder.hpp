// SPDX-License-Identifier: BSD-3-Clause
// The folder of the disk cache. It may hold files of others: only names that the cache itself gives
// are touched, "ab/ab..." (32 hexadecimal digits) and "ab/ab....PID.NUMBER.tmp", and only in
// folders that nobody but the user of this process may write. Neither the folder nor what is in it
// may be a link.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "jit/file_descriptor.hpp"

namespace gpu::detail {

struct cache_place {
  std::filesystem::path folder;  ///< empty if nothing is to be kept on disk
  std::uint64_t max_bytes = 0;
};

/// What the environment says.
/// @throws value_error  if it says something else than a flag, or a number of bytes
[[nodiscard]] cache_place find_cache_place();

/// Negative if it cannot be used.
/// @param make  make the folder if there is none, and those above it
[[nodiscard]] file_descriptor open_cache(const std::filesystem::path& folder, bool make);

/// The folder within the cache for files whose names begin with these two digits.
[[nodiscard]] file_descriptor open_shelf(const file_descriptor& cache, const std::string& digits,
                                         bool make);

/// Removes what writers that were killed have left, and, if all files together take more than
/// `max_bytes`, the least recently used ones until a tenth of it is free again.
void make_room(const file_descriptor& cache, std::uint64_t max_bytes);

}  // namespace gpu::detail
