// SPDX-License-Identifier: BSD-3-Clause
#include "interop/npy_source.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <unistd.h>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

/// NumPy's limit, too: longer ones may be an attack.
constexpr std::size_t longest_header = 10000;

/// The dictionary's text; what stands before it is checked.
std::string read_header(npy_source& file) {
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

void swap_bytes(std::span<std::byte> bytes, dtype type) {
  const std::size_t whole = size_bytes(type);
  const std::size_t part = traits(type).kind == dtype_kind::complex ? whole / 2 : whole;
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

npy_header parse_header(npy_source& file) {
  const std::string text = read_header(file);
  try {
    return parse_npy_header(text);
  } catch (const value_error& wrong) {
    file.fail(wrong.what());
  }
}

/// How many bytes of elements the header promises.
std::size_t promised_bytes(const npy_source& file, const npy_header& header) {
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

}  // namespace

void npy_source::fail(const std::string& what) const {
  throw file_error(text_of(name_, ": ", what));
}

npy_start read_npy_start(npy_source& file) {
  const npy_header header = parse_header(file);
  return {header, promised_bytes(file, header)};
}

void require_host_memory(std::size_t size_bytes, const npy_source& file) {
  // Asked first: some systems promise more memory than they have, and end who uses it.
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0l));
  const auto page_bytes = static_cast<std::size_t>(std::max(sysconf(_SC_PAGESIZE), 1l));
  if (size_bytes / page_bytes >= pages)
    file.fail(text_of("its ", size_bytes, " bytes of elements do not fit in memory"));
}

bool is_native(const npy_header& header) noexcept {
  return !header.swapped && header.type != dtype::bool_;
}

void make_native(std::span<std::byte> elements, const npy_header& header) {
  if (header.swapped) swap_bytes(elements, header.type);
  if (header.type == dtype::bool_)
    for (std::byte& value : elements) value = std::byte{value != std::byte{0}};
}

npy_array read_npy(npy_source& file, const npy_start& start) {
  const npy_header& header = start.header;
  npy_array result{header.type, header.extents, header.fortran_order, {}};
  require_host_memory(start.bytes, file);
  try {
    result.bytes.resize(start.bytes);
  } catch (const std::bad_alloc&) {
    file.fail(text_of("its ", start.bytes, " bytes of elements do not fit in memory"));
  }
  file.read(result.bytes.data(), result.bytes.size());
  make_native(result.bytes, header);
  if (header.fortran_order && header.extents.size() > 1)
    result.bytes = to_c_order(result.bytes, header.extents, size_bytes(header.type));
  return result;
}

npy_array read_npy(npy_source& file) {
  const npy_start start = read_npy_start(file);
  return read_npy(file, start);
}

}  // namespace gpu::detail
