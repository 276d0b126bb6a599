// SPDX-License-Identifier: BSD-3-Clause
#include "interop/npy_loading.hpp"

#include <algorithm>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "core/reversed.hpp"
#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "interop/part_progress.hpp"

namespace gpu::detail {
namespace {

void require_conversion(const npy_source& file, dtype from, dtype to) {
  if (traits(from).kind == dtype_kind::complex && traits(to).kind != dtype_kind::complex)
    throw dtype_error(text_of(file.name(), ": holds ", from, ", which does not become ", to,
                              " without losing its imaginary parts"));
}

/// Reads elements into memory of the host.
void read_native(npy_source& file, const npy_header& header, std::byte* to, std::size_t bytes) {
  file.read(to, bytes);
  make_native({to, bytes}, header);
}

/// Reads all elements into the leaf's memory, as the file has them but for the order of bytes.
void read_all(npy_source& file, const npy_start& start, const graph::leaf_node& leaf,
              const load_options& options) {
  const device where = *leaf.where;
  const execute::operation reading(where);
  auto* const to = reading.output<std::byte>(leaf);
  std::vector<std::byte> part;
  part_progress progress(options.progress, start.bytes);
  std::size_t done = 0;
  do {
    const std::size_t bytes = std::min(part_bytes, start.bytes - done);
    if (where.is_cpu()) {
      read_native(file, start.header, to + done, bytes);
    } else {
      const std::byte* from = is_native(start.header) ? file.take(bytes) : nullptr;
      if (from == nullptr) {
        part.resize(bytes);
        read_native(file, start.header, part.data(), bytes);
        from = part.data();
      }
      copy_bytes(to + done, where, from, cpu(), bytes, reading.stream());
    }
    done += bytes;
    progress.add(bytes);
  } while (done < start.bytes);
}

}  // namespace

graph::leaf_ptr leaf_from_source(npy_source& file, std::optional<dtype> type,
                                 const load_options& options) {
  const npy_start start = read_npy_start(file);
  const npy_header& header = start.header;
  const dtype to = type.value_or(header.type);
  require_conversion(file, header.type, to);
  if (options.device.is_cpu()) require_host_memory(start.bytes, file);
  const shape extents = header.fortran_order ? reversed(header.extents) : header.extents;
  const graph::leaf_ptr leaf = uninitialised_leaf(header.type, extents, options.device);
  read_all(file, start, *leaf, options);
  const graph::node_ptr stored(leaf.get());
  const graph::node_ptr value = header.fortran_order ? transposed(stored) : stored;
  return execute::evaluate(graph::make_cast(value, to), options.device);
}

}  // namespace gpu::detail
