// SPDX-License-Identifier: BSD-3-Clause
// What functions give that show an array in another way, where it can be written:
// `transpose(a) = b`, `diagonal(a) += 1`, `real(z) = x`. So they do of views.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/index_target.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

template <class T>
class array_view;

namespace detail {
class index_argument;

/// Writes `value`, cast and broadcast, to the elements of `array` that `shown` shows: a view of it,
/// or the real or imaginary parts. `shown` is given up: else it would be someone who sees the
/// memory.
/// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
void write_part(array_base& array, graph::node_ptr shown, graph::node_ptr value);

/// Where those elements lie in the array. None: they are parts of complex numbers.
[[nodiscard]] std::optional<placed_elements> elements_of_part(array_base& array,
                                                              const graph::node_ptr& shown);

}  // namespace detail

/// An expression that shows a mutable array, or a view of one. Where the function is called it can
/// be assigned to, and writes through. Under a name it is an expression like others: what the array
/// held then.
template <class T>
class array_part : public expression<T> {
 public:
  array_part(graph::node_ptr node, array_base& array) noexcept
      : expression<T>(std::move(node)), array_(&array) {}
  array_part(const array_part&) = default;
  array_part(array_part&&) noexcept = default;
  array_part& operator=(const array_part&) & = default;

  /// Writes `value`, broadcast and converted to `T`, as if it were complete before the first write.
  /// @throws shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
  /// @throws value_error  of another shape of a view whose elements lie apart: "Unable to avoid
  ///                      creating a copy while creating an array as requested."
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number
  template <class A>
  requires(array_like<A> || detail::number_or_element<A>) void operator=(A&& value) && {
    std::move(*this).write_node(detail::written_node<T>(std::forward<A>(value)));
  }
  /// Elements on the host: `diagonal(a) = vector`.
  template <detail::host_range Range>
  void operator=(const Range& range) && {
    std::move(*this) = ndarray<T>(detail::leaf_from_range<T>(range, array_->where()));
  }
  void operator=(detail::nested_list<T> list) && {
    std::move(*this) = ndarray<T>(list, array_->where());
  }
  /// Sets every element: `transpose(a).fill(3)`.
  /// @throws overflow_error  if `T` is an integer type that cannot hold the number
  template <detail::number_or_element Number>
  void fill(const Number& value) && {
    std::move(*this) = value;
  }
  /// Sorts what is shown in place: `transpose(a).sort()`. As of `ndarray`.
  template <class... Order>
  void sort(axis_index axis = -1, const Order&... order) &&;
  void partition(const detail::index_argument& kth, axis_index axis = -1) &&;
  /// The view of this part: `view(transpose(a), 0) = 1`.
  [[nodiscard]] array_part part(std::span<const slice> slices) && {
    graph::node_ptr shown = std::move(*this).take();
    affine_view affine = sliced(shown->extents, slices);
    return {graph::make_view(shown, std::move(affine)), *array_};
  }
  /// What functions that write at indices take: given up with this, if there is any.
  [[nodiscard]] std::optional<detail::placed_elements> placed() && {
    std::optional<detail::placed_elements> elements =
        detail::elements_of_part(*array_, this->node());
    if (elements) static_cast<void>(std::move(*this).take());
    return elements;
  }
  /// Writes a node of any dtype.
  void write_node(graph::node_ptr value) && {
    detail::write_part(*array_, std::move(*this).take(), std::move(value));
  }

 private:
  array_base* array_;
};

/// A view of such a part where the function is called is one, too.
template <class T, std::convertible_to<slice>... Slices>
[[nodiscard]] array_part<T> view(array_part<T>&& shown, const Slices&... slices) {
  const std::array<slice, sizeof...(Slices)> list{slice(slices)...};
  return std::move(shown).part(list);
}

namespace detail {

template <class A>
inline constexpr bool is_mutable_array =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>> &&
    std::is_base_of_v<array_base, std::remove_reference_t<A>>;
template <class A>
inline constexpr bool is_array_view = false;
template <class T>
inline constexpr bool is_array_view<array_view<T>> = true;
/// An array that can be written, or a view of one.
template <class A>
inline constexpr bool is_written_through =
    is_mutable_array<A> || is_array_view<std::remove_cvref_t<A>>;

/// `node`, which shows `a`: assignable if `a` is an array that can be written, or a view.
template <class T, class A>
[[nodiscard]] auto shown(A&& a, graph::node_ptr node) {
  if constexpr (is_mutable_array<A&&>)
    return array_part<T>(std::move(node), a);
  else if constexpr (is_array_view<std::remove_cvref_t<A>>)
    return array_part<T>(std::move(node), a.link()->array());
  else
    return expression<T>(std::move(node));
}

}  // namespace detail
}  // namespace gpu
