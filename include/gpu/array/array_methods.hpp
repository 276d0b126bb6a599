// SPDX-License-Identifier: BSD-3-Clause
// The functions that NumPy's arrays have as methods, beside reductions: `x.ravel()` is
// `gpu::ravel(x)`. Defined in array_method_definitions.hpp, after those functions.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>

#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/array/ufunc/standard_argument.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
class index_argument;
class list_argument;
struct listed_array;
}  // namespace detail

/// Each gives what the function of its name gives of a value that is only read, and throws what
/// that throws: nothing is computed or changed here, unless the function says so.
template <class Derived>
class array_methods : public standard_functions::argument {
 public:
  /// The axes reversed. `numpy.ndarray.T`.
  [[nodiscard]] auto T() const;
  /// The last two axes exchanged. `numpy.ndarray.mT`.
  [[nodiscard]] auto mT() const;
  /// The axes reversed, or in the order given: `x.transpose(1, 0, 2)`, `x.transpose({1, 0, 2})`.
  template <class... Axes>
  [[nodiscard]] auto transpose(Axes... axes) const;
  [[nodiscard]] auto transpose(std::initializer_list<list_integer> axes) const;
  /// The same elements with other extents. That of `ndarray` changes the array.
  [[nodiscard]] auto reshape(const gpu::shape& extents) const;
  template <integer_like... Extents>
  [[nodiscard]] auto reshape(Extents... extents) const;
  [[nodiscard]] auto ravel() const;
  [[nodiscard]] auto flatten() const;
  template <class... Axes>
  [[nodiscard]] auto squeeze(const Axes&... axes) const;
  [[nodiscard]] auto squeeze(std::initializer_list<list_integer> axes) const;
  [[nodiscard]] auto swapaxes(axis_index axis1, axis_index axis2) const;
  template <class... Place>
  [[nodiscard]] auto diagonal(Place... offset_and_axes) const;
  [[nodiscard]] auto copy() const;
  /// In which order the elements are in memory: `a.flags().c_contiguous`, of arrays always.
  [[nodiscard]] auto flags() const;
  /// The elements with the order of their bytes reversed, those of complex numbers in each part: a
  /// value, computed now. `numpy.ndarray.byteswap`.
  [[nodiscard]] auto byteswap() const;

  // Those that may be given `out(c)` return `c`, by reference, as the functions do.
  template <class... Arguments>
  decltype(auto) clip(const Arguments&... bounds_and_options) const;
  /// With a lower bound alone.
  template <class Low, option... Options>
  requires(!option<Low>) decltype(auto) clip(const Low& low, const Options&... options) const;
  template <option... Options>
  decltype(auto) round(strict_integer decimals, const Options&... options) const;
  template <option... Options>
  decltype(auto) round(const Options&... options) const;
  template <class... Arguments>
  decltype(auto) take(const detail::index_argument& indices, const Arguments&... arguments) const;
  template <class... Arguments>
  [[nodiscard]] auto repeat(const Arguments&... arguments) const;
  template <class... Axis>
  [[nodiscard]] auto repeat(std::initializer_list<strict_integer> counts,
                            const Axis&... axis) const;
  template <class... Arguments>
  [[nodiscard]] auto argsort(const Arguments&... arguments) const;
  template <class... Arguments>
  [[nodiscard]] auto searchsorted(const Arguments&... arguments) const;
  template <element_type Number, class... Options>
  [[nodiscard]] auto searchsorted(std::initializer_list<Number> v, const Options&... options) const;
  template <class... Options>
  [[nodiscard]] auto searchsorted(const detail::list_argument& v, const Options&... options) const;
  [[nodiscard]] auto nonzero() const;
  template <std::size_t Dimensions>
  [[nodiscard]] auto nonzero() const;
  template <class... Axis>
  [[nodiscard]] auto argpartition(const detail::index_argument& kth, const Axis&... axis) const;
  template <class Choices, class... Arguments>
  requires(!element_type<Choices>) decltype(auto)
      choose(const Choices& choices, const Arguments&... arguments) const;
  template <class A, class... Arguments>
  decltype(auto) choose(std::initializer_list<A> choices, const Arguments&... arguments) const;
  template <class... Arguments>
  decltype(auto) choose(std::initializer_list<detail::listed_array> choices,
                        const Arguments&... arguments) const;
  template <class Condition, class... Arguments>
  decltype(auto) compress(const Condition& condition, const Arguments&... arguments) const;
  template <class... Arguments>
  decltype(auto) compress(std::initializer_list<bool> condition,
                          const Arguments&... arguments) const;
  template <class... Arguments>
  void tofile(const Arguments&... path_and_format) const;
  /// The same bytes as elements of another type: a value, computed now.
  /// `numpy.ndarray.view(dtype)`.
  /// @shape  that of the array, but the last axis has as many elements as its bytes make up
  /// @throws value_error  "When changing to a larger dtype, its size must be a divisor of the total
  ///                      size in bytes of the last axis of the array.", "Changing the dtype of a
  ///                      0d array is only supported if the itemsize is unchanged"
  template <element_type U>
  requires(!std::same_as<U, bool>) [[nodiscard]] auto view() const;
  /// The product of vectors or matrices. `numpy.ndarray.dot`.
  template <class B>
  [[nodiscard]] auto dot(const B& b) const;
  template <class B, class Target>
  decltype(auto) dot(const B& b, const out_option<Target>& out) const;

 private:
  [[nodiscard]] const Derived& self() const noexcept { return static_cast<const Derived&>(*this); }
};

}  // namespace gpu
