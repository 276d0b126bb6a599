// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/variant.hpp"

#include <cstddef>
#include <cstring>

namespace gpu::graph {
namespace {

void append_bytes(std::vector<std::uint32_t>& words, const void* data, std::size_t size_bytes) {
  const std::size_t begin = words.size();
  words.resize(begin + (size_bytes + 3) / 4);
  if (size_bytes > 0) std::memcpy(words.data() + begin, data, size_bytes);
}

template <class T>
void append(std::vector<std::uint32_t>& words, const T& value) {
  static_assert(std::is_empty_v<T> || std::has_unique_object_representations_v<T>,
                "padding would be part of the key");
  if constexpr (!std::is_empty_v<T>) append_bytes(words, &value, sizeof(T));
}

void append(std::vector<std::uint32_t>& words, const skeletons::interleaved& form) {
  words.push_back(form.channels * 2u + (form.spare ? 1 : 0));
  append_bytes(words, form.operands.data(),
               form.operands.size() * sizeof(skeletons::interleaved_operand));
}

}  // namespace

void variant::append_key(std::vector<std::uint32_t>& words) const {
  words.push_back(static_cast<std::uint32_t>(skeleton.index()));
  append(words, static_cast<const common_parameters&>(*this));
  std::visit([&](const auto& parameters) { append(words, parameters); }, skeleton);
  append_bytes(words, operands.data(), operands.size() * sizeof(kernels::access));
  append_bytes(words, spans.data(), spans.size() * sizeof(span_access));
}

}  // namespace gpu::graph
