// SPDX-License-Identifier: BSD-3-Clause
// What `==` and `!=` of arrays are: a bool of whole arrays, as of all containers in C++.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/ufunc/refused_masks.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/ops.hpp>

namespace gpu {

/// Whether two arrays are equal as a whole, as `==` says: a bool. It is no mask: `equal(a, b)`
/// compares element by element.
class equality {
 public:
  explicit equality(bool value) noexcept : value_(value) {}
  /// False, of arrays of different shapes.
  explicit equality(graph::node_ptr a, graph::node_ptr b) noexcept
      : value_(false), a_(std::move(a)), b_(std::move(b)) {}
  operator bool() const noexcept { return value_; }

  /// Whether all elements are equal, broadcast together where the shapes differ.
  /// @throws shape_error  if they do not broadcast together
  [[nodiscard]] bool of_all_elements() const {
    if (!a_) return value_;
    return detail::all_true(equal(any_expression(a_), any_expression(b_)).node());
  }

 private:
  bool value_;
  graph::node_ptr a_;  ///< null if the shapes are equal
  graph::node_ptr b_;
};

/// The opposite, as `!=` says.
class inequality : public equality {
 public:
  explicit inequality(equality opposite) noexcept
      : equality(!opposite), opposite_(std::move(opposite)) {}

  /// Whether any elements differ, broadcast together where the shapes differ.
  /// @throws shape_error  if they do not broadcast together
  [[nodiscard]] bool of_any_element() const { return !opposite_.of_all_elements(); }

 private:
  equality opposite_;
};

/// `all(a == b)` and `any(a != b)` are NumPy's: unlike `a == b` itself they broadcast.
/// @throws shape_error  if the shapes do not broadcast together
[[nodiscard]] inline bool all(const equality& arrays) {
  return arrays.of_all_elements();
}
[[nodiscard]] inline bool any(const inequality& arrays) {
  return arrays.of_any_element();
}

// Functions that would need a mask refuse a comparison: `equal(a, b)` is one.
#define GPU_REFUSES_COMPARISONS(name, refused)                           \
  template <class... Arguments>                                          \
  requires(refused) auto name(Arguments&&... arguments) {                \
    return name(detail::as_mask(std::forward<Arguments>(arguments))...); \
  }
#define GPU_REFUSES_COMPARISON(name) \
  GPU_REFUSES_COMPARISONS(name, (detail::comparison_of_arrays<Arguments> || ...))

namespace detail {
/// Whether these are not one comparison of the type that the function has an answer for.
template <class Answered, class... Arguments>
inline constexpr bool refuses_comparison =
    (comparison_of_arrays<Arguments> || ...) &&
    !(sizeof...(Arguments) == 1 && (std::same_as<std::remove_cvref_t<Arguments>, Answered> && ...));
}  // namespace detail

GPU_REFUSES_COMPARISONS(all, (detail::refuses_comparison<equality, Arguments...>))
GPU_REFUSES_COMPARISONS(any, (detail::refuses_comparison<inequality, Arguments...>))
GPU_REFUSES_COMPARISON(amax)
GPU_REFUSES_COMPARISON(amin)
GPU_REFUSES_COMPARISON(argmax)
GPU_REFUSES_COMPARISON(argmin)
GPU_REFUSES_COMPARISON(argwhere)
GPU_REFUSES_COMPARISON(compress)
GPU_REFUSES_COMPARISON(count_nonzero)
GPU_REFUSES_COMPARISON(cumsum)
GPU_REFUSES_COMPARISON(extract)
GPU_REFUSES_COMPARISON(filter)
GPU_REFUSES_COMPARISON(filtration)
GPU_REFUSES_COMPARISON(flatnonzero)
GPU_REFUSES_COMPARISON(isin)
GPU_REFUSES_COMPARISON(masked_view)
GPU_REFUSES_COMPARISON(max)
GPU_REFUSES_COMPARISON(mean)
GPU_REFUSES_COMPARISON(min)
GPU_REFUSES_COMPARISON(nonzero)
GPU_REFUSES_COMPARISON(place)
GPU_REFUSES_COMPARISON(prod)
GPU_REFUSES_COMPARISON(putmask)
GPU_REFUSES_COMPARISON(sum)
GPU_REFUSES_COMPARISON(view)

#undef GPU_REFUSES_COMPARISON
#undef GPU_REFUSES_COMPARISONS

template <std::size_t Dimensions, detail::comparison_of_arrays A>
auto nonzero(A&& a) {
  return nonzero<Dimensions>(detail::as_mask(std::forward<A>(a)));
}

// So do those that would need one in place of `a == 3`, which is a plain bool.
#define GPU_REFUSES_BOOL(name)                                                                   \
  template <std::same_as<bool> Flag, class... Rest>                                              \
  refusal::a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element name( \
      Flag, const Rest&...) = delete;
#define GPU_REFUSES_SECOND_BOOL(name)                                                            \
  template <array_like A, std::same_as<bool> Flag, class V>                                      \
  refusal::a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element name( \
      A&&, Flag, const V&) = delete;

GPU_REFUSES_BOOL(argwhere)
GPU_REFUSES_BOOL(compress)
GPU_REFUSES_BOOL(extract)
GPU_REFUSES_BOOL(flatnonzero)
GPU_REFUSES_BOOL(nonzero)
GPU_REFUSES_SECOND_BOOL(place)
GPU_REFUSES_SECOND_BOOL(putmask)

template <std::size_t Dimensions, std::same_as<bool> Flag>
refusal::a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element nonzero(
    Flag) = delete;

#undef GPU_REFUSES_BOOL
#undef GPU_REFUSES_SECOND_BOOL

namespace detail {
/// One is a comparison, the other an array.
template <class A, class B>
concept comparison_beside_array = (comparison_of_arrays<A> && array_like<B>) ||
                                  (array_like<A> && comparison_of_arrays<B>);
}  // namespace detail

template <class A, class B>
requires(detail::comparison_beside_array<A, B>) auto operator&(A&& a, B&& b) {
  return detail::as_mask(std::forward<A>(a)) & detail::as_mask(std::forward<B>(b));
}
template <class A, class B>
requires(detail::comparison_beside_array<A, B>) auto operator|(A&& a, B&& b) {
  return detail::as_mask(std::forward<A>(a)) | detail::as_mask(std::forward<B>(b));
}
template <class A, class B>
requires(detail::comparison_beside_array<A, B>) auto operator^(A&& a, B&& b) {
  return detail::as_mask(std::forward<A>(a)) ^ detail::as_mask(std::forward<B>(b));
}

}  // namespace gpu
