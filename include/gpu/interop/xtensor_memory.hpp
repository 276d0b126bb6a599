// SPDX-License-Identifier: BSD-3-Clause
// The memory of xtensor's arrays, walked in the order of the array that is assigned to.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#if __has_include(<xtensor/core/xshape.hpp>)
#include <xtensor/core/xlayout.hpp>
#include <xtensor/core/xshape.hpp>
#else
#include <xtensor/xlayout.hpp>
#include <xtensor/xshape.hpp>
#endif

namespace gpu::detail {

/// Whether elements of this expression lie in memory.
template <class E>
concept in_memory = requires(const E& e) {
  { e.data() + e.data_offset() } -> std::convertible_to<const typename E::value_type*>;
  e.strides();
};

/// Whether the elements of every `E` lie one after the other, the last axis fastest.
template <class E>
inline constexpr bool is_always_dense = false;
template <class E>
requires(E::contiguous_layout&& E::static_layout ==
         xt::layout_type::row_major) inline constexpr bool is_always_dense<E> = true;

/// Whether `array`, which broadcasts to `target`, has as many elements, and they lie one after the
/// other, the last axis fastest, or the first if `ByColumns`. Small arrays wait for the answer.
template <bool ByColumns, class E, class Target>
[[nodiscard]] bool lies_densely(const E& array, const Target& target) {
  if constexpr (is_always_dense<E> && !ByColumns) {
    return array.size() == target.size();
  } else {
    const auto& extents = target.shape();
    const std::size_t rank = extents.size();
    if (array.dimension() != rank) return false;
    std::ptrdiff_t step = 1;
    for (std::size_t k = 0; k < rank; ++k) {
      const std::size_t axis = ByColumns ? k : rank - 1 - k;
      const auto extent = static_cast<std::ptrdiff_t>(extents[axis]);
      if (extent == 1) continue;
      if (static_cast<std::ptrdiff_t>(array.shape()[axis]) != extent ||
          static_cast<std::ptrdiff_t>(array.strides()[axis]) != step)
        return false;
      step *= extent;
    }
    return true;
  }
}

/// The elements of an array of xtensor, repeated to the shape of a target, in the order in which
/// the target is walked.
template <class T>
class xtensor_walk {
 public:
  /// @param extents  of the target; its last axis is walked fastest, or its first if `by_columns`
  template <class E, class Extents>
  xtensor_walk(T* first, const E& array, const Extents& extents, bool by_columns) : first_(first) {
    const std::size_t rank = extents.size();
    const std::size_t missing = rank - array.dimension();
    const auto axis_of = [&](std::size_t k) { return by_columns ? k : rank - 1 - k; };
    const auto stride_of = [&](std::size_t axis) {
      return axis < missing || array.shape()[axis - missing] == 1
                 ? std::ptrdiff_t{0}
                 : static_cast<std::ptrdiff_t>(array.strides()[axis - missing]);
    };
    std::ptrdiff_t step = 1;
    for (std::size_t k = 0; k < rank && dense_; ++k) {
      const auto extent = static_cast<std::ptrdiff_t>(extents[axis_of(k)]);
      dense_ = extent == 1 || stride_of(axis_of(k)) == step;
      step *= extent;
    }
    if (dense_) return;
    for (std::size_t k = 0; k < rank; ++k) {
      extents_.push_back(static_cast<std::ptrdiff_t>(extents[axis_of(k)]));
      strides_.push_back(stride_of(axis_of(k)));
      index_.push_back(0);
    }
  }

  /// Whether all lie one after the other.
  [[nodiscard]] bool dense() const noexcept { return dense_; }

  /// The next `count` elements if they lie one after the other, else null.
  [[nodiscard]] T* take(std::ptrdiff_t count) noexcept {
    T* const found = first_ + offset_;
    if (dense_) {
      offset_ += count;
      return found;
    }
    if (strides_[0] != 1 || extents_[0] - index_[0] < count) return nullptr;
    advance(count);
    return found;
  }

  /// Calls `visit(first, stride, n, done)` for the runs that the next `count` elements are; `done`
  /// are before this one. Not for dense memory.
  template <class Visitor>
  void visit(std::ptrdiff_t count, Visitor&& visit) {
    for (std::ptrdiff_t done = 0; done < count;) {
      const std::ptrdiff_t run = std::min(count - done, extents_[0] - index_[0]);
      visit(first_ + offset_, strides_[0], run, done);
      advance(run);
      done += run;
    }
  }

 private:
  void advance(std::ptrdiff_t run) noexcept {
    index_[0] += run;
    offset_ += run * strides_[0];
    for (std::size_t k = 0; k + 1 < extents_.size() && index_[k] == extents_[k]; ++k) {
      offset_ += strides_[k + 1] - extents_[k] * strides_[k];
      index_[k] = 0;
      ++index_[k + 1];
    }
  }

  using numbers = xt::dynamic_shape<std::ptrdiff_t>;  // fastest axis first

  T* first_;
  std::ptrdiff_t offset_ = 0;
  bool dense_ = true;
  numbers extents_;
  numbers strides_;
  numbers index_;
};

}  // namespace gpu::detail
