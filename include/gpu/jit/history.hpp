// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace gpu {

/// Where a kernel's code came from.
enum class code_origin { memory, disk, compiled, assembled };

/// "memory", "disk", "compiled", "assembled"
std::ostream& operator<<(std::ostream& out, code_origin origin);

struct kernel_record {
  std::string name;
  std::string source_hash;  ///< 32 hexadecimal digits; names the file in the disk cache, which
                            ///< has none of what was assembled
  code_origin origin = code_origin::memory;
  double milliseconds = 0;  ///< until the code was there
};

/// What was asked of the caches, oldest first; the last 4096 records.
[[nodiscard]] std::vector<kernel_record> kernel_history();

void clear_kernel_history();

/// How many programs this process has compiled, for devices and for the host.
[[nodiscard]] std::uint64_t compile_count() noexcept;

}  // namespace gpu
