// SPDX-License-Identifier: BSD-3-Clause
// xtensor's other spellings of `adapt`: with the order of the elements, and of smart pointers.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>

#include <gpu/array/adapt.hpp>
#include <gpu/array/layout_type.hpp>

namespace gpu {

namespace detail {
/// The strides of elements that lie with the first axis fastest.
[[nodiscard]] shape strides_in_fortran_order(const shape& extents);
/// The same with `column_major`, else those of C order.
[[nodiscard]] shape strides_in_order(const shape& extents, layout_type order);

/// What owns the elements that it points to, or keeps those of another pointer alive.
template <class Owner>
concept owning_pointer = !std::is_pointer_v<std::remove_cvref_t<Owner>> &&
                         std::constructible_from<std::shared_ptr<const void>, Owner>;
}  // namespace detail

/// `adapt(elements, extents)` with the order in which the elements lie:
/// `adapt<layout_type::column_major>(pointer, {2, 3})`. With the first axis fastest they are a view
/// that writes them or, of constant elements, an expression that reads them.
/// @throws as `adapt`
template <layout_type Order, class T>
[[nodiscard]] auto adapt(T* elements, const shape& extents, const adapt_options& options = {}) {
  if constexpr (Order == layout_type::column_major)
    return adapt(elements, extents, detail::strides_in_fortran_order(extents), options);
  else
    return adapt(elements, extents, options);
}
template <layout_type Order, detail::adaptable_container C>
[[nodiscard]] auto adapt(C& elements, const shape& extents) {
  detail::require_element_count(std::ranges::size(elements), extents);
  return adapt<Order>(std::ranges::data(elements), extents);
}
template <layout_type Order, class T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, no_ownership, const shape& extents) {
  detail::require_element_count(size, extents);
  return adapt<Order>(elements, extents);
}

/// The same with the order behind the other arguments, where it is seen at run time: always a view
/// or, of constant elements, an expression.
/// @throws value_error  "cannot adapt 6 elements as an array of shape (2,2)"
template <detail::adaptable_container C>
[[nodiscard]] auto adapt(C& elements, const shape& extents, layout_type order) {
  detail::require_element_count(std::ranges::size(elements), extents);
  return adapt(std::ranges::data(elements), extents, detail::strides_in_order(extents, order));
}
template <class T>
[[nodiscard]] auto adapt(T* elements, std::size_t size, no_ownership, const shape& extents,
                         layout_type order) {
  detail::require_element_count(size, extents);
  return adapt(elements, extents, detail::strides_in_order(extents, order));
}

/// The elements that a std::shared_ptr or std::unique_ptr points to, which is held as long as
/// anyone here uses them. A std::unique_ptr is moved in.
/// @throws as `adapt`
template <detail::owning_pointer Pointer>
[[nodiscard]] auto adapt_smart_ptr(Pointer&& pointer, const shape& extents) {
  auto* const elements = pointer.get();
  adapt_options options;
  options.owner = std::shared_ptr<const void>(std::forward<Pointer>(pointer));
  return adapt(elements, extents, options);
}
/// The elements at `elements`, which `owner` keeps alive: `adapt_smart_ptr(v->data(), {2, 2}, v)`.
template <class T, detail::owning_pointer Owner>
[[nodiscard]] auto adapt_smart_ptr(T* elements, const shape& extents, Owner&& owner) {
  adapt_options options;
  options.owner = std::shared_ptr<const void>(std::forward<Owner>(owner));
  return adapt(elements, extents, options);
}

}  // namespace gpu
