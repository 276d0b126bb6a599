// SPDX-License-Identifier: BSD-3-Clause
// In-place operators of values that have not been computed, which are refused by name.
#pragma once

#include <type_traits>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/ufunc/operators.hpp>

namespace gpu {

namespace detail {
/// An expression of any kind, and no array.
template <class A>
concept computed_later = array_like<A> && !std::is_base_of_v<array_base, std::remove_cvref_t<A>>;

using no_update = refusal::an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns;
}  // namespace detail

template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator+=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator-=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator*=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator/=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator%=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator&=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator|=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator^=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator<<=(A&&, B&&) = delete;
template <detail::computed_later A, class B>
requires(!updatable<A> && array_operands<A, B>) detail::no_update operator>>=(A&&, B&&) = delete;

}  // namespace gpu
