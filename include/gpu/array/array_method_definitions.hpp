// SPDX-License-Identifier: BSD-3-Clause
// What the methods of arrays are: the functions of the same names. `dot` is in linalg/products.hpp.
#pragma once

#include <gpu/array/array_methods.hpp>
#include <gpu/array/copyto.hpp>
#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/selection_out.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/manipulation/tiling.hpp>
#include <gpu/array/memory_sharing.hpp>
#include <gpu/array/reinterpretation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/rounding.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/ops.hpp>

namespace gpu {

template <class Derived>
auto array_methods<Derived>::T() const {
  return gpu::transpose(self());
}
template <class Derived>
auto array_methods<Derived>::mT() const {
  return gpu::matrix_transpose(self());
}
template <class Derived>
template <class... Axes>
auto array_methods<Derived>::transpose(Axes... axes) const {
  if constexpr (sizeof...(Axes) == 0)
    return gpu::transpose(self());
  else
    return gpu::transpose(self(), {axes...});
}
template <class Derived>
auto array_methods<Derived>::transpose(std::initializer_list<list_integer> axes) const {
  return gpu::transpose(self(), axes);
}
template <class Derived>
auto array_methods<Derived>::reshape(const gpu::shape& extents) const {
  return gpu::reshape(self(), extents);
}
template <class Derived>
template <integer_like... Extents>
auto array_methods<Derived>::reshape(Extents... extents) const {
  return gpu::reshape(self(), {extents...});
}
template <class Derived>
auto array_methods<Derived>::ravel() const {
  return gpu::ravel(self());
}
template <class Derived>
auto array_methods<Derived>::flatten() const {
  return gpu::flatten(self());
}
template <class Derived>
template <class... Axes>
auto array_methods<Derived>::squeeze(const Axes&... axes) const {
  return gpu::squeeze(self(), axes...);
}
template <class Derived>
auto array_methods<Derived>::squeeze(std::initializer_list<list_integer> axes) const {
  return gpu::squeeze(self(), axes);
}
template <class Derived>
auto array_methods<Derived>::swapaxes(axis_index axis1, axis_index axis2) const {
  return gpu::swapaxes(self(), axis1, axis2);
}
template <class Derived>
template <class... Place>
auto array_methods<Derived>::diagonal(Place... offset_and_axes) const {
  return gpu::diagonal(self(), offset_and_axes...);
}
template <class Derived>
auto array_methods<Derived>::copy() const {
  return gpu::copy(self());
}
template <class Derived>
auto array_methods<Derived>::flags() const {
  return detail::flags_of(detail::live_node(self()));
}
template <class Derived>
auto array_methods<Derived>::byteswap() const {
  return detail::expression_like<Derived>(detail::byteswapped(self().node()));
}
template <class Derived>
template <class... Arguments>
decltype(auto) array_methods<Derived>::clip(const Arguments&... bounds_and_options) const {
  return gpu::clip(self(), bounds_and_options...);
}
template <class Derived>
template <class Low, option... Options>
requires(!option<Low>) decltype(auto)
    array_methods<Derived>::clip(const Low& low, const Options&... options) const {
  return gpu::clip(self(), low, std::nullopt, options...);
}
template <class Derived>
template <option... Options>
decltype(auto) array_methods<Derived>::round(strict_integer decimals,
                                             const Options&... options) const {
  return gpu::round(self(), decimals, options...);
}
template <class Derived>
template <option... Options>
decltype(auto) array_methods<Derived>::round(const Options&... options) const {
  return gpu::round(self(), 0, options...);
}
template <class Derived>
template <class... Arguments>
decltype(auto) array_methods<Derived>::take(const detail::index_argument& indices,
                                            const Arguments&... arguments) const {
  return gpu::take(self(), indices, arguments...);
}
template <class Derived>
template <class... Arguments>
auto array_methods<Derived>::repeat(const Arguments&... arguments) const {
  return gpu::repeat(self(), arguments...);
}
template <class Derived>
template <class... Axis>
auto array_methods<Derived>::repeat(std::initializer_list<strict_integer> counts,
                                    const Axis&... axis) const {
  return gpu::repeat(self(), counts, axis...);
}
template <class Derived>
template <class... Arguments>
auto array_methods<Derived>::argsort(const Arguments&... arguments) const {
  return gpu::argsort(self(), arguments...);
}
template <class Derived>
template <class... Arguments>
auto array_methods<Derived>::searchsorted(const Arguments&... arguments) const {
  return gpu::searchsorted(self(), arguments...);
}
template <class Derived>
template <element_type Number, class... Options>
auto array_methods<Derived>::searchsorted(std::initializer_list<Number> v,
                                          const Options&... options) const {
  return gpu::searchsorted(self(), v, options...);
}
template <class Derived>
template <class... Options>
auto array_methods<Derived>::searchsorted(const detail::list_argument& v,
                                          const Options&... options) const {
  return gpu::searchsorted(self(), v, options...);
}
template <class Derived>
auto array_methods<Derived>::nonzero() const {
  return gpu::nonzero(self());
}
template <class Derived>
template <std::size_t Dimensions>
auto array_methods<Derived>::nonzero() const {
  return gpu::nonzero<Dimensions>(self());
}
template <class Derived>
template <class... Axis>
auto array_methods<Derived>::argpartition(const detail::index_argument& kth,
                                          const Axis&... axis) const {
  return gpu::argpartition(self(), kth, axis...);
}
template <class Derived>
template <class Choices, class... Arguments>
requires(!element_type<Choices>) decltype(auto)
    array_methods<Derived>::choose(const Choices& choices, const Arguments&... arguments) const {
  return gpu::choose(self(), choices, arguments...);
}
template <class Derived>
template <class A, class... Arguments>
decltype(auto) array_methods<Derived>::choose(std::initializer_list<A> choices,
                                              const Arguments&... arguments) const {
  return gpu::choose(self(), choices, arguments...);
}
template <class Derived>
template <class... Arguments>
decltype(auto) array_methods<Derived>::choose(std::initializer_list<detail::listed_array> choices,
                                              const Arguments&... arguments) const {
  return gpu::choose(self(), choices, arguments...);
}
template <class Derived>
template <class Condition, class... Arguments>
decltype(auto) array_methods<Derived>::compress(const Condition& condition,
                                                const Arguments&... arguments) const {
  return gpu::compress(condition, self(), arguments...);
}
template <class Derived>
template <class... Arguments>
decltype(auto) array_methods<Derived>::compress(std::initializer_list<bool> condition,
                                                const Arguments&... arguments) const {
  return gpu::compress(condition, self(), arguments...);
}
template <class Derived>
template <element_type U>
requires(!std::same_as<U, bool>) auto array_methods<Derived>::view() const {
  return expression<U>(detail::reinterpreted(self().node(), dtype_of<U>));
}
template <element_type T>
template <class Values, class... Mode>
void ndarray<T>::put(const detail::index_argument& indices, const Values& values,
                     const Mode&... mode) {
  gpu::put(*this, indices, values, mode...);
}
template <element_type T>
template <scalar_like Number, class... Mode>
void ndarray<T>::put(const detail::index_argument& indices, std::initializer_list<Number> values,
                     const Mode&... mode) {
  gpu::put(*this, indices, values, mode...);
}
template <class T>
template <class Values, class... Mode>
void array_view<T>::put(const detail::index_argument& indices, const Values& values,
                        const Mode&... mode) const {
  gpu::put(*this, indices, values, mode...);
}
template <class T>
template <scalar_like Number, class... Mode>
void array_view<T>::put(const detail::index_argument& indices, std::initializer_list<Number> values,
                        const Mode&... mode) const {
  gpu::put(*this, indices, values, mode...);
}
template <element_type T>
template <class... Mode>
void ndarray<T>::put(const detail::index_argument& indices, const detail::list_argument& values,
                     const Mode&... mode) {
  gpu::put(*this, indices, values, mode...);
}
template <class T>
template <class... Mode>
void array_view<T>::put(const detail::index_argument& indices, const detail::list_argument& values,
                        const Mode&... mode) const {
  gpu::put(*this, indices, values, mode...);
}
template <element_type T>
void ndarray<T>::partition(const detail::index_argument& kth, axis_index axis) {
  *this = gpu::partition(*this, kth, axis);
}
template <class T>
void array_view<T>::partition(const detail::index_argument& kth, axis_index axis) const {
  *this = gpu::partition(*this, kth, axis);
}
template <element_type T>
template <class... Order>
void ndarray<T>::sort(axis_index axis, const Order&... order) {
  *this = gpu::sort(*this, axis, order...);
}
template <class T>
template <class... Order>
void array_view<T>::sort(axis_index axis, const Order&... order) const {
  *this = gpu::sort(*this, axis, order...);
}

template <class T>
template <class... Order>
void array_part<T>::sort(axis_index axis, const Order&... order) && {
  const expression<T> sorted = gpu::sort(*this, axis, order...);
  std::move(*this) = sorted;
}
template <class T>
void array_part<T>::partition(const detail::index_argument& kth, axis_index axis) && {
  const expression<T> partitioned = gpu::partition(*this, kth, axis);
  std::move(*this) = partitioned;
}

}  // namespace gpu
