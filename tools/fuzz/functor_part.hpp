// SPDX-License-Identifier: BSD-3-Clause
// The entries of one part of the ops: functors take long to compile, so several files share them.
#pragma once

#include <cstring>
#include <tuple>
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

template <dtype Type>
using computed_element = computed_t<element_t<Type>>;

template <class T>
T load(const void* from) {
  T value;
  std::memcpy(static_cast<void*>(&value), from, sizeof(T));
  return value;
}

/// The result at `Output` of what an op's functor returns.
template <class Op, int Output, class... In>
auto result_of(In... in) {
  if constexpr (count_outputs(Op::info.loops) == 1)
    return Op{}(in...);
  else if constexpr (Output == 0)
    return Op{}(in...).first;
  else
    return Op{}(in...).second;
}

template <class Op, int Output, class Out, class... In, std::size_t... I>
void apply(const void* const* in, void* out, std::index_sequence<I...>) {
  const Out value = result_of<Op, Output>(load<In>(in[I])...);
  std::memcpy(out, &value, sizeof(value));
}

template <class Op, int Output, int Index, std::size_t... I>
void apply_loop(const void* const* in, void* out) {
  constexpr loop types = nth_loop(Op::info.loops, Index);
  apply<Op, Output, computed_element<types.out_at(Output)>, computed_element<types.in[I]>...>(
      in, out, std::index_sequence<I...>());
}

template <class Op, int Output, int Index, std::size_t... I>
functor loop_functor(std::index_sequence<I...>) {
  return &apply_loop<Op, Output, Index, I...>;
}

template <class Op, int Output, int... Index>
void append_functors(std::vector<functor>& list, std::integer_sequence<int, Index...>) {
  (list.push_back(loop_functor<Op, Output, Index>(
       std::make_index_sequence<std::size_t(nth_loop(Op::info.loops, Index).arity)>())),
   ...);
}

template <class Op, int... Output>
std::vector<functor> functors(std::integer_sequence<int, Output...>) {
  std::vector<functor> list;
  (append_functors<Op, Output>(list,
                               std::make_integer_sequence<int, count_loops(Op::info.loops)>()),
   ...);
  return list;
}

inline std::vector<any_expression> as_list(any_expression one) {
  return {std::move(one)};
}
template <class... Results>
std::vector<any_expression> as_list(std::tuple<Results...> all) {
  return std::apply([](auto&... one) { return std::vector<any_expression>{std::move(one)...}; },
                    all);
}

template <class Op, std::size_t... I>
std::vector<any_expression> call(std::span<const any_expression> operands,
                                 std::index_sequence<I...>) {
  return as_list(elementwise<Op>{}(operands[I]...));
}

template <class Op>
op_entry entry() {
  constexpr auto arity = std::size_t(nth_loop(Op::info.loops, 0).arity);
  return {&Op::info, &graph::record_of<Op>(),
          functors<Op>(std::make_integer_sequence<int, count_outputs(Op::info.loops)>()),
          [](std::span<const any_expression> operands) {
            return call<Op>(operands, std::make_index_sequence<arity>());
          },
          false};
}

}  // namespace detail

template <std::size_t Part>
void append_part(std::vector<op_entry>& entries) {
  const auto add = [&]<class Op, std::size_t Number>() {
    if constexpr (Number % part_count == Part) entries.push_back(detail::entry<Op>());
  };
  [&]<class... Ops, std::size_t... Number>(type_list<Ops...>, std::index_sequence<Number...>) {
    (add.template operator()<Ops, Number>(), ...);
  }(all_ops(), std::make_index_sequence<all_ops::size>());
}

}  // namespace gpu::fuzz
