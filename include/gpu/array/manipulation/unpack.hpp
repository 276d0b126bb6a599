// SPDX-License-Identifier: BSD-3-Clause
// `a, b = sequence` of Python, where the number of values is known at run time only.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include <gpu/array/manipulation/splitting.hpp>

namespace gpu {

namespace detail {
/// @throws value_error  "not enough values to unpack (expected 3, got 2)", "too many values to
///                      unpack (expected 2, got 3)"
void require_values(std::size_t expected, std::size_t found);
}  // namespace detail

/// The values of a sequence, of which there are `Count`, to be taken apart: `auto [q, k, v] =
/// unpack<3>(split(x, 3, -1));`, `auto [dy, dx] = unpack<2>(gradient(image));`, `auto [rows,
/// columns] = unpack<2>(a.shape());`. Of an array they are its parts along the first axis, as those
/// of `unstack`. Moves no memory.
/// @throws value_error  in Python's words, if there are more or fewer
template <std::size_t Count, class Sequence>
[[nodiscard]] auto unpack(Sequence&& sequence) {
  static_assert(Count > 0, "nothing is taken apart");
  if constexpr (array_like<Sequence>) {
    const auto parts = unstack(std::forward<Sequence>(sequence));
    return unpack<Count>(parts);
  } else {
    const auto& values = sequence;
    detail::require_values(Count, std::size(values));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array{values[I]...};
    }
    (std::make_index_sequence<Count>());
  }
}

}  // namespace gpu
