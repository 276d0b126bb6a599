// SPDX-License-Identifier: BSD-3-Clause
// Arrays with more elements around them, or with fewer.
#pragma once

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// What stands around the elements: NumPy's option `mode` of `pad`.
enum class pad_mode : std::uint8_t {
  constant,
  edge,         ///< the nearest element
  linear_ramp,  ///< numbers from an end value to the nearest element
  maximum,
  mean,
  median,
  minimum,
  reflect,         ///< the elements mirrored at the first and the last
  symmetric,       ///< the same, where the first and the last are repeated
  wrap,            ///< the elements again and again
  empty,           ///< anything
  periodic = wrap  ///< xtensor's name
};

/// Two numbers for each axis, before and after the elements: one number for all, `{before, after}`,
/// also as a vector, or such a pair for each axis, `{{1, 2}, {0, 3}}`.
template <class Number>
class pad_pairs {
 public:
  using pair = std::array<Number, 2>;
  /// How one is given.
  using argument = std::conditional_t<std::same_as<Number, std::ptrdiff_t>, strict_integer, Number>;

  template <std::convertible_to<argument> All>
  pad_pairs(const All& all) : pad_pairs(all, all) {}
  pad_pairs(argument before, argument after) : pairs_{pair{before, after}} {}
  /// @throws shape_error  if a pair has other than one or two numbers
  pad_pairs(std::initializer_list<std::initializer_list<argument>> pairs) {
    for (const std::initializer_list<argument>& one : pairs) add(one);
  }
  template <std::ranges::input_range Pairs>
  requires(std::ranges::input_range<std::ranges::range_value_t<Pairs>>&& std::convertible_to<
           std::ranges::range_value_t<std::ranges::range_value_t<Pairs>>, argument>)
      pad_pairs(const Pairs& pairs) {
    for (const auto& one : pairs) add(one);
  }
  template <detail::integer_range Pair>
  requires(!array_like<Pair>) pad_pairs(const Pair& of_all_axes) { add(of_all_axes); }

  [[nodiscard]] const std::vector<pair>& pairs() const& noexcept { return pairs_; }
  [[nodiscard]] std::vector<pair> pairs() const&& { return pairs_; }

 private:
  template <class Pair>
  void add(const Pair& one) {
    std::vector<Number> numbers;
    for (const auto& number : one) numbers.push_back(static_cast<Number>(number));
    if (numbers.empty() || numbers.size() > 2)
      throw shape_error("a pair of `pad` has two numbers, not " + std::to_string(numbers.size()));
    pairs_.push_back({numbers.front(), numbers.back()});
  }

  std::vector<pair> pairs_;
};
using pad_widths = pad_pairs<std::ptrdiff_t>;

template <class Number>
struct constant_values_option {
  pad_pairs<Number> values;
};
/// What stands around the elements in mode `constant`: NumPy's option `constant_values=`. Integers
/// wrap in an integer type, real numbers lose their fraction.
template <scalar_like Number>
[[nodiscard]] auto constant_values(Number all) {
  return constant_values_option<Number>{all};
}
template <element_proxy Element>
[[nodiscard]] auto constant_values(const Element& all) {
  return constant_values(detail::read_proxy(all));
}
template <scalar_like Number>
[[nodiscard]] auto constant_values(Number before, Number after) {
  return constant_values_option<Number>{{before, after}};
}
template <scalar_like Number>
[[nodiscard]] auto constant_values(
    std::initializer_list<std::initializer_list<Number>> of_each_axis) {
  return constant_values_option<Number>{pad_pairs<Number>(of_each_axis)};
}

