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

void select_flagged(const void* in, void* out, int item_bytes, const bool* flags,
                    std::int64_t* selected, std::ptrdiff_t count, stream_ref stream) {
  with_item(item_bytes, [&]<class Item>(std::type_identity<Item>) {
    if (stream.device().is_cpu()) {
      Item* to = static_cast<Item*>(out);
      // Without branches, which nobody could predict: at most i elements are selected before i.
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        *to = static_cast<const Item*>(in)[i];
        to += static_cast<std::ptrdiff_t>(flags[i]);
      }
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
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      *to = i;
      to += static_cast<std::ptrdiff_t>(flags[i]);
    }
    *selected = to - out;
    return;
  }
  const cub_kernels::select_request request{nullptr, flags, out, selected, count};
  with_workspace(stream, "select positions",
                 [&](workspace& work) { return cub_kernels::select_flagged<void>(work, request); });
}

void select_unique(const void* in, void* out, int key_bytes, std::int64_t* selected,
                   std::ptrdiff_t count, stream_ref stream) {
  const cub_kernels::select_request request{in, nullptr, out, selected, count};
  if (key_bytes == 4) return select_unique_keys<std::uint32_t>(request, stream);
  if (key_bytes == 8) return select_unique_keys<std::uint64_t>(request, stream);
  fail("keys have 4 or 8 bytes");
}

}  // namespace gpu::vendor
