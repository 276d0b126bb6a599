// SPDX-License-Identifier: BSD-3-Clause
// What `gpu::f(x)` and `xp.f(x)` are for expressions of xtensor: lazy functions of xtensor that
// compute with the op's functor, in the dtype that NumPy 2 says.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xarray.hpp>
#else
#include <xtensor/xarray.hpp>
#endif

#include <gpu/array/ufunc/elementwise.hpp>
#include <gpu/elementwise/support/loops.hpp>
#include <gpu/elementwise/support/pair.hpp>

namespace gpu {

namespace detail {

/// Named in the compiler's message when xtensor's elements have no dtype here.
template <class E>
inline constexpr bool has_no_dtype = false;

consteval loop loop_at(const char* loops, int index) {
  loop result;
  for (int i = 0; i <= index; ++i) result = parse_loop(loops, i);
  return result;
}

/// Whether the op compares integers of type `A` by value, whatever the type of the other operand.
template <class Op, class A>
inline constexpr bool compares_by_value =
    std::string_view(Op::info.loops) == loops::comparison&& std::integral<A> &&
    !std::same_as<A, bool>;

template <std::integral Integer>
constexpr auto widest(Integer value) {
  if constexpr (std::is_signed_v<Integer>)
    return static_cast<std::int64_t>(value);
  else
    return static_cast<std::uint64_t>(value);
}

/// The functor of an op with the conversions of one of its loops, for one of its results.
template <class Op, int Index, int Position = 0>
struct xtensor_functor {
  static constexpr loop types = loop_at(Op::info.loops, Index);
  using result_type = element_t<types.out_at(Position)>;
  using called = std::conditional_t<types.outputs == 1, Op, math::component<Op, Position>>;

  template <class... Elements>
  constexpr result_type operator()(const Elements&... elements) const {
    return apply(std::index_sequence_for<Elements...>{}, elements...);
  }

 private:
  template <std::size_t... I, class... Elements>
  static constexpr result_type apply(std::index_sequence<I...>, const Elements&... elements) {
    constexpr bool as_they_are = (std::same_as<Elements, element_t<types.in[I]>> && ...);
    if constexpr (!as_they_are && (compares_by_value<Op, Elements> && ...))
      return Op{}(widest(elements)...);
    else
      return static_cast<result_type>(called{}(math::cast<computed_t<element_t<types.in[I]>>>(
          static_cast<computed_t<Elements>>(elements))...));
  }
};

/// A number as the element type that it has beside arrays, converted once; arrays as they are.
/// @throws overflow_error  "integer 300 out of bounds for uint8"
template <class Op, dtype In, std::size_t Position, class Operand>
constexpr decltype(auto) xtensor_operand(std::remove_reference_t<Operand>& operand) {
  using plain = std::remove_cvref_t<Operand>;
  if constexpr (!scalar_like<plain>) {
    return static_cast<Operand&&>(operand);
  } else {
    check_scalar<Op>(operand, In, Position);
    if constexpr (compares_by_value<Op, plain> && is_integer(In)) {
      return plain(operand);
    } else {
      if constexpr (std::integral<plain> && !std::same_as<plain, bool> && is_integer(In))
        if (!std::in_range<element_t<In>>(widest(operand)))
          throw_out_of_bounds(std::to_string(operand), In);
      return static_cast<element_t<In>>(
          math::cast<computed_t<element_t<In>>>(static_cast<computed_t<plain>>(operand)));
    }
  }
}

template <class A>
consteval void require_dtype_of_elements() {
  if constexpr (xtensor_expression<A>)
    if constexpr (!element_type<typename std::remove_cvref_t<A>::value_type>)
      static_assert(has_no_dtype<A>, "the elements of this xtensor expression have no dtype here");
}

/// What the first of two functions takes: lvalues both refer to, of others each has its own.
template <class Operand>
using again_t =
    std::conditional_t<std::is_lvalue_reference_v<Operand>, Operand, std::remove_cvref_t<Operand>>;

template <class Functor, class... Operands>
auto make_xtensor_function(Operands&&... operands) {
  return xt::xfunction<Functor, xt::const_xclosure_t<Operands>...>(
      Functor{}, std::forward<Operands>(operands)...);
}

template <class Op, int Index, int Position, class... Operands>
auto xtensor_result(Operands&&... operands) {
  constexpr loop types = loop_at(Op::info.loops, Index);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return make_xtensor_function<xtensor_functor<Op, Index, Position>>(
        xtensor_operand<Op, types.in[I], I, Operands>(operands)...);
  }
  (std::index_sequence_for<Operands...>{});
}

}  // namespace detail

/// An xtensor function of the operands, at least one of which is an xtensor expression. As
/// xtensor's own functions do, it refers to lvalues, and keeps rvalues and numbers. C++ numbers are
/// weak. A tuple of two if the op has two results.
template <class Op, class... Operands>
auto apply_elementwise(xtensor_tag, Operands&&... operands) {
  (detail::require_dtype_of_elements<Operands>(), ...);
  constexpr loop found = detail::loop_for<Op, Operands...>();
  static_assert(found.index >= 0,
                "this function is not defined for these element types (no such loop in NumPy)");
  if constexpr (found.outputs == 1) {
    return detail::xtensor_result<Op, found.index, 0>(std::forward<Operands>(operands)...);
  } else {
    auto first = detail::xtensor_result<Op, found.index, 0>(
        static_cast<detail::again_t<Operands>>(operands)...);
    return std::tuple(std::move(first), detail::xtensor_result<Op, found.index, 1>(
                                            std::forward<Operands>(operands)...));
  }
}

}  // namespace gpu
