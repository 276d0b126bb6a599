// SPDX-License-Identifier: BSD-3-Clause
#include "jit/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "core/environment.hpp"

namespace gpu::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_begin = ".gpu-ndarray-compiling-";

/// The folder, open and locked; negative unless it is one that `temporary_folder` of this user
/// made.
/// @param how  LOCK_NB: negative as well if somebody else has locked it
file_descriptor lock(const fs::path& path, int flags) {
  file_descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  const bool locked = folder && ::fstat(folder.get(), &status) == 0 && is_own(status) &&
                      (status.st_mode & ALLPERMS) == S_IRWXU &&
                      ::flock(folder.get(), LOCK_EX | flags) == 0;
  return locked ? std::move(folder) : file_descriptor();
}

/// Folders of processes that were killed: nobody holds their lock any more.
void remove_abandoned(const fs::path& root) {
  std::error_code failed;
  for (fs::directory_iterator entry(root, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(name_begin) || name.size() != name_begin.size() + 6) continue;
    std::error_code ignored;
    if (const file_descriptor abandoned = lock(entry->path(), LOCK_NB))
      fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace

temporary_folder::temporary_folder() {
  const std::string named = environment("TMPDIR");
  const fs::path root = named.empty() ? "/tmp" : named;
  remove_abandoned(root);
  std::error_code ignored;
  do {
    std::string pattern = (root / text_of(name_begin, "XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw file_error(
          text_of(pattern, ": a temporary folder cannot be made: ", std::strerror(errno)));
    path_ = pattern;
    lock_ = lock(path_, 0);
  } while (!fs::exists(path_, ignored));  // taken for abandoned before it was locked
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace gpu::detail
