// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/npy.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <string>

#include <unistd.h>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "interop/npy_header.hpp"

namespace gpu {
namespace {

[[noreturn]] void fail_with(const std::filesystem::path& path, const std::string& what) {
  throw file_error(text_of(path.string(), ": ", what));
}

/// A file with its length, read front to back.
class file_reader {
 public:
  explicit file_reader(const std::filesystem::path& path) : path_(path) {
    std::error_code status;
    if (std::filesystem::is_directory(path, status)) fail_with(path, "is a directory");
    errno = 0;
    stream_.open(path, std::ios::binary | std::ios::ate);
    if (!stream_) fail_with(path, text_of("cannot be opened: ", std::strerror(errno)));
    const std::streamoff end = stream_.tellg();
    if (end < 0) fail_with(path, "is not a regular file");
    left_ = static_cast<std::size_t>(end);
    stream_.seekg(0);
  }

  /// Bytes that have not been read.
  [[nodiscard]] std::size_t left() const noexcept { return left_; }

  void read(void* to, std::size_t size_bytes) {
    if (size_bytes > left_) fail_with(path_, "truncated: it ends within its header");
    stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size_bytes));
    if (!stream_) fail_with(path_, "cannot be read");
    left_ -= size_bytes;
  }

  [[noreturn]] void fail(const std::string& what) const { fail_with(path_, what); }

 private:
  const std::filesystem::path& path_;
  std::ifstream stream_;
  std::size_t left_ = 0;
};

/// NumPy's limit, too: longer ones may be an attack.
constexpr std::size_t longest_header = 10000;

/// The dictionary's text; what stands before it is checked.
std::string read_header(file_reader& file) {
  unsigned char start[8] = {};
  if (file.left() == 0) file.fail("is empty");
  file.read(start, std::min(file.left(), sizeof start));
  if (std::memcmp(start, "\x93NUMPY", 6) != 0) file.fail("is not an .npy file");
  const int version = start[6];
  if (version < 1 || version > 3)
    file.fail(text_of("has format version ", version, ".", int(start[7]), ", which is not known"));
  unsigned char length_bytes[4] = {};
  file.read(length_bytes, version == 1 ? 2 : 4);
  std::size_t length = 0;
  for (int i = 3; i >= 0; --i) length = length << 8 | length_bytes[i];
  if (length > file.left()) file.fail("truncated: it ends within its header");
  if (length > longest_header)
    file.fail(
        text_of("has a header of ", length, " bytes, no array needs more than ", longest_header));
  std::string text(length, '\0');
  file.read(text.data(), length);
  return text;
}

void swap_bytes(std::vector<std::byte>& bytes, dtype type) {
  const std::size_t whole = size_bytes(type);
  const std::size_t part = facts(type).kind == dtype_kind::complex ? whole / 2 : whole;
  for (std::size_t i = 0; i < bytes.size(); i += part)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + part));
}

/// The elements, first axis innermost, in C order.
std::vector<std::byte> to_c_order(const std::vector<std::byte>& from, const shape& extents,
                                  std::size_t size) {
  std::vector<std::byte> to(from.size());
  const std::size_t rank = extents.size();
  shape strides(rank, 1);
  for (std::size_t axis = 1; axis < rank; ++axis)
    strides[axis] = strides[axis - 1] * extents[axis - 1];
  shape index(rank, 0);
  std::ptrdiff_t position = 0;
  for (std::size_t done = 0; done < to.size(); done += size) {
    std::memcpy(to.data() + done, from.data() + static_cast<std::size_t>(position) * size, size);
    for (std::size_t axis = rank; axis-- > 0;) {
      position += strides[axis];
      if (++index[axis] < extents[axis]) break;
      position -= extents[axis] * strides[axis];
      index[axis] = 0;
    }
  }
  return to;
}

detail::npy_header parse_header(file_reader& file) {
  const std::string text = read_header(file);
  try {
    return detail::parse_npy_header(text);
  } catch (const value_error& wrong) {
    file.fail(wrong.what());
  }
}

/// How many bytes of elements the header promises.
std::size_t promised_bytes(const file_reader& file, const detail::npy_header& header) {
  std::size_t count = 0;
  try {
    count = static_cast<std::size_t>(element_count(header.extents));
  } catch (const value_error&) {
    file.fail(text_of("its shape ", header.extents, " has more elements than can be counted"));
  }
  const std::size_t size = size_bytes(header.type);
  if (count > file.left() / size)
    file.fail(text_of("truncated: shape ", header.extents, " and dtype ", header.type, " need ",
                      count, " elements of ", size, " bytes, the file has ", file.left(),
                      " bytes"));
  return count * size;
}

std::vector<std::byte> memory_for(std::size_t size_bytes, const file_reader& file) {
  // Asked first: some systems promise more memory than they have, and end who uses it.
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0l));
  const auto page_bytes = static_cast<std::size_t>(std::max(sysconf(_SC_PAGESIZE), 1l));
  try {
    if (size_bytes / page_bytes < pages) return std::vector<std::byte>(size_bytes);
  } catch (const std::bad_alloc&) {
  }
  file.fail(text_of("its ", size_bytes, " bytes of elements do not fit in memory"));
}

}  // namespace

npy_array load_npy(const std::filesystem::path& path) {
  file_reader file(path);
  const detail::npy_header header = parse_header(file);
  npy_array result{header.type, header.extents, header.fortran_order, {}};
  result.bytes = memory_for(promised_bytes(file, header), file);
  file.read(result.bytes.data(), result.bytes.size());
  if (header.swapped) swap_bytes(result.bytes, header.type);
  if (header.type == dtype::bool_)
    for (std::byte& value : result.bytes) value = std::byte{value != std::byte{0}};
  if (header.fortran_order && header.extents.size() > 1)
    result.bytes = to_c_order(result.bytes, header.extents, size_bytes(header.type));
  return result;
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
  const npy_array file = load_npy(path);
  if (facts(file.type).kind == dtype_kind::complex && facts(to).kind != dtype_kind::complex)
    throw dtype_error(text_of(path.string(), ": holds ", file.type, ", which does not become ", to,
                              " without losing its imaginary parts"));
  const graph::leaf_ptr leaf = leaf_from_host(file.bytes.data(), file.type, file.extents, where);
  if (file.type == to) return leaf;
  return execute::evaluate(graph::make_cast(graph::node_ptr(leaf.get()), to));
}

void save_node(const std::filesystem::path& path, const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  std::vector<std::byte> elements(count * size_bytes(value->type));
  read_elements(value, elements.data());
  save_npy(path, value->type, value->extents, elements.data());
}

}  // namespace detail
}  // namespace gpu
