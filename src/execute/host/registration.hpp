// SPDX-License-Identifier: BSD-3-Clause
// Makes the record of an op, with its host loops, from the file that declares it.
#pragma once

#include <gpu/core/promotion.hpp>
#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/pair.hpp>
#include <gpu/graph/op.hpp>

#include <type_traits>
#include <utility>
#include <vector>

#include "execute/host/loops.hpp"
#include "execute/host/update_loop.hpp"

namespace gpu::execute {

/// How the host computes one loop of an op.
struct host_loops {
  graph::host_loop computes;
  graph::host_update_loop updates;  ///< null: there is none
};

/// A record that lives for ever. `loops` has those for each of `info.loops`; if they have two
/// results, for the first of each, and then for the second.
[[nodiscard]] const graph::op_record* new_record(const op_info& info, const char* header,
                                                 const host_loops* loops,
                                                 std::vector<graph::number_case> cases);
/// The same of a reduction.
[[nodiscard]] const graph::op_record* new_reduction_record(
    const reduction_info& info, const char* header, const graph::host_reduction* const* loops);

namespace detail {

/// Exact functions of real numbers are a few machine instructions each, unless they say otherwise.
constexpr bool is_short(const op_info& info, const loop& types) noexcept {
  return info.code_size == 1 && info.max_ulp == 0 &&
         traits(types.in[0]).kind != dtype_kind::complex;
}

template <class Op>
consteval loop nth_loop(int index) {
  const char* text = Op::info.loops;
  loop result;
  for (int i = 0; i <= index; ++i) result = parse_loop(text, i);
  return result;
}

/// The loop at `Index % count_loops`, for the result at `Index / count_loops`.
template <class Op, int Index, std::size_t... I>
[[nodiscard]] host_loops choose_loops(instruction_set set, std::index_sequence<I...>) {
  constexpr int count = count_loops(Op::info.loops);
  constexpr loop types = nth_loop<Op>(Index % count);
  constexpr int position = Index / count;
  using functor = std::conditional_t<types.outputs == 1, Op, math::component<Op, position>>;
  using out = computed_t<element_t<types.out_at(position)>>;
  host_loops found{loop_for<functor, out, computed_t<element_t<types.in[I]>>...>(set), nullptr};
  // The other element types take more instructions.
  if constexpr (sizeof...(I) == 2 && is_short(Op::info, types) && std::is_arithmetic_v<out> &&
                (... && (types.in[I] == types.out)))
    found.updates = &update_elements<functor, out>;
  return found;
}

template <class... Op, int... Halves, int... Operand>
[[nodiscard]] std::vector<graph::number_case> list_cases(
    std::type_identity<number_cases<number_case<Op, Halves, Operand>...>>) {
  return {{Operand, Halves / 2.0, &graph::record_of<Op>}...};
}
template <class Op>
[[nodiscard]] std::vector<graph::number_case> cases_of() {
  if constexpr (requires { typename Op::cases; })
    return list_cases(std::type_identity<typename Op::cases>());
  else
    return {};
}

template <class Op, int... Index>
[[nodiscard]] const graph::op_record* make_record(const char* header,
                                                  std::integer_sequence<int, Index...>) {
  const instruction_set set = host_instruction_set();
  const host_loops loops[] = {
      choose_loops<Op, Index>(set, std::make_index_sequence<nth_loop<Op>(0).arity>())...};
  return new_record(Op::info, header, loops, cases_of<Op>());
}

}  // namespace detail

/// The record of `Op`, made at the first call; `header` is the file that declares it.
template <class Op>
[[nodiscard]] const graph::op_record& registered(const char* header) {
  static const graph::op_record* const record = detail::make_record<Op>(
      header, std::make_integer_sequence<int, count_loops(Op::info.loops) *
                                                  count_outputs(Op::info.loops)>());
  return *record;
}

}  // namespace gpu::execute
