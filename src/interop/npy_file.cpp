// SPDX-License-Identifier: BSD-3-Clause
#include "interop/npy_file.hpp"

#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpu/core/text_of.hpp>

#include "jit/file_descriptor.hpp"

namespace gpu::detail {

npy_file::npy_file(const std::filesystem::path& path) : npy_source(path.string()) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status)) fail("is a directory");
  errno = 0;
  stream_.open(path, std::ios::binary | std::ios::ate);
  if (!stream_) fail(text_of("cannot be opened: ", std::strerror(errno)));
  const std::streamoff end = stream_.tellg();
  if (end < 0) fail("is not a regular file");
  left_ = static_cast<std::size_t>(end);
  stream_.seekg(0);
}

void npy_file::read(void* to, std::size_t size_bytes) {
  if (size_bytes > left_) fail("truncated: it ends within its header");
  stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size_bytes));
  if (!stream_) fail("cannot be read");
  left_ -= size_bytes;
}

npy_stream::npy_stream(std::istream& stream)
    : npy_source("stream"), stream_(stream), left_(std::numeric_limits<std::size_t>::max()) {
  if (!stream_) fail("cannot be read");
  const std::streamoff begin = stream_.tellg();
  if (begin >= 0 && stream_.seekg(0, std::ios::end)) {
    left_ = static_cast<std::size_t>(stream_.tellg() - begin);
    stream_.seekg(begin);
  }
  stream_.clear();
}

void npy_stream::read(void* to, std::size_t size_bytes) {
  if (size_bytes > left_) fail("truncated: it ends within its header");
  stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size_bytes));
  if (stream_.eof()) fail("truncated: it ends too early");
  if (!stream_) fail("cannot be read");
  left_ -= size_bytes;
}

mapped_npy_file::mapped_npy_file(const std::filesystem::path& path) : npy_source(path.string()) {
  const file_descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0)
    fail(text_of("cannot be opened: ", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) fail("is a directory");
  if (!S_ISREG(status.st_mode)) fail("is not a regular file");
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (memory == MAP_FAILED) fail(text_of("cannot be mapped: ", std::strerror(errno)));
  bytes_ = static_cast<const std::byte*>(memory);
  (void)::madvise(memory, size_, MADV_SEQUENTIAL);
}

mapped_npy_file::~mapped_npy_file() {
  if (bytes_ != nullptr) ::munmap(const_cast<std::byte*>(bytes_), size_);
}

void mapped_npy_file::read(void* to, std::size_t size_bytes) {
  if (size_bytes > 0) std::memcpy(to, take(size_bytes), size_bytes);
}

const std::byte* mapped_npy_file::take(std::size_t size_bytes) {
  if (size_bytes > left()) fail("truncated: it ends within its header");
  const std::byte* const first = bytes_ + position_;
  position_ += size_bytes;
  return first;
}

}  // namespace gpu::detail
