// SPDX-License-Identifier: BSD-3-Clause
// Memory that the caller keeps alive, as arrays.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>

#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/error.hpp>

namespace gpu {

/// What `adapt` takes beside the memory.
struct adapt_options {
  /// Where the memory is. Memory of the host that is pinned or managed may be taken for either.
  gpu::device where = cpu();
  /// In whose order the memory is ready to be used, and is used no more when the last array of it
  /// has ended. Without one that is the current stream of the device, and the owner is held until
  /// the stream's work has ended: the end of the last array waits.
  std::optional<stream_ref> stream = std::nullopt;
  /// What keeps the memory alive, held until nothing here uses it. Without one the caller does.
  std::shared_ptr<const void> owner = nullptr;
};

namespace detail {

/// @throws value_error  if the pointer is null, or not aligned to an element
[[nodiscard]] graph::leaf_ptr adapted_leaf(const void* elements, dtype type, const shape& extents,
                                           bool is_written, const adapt_options& options);

/// Elements at strides, in the block of all memory from the first to the last of them.
struct adapted_strides {
  graph::leaf_ptr block;  ///< as one axis
  affine_view view;       ///< of that
};
/// @throws value_error  also if there are not as many strides as axes
[[nodiscard]] adapted_strides adapted_view(const void* first, dtype type, const shape& extents,
                                           const shape& strides, bool is_written,
                                           const adapt_options& options);
[[nodiscard]] graph::node_ptr viewed(const adapted_strides& adapted);

/// A vector or the like that the caller keeps.
template <class C>
concept adaptable_container =
    std::is_class_v<C> && std::ranges::contiguous_range<C> && std::ranges::sized_range<C> &&
    element_type<std::ranges::range_value_t<C>> && !array_like<C> &&
    !xtensor_expression<C>;

/// Whether an accessor computes the elements: it gives values, and not references to memory.
template <class S>
concept computes_elements = requires {
  requires(!std::is_lvalue_reference_v<typename S::reference>);
};

/// `std::mdspan` of C++23, Kokkos's, CUDA's, or another view of memory with their members.
template <class S>
concept mdspan_like = !array_like<S> && !xtensor_expression<S> && !computes_elements<S> &&
                      requires(const S& span, std::size_t axis) {
  { span.rank() } -> std::convertible_to<std::size_t>;
  { span.extent(axis) } -> std::convertible_to<std::ptrdiff_t>;
  { span.stride(axis) } -> std::convertible_to<std::ptrdiff_t>;
  requires std::is_pointer_v<std::remove_cvref_t<decltype(span.data_handle())>>;
  requires element_type<std::remove_cv_t<std::remove_reference_t<decltype(*span.data_handle())>>>;
};

/// Whether there is no axis whose extent and stride could be asked for.
template <class S>
concept rank_0 = requires {
  requires(S::rank() == 0);
};

struct extents_and_strides {
  shape extents;
  shape strides;
};
/// @throws value_error  if the elements do not lie at strides
template <mdspan_like S>
[[nodiscard]] extents_and_strides layout_of_span(const S& span) {
  extents_and_strides result;
  if constexpr (!rank_0<S>) {
    if constexpr (requires { span.is_strided(); })
      if (!span.is_strided()) throw value_error("the elements of the mdspan do not lie at strides");
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(span.rank()); ++axis) {
      result.extents.push_back(static_cast<std::ptrdiff_t>(span.extent(axis)));
      result.strides.push_back(static_cast<std::ptrdiff_t>(span.stride(axis)));
    }
  }
  return result;
}

/// A temporary vector or the like, which has its elements to itself.
template <class C>
concept movable_container =
    adaptable_container<C> && !std::is_const_v<C> && !std::ranges::borrowed_range<C>;

/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"
void require_element_count(std::size_t found, const shape& extents);
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,3) and strides (4,1)"
void require_element_count(std::size_t found, const shape& extents, const shape& strides);

}  // namespace detail

/// The elements at `elements`, in C order, as an array without memory of its own: what is written
/// to its elements is written there. xtensor's `adapt`.
///
/// As after `data()`, copies of the array are deep, and so are the operands of expressions: foreign
/// code may write the memory. To assign an array or expression of the same shape on the same device
/// writes there, too; of another shape, it gives the array other memory.
/// @throws value_error  if the pointer is null or not aligned to an element; for shapes that
///                      `empty` refuses
/// @throws as `device::use`
template <element_type T>
requires(!std::is_const_v<T>) [[nodiscard]] ndarray<T> adapt(T* elements, const shape& extents,
                                                             const adapt_options& options = {}) {
  ndarray<T> array(detail::adapted_leaf(elements, dtype_of<T>, extents, true, options));
  static_cast<void>(array.data());
  return array;
}
/// The same of memory that is only read, and that nobody writes meanwhile: an array like others,
/// whose memory is shared with its copies. The first write gives it memory of its own.
template <element_type T>
[[nodiscard]] ndarray<T> adapt(const T* elements, const shape& extents,
                               const adapt_options& options = {}) {
  return ndarray<T>(detail::adapted_leaf(elements, dtype_of<T>, extents, false, options));
}

