// SPDX-License-Identifier: BSD-3-Clause
// Functions that also take vectors and lists where they take operands: `isclose(x, {1.0, 2.0})`.
#pragma once

#include <concepts>
#include <initializer_list>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/list_argument.hpp>

namespace gpu::detail {

/// Numbers on the host: a vector, or numbers of several types in braces.
template <class A>
concept host_numbers = host_range<A> || std::same_as<A, list_argument>;
/// What is no operand, but becomes one: also an element of an array, which reads as a number.
template <class A>
concept operand_on_host = host_numbers<A> || element_proxy<A>;
template <class A>
concept operand_argument = operand<A> || operand_on_host<A>;

/// A copy on `where` of numbers on the host, which is of `Several` if they are of several types; if
/// that is void, of the dtype that holds them all. Anything else as it is, elements as numbers.
/// @throws dtype_error  "Cannot cast array data from dtype('complex128') to dtype('float64') ..."
template <class Several = void, class A>
[[nodiscard]] decltype(auto) as_operand(const A& value, device where) {
  if constexpr (!host_numbers<A>)
    return read_proxy(value);
  else if constexpr (host_range<A>)
    return asarray(value, where);
  else if constexpr (std::is_void_v<Several>)
    return value.on(where);
  else
    return expression<Several>(converted(value.on(where).node(), dtype_of<Several>, casting::safe));
}

/// Calls `function` with both as operands, on the device of the first that is an array.
template <class Several = void, class A, class B, class Function>
[[nodiscard]] decltype(auto) of_operands(const A& a, const B& b, const Function& function) {
  const device where = device_of_arguments(a, b);
  return function(as_operand<Several>(a, where), as_operand<Several>(b, where));
}

/// The calls of a function object whose first argument is numbers on the host, by its call with an
/// array.
template <class Function, class Several = void>
class takes_list {
 public:
  template <host_numbers A = list_argument, class... More>
  [[nodiscard]] auto operator()(const A& a, const More&... more) const {
    return Function{}(as_operand<Several>(a, current_device()), more...);
  }
  template <element_type Number, class... More>
  [[nodiscard]] auto operator()(std::initializer_list<Number> a, const More&... more) const {
    return Function{}(asarray(a), more...);
  }
};

/// The calls of a function object of which one of the first two arguments, or both, are numbers on
/// the host or elements, by its call with operands.
template <class Function, class Several = void>
class takes_lists {
 public:
  template <operand_argument A = list_argument, operand_argument B = list_argument, class... More>
  requires(operand_on_host<A> || operand_on_host<B>) [[nodiscard]] auto operator()(
      const A& a, const B& b, const More&... more) const {
    return call(a, b, more...);
  }
  template <element_type Number, operand_argument B = list_argument, class... More>
  [[nodiscard]] auto operator()(std::initializer_list<Number> a, const B& b,
                                const More&... more) const {
    return call(a, b, more...);
  }
  template <operand_argument A = list_argument, element_type Number, class... More>
  [[nodiscard]] auto operator()(const A& a, std::initializer_list<Number> b,
                                const More&... more) const {
    return call(a, b, more...);
  }
  template <element_type Number, element_type Other, class... More>
  [[nodiscard]] auto operator()(std::initializer_list<Number> a, std::initializer_list<Other> b,
                                const More&... more) const {
    return call(a, b, more...);
  }

 private:
  template <class A, class B, class... More>
  [[nodiscard]] static auto call(const A& a, const B& b, const More&... more) {
    return of_operands<Several>(
        a, b, [&](const auto& x, const auto& y) { return Function{}(x, y, more...); });
  }
};

}  // namespace gpu::detail