template <class Number>
struct end_values_option {
  pad_pairs<Number> values;
};
/// Where the ramps of mode `linear_ramp` end: NumPy's option `end_values=`.
template <scalar_like Number>
[[nodiscard]] auto end_values(Number all) {
  return end_values_option<Number>{all};
}
template <element_proxy Element>
[[nodiscard]] auto end_values(const Element& all) {
  return end_values(detail::read_proxy(all));
}
template <scalar_like Number>
[[nodiscard]] auto end_values(Number before, Number after) {
  return end_values_option<Number>{{before, after}};
}
template <scalar_like Number>
[[nodiscard]] auto end_values(std::initializer_list<std::initializer_list<Number>> of_each_axis) {
  return end_values_option<Number>{pad_pairs<Number>(of_each_axis)};
}

struct stat_length_option {
  pad_widths lengths;
};
/// Of how many elements at each end the modes `maximum`, `mean`, `median` and `minimum` are;
/// without it, of all: NumPy's option `stat_length=`.
[[nodiscard]] inline stat_length_option stat_length(const pad_widths& lengths) {
  return {lengths};
}

struct reflect_type_option {
  bool is_odd;
};
/// How the modes `reflect` and `symmetric` mirror the elements: "even", as they are, or "odd", at
/// the value of the first and the last one as well, so that a line goes on. NumPy's option
/// `reflect_type=`.
/// @throws value_error  for another type
[[nodiscard]] reflect_type_option reflect_type(option_name type);

namespace detail {

struct pad_call {
  template <class Value>
  using pair_list = std::vector<std::array<Value, 2>>;

  pad_mode mode;
  pair_list<std::ptrdiff_t> widths;
  pair_list<graph::node_ptr> constants = {};  ///< in the dtype of the array
  pair_list<graph::node_ptr> ends = {};       ///< float64 or complex128
  pair_list<std::ptrdiff_t> lengths = {};
  std::optional<bool> is_odd = {};  ///< of reflections
};
[[nodiscard]] graph::node_ptr padded(const graph::node_ptr& a, pad_call&& call);

/// The numbers converted as elements of arrays are: 300 becomes 44 in uint8.
/// @throws dtype_error  if a complex number was to become a real element
template <class Number>
pad_call::pair_list<graph::node_ptr> pairs_as(const pad_pairs<Number>& values, dtype type) {
  if (is_complex<computed_t<Number>> && traits(type).kind != dtype_kind::complex)
    throw_no_real_element(type);
  pad_call::pair_list<graph::node_ptr> nodes;
  for (const auto& [before, after] : values.pairs())
    nodes.push_back({graph::make_cast(assigned_scalar<Number>(before), type),
                     graph::make_cast(assigned_scalar<Number>(after), type)});
  return nodes;
}
template <class Stored, class Number>
pad_call::pair_list<graph::node_ptr> pairs_as(const pad_pairs<Number>& values) {
  static_assert(!is_complex<computed_t<Number>> || is_complex<computed_t<Stored>>,
                "a complex number does not become a real element: give its real part");
  return pairs_as(values, dtype_of<Stored>);
}
/// What ramps are computed in.
template <class T>
using ramp_element = std::conditional_t<is_complex<computed_t<T>>, std::complex<double>, double>;

template <class T, class Number>
void take_pad_option(pad_call& call, const constant_values_option<Number>& option) {
  call.constants = pairs_as<T>(option.values);
}
template <class T, class Number>
void take_pad_option(pad_call& call, const end_values_option<Number>& option) {
  call.ends = pairs_as<ramp_element<T>>(option.values);
}
template <class T>
void take_pad_option(pad_call& call, const stat_length_option& option) {
  call.lengths = option.lengths.pairs();
}
template <class T>
void take_pad_option(pad_call& call, const reflect_type_option& option) {
  call.is_odd = option.is_odd;
}
/// The same of an array whose dtype is known at run time.
template <class Option>
void take_pad_option(pad_call& call, dtype, const Option& option) {
  take_pad_option<double>(call, option);
}
template <class Number>
void take_pad_option(pad_call& call, dtype type, const constant_values_option<Number>& option) {
  call.constants = pairs_as(option.values, type);
}
template <class Number>
void take_pad_option(pad_call& call, dtype type, const end_values_option<Number>& option) {
  const bool is_complex = traits(type).kind == dtype_kind::complex;
  call.ends = pairs_as(option.values, is_complex ? dtype::complex128 : dtype::float64);
}

}  // namespace detail

