// SPDX-License-Identifier: BSD-3-Clause
// Where the elements of an array lie in its memory block, and the views that change it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <gpu/core/shape.hpp>

namespace gpu {

/// Element (i, j, ...) lies at `offset + i * strides[0] + j * strides[1] + ...`, in elements from
/// the beginning of the block. Strides may be 0 (broadcast) or negative.
struct layout {
  std::ptrdiff_t offset = 0;
  shape extents;
  shape strides;

  friend bool operator==(const layout&, const layout&) noexcept = default;
};

/// `sum + step * count` modulo 2^64: of values that are affine in an index, products may be larger
/// than any of the values.
[[nodiscard]] inline std::ptrdiff_t moved_by(std::ptrdiff_t sum, std::ptrdiff_t step,
                                             std::ptrdiff_t count) noexcept {
  const auto bits = [](std::ptrdiff_t value) { return static_cast<std::size_t>(value); };
  return static_cast<std::ptrdiff_t>(bits(sum) + bits(step) * bits(count));
}

/// The layout of a new C-contiguous array.
[[nodiscard]] layout row_major(const shape& extents);

/// Whether the elements lie one after the other in C order. Strides of axes of extent 1 and of
/// empty arrays do not matter.
[[nodiscard]] inline bool is_contiguous(const shape& extents, const shape& strides) noexcept {
  std::ptrdiff_t step = 1;
  bool contiguous = true;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    const std::ptrdiff_t extent = extents[axis];
    if (extent == 0) return true;
    if (extent == 1) continue;
    contiguous = contiguous && strides[axis] == step;
    step *= extent;
  }
  return contiguous;
}
[[nodiscard]] inline bool is_contiguous(const layout& where) noexcept {
  return is_contiguous(where.extents, where.strides);
}

/// First and last offset that the layout touches; empty if it has no elements.
struct offset_bounds {
  std::ptrdiff_t first;
  std::ptrdiff_t last;
};
[[nodiscard]] std::optional<offset_bounds> bounds(const layout& where) noexcept;

/// A view that is affine in the index: transposed, sliced, broadcast, flipped, diagonal ... Moving
/// one step along axis `out_axis` of the view moves `step` along axis `in_axis` of what is viewed.
struct affine_view {
  struct term {
    std::size_t out_axis;
    std::size_t in_axis;
    std::ptrdiff_t step;
    friend bool operator==(const term&, const term&) noexcept = default;
  };

  shape extents;  ///< of the view
  shape start;    ///< index in the viewed array of the view's element (0, 0, ...)
  std::vector<term> terms;

  friend bool operator==(const affine_view&, const affine_view&) noexcept = default;
};

/// `where` seen through `view`.
[[nodiscard]] layout apply(const affine_view& view, const layout& where);

/// The view that `outer` takes of what `inner` shows.
[[nodiscard]] affine_view compose(const affine_view& outer, const affine_view& inner);

/// `where` broadcast to `extents`, which it must broadcast to.
[[nodiscard]] layout broadcast(const layout& where, const shape& extents);

/// `where` with other extents and the same elements in C order, if strides can express it.
[[nodiscard]] std::optional<layout> reshape(const layout& where, const shape& extents);

/// The view that shows everything as it is.
[[nodiscard]] affine_view identity_view(const shape& extents);

/// Axis k of the view is axis `axes[k]` of the array. `numpy.transpose`.
/// @throws axis_error, value_error  unless `axes` is a permutation; negative ones count from the
/// end
[[nodiscard]] affine_view permuted(const shape& extents, std::span<const std::ptrdiff_t> axes);

/// @throws shape_error  if `from` does not broadcast to `to`
[[nodiscard]] affine_view broadcasted(const shape& from, const shape& to);

}  // namespace gpu
