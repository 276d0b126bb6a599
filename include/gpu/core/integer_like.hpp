// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <ranges>
#include <type_traits>

namespace gpu {

namespace detail {
/// An object that converts to the integer it stands for, which its `value_type` names.
template <class I>
concept integer_object = std::is_class_v<I> && requires {
  typename I::value_type;
} && std::integral<typename I::value_type> && !std::same_as<typename I::value_type, bool> &&
    std::convertible_to<const I&, typename I::value_type>;

/// Integers on the host: a vector, an std::array. Text is none, though its characters are integers.
template <class Range>
concept integer_range =
    std::ranges::input_range<Range> && std::integral<std::ranges::range_value_t<Range>> &&
    !std::same_as<std::ranges::range_value_t<Range>, char>;
}  // namespace detail

/// What stands for one integer: an integer of any type, or an element of an array of integers.
template <class I>
concept integer_like = std::integral<I> || detail::integer_object<I>;

}  // namespace gpu
