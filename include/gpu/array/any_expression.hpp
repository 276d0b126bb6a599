// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <gpu/array/array_methods.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/reduction/methods.hpp>
#include <gpu/core/casting.hpp>
#include <gpu/core/strict_integer.hpp>
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
/// `ndarray<T>` and `expression<T>` of exactly its dtype. An operand of elementwise functions, of
/// reductions, and of functions that show, gather, sort or join elements, and an index or a mask;
/// what has its dtype is an `any_expression`, too. It has the methods of arrays.
///
/// Where the type must be known, name it: `concatenate<double>({x, x + 1})`, `q.as<double>()`, or
/// `q.astype<double>()`, which converts.
class any_expression : public reduction_methods<any_expression>,
                       public array_methods<any_expression> {
 public:
  using array_methods<any_expression>::take;

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
  [[nodiscard]] graph::node_ptr read_node() const { return node(); }
  [[nodiscard]] gpu::dtype dtype() const { return node()->type; }
  [[nodiscard]] const gpu::shape& shape() const& { return node()->extents; }
  [[nodiscard]] gpu::shape shape() const&& { return node()->extents; }
  [[nodiscard]] std::ptrdiff_t shape(strict_integer axis) const {
    const gpu::shape& extents = shape();
    return extents[normalize_axis_index(axis, extents.size())];
  }
  [[nodiscard]] std::size_t dimension() const { return node()->extents.size(); }
  [[nodiscard]] std::size_t ndim() const { return dimension(); }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(element_count(node()->extents));
  }
  /// Bytes of one element, and of all.
  [[nodiscard]] std::size_t itemsize() const { return size_bytes(dtype()); }
  [[nodiscard]] std::size_t nbytes() const { return size() * itemsize(); }
  [[nodiscard]] gpu::device device() const { return graph::device_of(node()); }

  /// @throws dtype_error  unless its dtype is that of `T`
  template <class T>
  [[nodiscard]] expression<T> as() const;
  /// The elements converted, as `ndarray::astype` does it.
  template <element_type U>
  [[nodiscard]] expression<U> astype(casting rule = casting::unsafe) const;
  [[nodiscard]] any_expression astype(gpu::dtype type, casting rule = casting::unsafe) const {
    return any_expression(detail::converted(node(), type, rule));
  }
  /// The only element, or one by its indices, as `ndarray::item` gives it. Waits.
  /// @throws dtype_error  unless its dtype is that of `T`
  template <element_type T, std::integral... Index>
  [[nodiscard]] T item(Index... index) const {
    return as<T>().item(index...);
  }
  template <element_type T>
  [[nodiscard]] T item(std::initializer_list<list_integer> index) const {
    return as<T>().item(index);
  }
  /// All elements in C order, as `ndarray::tolist` gives them: `q.tolist<double>()`. Waits.
  /// @throws dtype_error  unless its dtype is that of `T`
  template <element_type T>
  [[nodiscard]] auto tolist() const {
    return as<T>().tolist();
  }
  /// Whether the only element is not 0: `if (max(q) > 3)`. Waits.
  /// @throws value_error  "The truth value of an array with more than one element is ambiguous. Use
  ///                      a.any() or a.all()"
  explicit operator bool() const;

  /// Gives the node up, so that whoever takes it may compute it in place.
  [[nodiscard]] graph::node_ptr take() && noexcept { return std::move(node_); }

 private:
  graph::node_ptr node_;
};

namespace detail {
/// @throws dtype_error  unless `node` has this dtype
void require_dtype(const graph::node_ptr& node, dtype wanted);

/// The element type of an `A`; void of an `any_expression`.
template <array_like A>
struct element_of_array : std::type_identity<void> {};
template <typed_array A>
struct element_of_array<A> : std::type_identity<typename std::remove_cvref_t<A>::value_type> {};

/// A node of elements of type `T`; void: of a dtype that is known at run time.
template <class T>
[[nodiscard]] auto expression_of_node(graph::node_ptr node) {
  if constexpr (std::is_void_v<T>)
    return any_expression(std::move(node));
  else
    return expression<T>(std::move(node));
}
/// The same of values that are computed already: an array, or an `any_expression` of one.
template <class T>
[[nodiscard]] auto array_of_leaf(graph::leaf_ptr leaf) {
  if constexpr (std::is_void_v<T>)
    return any_expression(graph::node_ptr(leaf.get()));
  else
    return ndarray<T>(std::move(leaf));
}
/// What `array_of_leaf<T>` gives.
template <class T>
struct array_or_any_type {
  using type = ndarray<T>;
};
template <>
struct array_or_any_type<void> {
  using type = any_expression;
};
template <class T>
using array_or_any = typename array_or_any_type<T>::type;

/// Both of the dtype that an `A` has: an `any_expression` if `A` is one.
template <array_like A>
[[nodiscard]] auto expression_like(graph::node_ptr node) {
  return expression_of_node<typename element_of_array<A>::type>(std::move(node));
}
template <array_like A>
[[nodiscard]] auto array_like_of(graph::leaf_ptr leaf) {
  return array_of_leaf<typename element_of_array<A>::type>(std::move(leaf));
}

/// For functions that give elements of a type which must be known when they are compiled.
template <class A>
constexpr void require_known_type() {
  static_assert(typed_array<A>,
                "the dtype of this array is known at run time only: name it, as "
                "gpu::concatenate<double>({...}) or q.as<double>() do");
}
}  // namespace detail

}  // namespace gpu
