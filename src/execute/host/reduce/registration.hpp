// SPDX-License-Identifier: BSD-3-Clause
// Makes the record of a reduction, with its host loops, from the file that declares it.
#pragma once

#include "execute/host/reduce/loops.hpp"
#include "execute/host/registration.hpp"

namespace gpu::execute {

namespace detail {

template <class Op, int Index, std::size_t... I>
[[nodiscard]] const graph::host_reduction* choose_reduction(instruction_set set,
                                                            std::index_sequence<I...>) {
  constexpr loop types = nth_loop<Op>(Index);
  return reduction_for<Op, computed_t<element_t<types.out>>, computed_t<element_t<types.in[I]>>...>(
      set);
}

template <class Op, int... Index>
[[nodiscard]] const graph::op_record* make_reduction_record(const char* header,
                                                            std::integer_sequence<int, Index...>) {
  const instruction_set set = host_instruction_set();
  const graph::host_reduction* const loops[] = {choose_reduction<Op, Index>(
      set, std::make_index_sequence<static_cast<std::size_t>(nth_loop<Op>(Index).arity)>())...};
  return new_reduction_record(Op::info, header, loops);
}

}  // namespace detail

/// The record of the reduction `Op`, made at the first call; `header` is the file that declares it.
template <class Op>
[[nodiscard]] const graph::op_record& registered_reduction(const char* header) {
  static const graph::op_record* const record = detail::make_reduction_record<Op>(
      header, std::make_integer_sequence<int, count_loops(Op::info.loops)>());
  return *record;
}

}  // namespace gpu::execute
