// SPDX-License-Identifier: BSD-3-Clause
// What arrays have as members: `a.real()`, `a.imag()`, `a.conj()`.
#pragma once

#include <utility>

#include <gpu/core/promotion.hpp>
#include <gpu/elementwise/conjugate.hpp>
#include <gpu/elementwise/imag.hpp>
#include <gpu/elementwise/real.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

template <class T>
class expression;

namespace detail {

/// The function `Op` of a value whose elements are of type `T`.
template <class Op, class T>
[[nodiscard]] auto part_of(graph::node_ptr value) {
  constexpr operand_type types[] = {{dtype_of<T>}};
  constexpr loop found = find_loop(Op::info.loops, types);
  return expression<element_t<found.out>>(graph::make_op(
      graph::record_of<Op>(), found.index, graph::operand_list::of(std::move(value))));
}

}  // namespace detail
}  // namespace gpu
