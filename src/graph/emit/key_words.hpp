// SPDX-License-Identifier: BSD-3-Clause
// Values as words of a key: equal words are equal values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace gpu::graph {

using key_words = std::vector<std::uint32_t>;

/// Appends a value: its bytes, which are all of it.
template <class T>
requires std::is_trivially_copyable_v<T>
void append(key_words& words, const T& value) {
  static_assert(std::is_empty_v<T> || std::has_unique_object_representations_v<T>,
                "padding would be part of the key");
  if constexpr (!std::is_empty_v<T>) {
    const std::size_t begin = words.size();
    words.resize(begin + (sizeof(T) + 3) / 4);
    std::memcpy(words.data() + begin, &value, sizeof(T));
  }
}

/// How many elements there are, then their bytes.
template <class T>
void append(key_words& words, const std::vector<T>& values) {
  static_assert(std::has_unique_object_representations_v<T>, "padding would be part of the key");
  const std::size_t begin = words.size() + 1;
  words.push_back(static_cast<std::uint32_t>(values.size()));
  words.resize(begin + (values.size() * sizeof(T) + 3) / 4);
  if (!values.empty()) std::memcpy(words.data() + begin, values.data(), values.size() * sizeof(T));
}

/// A value that names its members: `append_to(words)`.
template <class T>
requires requires(const T& value, key_words& words) {
  value.append_to(words);
}
void append(key_words& words, const T& value) {
  value.append_to(words);
}

}  // namespace gpu::graph
