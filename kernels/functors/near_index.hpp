// SPDX-License-Identifier: BSD-3-Clause
// Where the elements of an array come from that is padded or rolled: indices on an axis, or near
// it. Templates of the integer that holds all of them, as 32 bits are cheaper.
#pragma once

#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// The first index for negative ones, the last for those beyond.
template <class Index>
struct nearest_index {
  static constexpr functor_info info{.name = "nearest_index", .file = "near_index", .op = "edge"};

  GPU_HD Index operator()(Index index, Index size) const {
    return index < 0 ? 0 : index < size ? index : size - 1;
  }
};

/// Mirrored at the ends, at most once. With `repeats` 1 the first and the last element come twice,
/// with 0 once.
template <class Index>
struct mirrored_index {
  static constexpr functor_info info{
      .name = "mirrored_index", .file = "near_index", .op = "mirrored"};

  GPU_HD Index operator()(Index index, Index size, Index repeats) const {
    const Index inside = index < 0 ? -index - repeats : index;
    return inside < size ? inside : 2 * (size - 1) + repeats - inside;
  }
};

/// Less than one size away: moved by the size.
template <class Index>
struct wrapped_index {
  static constexpr functor_info info{
      .name = "wrapped_index", .file = "near_index", .op = "wrapped"};

  GPU_HD Index operator()(Index index, Index size) const {
    return index < 0 ? index + size : index < size ? index : index - size;
  }
};

/// `before`, and the offset of an index that exists.
template <class Index>
struct known_offset {
  static constexpr functor_info info{
      .name = "known_offset", .file = "near_index", .op = "offset", .varying = 2};

  GPU_HD Index operator()(Index before, Index index, Index stride) const {
    return before + index * stride;
  }
};

/// Whether `before` holds, and 0 <= index < size.
template <class Index>
struct is_on_axis {
  static constexpr functor_info info{
      .name = "is_on_axis", .file = "near_index", .op = "inside", .varying = 2};

  GPU_HD bool operator()(bool before, Index index, Index size) const {
    return before && index >= 0 && index < size;
  }
};

/// The element `offset` elements from the first where it exists, which is not read elsewhere.
template <class T>
struct element_or {
  static constexpr functor_info info{
      .name = "element_or", .file = "near_index", .op = "take", .varying = 4};

  GPU_HD T operator()(array_at<T> elements, long long offset, bool exists, T otherwise) const {
    return exists ? elements[offset] : otherwise;
  }
};

}  // namespace gpu::kernels
