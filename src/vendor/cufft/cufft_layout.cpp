// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cufft/cufft_layout.hpp"

#include "core/append_axis.hpp"

namespace gpu::vendor {
namespace {

/// The axes of a batch as one; the extent is 1 if there is only one index.
std::optional<strided_axis> merged(const std::vector<strided_axis>& batch) {
  iteration space{{}, {0}, {shape()}};
  for (const strided_axis& axis : batch) {
    if (axis.extent == 1) continue;
    if (axis.stride < 1) return std::nullopt;
    append_axis(space, axis.extent, {&axis.stride, 1});
  }
  if (space.rank() == 0) return strided_axis{1, 1};
  if (space.rank() > 1) return std::nullopt;
  return strided_axis{space.extents[0], space.strides[0][0]};
}

}  // namespace

std::optional<cufft_layout> cufft_layout_at(const std::vector<strided_axis>& axes,
                                            const std::vector<strided_axis>& batch) {
  const std::optional<strided_axis> all = merged(batch);
  if (!all || axes.empty() || axes.size() > max_cufft_rank) return std::nullopt;
  cufft_layout result{1, all->stride, std::vector<long long>(axes.size())};
  if (axes.back().extent > 1) result.stride = axes.back().stride;
  if (result.stride < 1) return std::nullopt;
  std::ptrdiff_t inner = result.stride;  // the step along the axis behind
  for (std::size_t i = axes.size(); i-- > 1;) {
    const auto& [extent, step] = axes[i - 1];
    const std::ptrdiff_t outer = extent > 1 ? step : inner * axes[i].extent;
    if (outer < inner * axes[i].extent || outer % inner != 0) return std::nullopt;
    result.embed[i] = outer / inner;
    inner = outer;
  }
  result.embed[0] = axes[0].extent;
  return result;
}

}  // namespace gpu::vendor
