// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/array/ufunc/standard_argument.hpp>
#include <gpu/core/casting.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

template <element_type T>
class ndarray;
template <class T>
class expression;

namespace detail {
[[noreturn]] void throw_not_one_value();
/// @throws dtype_error  if the rule forbids it
[[nodiscard]] graph::node_ptr converted(const graph::node_ptr& value, dtype type, casting rule);
}  // namespace detail

/// An expression whose dtype is known at run time only: what an untyped kernel returns. Converts to
/// `ndarray<T>` and `expression<T>` of exactly its dtype, and is an operand of every function.
class any_expression : public standard_functions::argument {
 public:
  explicit any_expression(graph::node_ptr node) noexcept : node_(std::move(node)) {}
  any_expression(const any_expression&) = default;
  any_expression(any_expression&&) noexcept = default;
  // Not of a temporary, which nobody would see.
  any_expression& operator=(const any_expression&) & = default;
  any_expression& operator=(any_expression&&) & noexcept = default;
  ~any_expression() = default;

  /// @throws value_error  for the results of a kernel that has several outputs, or returns none
  [[nodiscard]] const graph::node_ptr& node() const& {
    if (!node_) detail::throw_not_one_value();
    return node_;
  }
  [[nodiscard]] graph::node_ptr node() const&& { return node(); }
  [[nodiscard]] gpu::dtype dtype() const { return node()->type; }
  [[nodiscard]] const gpu::shape& shape() const& { return node()->extents; }
  [[nodiscard]] gpu::shape shape() const&& { return node()->extents; }
  [[nodiscard]] std::size_t dimension() const { return node()->extents.size(); }
  [[nodiscard]] gpu::device device() const { return node()->where.value_or(current_device()); }

  /// @throws dtype_error  unless its dtype is that of `T`
  template <class T>
  [[nodiscard]] expression<T> as() const;
  /// The elements converted, as `ndarray::astype` does it.
  template <element_type U>
  [[nodiscard]] expression<U> astype(casting rule = casting::unsafe) const;
  [[nodiscard]] any_expression astype(gpu::dtype type, casting rule = casting::unsafe) const {
    return any_expression(detail::converted(node(), type, rule));
  }
  /// Gives the node up, so that whoever takes it may compute it in place.
  [[nodiscard]] graph::node_ptr take() && noexcept { return std::move(node_); }

 private:
  graph::node_ptr node_;
};

namespace detail {
/// @throws dtype_error  unless `node` has this dtype
void require_dtype(const graph::node_ptr& node, dtype wanted);

/// A node of the dtype that an `A` has: an `any_expression` if `A` is one.
template <array_like A>
[[nodiscard]] auto expression_like(graph::node_ptr node) {
  if constexpr (typed_array<A>)
    return expression<typename std::remove_cvref_t<A>::value_type>(std::move(node));
  else
    return any_expression(std::move(node));
}
}  // namespace detail

}  // namespace gpu
