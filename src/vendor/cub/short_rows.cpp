// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/short_rows.hpp"

#include <cstdint>

#include "vendor/cub/element_order.hpp"
#include "vendor/cub/with_launch.hpp"

namespace gpu::vendor {
namespace {

cub_kernels::rows_request request_of(const short_rows& in, bool descending, bool zeros_are_equal) {
  return {in.in, order_of(in.type, descending, zeros_are_equal), in.rows, in.columns};
}

}  // namespace

bool sorts_short_rows(device where, std::ptrdiff_t columns) {
  return where.is_gpu() && columns <= cub_kernels::max_short_row;
}

void sort_short_rows(const short_rows& in, void* out, bool descending, stream_ref stream) {
  if (in.rows == 0 || in.columns == 0) return;
  const cub_kernels::rows_request request = request_of(in, descending, false);
  with_launch(stream, "sort rows", [&] {
    return request.order.bytes == 8
               ? cub_kernels::sort_short_rows<std::uint64_t>(stream.get(), request, out)
               : cub_kernels::sort_short_rows<std::uint32_t>(stream.get(), request, out);
  });
}

void order_short_rows(const short_rows& in, void* out, std::size_t position_bytes, bool descending,
                      stream_ref stream) {
  if (in.rows == 0 || in.columns == 0) return;
  const cub_kernels::rows_request request = request_of(in, descending, true);
  const int bytes = static_cast<int>(position_bytes);
  with_launch(stream, "order rows", [&] {
    return request.order.bytes == 8
               ? cub_kernels::order_short_rows<std::uint64_t>(stream.get(), request, out, bytes)
               : cub_kernels::order_short_rows<std::uint32_t>(stream.get(), request, out, bytes);
  });
}

}  // namespace gpu::vendor
