// SPDX-License-Identifier: BSD-3-Clause
#include "fft/host_transform.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

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

/// A transform with its plans.
class planned_transform {
 public:
  explicit planned_transform(const transform& what) : gathers_(should_gather(what)) {
    if (!gathers_) {
      whole_ = step(what);
      return;
    }
    // In between are rows, one after the other. No axes: a copy.
    transform gather{what.kind, what.is_double, {}, {what.axes[0]}};
    transform rows{what.kind, what.is_double, {{what.axes[0].extent, 1, 1}}, {}};
    transform scatter = gather;
    gather.batch[0].out_stride = 1;
    scatter.batch[0].in_stride = 1;
    size_ = what.axes[0].extent;
    for (const auto& [extent, in_stride, out_stride] : what.batch) {
      gather.batch.push_back({extent, in_stride, size_});
      rows.batch.push_back({extent, size_, size_});
      scatter.batch.push_back({extent, size_, out_stride});
      size_ *= extent;
    }
    whole_ = step(rows);
    gather_ = step(gather);
    scatter_ = step(scatter);
  }

  void run(const std::byte* in, std::byte* out) const {
    if (!gathers_) return whole_.run(in, out);
    const auto bytes =
        static_cast<std::size_t>(size_ * element_bytes(false, whole_.what.is_double));
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(2 * bytes);
    gather_.run(in, memory.get());
    whole_.run(memory.get(), memory.get() + bytes);
    scatter_.run(memory.get() + bytes, out);
  }

 private:
  struct step {
    transform what;
    transform_plan plan;

    step() = default;
    explicit step(const transform& one) : what(one), plan(vendor::plan_by_fftw(one)) {}
    void run(const std::byte* in, std::byte* out) const { run_fftw(what, plan, in, out); }
  };

  bool gathers_;
  std::ptrdiff_t size_ = 0;  ///< of the rows in between, in elements
  step whole_;
  step gather_;
  step scatter_;
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
  const std::ptrdiff_t grain = std::max<std::ptrdiff_t>(1, part_size * axis.extent / all);
  const std::ptrdiff_t parts = (axis.extent + grain - 1) / grain;
  const planned_transform plan(part_of(what, place, grain));
  const planned_transform last_plan(part_of(what, place, axis.extent - (parts - 1) * grain));
  const std::ptrdiff_t in_step =
      grain * axis.in_stride *
      element_bytes(what.kind == transform_kind::from_real, what.is_double);
  const std::ptrdiff_t out_step =
      grain * axis.out_stride * element_bytes(what.kind == transform_kind::to_real, what.is_double);
  execute::parallel_for(parts, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    for (std::ptrdiff_t i = first; i < last; ++i)
      (i + 1 < parts ? plan : last_plan).run(in + i * in_step, out + i * out_step);
  });
}

}  // namespace gpu::fft::detail
