// SPDX-License-Identifier: BSD-3-Clause
// Ops that only the library calls, from their functors in kernels/functors/. The signature of the
// functor says what the op takes, so this declares the op, its device text and its host loop.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/graph/build.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

#include "graph/gather.hpp"

namespace gpu::graph {
namespace detail {

/// What the host reads for a parameter of type `P`: an address for what is no element.
template <class P>
using operand_t =
    computed_t<element_t<dtype_of<std::conditional_t<element_type<P>, P, std::int64_t>>>>;

/// `arguments` are those of a template.
[[nodiscard]] const op_record* new_record(const kernels::functor_info& info,
                                          std::initializer_list<dtype> arguments,
                                          std::vector<dtype> in, dtype out, host_loop loop);

template <class Functor>
inline constexpr std::initializer_list<dtype> type_arguments = {};
template <template <class...> class Functor, class... T>
inline constexpr std::initializer_list<dtype> type_arguments<Functor<T...>> = {dtype_of<T>...};

template <class Functor, class Out, class... In, std::size_t... I>
void run(std::index_sequence<I...>, const void* const* in, Out* out, std::ptrdiff_t count) {
  const std::tuple<const In*...> at{static_cast<const In*>(in[I])...};
  const std::tuple<In...> first{*std::get<I>(at)...};
  const Functor functor{};
  for (std::ptrdiff_t i = 0; i < count; ++i)
    out[i] = functor((I < Functor::info.varying ? std::get<I>(at)[i] : std::get<I>(first))...);
}

#if defined(__x86_64__) && defined(__GNUC__)

template <class Functor>
inline constexpr bool is_simple = Functor::info.weight == 1 && Functor::info.varying == 1 &&
                                  !Functor::info.gpu_only && !Functor::info.runs;

/// Of one operand that varies, and others that do not. Blocks of one length become vector
/// instructions without more optimisation.
template <class Functor, class Out, class In, class... Others, std::size_t... I>
[[gnu::target("avx2")]] void run_in_vectors(std::index_sequence<I...>, const void* const* operands,
                                            Out* out, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t block = 16;
  const auto* const in = static_cast<const In*>(operands[0]);
  const std::tuple<Others...> others{*static_cast<const Others*>(operands[I + 1])...};
  const std::ptrdiff_t whole = count - count % block;
  for (std::ptrdiff_t i = 0; i < whole; i += block) {
#if !defined(__clang__)
#pragma GCC ivdep
#pragma GCC unroll 1
#endif
    for (std::ptrdiff_t lane = 0; lane < block; ++lane)
      out[i + lane] = Functor{}(in[i + lane], std::get<I>(others)...);
  }
  for (std::ptrdiff_t i = whole; i < count; ++i) out[i] = Functor{}(in[i], std::get<I>(others)...);
}

#endif

template <class Functor, class Out, class... P>
const op_record& record_with_call(Out (Functor::*)(P...) const) {
  static const op_record* const record = [] {
    host_loop loop = nullptr;
    if constexpr (!Functor::info.gpu_only)
      loop = [](const void* const* in, void* out, std::ptrdiff_t count) {
        run<Functor, operand_t<Out>, operand_t<P>...>(std::index_sequence_for<P...>(), in,
                                                      static_cast<operand_t<Out>*>(out), count);
      };
#if defined(__x86_64__) && defined(__GNUC__)
    if constexpr (is_simple<Functor> && (element_type<P> && ...))
      if (__builtin_cpu_supports("avx2"))
        loop = [](const void* const* in, void* out, std::ptrdiff_t count) {
          run_in_vectors<Functor, operand_t<Out>, operand_t<P>...>(
              std::make_index_sequence<sizeof...(P) - 1>(), in, static_cast<operand_t<Out>*>(out),
              count);
        };
#endif
    return new_record(Functor::info, type_arguments<Functor>, {dtype_of<operand_t<P>>...},
                      dtype_of<Out>, loop);
  }();
  return *record;
}

[[nodiscard]] inline node_ptr operand(const node_ptr& node) {
  return node;
}
template <class Number>
[[nodiscard]] node_ptr operand(const Number& number) {
  const computed_t<Number> value(number);
  return make_scalar(dtype_of<Number>, &value);
}

}  // namespace detail

/// The op that a functor of kernels/functors/ declares.
template <class Functor>
[[nodiscard]] const op_record& functor_record() {
  using call = decltype(&Functor::operator());
  return detail::record_with_call<Functor>(call());
}
/// The same of a template, for elements of that type.
template <template <class> class Functor>
[[nodiscard]] const op_record& functor_record(dtype type) {
  return visit_dtype(type, []<class T>(std::type_identity<T>) -> const op_record& {
    return functor_record<Functor<T>>();
  });
}

/// The op of operands, which are cast to what it takes: nodes, or numbers.
template <class... Operands>
[[nodiscard]] node_ptr apply(const op_record& op, const Operands&... operands) {
  return make_op(op, 0, operand_list::of(detail::operand(operands)...));
}

/// Where the first element of `value` lies: an operand for functors that take arrays.
[[nodiscard]] inline node_ptr make_address(const node_ptr& value) {
  return node_ptr(new address_node(resolved(value)));
}
/// The step between the elements of a vector that lies there.
[[nodiscard]] inline std::ptrdiff_t step_of(const node_ptr& vector) {
  return layout_in_memory(*vector).strides[0];
}

}  // namespace gpu::graph
