// SPDX-License-Identifier: BSD-3-Clause
// The entries of one part of the ops: functors take long to compile, so several files share them.
#pragma once

#include <cstring>
#include <string_view>
#include <utility>

#include <gpu/ops.hpp>

#include "functor_table.hpp"

namespace gpu::fuzz {

inline constexpr std::size_t part_count = 4;

/// Appends the entries of the ops whose number is `Part` modulo `part_count`.
template <std::size_t Part>
void append_part(std::vector<op_entry>& entries);

namespace detail {

consteval loop nth_loop(const char* text, int index) {
  loop result;
  for (int i = 0; i <= index; ++i) result = parse_loop(text, i);
  return result;
}

consteval bool has_one_output(std::string_view loops) {
  const std::size_t end = loops.find("->") + 3;
  return end >= loops.size() || loops[end] == ' ';
}

template <dtype Type>
using computed_element = computed_t<element_t<Type>>;

template <class T>
T load(const void* from) {
  T value;
  std::memcpy(static_cast<void*>(&value), from, sizeof(T));
  return value;
}

template <class Op, class Out, class... In, std::size_t... I>
void apply(const void* const* in, void* out, std::index_sequence<I...>) {
  const Out value = Op{}(load<In>(in[I])...);
  std::memcpy(out, &value, sizeof(value));
}

template <class Op, int Index, std::size_t... I>
void apply_loop(const void* const* in, void* out) {
  constexpr loop types = nth_loop(Op::info.loops, Index);
  apply<Op, computed_element<types.out>, computed_element<types.in[I]>...>(
      in, out, std::index_sequence<I...>());
}

template <class Op, int Index, std::size_t... I>
functor loop_functor(std::index_sequence<I...>) {
  return &apply_loop<Op, Index, I...>;
}

template <class Op, int... Index>
std::vector<functor> functors(std::integer_sequence<int, Index...>) {
  return {loop_functor<Op, Index>(
      std::make_index_sequence<std::size_t(nth_loop(Op::info.loops, Index).arity)>())...};
}

template <class Op, std::size_t... I>
any_expression call(std::span<const any_expression> operands, std::index_sequence<I...>) {
  return elementwise<Op>{}(operands[I]...);
}

template <class Op>
op_entry entry() {
  constexpr auto arity = std::size_t(nth_loop(Op::info.loops, 0).arity);
  return {&Op::info, &graph::record_of<Op>(),
          functors<Op>(std::make_integer_sequence<int, count_loops(Op::info.loops)>()),
          [](std::span<const any_expression> operands) {
            return call<Op>(operands, std::make_index_sequence<arity>());
          },
          false};
}

}  // namespace detail

template <std::size_t Part>
void append_part(std::vector<op_entry>& entries) {
  const auto add = [&]<class Op, std::size_t Number>() {
    if constexpr (Number % part_count == Part && detail::has_one_output(Op::info.loops))
      entries.push_back(detail::entry<Op>());
  };
  [&]<class... Ops, std::size_t... Number>(type_list<Ops...>, std::index_sequence<Number...>) {
    (add.template operator()<Ops, Number>(), ...);
  }(all_ops(), std::make_index_sequence<all_ops::size>());
}

}  // namespace gpu::fuzz
