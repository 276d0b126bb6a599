// SPDX-License-Identifier: BSD-3-Clause
// The arguments of a raw kernel without their types.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/user_kernel/raw_launch.hpp>

namespace gpu {

/// A view that a raw kernel takes whatever its strides are: see `any_strides`.
template <class T>
class strided_argument {
 public:
  explicit strided_argument(array_view<T> view) : view_(std::move(view)) {}

  [[nodiscard]] const array_view<T>& view() const& noexcept { return view_; }
  [[nodiscard]] array_view<T> view() const&& { return view_; }
  /// Steps between elements, in elements; what a kernel needs beside the pointer.
  [[nodiscard]] shape strides() const {
    return static_cast<const graph::leaf_node&>(*view_.read_node()).strides;
  }

 private:
  array_view<T> view_;
};

/// The address of a view's first element as an argument of a raw kernel, which knows the strides or
/// is given them: without this, a view must be C-contiguous.
///
///     const auto column = gpu::any_strides(gpu::view(a, gpu::all(), 1));
///     kernel(grid, block, column, column.strides()[0]);
template <class T>
[[nodiscard]] strided_argument<T> any_strides(const array_view<T>& view) {
  return strided_argument<T>(view);
}

namespace user_kernels {

enum class raw_argument_kind { number, pointer, structure, array };

/// One argument of one call.
struct raw_argument {
  raw_argument_kind kind;
  std::optional<dtype> type;  ///< of a number, or of an array's elements

  /// Of all but arrays: the value itself.
  const void* value = nullptr;
  std::size_t size_bytes = sizeof(void*);
  std::size_t alignment = alignof(void*);

  /// Of arrays, which must live until the call returns.
  const void* array = nullptr;
  graph::node_ptr (*node)(const void* array) = nullptr;
  /// Gives the array memory of its own, to write; null for what is read only.
  void (*make_private)(const void* array) = nullptr;
  bool takes_any_strides = false;
};

template <class A>
inline constexpr bool is_array_view = false;
template <class T>
inline constexpr bool is_array_view<array_view<T>> = true;

template <class A>
inline constexpr bool is_strided_argument = false;
template <class T>
inline constexpr bool is_strided_argument<strided_argument<T>> = true;

template <class A>
inline constexpr bool is_element = false;
template <class T, class Place>
inline constexpr bool is_element<element_reference<T, Place>> = true;

/// What may stand as an argument: an array, view or expression, a number, a pointer, or a struct
/// that can be copied byte by byte.
template <class A>
concept raw_kernel_argument = array_like<A> || is_strided_argument<std::remove_cvref_t<A>> ||
    (std::is_trivially_copyable_v<std::remove_cvref_t<A>>&&
         std::is_object_v<std::remove_cvref_t<A>> &&
     !std::is_array_v<std::remove_cvref_t<A>> && !is_element<std::remove_cvref_t<A>> &&
     !std::same_as<std::remove_cvref_t<A>, raw_launch_options>);

template <class V>
void make_view_private(const V& view) {
  // Whoever writes through a view gives the array memory of its own: here no element is written.
  const std::array with_axis{newaxis(), ellipsis()};
  const std::array nothing{range(0, 0), ellipsis()};
  const bool none = false;
  view.part(with_axis).part(nothing).write_node(graph::make_scalar(dtype::bool_, &none));
}

/// An array of this library, its memory written unless it is const.
template <class A>
void set_array(raw_argument& result, A& array) {
  using plain = std::remove_cv_t<A>;
  result.kind = raw_argument_kind::array;
  result.array = std::addressof(array);
  if constexpr (std::derived_from<plain, array_base>) {
    result.node = [](const void* a) { return static_cast<const plain*>(a)->read_node(); };
    if constexpr (!std::is_const_v<A>)
      result.make_private = [](const void* a) {
        static_cast<void>(static_cast<plain*>(const_cast<void*>(a))->writable());
      };
  } else if constexpr (is_array_view<plain>) {
    result.node = [](const void* a) { return static_cast<const plain*>(a)->read_node(); };
    result.make_private = [](const void* a) { make_view_private(*static_cast<const plain*>(a)); };
  } else {
    result.node = [](const void* a) -> graph::node_ptr {
      return static_cast<const plain*>(a)->node();
    };
  }
}

/// What `nullptr` is passed as: an object of its type need not have bytes.
inline constexpr void* null_address = nullptr;

template <class A>
raw_argument erased_raw(A& argument) {
  using plain = std::remove_cv_t<A>;
  raw_argument result{};
  if constexpr (is_strided_argument<plain>) {
    set_array(result, argument.view());
    result.takes_any_strides = true;
  } else if constexpr (array_like<A>) {
    set_array(result, argument);
  } else {
    result.kind = std::is_pointer_v<plain> || std::is_null_pointer_v<plain>
                      ? raw_argument_kind::pointer
                      : raw_argument_kind::structure;
    if constexpr (scalar_like<plain>) {
      result.kind = raw_argument_kind::number;
      result.type = dtype_of<plain>;
    }
    result.value = std::addressof(argument);
    if constexpr (std::is_null_pointer_v<plain>) result.value = &null_address;
    result.size_bytes = sizeof(plain);
    result.alignment = alignof(plain);
  }
  return result;
}

}  // namespace user_kernels
}  // namespace gpu
