// SPDX-License-Identifier: BSD-3-Clause
// New arrays in the dtype that an option names, or that an array has.
#pragma once

#include <tuple>
#include <type_traits>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu::detail {

/// NumPy's `dtype=`: `as_dtype<T>`, or a `gpu::dtype` that is known at run time.
template <class Option>
concept dtype_name = kind_of_option<Option>
== option_kind::dtype;
template <class... Options>
concept dtype_among = is_given<option_kind::dtype, Options...>;

/// Whether numbers, elements of arrays, of vectors or of nested ranges are complex.
template <class Value>
consteval bool has_complex_elements() {
  if constexpr (requires { typename nested_element<Value>::type; })
    return is_complex_element<typename nested_element<Value>::type>;
  else if constexpr (requires { typename Value::value_type; })
    return is_complex_element<typename Value::value_type>;
  else
    return false;
}

/// `make.operator()<T>()`, the array of elements of type `T` that is made of `Values`.
template <class... Values, class Make, element_type T>
[[nodiscard]] auto made_in(const dtype_option<T>&, const Make& make) {
  return make.template operator()<T>();
}
/// The same in a dtype that is known at run time.
/// @throws dtype_error  if complex values were to become real elements
template <class... Values, class Make>
[[nodiscard]] any_expression made_in(dtype type, const Make& make) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> any_expression {
    if constexpr (!is_complex_element<T> && (has_complex_elements<Values>() || ...))
      throw_no_real_element(type);
    else
      return any_expression(make.template operator()<T>().node());
  });
}
/// `T`, or if that is void, the element type of an `A`; void if that is known at run time only.
template <class T, array_like A>
using like_element = std::conditional_t<std::is_void_v<T>, typename element_of_array<A>::type, T>;
/// The same in elements of type `T`, or if that is void, in the dtype of `other`.
template <class T, class... Values, array_like A, class Make>
[[nodiscard]] auto made_like(const A& other, const Make& make) {
  using element = like_element<T, A>;
  if constexpr (std::is_void_v<element>)
    return made_in<Values...>(other.dtype(), make);
  else
    return make.template operator()<element>();
}
/// `make.operator()<T>(others...)`, where one of the options names the dtype, and the others
/// follow.
template <class... Values, class Make, class... Options>
[[nodiscard]] auto made_with(const Make& make, const Options&... options) {
  const auto unless_dtype = []<class Option>(const Option& option) {
    if constexpr (dtype_name<Option>)
      return std::tuple();
    else
      return std::tie(option);
  };
  std::tuple<const Options&...> all(options...);
  return made_in<Values...>(option_of<option_kind::dtype>(all), [&]<class T>() {
    const auto call = [&](const auto&... others) { return make.template operator()<T>(others...); };
    return std::apply(call, std::tuple_cat(unless_dtype(options)...));
  });
}

}  // namespace gpu::detail
