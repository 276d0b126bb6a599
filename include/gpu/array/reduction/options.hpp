// SPDX-License-Identifier: BSD-3-Clause
// What may follow the elements or the axes of a reduction, in any order: `gpu::sum(x, 0,
// gpu::keepdims)`, `gpu::sum(x, gpu::keepdims, gpu::axis(0))`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/reduction/axes.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/array/ufunc/refused_masks.hpp>

namespace gpu {

/// Whether the reduced axes stay, with extent 1.
struct keepdims_option {
  bool keep;
  [[nodiscard]] constexpr keepdims_option operator()(bool value) const noexcept { return {value}; }
};
/// The reduced axes stay, with extent 1: `gpu::keepdims`, or `gpu::keepdims(flag)`.
inline constexpr keepdims_option keepdims{true};
/// xtensor's name of `keepdims`.
inline constexpr keepdims_option keep_dims{true};

/// What the reduction begins with, as `initial(value)` makes it.
template <element_type T>
struct initial_option {
  T value;
};
/// The reduction begins with `value`: NumPy's `initial=`.
template <element_type T>
[[nodiscard]] constexpr initial_option<T> initial(T value) noexcept {
  return {value};
}

/// What `ddof(n)` makes.
struct ddof_option {
  double value;
};
/// Variances divide by the number of elements less `n`. NumPy's `ddof=`.
[[nodiscard]] constexpr ddof_option ddof(double n) noexcept {
  return {n};
}
/// The array API's name of `ddof`.
[[nodiscard]] constexpr ddof_option correction(double n) noexcept {
  return {n};
}

/// What `given_mean(m)` makes.
struct mean_option {
  graph::node_ptr mean;
};

/// Whether a scan begins with the result of no elements, as `include_initial` makes it.
struct include_initial_option {
  bool include;
  [[nodiscard]] constexpr include_initial_option operator()(bool value) const noexcept {
    return {value};
  }
};
/// The result begins with that of no elements, and so has one more along the axis. Of
/// `cumulative_sum` and `cumulative_prod`.
inline constexpr include_initial_option include_initial{true};

/// Where the parts of `ufunc.reduceat` begin, which it makes of its indices.
struct starts_option {
  std::vector<std::ptrdiff_t> starts;
};

/// xtensor's wish when a reduction is computed, which every reduction takes and which changes
/// nothing: it is computed when its value is needed.
struct evaluation_option {};
namespace evaluation_strategy {
inline constexpr evaluation_option immediate{};
inline constexpr evaluation_option lazy{};
}  // namespace evaluation_strategy

/// Several options, joined as in xtensor: `keep_dims | initial(5)`.
template <class... Options>
struct joined_options {
  std::tuple<Options...> list;
};

namespace detail {

/// Bits: each reduction says which options it takes.
enum reduction_option_kind : unsigned {
  takes_keepdims = 1,
  takes_out = 2,
  takes_where = 4,
  takes_dtype = 8,
  takes_initial = 16,
  takes_ddof = 32,
  takes_include_initial = 64,
  takes_evaluation = 128,  ///< all do
  takes_axis = 256,        ///< all do that are not given axes in their place
  takes_starts = 512,
  takes_mean = 1024,
};

template <class A>
inline constexpr unsigned reduction_option_bit = 0;
template <>
inline constexpr unsigned reduction_option_bit<keepdims_option> = takes_keepdims;
template <class Target>
inline constexpr unsigned reduction_option_bit<out_option<Target>> = takes_out;
template <>
inline constexpr unsigned reduction_option_bit<where_option> = takes_where;
template <class T>
inline constexpr unsigned reduction_option_bit<dtype_option<T>> = takes_dtype;
template <>
inline constexpr unsigned reduction_option_bit<gpu::dtype> = takes_dtype;
template <class T>
inline constexpr unsigned reduction_option_bit<initial_option<T>> = takes_initial;
template <>
inline constexpr unsigned reduction_option_bit<ddof_option> = takes_ddof;
template <>
inline constexpr unsigned reduction_option_bit<mean_option> = takes_mean;
template <>
inline constexpr unsigned reduction_option_bit<include_initial_option> = takes_include_initial;

template <>
inline constexpr unsigned reduction_option_bit<evaluation_option> = takes_evaluation;
template <axis_argument A>
inline constexpr unsigned reduction_option_bit<A> = takes_axis;
template <>
inline constexpr unsigned reduction_option_bit<starts_option> = takes_starts;
template <class... Options>
inline constexpr unsigned reduction_option_bit<joined_options<Options...>> =
    (reduction_option_bit<Options> | ...);

/// Those that can be joined: the types of the others decide about the result.
template <class A>
concept joinable_option = reduction_option_bit<A>
!= 0 && (reduction_option_bit<A> & (takes_out | takes_dtype)) == 0;

/// A call of a reduction, as far as it is known at run time only.
struct reduction_settings {
  reduction_axes axes;
  bool keepdims = false;
  std::optional<gpu::dtype> type = std::nullopt;  ///< the elements are converted to
  std::optional<gpu::dtype> into = std::nullopt;  ///< that of what `out` gave
  graph::node_ptr mask = nullptr;
  graph::node_ptr initial = nullptr;  ///< a number, in the dtype of its own kind
  double correction = 0;
  graph::node_ptr mean = nullptr;  ///< what `given_mean` gave
  bool include_initial = false;
  std::vector<std::ptrdiff_t> starts = {};

