// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/selection.hpp"

#include <algorithm>

#include <gpu/core/error.hpp>

#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::workspace;

template <class Key>
void select_unique_keys(const cub_kernels::select_request& r, stream_ref stream) {
  if (stream.device().is_cpu()) {
    Key* const to = static_cast<Key*>(r.out);
    const Key* const from = static_cast<const Key*>(r.in);
    *r.selected = std::unique_copy(from, from + r.count, to) - to;
    return;
  }
  with_workspace(stream, "select unique keys",
                 [&](workspace& work) { return cub_kernels::select_unique<Key>(work, r); });
}

}  // namespace

void select_unique(const void* in, void* out, int key_bytes, std::int64_t* selected,
                   std::ptrdiff_t count, stream_ref stream) {
  const cub_kernels::select_request request{in, out, selected, count};
  if (key_bytes == 4) return select_unique_keys<std::uint32_t>(request, stream);
  if (key_bytes == 8) return select_unique_keys<std::uint64_t>(request, stream);
  fail("keys have 4 or 8 bytes");
}

}  // namespace gpu::vendor
