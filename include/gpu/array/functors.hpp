// SPDX-License-Identifier: BSD-3-Clause
// xtensor's functions of functors: `gpu::reduce(gpu::add, a, {0})`, `gpu::vectorize(f)`.
//
// Functors are functions of this library, those of <functional>, and functions of whole arrays, as
// generic lambdas are. A function of C++ numbers cannot be compiled for a GPU once the program
// runs: gpu::elementwise_kernel_of has its text.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/accumulation.hpp>
#include <gpu/array/ufunc/reduction.hpp>
#include <gpu/ops.hpp>

namespace gpu {

namespace detail {

/// Whether it is one of this library's elementwise functions.
template <class F>
inline constexpr bool is_elementwise = false;
template <class Op>
inline constexpr bool is_elementwise<elementwise<Op>> = true;

/// The function of this library that a functor is; void if it is none.
template <class F>
struct function_for {
  using type = std::conditional_t<is_elementwise<F>, F, void>;
};
template <class T>
struct function_for<std::plus<T>> : std::type_identity<elementwise<ops::add>> {};
template <class T>
struct function_for<std::minus<T>> : std::type_identity<elementwise<ops::subtract>> {};
template <class T>
struct function_for<std::multiplies<T>> : std::type_identity<elementwise<ops::multiply>> {};
template <class T>
struct function_for<std::divides<T>> : std::type_identity<elementwise<ops::divide>> {};
template <class T>
struct function_for<std::modulus<T>> : std::type_identity<elementwise<ops::fmod>> {};
template <class T>
struct function_for<std::negate<T>> : std::type_identity<elementwise<ops::negative>> {};
template <class T>
struct function_for<std::equal_to<T>> : std::type_identity<elementwise<ops::equal>> {};
template <class T>
struct function_for<std::not_equal_to<T>> : std::type_identity<elementwise<ops::not_equal>> {};
template <class T>
struct function_for<std::greater<T>> : std::type_identity<elementwise<ops::greater>> {};
template <class T>
struct function_for<std::greater_equal<T>> : std::type_identity<elementwise<ops::greater_equal>> {};
template <class T>
struct function_for<std::less<T>> : std::type_identity<elementwise<ops::less>> {};
template <class T>
struct function_for<std::less_equal<T>> : std::type_identity<elementwise<ops::less_equal>> {};
template <class T>
struct function_for<std::logical_and<T>> : std::type_identity<elementwise<ops::logical_and>> {};
template <class T>
struct function_for<std::logical_or<T>> : std::type_identity<elementwise<ops::logical_or>> {};
template <class T>
struct function_for<std::logical_not<T>> : std::type_identity<elementwise<ops::logical_not>> {};
template <class T>
struct function_for<std::bit_and<T>> : std::type_identity<elementwise<ops::bitwise_and>> {};
template <class T>
struct function_for<std::bit_or<T>> : std::type_identity<elementwise<ops::bitwise_or>> {};
template <class T>
struct function_for<std::bit_xor<T>> : std::type_identity<elementwise<ops::bitwise_xor>> {};
template <class T>
struct function_for<std::bit_not<T>> : std::type_identity<elementwise<ops::invert>> {};

template <class F>
using function_t = typename function_for<std::remove_cvref_t<F>>::type;
template <class F>
concept known_functor = !std::is_void_v<function_t<F>>;

/// Named in the compiler's message.
template <class F>
inline constexpr bool is_no_function_of_arrays = false;

template <class F>
consteval void check_functor() {
  if constexpr (!known_functor<F>)
    static_assert(is_no_function_of_arrays<F>,
                  "reduce and accumulate take functions of this library and those of <functional>: "
                  "gpu::add, std::multiplies<>(); gpu::reduction_kernel takes the text of others");
}

}  // namespace detail

/// What `vectorize` makes.
template <class F>
class vectorized {
 public:
  constexpr explicit vectorized(F function) : function_(std::move(function)) {}

  /// @throws what the function throws
  template <operand... Arguments>
  auto operator()(const Arguments&... arguments) const {
    if constexpr (detail::known_functor<F>)
      return detail::function_t<F>()(arguments...);
    else if constexpr (std::invocable<const F&, const Arguments&...>)
      return function_(arguments...);
    else
      static_assert(detail::is_no_function_of_arrays<F>,
                    "a function of C++ numbers cannot be compiled for a device: "
                    "gpu::elementwise_kernel_of<\"T x, T y\", \"T z\", \"z = x + y\"> takes its "
                    "text; a generic lambda of array functions is taken as it is");
  }

 private:
  F function_;
};

/// A function of elements as a function of arrays, which broadcast: lazy, fused as others are.
/// xtensor's `vectorize`.
///
/// @param function  of this library, of <functional>, or one that takes arrays: a generic lambda,
///                  `gpu::vectorize([](auto x, auto y) { return x * x + y; })`. A function of C++
///                  numbers does not compile when it is called with arrays.
template <class F>
[[nodiscard]] constexpr auto vectorize(F function) {
  return vectorized<F>(std::move(function));
}

/// `vectorize(function)(arguments...)`. xtensor's.
template <class F, operand... Arguments>
[[nodiscard]] auto make_lambda_xfunction(F function, const Arguments&... arguments) {
  return vectorize(std::move(function))(arguments...);
}

/// `function.reduce` over axes, all of them by default, of a function of this library or of
/// <functional>: `reduce(gpu::maximum, a, {0, 1})`. Options as those of `gpu::sum`. xtensor's.
/// @throws axis_error; value_error  as `ufunc.reduce`
template <class F, array_like A, option_beside_axes... Options>
decltype(auto) reduce(const F&, A&& x, const reduction_axes& axes, Options&&... options) {
  detail::check_functor<F>();
  return detail::function_t<F>().reduce(std::forward<A>(x), axes,
                                        std::forward<Options>(options)...);
}
template <class F, array_like A, reduction_option... Options>
decltype(auto) reduce(const F& function, A&& x, Options&&... options) {
  detail::check_functor<F>();
  if constexpr ((option_beside_axes<Options> && ...))
    return gpu::reduce(function, std::forward<A>(x), std::nullopt,
                       std::forward<Options>(options)...);
  else
    return detail::function_t<F>().reduce(std::forward<A>(x), std::forward<Options>(options)...);
}

/// `function.accumulate` along an axis; without one, over all elements in C order. xtensor's.
/// @throws axis_error
template <class F, array_like A, option_beside_axes... Options>
decltype(auto) accumulate(const F&, A&& x, axis_index axis, Options&&... options) {
  detail::check_functor<F>();
  return detail::function_t<F>().accumulate(std::forward<A>(x), axis,
                                            std::forward<Options>(options)...);
}
template <class F, array_like A>
decltype(auto) accumulate(const F&, const A& x) {
  detail::check_functor<F>();
  return detail::function_t<F>().accumulate(ravel(x), 0);
}

}  // namespace gpu
