// SPDX-License-Identifier: BSD-3-Clause
// A panel of one operand of a product of matrices, on its way from memory to shared memory.
//
// A panel has `Extent` rows of the first operand, or columns of the second one: indices along the
// outer axis. Of each it has `Depth` words of terms. In shared memory the words of one depth are
// neighbours, so that a thread reads those of several rows in one access:
//
//     words[depth * stride + outer]
//
// Neighbouring threads load neighbours in memory, along the terms or along the outer axis. What
// lies beyond the matrix is 0. Elements are loaded into registers, `load`, while the block
// multiplies the panel before, and go to shared memory later, `store`.
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

/// What of a matrix a panel is made of: indices along its outer axis and terms that there are from
/// the first element on, at most INT_MAX.
struct panel_extents {
  int outer;
  int terms;
};

/// Whether threads of a warp go along the terms, since those are the nearer neighbours.
__device__ __forceinline__ bool goes_along_terms(const product_operand& x) {
  const long long terms = x.term_stride < 0 ? -x.term_stride : x.term_stride;
  const long long outer = x.outer_stride < 0 ? -x.outer_stride : x.outer_stride;
  return terms <= outer;
}

/// One element in a word.
template <class Terms, int Extent, int Depth, int Threads, bool Packed = (Terms::count > 1)>
class product_panel {
 public:
  using element = typename Terms::element;
  using word = typename Terms::word;
  static constexpr int stride = Extent + 16 / static_cast<int>(sizeof(word));
  static constexpr int words = Depth * stride;
  static constexpr int terms = Depth;
  static_assert(Threads % Extent == 0 && Threads % Depth == 0 && Extent * Depth % Threads == 0);

  /// @param first  element of the panel with which loading begins
  __device__ __forceinline__ product_panel(const product_operand& x, const element* first)
      : along_terms_(goes_along_terms(x)), panel_step_(x.term_stride * Depth) {
    const int thread = static_cast<int>(threadIdx.x);
    outer_ = along_terms_ ? thread / Depth : thread % Extent;
    depth_ = along_terms_ ? thread % Depth : thread / Extent;
    from_ = first + outer_ * x.outer_stride + depth_ * x.term_stride;
    step_ = along_terms_ ? Threads / Depth * x.outer_stride : Threads / Extent * x.term_stride;
  }

  /// The next panel.
  __device__ __forceinline__ void load(const panel_extents& extents) {
    const int outer = extents.outer - outer_;
    const int term = extents.terms - depth_;
    const int fixed = along_terms_ ? term : outer;
    const int varying =
        along_terms_ ? ceil_div(outer, Threads / Depth) : ceil_div(term, Threads / Extent);
    const int inside = fixed > 0 ? varying : 0;
    const element* from = from_;
#pragma unroll
    for (int i = 0; i < count; ++i) {
      held_[i] = i < inside ? *from : element(0);
      from += step_;
    }
    from_ += panel_step_;
  }

  __device__ __forceinline__ void store(word* panel) const {
    word* const to = panel + depth_ * stride + outer_;
    const int step = along_terms_ ? Threads / Depth : Threads / Extent * stride;
#pragma unroll
    for (int i = 0; i < count; ++i) to[i * step] = Terms::word_of(held_[i]);
  }

 private:
  static constexpr int count = Extent * Depth / Threads;

  static __device__ __forceinline__ int ceil_div(int extent, int size) {
    return (extent + size - 1) / size;
  }

  bool along_terms_;
  const element* from_;
  long long step_;  ///< from one of its elements to the next: other rows, or other terms
  long long panel_step_;
  int outer_;
  int depth_;
  element held_[count];  ///< as they were loaded: what converts them would wait for them
};

/// Four bytes in a word. A thread has squares of four terms by four along the outer axis. Its words
/// lie along the axis of neighbours; if that is the outer one, `store` transposes them.
template <class Terms, int Extent, int Depth, int Threads>
class product_panel<Terms, Extent, Depth, Threads, true> {
 public:
  using element = typename Terms::element;
  using word = typename Terms::word;
  static constexpr int stride = Extent + 4;
  static constexpr int words = Depth * stride;
  static constexpr int terms = 4 * Depth;
  static_assert(sizeof(element) == 1 && sizeof(word) == 4 && Terms::count == 4);
  static_assert(Extent / 4 * Depth == Threads, "a thread has one square");

  __device__ __forceinline__ product_panel(const product_operand& x, const element* first)
      : along_terms_(goes_along_terms(x)), panel_step_(x.term_stride * terms) {
    const int thread = static_cast<int>(threadIdx.x);
    outer_ = (along_terms_ ? thread / Depth : thread % (Extent / 4)) * 4;
    depth_ = along_terms_ ? thread % Depth : thread / (Extent / 4);
    from_ = first + outer_ * x.outer_stride + 4 * depth_ * x.term_stride;
    near_ = along_terms_ ? x.term_stride : x.outer_stride;
    far_ = along_terms_ ? x.outer_stride : x.term_stride;
    has_words_ = near_ == 1 && (reinterpret_cast<unsigned long long>(first) | far_) % 4 == 0;
  }

  __device__ __forceinline__ void load(const panel_extents& extents) {
    const int outer = extents.outer - outer_;
    const int term = extents.terms - 4 * depth_;
    if (has_words_ && outer >= 4 && term >= 4) {
#pragma unroll
      for (int i = 0; i < 4; ++i) held_[i] = *reinterpret_cast<const word*>(from_ + i * far_);
    } else {
      const int near_count = along_terms_ ? term : outer;
      const int far_count = along_terms_ ? outer : term;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        held_[i] = 0;
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (i < far_count && j < near_count)
            held_[i] |= static_cast<word>(from_[i * far_ + j * near_]) << (8 * j);
      }
    }
    from_ += panel_step_;
  }

  __device__ __forceinline__ void store(word* panel) {
    if (!along_terms_) transpose_bytes(held_);
    *reinterpret_cast<uint4*>(panel + depth_ * stride + outer_) =
        make_uint4(held_[0], held_[1], held_[2], held_[3]);
  }

 private:
  const element* from_;
  long long near_;
  long long far_;
  bool along_terms_;
  bool has_words_;
  long long panel_step_;
  int outer_;
  int depth_;
  word held_[4];
};

}  // namespace gpu::kernels
