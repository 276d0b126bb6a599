// SPDX-License-Identifier: BSD-3-Clause
// What `gpu::add.outer` makes of its first operand.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>

namespace gpu::detail {

/// `value` with `count` axes of extent 1 behind its own.
[[nodiscard]] graph::node_ptr with_axes_behind(const graph::node_ptr& value, std::size_t count);
/// `a` with as many as `b` has axes.
template <class A, class B>
decltype(auto) with_axes_of(A&& a, const B& b) {
  if constexpr (scalar_like<A> || scalar_like<B>) {
    return std::forward<A>(a);
  } else {
    graph::node_ptr value = with_axes_behind(taken_node(std::forward<A>(a)), b.dimension());
    if constexpr (typed_array<A>)
      return expression<typename std::remove_cvref_t<A>::value_type>(std::move(value));
    else
      return any_expression(std::move(value));
  }
}

}  // namespace gpu::detail
