// SPDX-License-Identifier: BSD-3-Clause
#include "fft/host_transform.hpp"

#include <algorithm>

#include "execute/host/thread_pool.hpp"
#include "vendor/fftw/fftw.hpp"

namespace gpu::fft::detail {
namespace {

using vendor::transform;
using vendor::transform_axis;
using vendor::transform_kind;
using vendor::transform_plan;

/// So many elements are worth a thread. What one thread does at a time must not depend on how many
/// there are: plans of other sizes round differently.
constexpr std::ptrdiff_t part_size = 1 << 15;

std::ptrdiff_t points(const std::vector<transform_axis>& axes) {
  std::ptrdiff_t count = 1;
  for (const transform_axis& axis : axes) count *= axis.extent;
  return count;
}

/// With only so many indices of one axis of the batch.
transform part_of(transform what, std::size_t axis, std::ptrdiff_t extent) {
  what.batch[axis].extent = extent;
  return what;
}

std::ptrdiff_t element_bytes(bool is_real, bool is_double) {
  return (is_real ? 1 : 2) * (is_double ? 8 : 4);
}

}  // namespace

void transform_on_host(const transform& what, const std::byte* in, std::byte* out) {
  const auto longest = std::max_element(
      what.batch.begin(), what.batch.end(),
      [](const transform_axis& a, const transform_axis& b) { return a.extent < b.extent; });
  const std::ptrdiff_t all = points(what.axes) * points(what.batch);
  if (longest == what.batch.end() || all < 2 * part_size || longest->extent == 1)
    return run_fftw(what, vendor::plan_with_fftw(what), in, out);
  const transform_axis axis = *longest;
  const auto place = static_cast<std::size_t>(longest - what.batch.begin());
  const std::ptrdiff_t grain = std::max<std::ptrdiff_t>(1, part_size * axis.extent / all);
  const std::ptrdiff_t parts = (axis.extent + grain - 1) / grain;
  const transform whole_part = part_of(what, place, grain);
  const transform last_part = part_of(what, place, axis.extent - (parts - 1) * grain);
  const transform_plan plan = vendor::plan_with_fftw(whole_part);
  const transform_plan last_plan = vendor::plan_with_fftw(last_part);
  const std::ptrdiff_t in_step =
      grain * axis.in_stride *
      element_bytes(what.kind == transform_kind::from_real, what.is_double);
  const std::ptrdiff_t out_step =
      grain * axis.out_stride * element_bytes(what.kind == transform_kind::to_real, what.is_double);
  execute::parallel_for(parts, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t i = first; i < last; ++i)
      run_fftw(whole_part, i + 1 < parts ? plan : last_plan, in + i * in_step, out + i * out_step);
  });
}

}  // namespace gpu::fft::detail
