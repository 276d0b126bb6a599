// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <gpu/array/ndarray.hpp>
#include <gpu/array/operand_checks.hpp>

namespace gpu {

/// The value as an array: computed now, unless it has been already, and then the same memory.
/// @enqueue on the device's current stream; returns before the result is ready
template <array_like A>
[[nodiscard]] auto eval(const A& value) {
  if constexpr (typed_array<A>)
    return ndarray<typename A::value_type>(value);
  else
    return any_expression(graph::node_ptr(execute::evaluate(value.node()).get()));
}

/// The value as an expression, of which there may be copies: they share what one of them has
/// computed. xtensor's names; every expression of this library is such a handle.
template <array_like A>
[[nodiscard]] auto share(A&& value) {
  return detail::expression_like<A>(detail::taken_node(std::forward<A>(value)));
}
template <array_like A>
[[nodiscard]] auto make_xshared(A&& value) {
  return share(std::forward<A>(value));
}

/// Whether a byte of memory belongs to an element of each: exact. `numpy.shares_memory`.
template <array_like A, array_like B>
[[nodiscard]] bool shares_memory(const A& a, const B& b) {
  return detail::shares_memory(a.read_node(), b.read_node());
}

/// The device of an array or expression.
template <array_like A>
[[nodiscard]] device get_device(const A& a) {
  return a.device();
}

/// The value converted to `U`. `numpy.astype`.
/// @throws dtype_error  if `rule` forbids it
template <element_type U, array_like A>
[[nodiscard]] expression<U> astype(const A& a, casting rule = casting::unsafe) {
  return a.template astype<U>(rule);
}
template <array_like A>
[[nodiscard]] any_expression astype(const A& a, dtype type, casting rule = casting::unsafe) {
  return a.astype(type, rule);
}
/// xtensor's name of `astype`.
template <element_type U, array_like A>
[[nodiscard]] expression<U> cast(const A& a) {
  return a.template astype<U>();
}

/// xtensor's promise that the right side does not read the left; here it changes nothing.
template <class A>
[[nodiscard]] A&& noalias(A&& a) noexcept {
  return std::forward<A>(a);
}

/// `target = value`. xtensor's `assign_data`; whether it may copy without broadcasting is found out
/// here.
template <element_type T, array_like A>
void assign_data(ndarray<T>& target, A&& value, bool /*trivial*/ = false) {
  target = std::forward<A>(value);
}

}  // namespace gpu
