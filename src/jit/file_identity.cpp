// SPDX-License-Identifier: BSD-3-Clause
#include "jit/file_identity.hpp"

#include <sys/stat.h>

#include <gpu/core/text_of.hpp>

namespace gpu::detail {

std::string file_identity(const std::filesystem::path& file) {
  struct stat status {};
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::canonical(file, failed);
  if (failed || ::stat(real.c_str(), &status) != 0) return {};
  return text_of(real.string(), ' ', status.st_size, ' ', status.st_mtim.tv_sec, '.',
                 status.st_mtim.tv_nsec);
}

}  // namespace gpu::detail
