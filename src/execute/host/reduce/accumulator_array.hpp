// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace gpu::execute {

/// Accumulators of one reduction, first those of no elements.
class accumulator_array {
 public:
  accumulator_array(const graph::host_reduction& loops, std::ptrdiff_t count)
      : loops_(&loops), count_(count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * loops.accumulator_bytes;
    if (bytes > sizeof(inline_))
      allocated_ = std::make_unique_for_overwrite<cache_line[]>(bytes / sizeof(cache_line) + 1);
    loops.clear(at(0), count);
  }

  [[nodiscard]] const void* at(std::ptrdiff_t i) const noexcept {
    return reinterpret_cast<const char*>(allocated_ ? allocated_.get() : inline_) +
           i * static_cast<std::ptrdiff_t>(loops_->accumulator_bytes);
  }
  [[nodiscard]] void* at(std::ptrdiff_t i) noexcept {
    return const_cast<void*>(std::as_const(*this).at(i));
  }
  /// Combines each accumulator with the other array's of its number.
  void combine(const accumulator_array& other) { loops_->combine(at(0), other.at(0), count_); }
  /// The results of `count` accumulators from `first` on.
  void finish(std::ptrdiff_t first, void* out, std::ptrdiff_t count) const {
    loops_->finish(at(first), out, count);
  }

 private:
  struct alignas(64) cache_line {
    char bytes[64];
  };

  const graph::host_reduction* loops_;
  std::ptrdiff_t count_;
  std::unique_ptr<cache_line[]> allocated_;
  cache_line inline_[2];
};

}  // namespace gpu::execute
