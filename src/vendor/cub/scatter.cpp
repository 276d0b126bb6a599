// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/scatter.hpp"

#include <limits>

#include "vendor/cub/with_item.hpp"
#include "vendor/cub/with_workspace.hpp"

namespace gpu::vendor {
namespace {

template <class Item>
void scatter_on_host(const scatter_places& places, const Item* values, int value_step, Item* out) {
  for (std::ptrdiff_t i = 0; i < places.count; ++i)
    out[places.positions[i]] = values[i * value_step];
}

template <class Item, class Index>
void scatter_on_device(cub_kernels::scatter_request request, bool needs_last, std::ptrdiff_t size,
                       stream_ref stream) {
  with_workspace(stream, "write elements", [&](cub_kernels::workspace& work) {
    if (work.data == nullptr) {
      work.size_bytes = needs_last ? static_cast<std::size_t>(size) * sizeof(Index) : 0;
      return 0;
    }
    request.last = needs_last ? work.data : nullptr;
    return cub_kernels::scatter<Item, Index>(work.stream, request);
  });
}

}  // namespace

void scatter(const scatter_places& places, const void* values, int value_step, void* out,
             int item_bytes, std::ptrdiff_t size, stream_ref stream) {
  if (places.count == 0) return;
  const bool needs_last = !places.are_distinct && value_step != 0 && places.count > 1;
  with_item(item_bytes, [&]<class Item>(std::type_identity<Item>) {
    if (stream.device().is_cpu())
      return scatter_on_host(places, static_cast<const Item*>(values), value_step,
                             static_cast<Item*>(out));
    const cub_kernels::scatter_request request{places.positions, values,      value_step, out,
                                               nullptr,          places.count};
    if (places.count <= std::numeric_limits<std::uint32_t>::max())
      scatter_on_device<Item, std::uint32_t>(request, needs_last, size, stream);
    else
      scatter_on_device<Item, std::uint64_t>(request, needs_last, size, stream);
  });
}

}  // namespace gpu::vendor
