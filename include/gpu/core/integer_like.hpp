// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <type_traits>

namespace gpu {

namespace detail {
/// An object that converts to the integer it stands for, which its `value_type` names.
template <class I>
concept integer_object = std::is_class_v<I> && requires {
  typename I::value_type;
} && std::integral<typename I::value_type> && !std::same_as<typename I::value_type, bool> &&
    std::convertible_to<const I&, typename I::value_type>;
}  // namespace detail

/// What stands for one integer: an integer of any type, or an element of an array of integers.
template <class I>
concept integer_like = std::integral<I> || detail::integer_object<I>;

}  // namespace gpu
