// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/integer_like.hpp>

namespace gpu {

/// The type of `missing`.
struct missing_type {
  constexpr explicit operator std::ptrdiff_t() const noexcept { return detail::missing_index; }
};
/// The last index of an element: the axes that are left have index 0, so that `a(2, missing)` is
/// `a(2, 0)`, where `a(2)` is `a(0, 2)`. xtensor's.
inline constexpr missing_type missing{};

template <class T>
class expression;

/// An integer that was computed, as by `argmax(a)`, and that is waited for.
template <class Index>
concept computed_index = requires {
  requires std::integral<typename Index::value_type>;
  requires std::derived_from<Index, expression<typename Index::value_type>>;
};

/// What stands between the parentheses of `a(i, j)`.
template <class Index>
concept element_index =
    integer_like<Index> || std::same_as<Index, missing_type> || computed_index<Index>;

}  // namespace gpu
