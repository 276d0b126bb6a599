// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

#include <cstddef>
#include <memory>
#include <new>

namespace gpu::execute {

/// Accumulators of one reduction, first those of no elements.
class accumulator_array {
 public:
  accumulator_array(const graph::host_reduction& loops, std::ptrdiff_t count)
      : loops_(&loops), count_(count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * loops.accumulator_bytes;
    if (bytes > sizeof(inline_))
      allocated_.reset(static_cast<char*>(::operator new[](bytes, std::align_val_t{alignment})));
    loops.clear(at(0), count);
  }

  [[nodiscard]] void* at(std::ptrdiff_t i) noexcept {
    return bytes() + i * static_cast<std::ptrdiff_t>(loops_->accumulator_bytes);
  }
  /// Combines each accumulator with the other array's of its number.
  void combine(const accumulator_array& other) { loops_->combine(bytes(), other.bytes(), count_); }
  /// The results of `count` accumulators from `first` on.
  void finish(std::ptrdiff_t first, void* out, std::ptrdiff_t count) const {
    loops_->finish(bytes() + first * static_cast<std::ptrdiff_t>(loops_->accumulator_bytes), out,
                   count);
  }

 private:
  static constexpr std::size_t alignment = 64;

  struct deleter {
    void operator()(char* memory) const noexcept {
      ::operator delete[](memory, std::align_val_t{alignment});
    }
  };

  [[nodiscard]] char* bytes() noexcept { return allocated_ ? allocated_.get() : inline_; }
  [[nodiscard]] const char* bytes() const noexcept {
    return allocated_ ? allocated_.get() : inline_;
  }

  const graph::host_reduction* loops_;
  std::ptrdiff_t count_;
  std::unique_ptr<char[], deleter> allocated_;
  alignas(alignment) char inline_[2 * alignment];
};

}  // namespace gpu::execute
