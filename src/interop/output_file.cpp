// SPDX-License-Identifier: BSD-3-Clause
#include "interop/output_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

constexpr int write_only = O_WRONLY | O_CLOEXEC | O_NOCTTY;
constexpr mode_t new_file = 0666;  // less what the process's umask takes away
constexpr mode_t permission_bits = 0777;

/// Where a link leads, which may be to nothing yet.
std::filesystem::path followed(std::filesystem::path path) {
  constexpr int max_links = 40;  // as the system's
  std::error_code status;
  for (int i = 0; i < max_links && std::filesystem::is_symlink(path, status); ++i)
    path = path.parent_path() / std::filesystem::read_symlink(path, status);
  return path;
}

/// A name beside `target` that no other save has.
std::filesystem::path name_beside(const std::filesystem::path& target) {
  static std::atomic<unsigned> number{0};
  return target.parent_path() /
         text_of(".gpu_ndarray.", ::getpid(), '.', number.fetch_add(1), ".tmp");
}

}  // namespace

output_file::output_file(const std::filesystem::path& path)
    : name_(path.string()), target_(followed(path)) {
  struct stat old {};
  const bool is_there = ::stat(target_.c_str(), &old) == 0;
  const bool is_file = is_there && S_ISREG(old.st_mode);
  if (is_file && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) fail();
  const mode_t permissions = is_file ? old.st_mode & permission_bits : new_file;
  if (is_file || !is_there) open_aside(permissions);
  if (!file_) open_in_place();
  if (is_file && !aside_.empty()) {
    // Not every user may give files away, and not every file system has permissions.
    (void)!::fchown(file_.get(), old.st_uid, old.st_gid);
    (void)!::fchmod(file_.get(), permissions);
  }
}

output_file::~output_file() {
  if (!aside_.empty()) (void)::unlink(aside_.c_str());
}

void output_file::open_aside(unsigned permissions) {
  std::filesystem::path aside;
  do {
    aside = name_beside(target_);
    file_ = file_descriptor(::open(aside.c_str(), write_only | O_CREAT | O_EXCL, permissions));
  } while (!file_ && errno == EEXIST);
  if (file_)
    aside_ = std::move(aside);
  else if (errno != EACCES && errno != EPERM)
    fail();
}

void output_file::open_in_place() {
  file_ = file_descriptor(::open(target_.c_str(), write_only | O_CREAT | O_TRUNC, new_file));
  if (!file_) fail();
}

void output_file::reserve(std::size_t size_bytes) {
  if (aside_.empty() || size_bytes == 0) return;
  const auto size = static_cast<off_t>(size_bytes);
  if (::fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, 0, size) != 0 && errno == ENOSPC) fail();
}

void output_file::write(const void* bytes, std::size_t size_bytes) {
  if (!write_all(file_.get(), static_cast<const char*>(bytes), size_bytes)) fail();
}

void output_file::finish() {
  if (!file_.close()) fail();
  if (aside_.empty()) return;
  if (::rename(aside_.c_str(), target_.c_str()) != 0) fail();
  aside_.clear();
}

void output_file::fail() const {
  throw file_error(text_of(name_, ": cannot be written: ", std::strerror(errno)));
}

}  // namespace gpu::detail
