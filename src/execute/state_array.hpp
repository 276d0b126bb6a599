// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

#include <cstddef>
#include <memory>
#include <new>

namespace gpu::execute {

/// States of one reduction, first those of no elements.
class state_array {
 public:
  state_array(const graph::host_reduction& loops, std::ptrdiff_t count)
      : loops_(&loops),
        count_(count),
        bytes_(static_cast<char*>(::operator new[](
            static_cast<std::size_t>(count) * loops.state_bytes, std::align_val_t{64}))) {
    loops.clear(bytes_.get(), count);
  }

  [[nodiscard]] void* at(std::ptrdiff_t i) noexcept {
    return bytes_.get() + i * static_cast<std::ptrdiff_t>(loops_->state_bytes);
  }
  /// Each state takes the other array's state of its number.
  void take(const state_array& other) { loops_->combine(bytes_.get(), other.bytes_.get(), count_); }
  /// The results of `count` states from `first` on.
  void finish(std::ptrdiff_t first, void* out, std::ptrdiff_t count) const {
    loops_->finish(bytes_.get() + first * static_cast<std::ptrdiff_t>(loops_->state_bytes), out,
                   count);
  }

 private:
  struct deleter {
    void operator()(char* memory) const noexcept {
      ::operator delete[](memory, std::align_val_t{64});
    }
  };

  const graph::host_reduction* loops_;
  std::ptrdiff_t count_;
  std::unique_ptr<char[], deleter> bytes_;
};

}  // namespace gpu::execute
