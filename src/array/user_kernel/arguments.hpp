// SPDX-License-Identifier: BSD-3-Clause
// What user kernels are given of arrays in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gpu/core/shape.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::user_kernels {

/// A struct of arguments, word by word.
class argument_words {
 public:
  void add(std::ptrdiff_t value) { words_.push_back(static_cast<std::uint64_t>(value)); }
  void add(const void* pointer) { words_.push_back(reinterpret_cast<std::uintptr_t>(pointer)); }
  /// As many slots as `kernels::user_index` has for a rank: at least one.
  void add(const shape& values, std::ptrdiff_t factor = 1) {
    for (const std::ptrdiff_t value : values) add(value * factor);
    if (values.empty()) add(std::ptrdiff_t{0});
  }
  void add_bytes(const void* bytes, std::size_t count) {
    const std::size_t first = words_.size();
    words_.resize(first + (count + 7) / 8);
    std::memcpy(&words_[first], bytes, count);
  }
  /// Where the array's elements begin.
  void add_address(const graph::leaf_node& leaf);
  /// The `kernels::raw_array` of the array.
  void add_raw(const graph::leaf_node& leaf);

  [[nodiscard]] const void* data() const noexcept { return words_.data(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return words_.size() * 8; }

 private:
  std::vector<std::uint64_t> words_;
};

/// The value in memory, with any strides.
[[nodiscard]] graph::leaf_ptr in_memory(const graph::node_ptr& value, device where);

}  // namespace gpu::user_kernels
