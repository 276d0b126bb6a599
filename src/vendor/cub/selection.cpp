// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/selection.hpp"

#include <algorithm>
#include <cstring>

#include "cuda/copy.hpp"
#include "vendor/cub/with_item.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

using cub_kernels::workspace;

}  // namespace

void select_flagged(const void* in, void* out, int item_bytes, const bool* flags,
                    std::int64_t* selected, std::ptrdiff_t count, stream_ref stream) {
  with_item(item_bytes, [&]<class Item>(std::type_identity<Item>) {
    if (stream.device().is_cpu()) {
      Item* to = static_cast<Item*>(out);
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (flags[i]) *to++ = static_cast<const Item*>(in)[i];
      *selected = to - static_cast<Item*>(out);
      return;
    }
    const cub_kernels::select_request request{in, flags, out, selected, count};
    with_workspace(stream, "select elements", [&](workspace& work) {
      return cub_kernels::select_flagged<Item>(work, request);
    });
  });
}

void select_positions(std::int64_t* out, const bool* flags, std::int64_t* selected,
                      std::ptrdiff_t count, stream_ref stream) {
  if (stream.device().is_cpu()) {
    std::int64_t* to = out;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      if (flags[i]) *to++ = i;
    *selected = to - out;
    return;
  }
  const cub_kernels::select_request request{nullptr, flags, out, selected, count};
  with_workspace(stream, "select positions",
                 [&](workspace& work) { return cub_kernels::select_flagged<void>(work, request); });
}

}  // namespace gpu::vendor
