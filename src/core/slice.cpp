// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/slice.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {
namespace {

/// First index and number of indices of a range on an axis of `extent`, by Python's rules.
struct resolved_range {
  std::ptrdiff_t first;
  std::ptrdiff_t count;
};

resolved_range resolve(const slice& range, std::ptrdiff_t extent) {
  const std::ptrdiff_t step = range.step();
  if (step == 0) throw value_error("slice step cannot be zero");
  const std::ptrdiff_t lowest = step > 0 ? 0 : -1;
  const std::ptrdiff_t highest = step > 0 ? extent : extent - 1;
  const auto clipped = [&](slice::bound bound, std::ptrdiff_t open) {
    if (!bound) return open;
    const std::ptrdiff_t index = *bound < 0 ? *bound + extent : *bound;
    return std::clamp(index, lowest, highest);
  };
  const std::ptrdiff_t first = clipped(range.start(), step > 0 ? lowest : highest);
  const std::ptrdiff_t stop = clipped(range.stop(), step > 0 ? highest : lowest);
  const std::ptrdiff_t distance = step > 0 ? stop - first : first - stop;
  if (distance <= 0) return {first, 0};
  const auto stride = step > 0 ? static_cast<std::size_t>(step) : -static_cast<std::size_t>(step);
  return {first, static_cast<std::ptrdiff_t>(static_cast<std::size_t>(distance - 1) / stride) + 1};
}

std::ptrdiff_t resolve_index(std::ptrdiff_t index, std::ptrdiff_t extent, std::size_t axis) {
  if (index < -extent || index >= extent)
    throw index_error(
        text_of("index ", index, " is out of bounds for axis ", axis, " with size ", extent));
  return index < 0 ? index + extent : index;
}

/// How many axes the slices name, and where the ellipsis stands.
std::size_t count_named_axes(const shape& extents, std::span<const slice> slices) {
  std::size_t named = 0;
  bool ellipsis_seen = false;
  for (const slice& one : slices) {
    if (one.what() == slice::kind::ellipsis) {
      if (ellipsis_seen) throw index_error("an index can only have a single ellipsis ('...')");
      ellipsis_seen = true;
    } else if (one.what() != slice::kind::newaxis) {
      ++named;
    }
  }
  if (named > extents.size())
    throw index_error(text_of("too many indices for array: array is ", extents.size(),
                              "-dimensional, but ", named, " were indexed"));
  return named;
}

void require_rank(const shape& extents, std::span<const slice> slices) {
  const auto count = [&](slice::kind what) {
    return std::count_if(slices.begin(), slices.end(),
                         [&](const slice& one) { return one.what() == what; });
  };
  const auto rank = static_cast<std::ptrdiff_t>(extents.size()) + count(slice::kind::newaxis) -
                    count(slice::kind::index);
  if (rank > static_cast<std::ptrdiff_t>(max_rank))
    throw index_error(text_of("number of dimensions must be within [0, ", max_rank,
                              "], indexing result would have ", rank));
}

}  // namespace

affine_view sliced(const shape& extents, std::span<const slice> slices) {
  const std::size_t unnamed = extents.size() - count_named_axes(extents, slices);
  require_rank(extents, slices);
  affine_view view{shape(), shape(extents.size(), 0), {}};
  std::size_t axis = 0;
  const auto keep_whole = [&](std::size_t count) {
    for (; count > 0; --count, ++axis) {
      view.terms.push_back({view.extents.size(), axis, 1});
      view.extents.push_back(extents[axis]);
    }
  };
  for (const slice& one : slices) {
    switch (one.what()) {
      case slice::kind::index:
        view.start[axis] = resolve_index(*one.start(), extents[axis], axis);
        ++axis;
        break;
      case slice::kind::range: {
        const resolved_range range = resolve(one, extents[axis]);
        view.start[axis] = range.count == 0 ? 0 : range.first;
        // A step that leads nowhere may be of any size: products of steps must not overflow.
        view.terms.push_back({view.extents.size(), axis, range.count > 1 ? one.step() : 1});
        view.extents.push_back(range.count);
        ++axis;
        break;
      }
      case slice::kind::newaxis:
        view.extents.push_back(1);
        break;
      case slice::kind::ellipsis:
        keep_whole(unnamed);
        break;
    }
  }
  keep_whole(extents.size() - axis);
  return view;
}

}  // namespace gpu