  void take(keepdims_option option) { keepdims = option.keep; }
  void take(where_option option) { mask = std::move(option.mask); }
  void take(gpu::dtype option) { type = option; }
  void take(ddof_option option) { correction = option.value; }
  void take(mean_option option) { mean = std::move(option.mean); }
  void take(include_initial_option option) { include_initial = option.include; }
  template <class T>
  void take(dtype_option<T>) {
    type = dtype_of<T>;
  }
  template <class T>
  void take(const initial_option<T>& option) {
    const computed_t<T> value(option.value);
    initial = graph::make_scalar(dtype_of<T>, &value);
  }
  template <class Target>
  void take(const out_option<Target>&) {}
  void take(starts_option option) { starts = std::move(option.starts); }
  void take(evaluation_option) {}
  template <axis_argument A>
  void take(const A& option) {
    axes = option;
  }
  template <class... Options>
  void take(const joined_options<Options...>& options) {
    std::apply([this](const auto&... option) { (take(option), ...); }, options.list);
  }
};

template <class Option>
constexpr auto listed(const Option& option) {
  return std::tuple(option);
}
template <class... Options>
constexpr auto listed(const joined_options<Options...>& options) {
  return options.list;
}
template <class... Options>
constexpr joined_options<Options...> joined(std::tuple<Options...> list) {
  return {std::move(list)};
}

}  // namespace detail

/// Both options.
template <detail::joinable_option A, detail::joinable_option B>
[[nodiscard]] constexpr auto operator|(const A& a, const B& b) {
  return detail::joined(std::tuple_cat(detail::listed(a), detail::listed(b)));
}

/// `axis(...)`, `keepdims`, `out(...)`, `where(mask)`, `as_dtype<T>`, a `gpu::dtype`, `initial(v)`,
/// `ddof(n)`, `given_mean(m)`, `include_initial`; several of them, joined by `|`.
template <class A>
concept reduction_option = detail::reduction_option_bit<std::remove_cvref_t<A>>
!= 0;

/// Those that may follow axes: all but `axis(...)`.
template <class A>
concept option_beside_axes =
    reduction_option<A> &&
    (detail::reduction_option_bit<std::remove_cvref_t<A>>& detail::takes_axis) == 0;

namespace detail {

/// What may be the first argument behind the array of a reduction.
template <class A>
concept axes_or_option = std::convertible_to<A, const reduction_axes&> || reduction_option<A>;
/// Whether a call has something else there, as `max(a, b)` has.
template <class... Arguments>
inline constexpr bool are_no_options = false;
template <class First, class... More>
inline constexpr bool are_no_options<First, More...> =
    !(comparison_of_arrays<First> || ... ||
      comparison_of_arrays<More>)&&!(axes_or_option<First> && ... && reduction_option<More>);
/// Whether a call has one bool for an array, as `sum(a == 3)` has.
template <class A, class... Arguments>
inline constexpr bool is_bool_reduced =
    std::same_as<std::remove_cvref_t<A>, bool> && !are_no_options<Arguments...>;

}  // namespace detail

}  // namespace gpu
