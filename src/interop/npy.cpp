// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npy.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/interop/load_options.hpp>

#include "interop/npy_file.hpp"
#include "interop/npy_header.hpp"

namespace gpu {
namespace {

[[noreturn]] void fail_with(const std::filesystem::path& path, const std::string& what) {
  throw file_error(text_of(path.string(), ": ", what));
}

}  // namespace

npy_array load_npy(const std::filesystem::path& path) {
  detail::npy_file file(path);
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
  return leaf_from_npy(path, to, load_options{where});
}

void save_node(const std::filesystem::path& path, const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  std::vector<std::byte> elements(count * size_bytes(value->type));
  read_elements(value, elements.data());
  save_npy(path, value->type, value->extents, elements.data());
}

}  // namespace detail
}  // namespace gpu
