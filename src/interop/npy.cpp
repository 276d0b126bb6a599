// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npy.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "interop/npy_header.hpp"
#include "interop/npy_source.hpp"

namespace gpu {
namespace {

[[noreturn]] void fail_with(const std::filesystem::path& path, const std::string& what) {
  throw file_error(text_of(path.string(), ": ", what));
}

/// A file, read front to back.
class file_source : public detail::npy_source {
 public:
  explicit file_source(const std::filesystem::path& path) : npy_source(path.string()) {
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

  [[nodiscard]] std::size_t left() const noexcept override { return left_; }

  void read(void* to, std::size_t size_bytes) override {
    if (size_bytes > left_) fail("truncated: it ends within its header");
    stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size_bytes));
    if (!stream_) fail("cannot be read");
    left_ -= size_bytes;
  }

 private:
  std::ifstream stream_;
  std::size_t left_ = 0;
};

}  // namespace

npy_array load_npy(const std::filesystem::path& path) {
  file_source file(path);
  return detail::read_npy(file);
}

void save_npy(const std::filesystem::path& path, dtype type, const shape& extents,
              const void* elements) {
  if (detail::npy_descr(type).empty())
    throw dtype_error(text_of(path.string(), ": the .npy format has no ", type));
  const std::string preamble = detail::npy_preamble(type, extents);
  const std::size_t size = static_cast<std::size_t>(element_count(extents)) * size_bytes(type);
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!file) fail_with(path, text_of("cannot be written: ", std::strerror(errno)));
  file.write(preamble.data(), static_cast<std::streamsize>(preamble.size()));
  file.write(static_cast<const char*>(elements), static_cast<std::streamsize>(size));
  file.close();
  if (!file) fail_with(path, text_of("cannot be written: ", std::strerror(errno)));
}

namespace detail {

graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path, dtype to, device where) {
  return leaf_of(load_npy(path), path.string(), to, where);
}

void save_node(const std::filesystem::path& path, const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  std::vector<std::byte> elements(count * size_bytes(value->type));
  read_elements(value, elements.data());
  save_npy(path, value->type, value->extents, elements.data());
}

}  // namespace detail
}  // namespace gpu
