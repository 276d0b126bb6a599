// SPDX-License-Identifier: BSD-3-Clause
// What `==` and `!=` of arrays are: a bool of whole arrays, as of all containers in C++.
#pragma once

#include <concepts>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/array/refusal.hpp>
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

// Where a mask would be needed, `equal(a, b)` is one.
namespace detail {
template <class A>
concept comparison_of_arrays = std::derived_from<A, equality>;
using no_mask = refusal::arrays_are_compared_by_gpu_equal_to_give_a_mask;
}  // namespace detail

template <class A, class... Indices>
requires(detail::comparison_of_arrays<Indices> || ...) detail::no_mask view(A&&, const Indices&...)
= delete;
template <detail::comparison_of_arrays A, class... More>
requires(sizeof...(More) > 0 || std::same_as<A, inequality>) detail::no_mask
    all(const A&, const More&...)
= delete;
template <detail::comparison_of_arrays A, class... More>
requires(sizeof...(More) > 0 || std::same_as<A, equality>) detail::no_mask
    any(const A&, const More&...)
= delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask sum(const A&, const More&...) = delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask mean(const A&, const More&...) = delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask count_nonzero(const A&, const More&...) = delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask nonzero(const A&, const More&...) = delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask flatnonzero(const A&, const More&...) = delete;
template <detail::comparison_of_arrays A, class... More>
detail::no_mask argwhere(const A&, const More&...) = delete;

}  // namespace gpu
