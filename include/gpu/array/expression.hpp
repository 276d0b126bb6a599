// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <utility>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/array_interface.hpp>
#include <gpu/array/refusal.hpp>

namespace gpu {

template <element_type T>
class ndarray;

/// A value that has not been computed: a handle of a graph node. It owns a snapshot of its
/// operands, so it may outlive them, and later writes to them do not change it.
template <class T>
class expression : public array_interface<expression<T>, T> {
 public:
  using array_type = ndarray<T>;
  using array_methods<expression>::take;

  explicit expression(graph::node_ptr node) noexcept : node_(std::move(node)) {}
  /// @throws dtype_error  unless its dtype is that of `T`
  expression(const any_expression& other) : node_(other.node()) {
    detail::require_dtype(node_, dtype_of<T>);
  }
  expression(const expression&) = default;
  expression(expression&&) noexcept = default;
  // Not of a temporary, which nobody would see: `exp(x) = sin(x)`.
  expression& operator=(const expression&) & = default;
  expression& operator=(expression&&) & noexcept = default;
  template <class A>
  requires(array_like<A> || scalar_like<A>)
      refusal::an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns
      operator=(const A& value) && = delete;
  template <scalar_like Number>
  refusal::an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns operator=(
      const Number& value) & = delete;
  ~expression() = default;

  [[nodiscard]] const graph::node_ptr& node() const& noexcept { return node_; }
  [[nodiscard]] graph::node_ptr node() const&& { return node_; }
  [[nodiscard]] const graph::node_ptr& read_node() const& noexcept { return node_; }
  [[nodiscard]] graph::node_ptr read_node() const&& { return node_; }
  /// Gives the node up, so that whoever takes it may compute it in place.
  [[nodiscard]] graph::node_ptr take() && noexcept { return std::move(node_); }

 private:
  graph::node_ptr node_;
};

/// What `all` and `any` give: one that is a single bool stands in a condition, and for a bool, but
/// for no other number.
class truth : public expression<bool> {
 public:
  using expression<bool>::expression;
  truth(const truth&) = default;
  truth(truth&&) noexcept = default;
  truth& operator=(const truth&) & = default;
  truth& operator=(truth&&) & noexcept = default;
  ~truth() = default;

  /// The element. Waits.
  /// @throws value_error  "The truth value of an array with more than one element is ambiguous. Use
  ///                      a.any() or a.all()"
  template <std::same_as<bool> Bool>
  operator Bool() const {
    detail::require_one_truth(node()->extents);
    return item();
  }
};

/// What functions whose results are bools give of computed values, not of arrays themselves: stands
/// in a condition, `if (sum(x) > 3)`, `if (isnan(sum(x)))`, where it must be a single bool.
class condition : public expression<bool> {
 public:
  using expression<bool>::expression;
  condition(const condition&) = default;
  condition(condition&&) noexcept = default;
  condition& operator=(const condition&) & = default;
  condition& operator=(condition&&) & noexcept = default;
  /// Any other bools: `mask = mask & x`.
  condition& operator=(const expression<bool>& other) & {
    expression<bool>::operator=(other);
    return *this;
  }
  ~condition() = default;

  /// The element. Waits.
  /// @throws value_error  "The truth value of an array with more than one element is ambiguous. Use
  ///                      a.any() or a.all()"
  explicit operator bool() const {
    detail::require_one_truth(node()->extents);
    return item();
  }
};

template <class T>
expression<T> any_expression::as() const {
  return expression<T>(*this);
}

template <element_type U>
expression<U> any_expression::astype(casting rule) const {
  return expression<U>(detail::converted(node(), dtype_of<U>, rule));
}

}  // namespace gpu