/// `constant_values(...)`, `end_values(...)`, `stat_length(...)`, `reflect_type(...)`: one of them.
template <class Option>
concept pad_option = requires(detail::pad_call& call, const Option& option) {
  detail::take_pad_option<double>(call, option);
};

/// The elements with others around them: `pad(a, 1)`, `pad(a, {{1, 2}, {0, 0}}, pad_mode::wrap)`,
/// `pad(a, {2, 3}, pad_mode::constant, constant_values(7))`. `numpy.pad`. Modes that take numbers
/// or elements as they are compute nothing here; `linear_ramp`, those of statistics and odd
/// reflections do, axis by axis, and round to integers as NumPy does.
///
/// @dtype  that of `a`
/// @throws value_error  "index can't contain negative values", "can't extend empty axis 0 using
/// modes
///                      other than 'constant' or 'empty'", "stat_length of 0 yields no value for
///                      padding", an option that is for another mode
/// @throws shape_error     if there are other numbers of pairs and of axes
/// @throws dtype_error     if the elements have no such statistic
template <array_like A, pad_option... Options>
[[nodiscard]] auto pad(const A& a, const pad_widths& widths, pad_mode mode = pad_mode::constant,
                       const Options&... options) {
  detail::pad_call call{mode, widths.pairs()};
  if constexpr (typed_array<A>)
    (detail::take_pad_option<typename A::value_type>(call, options), ...);
  else
    (detail::take_pad_option(call, a.dtype(), options), ...);
  return detail::expression_like<A>(detail::padded(a.node(), std::move(call)));
}
/// Without a mode it is `constant`: `pad(a, 1, constant_values(7))`.
template <array_like A, pad_option Option, pad_option... Options>
[[nodiscard]] auto pad(const A& a, const pad_widths& widths, const Option& option,
                       const Options&... options) {
  return pad(a, widths, pad_mode::constant, option, options...);
}
/// The same with constants, as xtensor spells it.
template <array_like A, scalar_like Number>
[[nodiscard]] auto pad(const A& a, const pad_widths& widths, pad_mode mode, Number value) {
  return pad(a, widths, mode, constant_values(value));
}

namespace detail {
/// @throws value_error  "mode 'x' is not supported"
[[nodiscard]] pad_mode pad_mode_of(std::string_view name);
}  // namespace detail

/// The same with NumPy's name of the mode: `pad(a, 2, "reflect")`.
/// @throws value_error  "mode 'x' is not supported"
template <array_like A, pad_option... Options>
[[nodiscard]] auto pad(const A& a, const pad_widths& widths, option_name mode,
                       const Options&... options) {
  return pad(a, widths, detail::pad_mode_of(mode), options...);
}

namespace detail {
[[nodiscard]] graph::node_ptr trimmed(const graph::node_ptr& a, std::string_view trim,
                                      const std::optional<std::vector<std::ptrdiff_t>>& axes);
}  // namespace detail

/// Without the zeros at the front ("f") and at the back ("b") of all axes or of those given. A
/// view. Waits, as the shape depends on the elements. `numpy.trim_zeros`.
/// @throws value_error  "unexpected character(s) in `trim`: 'x'"
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto trim_zeros(const A& a, option_name trim = "fb",
                              const reduction_axes& axes = std::nullopt) {
  std::optional<std::vector<std::ptrdiff_t>> some;
  if (!axes.is_all()) some = axes.list();
  return detail::expression_like<A>(detail::trimmed(a.node(), trim, some));
}
template <array_like A, class Axes>
requires(detail::is_axis_option<Axes>) [[nodiscard]] auto trim_zeros(const A& a, const Axes& axes) {
  return trim_zeros(a, "fb", axes);
}

}  // namespace gpu
