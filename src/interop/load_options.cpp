// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/load_options.hpp>

#include <algorithm>
#include <type_traits>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>

#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "interop/npy_file.hpp"

namespace gpu::detail {
namespace {

/// So large that each part is copied at the bus's full speed.
constexpr std::size_t part_bytes = std::size_t{64} << 20;

/// Calls `take(offset, bytes)` for each part, and then the options' `progress`.
template <class Take>
void take_parts(std::size_t all_bytes, const load_options& options, const Take& take) {
  std::size_t done = 0;
  do {
    const std::size_t bytes = std::min(part_bytes, all_bytes - done);
    take(done, bytes);
    done += bytes;
    if (options.progress) options.progress(done, all_bytes);
  } while (done < all_bytes);
}

/// Whether the file has the elements as memory has them.
bool is_as_in_memory(const npy_header& header) {
  return !header.swapped && header.type != dtype::bool_ &&
         (!header.fortran_order || header.extents.size() <= 1);
}

graph::leaf_ptr leaf_to_gpu(mapped_npy_file& file, const npy_start& start,
                            const load_options& options) {
  const device where = options.device;
  graph::leaf_ptr leaf = uninitialised_leaf(start.header.type, start.header.extents, where);
  const execute::operation copy(where);
  auto* const to = copy.output<std::byte>(*leaf);
  take_parts(start.bytes, options, [&](std::size_t offset, std::size_t bytes) {
    copy_bytes(to + offset, where, file.rest() + offset, cpu(), bytes, copy.stream());
  });
  return leaf;
}

graph::leaf_ptr leaf_on_host(npy_file& file, const npy_start& start, const load_options& options) {
  require_host_memory(start.bytes, file);
  graph::leaf_ptr leaf = uninitialised_leaf(start.header.type, start.header.extents, cpu());
  const execute::operation reading(cpu());
  auto* const to = reading.output<std::byte>(*leaf);
  take_parts(start.bytes, options,
             [&](std::size_t offset, std::size_t bytes) { file.read(to + offset, bytes); });
  return leaf;
}

/// The elements, of the file's dtype, on the device.
template <class File>
graph::leaf_ptr loaded(File& file, dtype to, const load_options& options) {
  const npy_start start = read_npy_start(file);
  require_conversion(start.header.type, file.name(), to);
  if (!is_as_in_memory(start.header)) {
    const npy_array array = read_npy(file, start);
    if (options.progress) options.progress(start.bytes, start.bytes);
    return leaf_from_host(array.bytes.data(), array.type, array.extents, options.device);
  }
  if constexpr (std::is_same_v<File, npy_file>)
    return leaf_on_host(file, start, options);
  else
    return leaf_to_gpu(file, start, options);
}

}  // namespace

graph::leaf_ptr leaf_from_npy(const std::filesystem::path& path, dtype to,
                              const load_options& options) {
  require(options.device);
  if (options.device.is_cpu()) {
    npy_file file(path);
    return converted_leaf(loaded(file, to, options), to);
  }
  mapped_npy_file file(path);
  return converted_leaf(loaded(file, to, options), to);
}

}  // namespace gpu::detail
