// SPDX-License-Identifier: BSD-3-Clause
// Elements at computed places: what `take` and indexing by integer arrays consist of. The offset of
// an element is the sum of those of its indices; addresses are handed over as integers.
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// Keeps the first index out of bounds that anybody meets.
GPU_HD void report_index(long long report, long long index, long long size, long long axis) {
  auto* const slot = reinterpret_cast<index_report*>(report);
#ifdef __CUDA_ARCH__
  if (atomicCAS(&slot->is_claimed, 0u, 1u) != 0) return;
  volatile bad_index* const found = slot->found;
#else
  if (__atomic_exchange_n(&slot->is_claimed, 1u, __ATOMIC_RELAXED) != 0) return;
  bad_index* const found = slot->found;
#endif
  found->index = index;
  found->size = size;
  found->axis = axis;
#ifdef __CUDA_ARCH__
  __threadfence_system();
#endif
  found->exists = 1;
}

/// `before`, and the offset of an index on an axis of `size` elements that are `stride` apart;
/// negative indices count from the end. That of index 0 if it is out of bounds, which is reported.
struct checked_offset {
  static constexpr functor_info info{
      .name = "checked_offset", .file = "gather", .op = "offset", .varying = 2};

  GPU_HD long long operator()(long long before, long long index, long long size, long long stride,
                              long long axis, long long report) const {
    if (index < -size || index >= size) {
      report_index(report, index, size, axis);
      return before;
    }
    return before + (index < 0 ? index + size : index) * stride;
  }
};

/// The same, with indices modulo the size.
struct wrapped_offset {
  static constexpr functor_info info{
      .name = "wrapped_offset", .file = "gather", .op = "offset", .varying = 2};

  GPU_HD long long operator()(long long before, long long index, long long size,
                              long long stride) const {
    const long long rest = index % size;
    return before + (rest < 0 ? rest + size : rest) * stride;
  }
};

/// The same, with the first index for negative ones and the last for those beyond.
struct clipped_offset {
  static constexpr functor_info info{
      .name = "clipped_offset", .file = "gather", .op = "offset", .varying = 2};

  GPU_HD long long operator()(long long before, long long index, long long size,
                              long long stride) const {
    return before + (index < 0 ? 0 : index < size ? index : size - 1) * stride;
  }
};

/// An offset from what lies `offset` elements from the first. It is added to those of indices in
/// the end: what a row has the same index for computes that once.
struct moved_offset {
  static constexpr functor_info info{
      .name = "moved_offset", .file = "gather", .op = "offset", .varying = 2};

  GPU_HD long long operator()(long long offset, long long base) const { return offset + base; }
};

/// The element `offset` elements from the first.
template <class T>
struct element_at {
  static constexpr functor_info info{
      .name = "element_at", .file = "gather", .op = "take", .varying = 2};

  GPU_HD T operator()(array_at<T> elements, long long offset) const { return elements[offset]; }
};

}  // namespace gpu::kernels
