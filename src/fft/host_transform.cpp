// SPDX-License-Identifier: BSD-3-Clause
#include "fft/host_transform.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "execute/host/strided_copy.hpp"
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

/// Columns whose elements are this far apart are gathered: copies of them fit the cache.
constexpr std::ptrdiff_t far_apart = 16;
constexpr std::ptrdiff_t min_gathered = 64;

bool should_gather(const transform& what) {
  if (what.kind > transform_kind::backward || what.axes.size() != 1) return false;
  const auto& [extent, in_stride, out_stride] = what.axes[0];
  return extent >= min_gathered &&
         (std::abs(in_stride) >= far_apart || std::abs(out_stride) >= far_apart);
}

/// Copies the elements at all indices of the axes, of which the last two make a grid.
void copy_elements(std::span<const transform_axis> axes, std::ptrdiff_t bytes, const std::byte* in,
                   std::byte* out) {
  const transform_axis& first = axes.front();
  if (axes.size() > 2) {
    for (std::ptrdiff_t i = 0; i < first.extent; ++i)
      copy_elements(axes.subspan(1), bytes, in + i * first.in_stride * bytes,
                    out + i * first.out_stride * bytes);
    return;
  }
  const transform_axis row = axes.size() == 2 ? first : transform_axis{1, 0, 0};
  const transform_axis& column = axes.back();
  execute::copy_grid({reinterpret_cast<char*>(out), row.out_stride, column.out_stride},
                     {reinterpret_cast<const char*>(in), row.in_stride, column.in_stride},
                     row.extent, column.extent, static_cast<std::size_t>(bytes));
}

/// A transform with its plan, of what is given or of copies in rows one after the other.
class planned_transform {
 public:
  explicit planned_transform(const transform& what) : what_(what) {
    if (should_gather(what)) {
      const transform_axis along = what.axes[0];
      what_.axes[0] = {along.extent, 1, 1};
      size_ = along.extent;
      for (transform_axis& axis : what_.batch) {
        const auto [extent, in_stride, out_stride] =
            std::exchange(axis, {axis.extent, size_, size_});
        gathered_.push_back({extent, in_stride, size_});
        scattered_.push_back({extent, size_, out_stride});
        size_ *= extent;
      }
      gathered_.push_back({along.extent, along.in_stride, 1});
      scattered_.push_back({along.extent, 1, along.out_stride});
    }
    plan_ = vendor::plan_by_fftw(what_);
  }

  void run(const std::byte* in, std::byte* out) const {
    if (gathered_.empty()) return run_fftw(what_, plan_, in, out);
    const std::ptrdiff_t bytes = element_bytes(false, what_.is_double);
    const auto memory =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(2 * size_ * bytes));
    std::byte* const results = memory.get() + size_ * bytes;
    copy_elements(gathered_, bytes, in, memory.get());
    run_fftw(what_, plan_, memory.get(), results);
    copy_elements(scattered_, bytes, results, out);
  }

 private:
  transform what_;
  transform_plan plan_;
  std::vector<transform_axis> gathered_;   ///< from where the elements are; none: not copied
  std::vector<transform_axis> scattered_;  ///< to where the results are
  std::ptrdiff_t size_ = 0;                ///< elements of all rows
};

}  // namespace

void transform_on_host(const transform& what, const std::byte* in, std::byte* out) {
  const auto longest = std::max_element(
      what.batch.begin(), what.batch.end(),
      [](const transform_axis& a, const transform_axis& b) { return a.extent < b.extent; });
  const std::ptrdiff_t all = points(what.axes) * points(what.batch);
  if (longest == what.batch.end() || all < 2 * part_size || longest->extent == 1)
    return planned_transform(what).run(in, out);
  const transform_axis axis = *longest;
  const auto place = static_cast<std::size_t>(longest - what.batch.begin());
  const std::ptrdiff_t grain_size = std::max<std::ptrdiff_t>(1, part_size * axis.extent / all);
  const std::ptrdiff_t parts = (axis.extent + grain_size - 1) / grain_size;
  const planned_transform plan(part_of(what, place, grain_size));
  const planned_transform last_plan(part_of(what, place, axis.extent - (parts - 1) * grain_size));
  const std::ptrdiff_t in_step =
      grain_size * axis.in_stride *
      element_bytes(what.kind == transform_kind::from_real, what.is_double);
  const std::ptrdiff_t out_step =
      grain_size * axis.out_stride *
      element_bytes(what.kind == transform_kind::to_real, what.is_double);
  execute::parallel_for(parts, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t i = first; i < last; ++i)
      (i + 1 < parts ? plan : last_plan).run(in + i * in_step, out + i * out_step);
  });
}

}  // namespace gpu::fft::detail
