// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cufft/cufft_layout.hpp"

namespace gpu::vendor {
namespace {

/// The axes of a batch as one; the extent is 1 if there is only one index.
std::optional<strided_axis> merged(const std::vector<strided_axis>& batch) {
  strided_axis all{1, 1};
  for (std::size_t i = batch.size(); i-- > 0;) {
    const strided_axis& axis = batch[i];
    if (axis.extent == 1) continue;
    if (axis.stride < 1) return std::nullopt;
    if (all.extent == 1)
      all = axis;
    else if (axis.stride == all.stride * all.extent)
      all.extent *= axis.extent;
    else
      return std::nullopt;
  }
  return all;
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