/// The elements at `first + i * strides[0] + j * strides[1] + ...` as a view that can be written.
/// Strides are in elements; they may be 0 or negative.
/// @throws value_error  also "strides is incompatible with shape of requested array ..."
template <element_type T>
requires(!std::is_const_v<T>)
    [[nodiscard]] array_view<T> adapt(T* first, const shape& extents, const shape& strides,
                                      const adapt_options& options = {}) {
  detail::adapted_strides adapted =
      detail::adapted_view(first, dtype_of<T>, extents, strides, true, options);
  ndarray<T> whole(std::move(adapted.block));
  static_cast<void>(whole.data());
  return array_view<T>(whole.link(), adapted.view);
}
/// The same of memory that is only read, and that nobody writes meanwhile: an expression that reads
/// it where it lies.
template <element_type T>
[[nodiscard]] expression<T> adapt(const T* first, const shape& extents, const shape& strides,
                                  const adapt_options& options = {}) {
  return expression<T>(
      detail::viewed(detail::adapted_view(first, dtype_of<T>, extents, strides, false, options)));
}

/// The elements of a vector, which must live as long as the array and keep its length, as an array
/// on `cpu()`: `adapt(v, {2, 3})`. What is written to a mutable one is written to the vector; of a
/// const one nothing is.
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"
template <detail::adaptable_container C>
[[nodiscard]] auto adapt(C& elements, const shape& extents) {
  detail::require_element_count(std::ranges::size(elements), extents);
  return adapt(std::ranges::data(elements), extents);
}
/// The same as one axis.
template <detail::adaptable_container C>
[[nodiscard]] auto adapt(C& elements) {
  return adapt(std::ranges::data(elements),
               shape{static_cast<std::ptrdiff_t>(std::ranges::size(elements))});
}

/// The elements of a vector at strides, as a view that writes to the vector or, of a const one, an
/// expression that reads it: `adapt(v, {2, 3}, {1, 2})`. The first element is that of the vector.
/// @throws value_error  also if an element lies outside the vector: "cannot adapt 6 elements as an
///                      array of shape (2,3) and strides (4,1)"
template <detail::adaptable_container C>
[[nodiscard]] auto adapt(C& elements, const shape& extents, const shape& strides) {
  detail::require_element_count(std::ranges::size(elements), extents, strides);
  return adapt(std::ranges::data(elements), extents, strides);
}

/// The elements of a vector that is moved in, which the array keeps: an array on `cpu()` like
/// others, made without a copy.
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"
template <detail::movable_container C>
[[nodiscard]] auto adapt(C&& elements, const shape& extents) {
  using element = std::ranges::range_value_t<C>;
  detail::require_element_count(std::ranges::size(elements), extents);
  const auto owner = std::make_shared<C>(std::move(elements));
  adapt_options options;
  options.owner = owner;
  return ndarray<element>(
      detail::adapted_leaf(std::ranges::data(*owner), dtype_of<element>, extents, true, options));
}
/// The same as one axis.
template <detail::movable_container C>
[[nodiscard]] auto adapt(C&& elements) {
  const shape extents{static_cast<std::ptrdiff_t>(std::ranges::size(elements))};
  return adapt(std::move(elements), extents);
}

/// The elements that a span shows, where they lie, in any order and at any strides: a `std::mdspan`
/// or a class like it, which says `rank()`, `extent(r)`, `stride(r)` and `data_handle()`. Of
/// elements that are not `const` a view, through which they are written, and otherwise an
/// expression that reads them. The memory, not the span, must live as long.
///
/// An array on `cpu()` is seen by a span of its memory: `std::mdspan(x.data(), rows, columns)`, or
/// at its `x.strides()`, which count elements as those of `std::layout_stride` do.
/// @throws value_error  as above; "the elements of the mdspan do not lie at strides"
template <detail::mdspan_like S>
[[nodiscard]] auto adapt(const S& span, const adapt_options& options = {}) {
  const detail::extents_and_strides place = detail::layout_of_span(span);
  return adapt(span.data_handle(), place.extents, place.strides, options);
}

/// xtensor's word for memory that the caller keeps.
struct no_ownership {};

/// xtensor's spelling of `adapt(elements, extents)`.
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"
template <element_type T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, no_ownership, const shape& extents) {
  detail::require_element_count(size, extents);
  return adapt(elements, extents);
}
template <element_type T>
[[nodiscard]] auto adapt(const T* elements, std::size_t size, no_ownership, const shape& extents) {
  detail::require_element_count(size, extents);
  return adapt(elements, extents);
}
/// The same as one axis.
template <class T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, no_ownership) {
  return adapt(elements, shape{static_cast<std::ptrdiff_t>(size)});
}
/// The same at strides, as those of a vector.
/// @throws value_error  if an element lies outside the `size` elements
template <class T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, no_ownership, const shape& extents,
                         const shape& strides) {
  detail::require_element_count(size, extents, strides);
  return adapt(elements, extents, strides);
}

}  // namespace gpu
