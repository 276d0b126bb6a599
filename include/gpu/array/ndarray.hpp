// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/array_iterator.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/core/error.hpp>

namespace gpu {

/// An N-dimensional array of `T` on a device. A value, as `xt::xarray<T>` is: a copy is independent
/// of its original, and costs nothing until one of them is written. Elements are C-contiguous.
///
/// Functions of arrays return `expression`; assigning one to an array computes it.
template <element_type T>
class ndarray : public array_base, public array_interface<ndarray<T>, T> {
  using interface = array_interface<ndarray<T>, T>;

 public:
  using array_type = ndarray;
  using typename interface::difference_type;
  using typename interface::shape_type;
  using typename interface::size_type;
  using typename interface::value_type;
  using reference = element_reference<T>;
  using const_reference = T;
  using iterator = array_iterator<T>;
  using typename interface::const_iterator;

  /// No elements: shape (0,), on the current device.
  ndarray() : array_base(detail::uninitialised_leaf(dtype_of<T>, {0}, current_device())) {}
  /// Every element is `value`.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  explicit ndarray(const shape_type& shape, const T& value, gpu::device where = current_device())
      : array_base(filled(shape, value, where)) {}
  template <scalar_like Number>
  requires(!std::same_as<Number, T>) explicit ndarray(const shape_type& shape, const Number& value,
                                                      gpu::device where = current_device())
      : ndarray(shape, detail::assigned_number<T>(value), where) {}
  /// Elements not initialised, as in xtensor; `{3, 4}` is a list of two elements.
  template <class Extents>
  requires(std::same_as<Extents, shape_type> ||
           detail::extent_list<Extents>) explicit ndarray(const Extents& shape,
                                                          gpu::device where = current_device())
      : array_base(detail::uninitialised_leaf(dtype_of<T>, shape_type(shape), where)) {}
  /// Not two extents: `ndarray<T>({2}, value)` says what is meant.
  template <integer_like Extent, detail::number_or_element Number>
  ndarray(Extent, Number, gpu::device = current_device()) = delete;
  explicit ndarray(const detail::string_like auto&, gpu::device = current_device()) = delete;
  /// One element of 0 axes, as in xtensor.
  template <scalar_like Number>
  ndarray(const Number& value, gpu::device where = current_device())
      : ndarray(shape_type(), detail::assigned_number<T>(value), where) {}
  /// Elements in braces, to any depth: `{{1, 2}, {3, 4}}`, `{{{1}, {2}}}`.
  /// @throws shape_error     "setting an array element with a sequence. ..."
  /// @throws overflow_error  if `T` is an integer type that cannot hold a number
  ndarray(detail::nested_list<T> list, gpu::device where = current_device())
      : ndarray(detail::flatten<T>(list), where) {}
  /// The same of a list, or a list of lists, that is an object.
  template <class List>
  requires(detail::is_initializer_list<List>&& detail::nested_range<List>)
      ndarray(const List& list, gpu::device where = current_device())
      : ndarray(detail::flatten<T>(list), where) {}
  /// Computes `value`, where its operands are; elements are converted to `T`.
  template <typed_array A>
  requires(!std::same_as<std::remove_cvref_t<A>, ndarray>) ndarray(A&& value)
      : array_base(execute::evaluate(
            graph::make_cast(detail::taken_node(std::forward<A>(value)), dtype_of<T>))) {
    detail::check_not_made_real<T, typename std::remove_cvref_t<A>::value_type>();
  }
  /// @throws dtype_error  unless its dtype is that of `T`
  ndarray(const any_expression& value) : ndarray(value.as<T>()) {}
  /// A copy of a vector of elements, with one axis. Integers are extents, as in xtensor.
  template <detail::element_range Range>
  explicit ndarray(const Range& range, gpu::device where = current_device())
      : array_base(detail::leaf_from_range<T>(range, where)) {}
  /// Copies an array or expression of xtensor to the current device.
  template <xtensor_expression E>
  ndarray(const E& host) : ndarray(array_from(xtensor_tag{}, host)) {}
  /// Takes a whole leaf of this dtype.
  explicit ndarray(graph::leaf_ptr leaf) noexcept : array_base(std::move(leaf)) {}

  ndarray(const ndarray&) = default;
  ndarray(ndarray&&) noexcept = default;
  // Not of a temporary, which nobody would see: `sort(x) = y`.
  ndarray& operator=(const ndarray&) & = default;
  ndarray& operator=(ndarray&&) & noexcept = default;
  ~ndarray() = default;
  template <array_like A>
  requires(!std::same_as<std::remove_cvref_t<A>, ndarray>) ndarray& operator=(A&& value) & {
    if constexpr (typed_array<A>)
      detail::check_not_made_real<T, typename std::remove_cvref_t<A>::value_type>();
    else
      detail::require_dtype(value.node(), dtype_of<T>);
    assign(detail::taken_node(std::forward<A>(value)));
    return *this;
  }

  /// The elements of a vector, also integers, as one axis.
  template <detail::host_range Range>
  ndarray& operator=(const Range& range) & {
    return *this = ndarray(detail::leaf_from_range<T>(range, device()));
  }
  /// Elements not initialised. xtensor's factory; `empty<T>(shape)` is NumPy's.
  [[nodiscard]] static ndarray from_shape(const shape_type& shape) {
    return ndarray(detail::uninitialised_leaf(dtype_of<T>, shape, current_device()));
  }

  using array_interface<ndarray<T>, T>::shape;
  [[nodiscard]] const shape_type& shape() const& noexcept { return extents(); }
  [[nodiscard]] shape_type shape() const&& { return extents(); }
  /// Steps in elements; 0 along axes of extent 1.
  [[nodiscard]] shape_type strides() const { return row_major_strides(extents()); }
  [[nodiscard]] gpu::device device() const noexcept { return where(); }

  /// The elements on their device, to read.
  [[nodiscard]] const T* data() const& noexcept { return static_cast<const T*>(read_pointer()); }
  /// The elements on their device, to write: from now on copies of this array are deep.
  [[nodiscard]] T* data() & { return static_cast<T*>(pin()); }
  /// Not of a temporary, whose memory ends with it.
  const T* data() const&& = delete;

  using interface::operator();
  using interface::operator[];
  using interface::at;
  using interface::element;
  using interface::unchecked;
  template <element_index... Index>
  [[nodiscard]] reference operator()(Index... index) & {
    return element_at(
        std::array<std::ptrdiff_t, sizeof...(Index)>{static_cast<std::ptrdiff_t>(index)...}, false);
  }
  template <element_index... Index>
  [[nodiscard]] reference at(Index... index) & {
    return element_at(
        std::array<std::ptrdiff_t, sizeof...(Index)>{static_cast<std::ptrdiff_t>(index)...}, true);
  }
  template <integer_like... Index>
  [[nodiscard]] reference unchecked(Index... index) & {
    return (*this)(index..., missing);
  }
  [[nodiscard]] reference operator[](const shape_type& index) & { return element_at(index, true); }
  template <array_like Indices>
  refusal::arrays_of_indices_and_masks_are_for_gpu_view operator[](const Indices& indices) & =
      delete;
  template <integer_like Index>
  [[nodiscard]] reference operator[](Index index) & {
    return (*this)(index);
  }
  template <class Iterator>
  [[nodiscard]] reference element(Iterator first, Iterator last) & {
    return element_at(shape_type(first, last), false);
  }
  /// An element by its position in C order.
  /// @throws index_error  if there is none
  using interface::flat;
  [[nodiscard]] reference flat(strict_integer position) & {
    return reference(
        {this, detail::element_position({element_count(extents())},
                                        std::array{static_cast<std::ptrdiff_t>(position)}, true)});
  }
  /// The first and the last element in C order.
  /// @throws index_error  if there are no elements
  using interface::back, interface::front;
  [[nodiscard]] reference front() & { return element_at(shape_type(), false); }
  [[nodiscard]] reference back() & {
    static_cast<void>(front());
    return reference({this, element_count(extents()) - 1});
  }
  using interface::periodic;
  template <integer_like... Index>
  [[nodiscard]] reference periodic(Index... index) & {
    return reference({this, detail::periodic_position(
                                extents(), std::array{static_cast<std::ptrdiff_t>(index)...})});
  }

  using interface::begin, interface::end;
  [[nodiscard]] iterator begin() & { return {*this, 0}; }
  [[nodiscard]] iterator end() & { return {*this, element_count(extents())}; }
  using interface::rbegin, interface::rend;
  [[nodiscard]] auto rbegin() & { return std::reverse_iterator(end()); }
  [[nodiscard]] auto rend() & { return std::reverse_iterator(begin()); }

  /// Sets every element.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  void fill(const T& value);
  template <scalar_like Number>
  requires(!std::same_as<Number, T>) void fill(const Number& value) {
    fill(detail::assigned_number<T>(value));
  }
  using array_base::assign;
  /// As `*this = value`.
  template <array_like A>
  ndarray& assign(A&& value) {
    return *this = std::forward<A>(value);
  }
  /// New extents for the same elements; one of them may be -1. That of a const array is a value.
  /// @throws shape_error  if the number of elements differs
  [[nodiscard]] auto reshape(const shape_type& shape) const& { return interface::reshape(shape); }
  ndarray& reshape(const shape_type& shape) &;
  ndarray reshape(const shape_type& shape) && { return std::move(reshape(shape)); }
  template <integer_like... Extents>
  requires(sizeof...(Extents) > 1) [[nodiscard]] auto reshape(Extents... extents) const& {
    return reshape({extents...});
  }
  template <integer_like... Extents>
  requires(sizeof...(Extents) > 1) ndarray& reshape(Extents... extents) & {
    return reshape({extents...});
  }
  template <integer_like... Extents>
  requires(sizeof...(Extents) > 1) ndarray reshape(Extents... extents) && {
    return std::move(reshape({extents...}));
  }
  /// New extents for the first elements in C order; where there are fewer, the others are 0.
  /// `numpy.ndarray.resize`.
  /// @throws value_error  "all elements of `new_shape` must be non-negative"
  void resize(const shape_type& shape);
  template <integer_like... Extents>
  requires(sizeof...(Extents) > 1) void resize(Extents... extents) { resize({extents...}); }
  /// Sorts the elements along an axis in place: `a.sort(0)`, `a.sort(-1, descending, stable)`,
  /// `a.sort(0, "stable")`. `numpy.ndarray.sort`.
  /// @throws axis_error, value_error  as `gpu::sort`
  template <class... Order>
  void sort(axis_index axis = -1, const Order&... order);
  /// Brings the elements at `kth` of an axis to where they are when it is sorted, smaller ones
  /// before them. `numpy.ndarray.partition`.
  /// @throws axis_error, value_error  as `gpu::partition`
  void partition(const detail::index_argument& kth, axis_index axis = -1);
  /// Writes to the elements at positions in C order: `gpu::put`.
  template <class Values, class... Mode>
  void put(const detail::index_argument& indices, const Values& values, const Mode&... mode);
  template <scalar_like Number, class... Mode>
  void put(const detail::index_argument& indices, std::initializer_list<Number> values,
           const Mode&... mode);
  template <class... Mode>
  void put(const detail::index_argument& indices, const detail::list_argument& values,
           const Mode&... mode);
  /// Exchanges values; allocates nothing.
  void swap(ndarray& other) noexcept { std::swap(*this, other); }

 private:
  ndarray(const detail::flat_values<T>& flat, gpu::device where)
      : array_base(detail::leaf_from_host(flat.values.data(), dtype_of<T>, flat.extents, where)) {}
  static graph::leaf_ptr filled(const shape_type& shape, const T& value, gpu::device where);
  template <class Indices>
  reference element_at(const Indices& indices, bool checked) {
    return reference({this, detail::element_position(extents(), indices, checked)});
  }
};

/// `gpu::ndarray y = x * 2;` has the element type of the expression.
template <typed_array A>
ndarray(const A&) -> ndarray<typename A::value_type>;
template <element_type T>
ndarray(std::initializer_list<T>, device = current_device()) -> ndarray<T>;

template <element_type T>
graph::leaf_ptr ndarray<T>::filled(const shape_type& shape, const T& value, gpu::device where) {
  static_cast<void>(element_count(shape));  // NumPy's words for new arrays, not for broadcasts
  const graph::node_ptr scalar = graph::make_scalar(dtype_of<T>, &value);
  return execute::evaluate(graph::make_broadcast(scalar, shape), where);
}

template <element_type T>
void ndarray<T>::fill(const T& value) {
  assign(graph::make_broadcast(graph::make_scalar(dtype_of<T>, &value), extents()));
}

template <element_type T>
ndarray<T>& ndarray<T>::reshape(const shape_type& shape) & {
  assign(detail::reshaped(node(), shape));
  return *this;
}

template <element_type T>
void ndarray<T>::resize(const shape_type& shape) {
  assign(detail::filled_up(node(), shape));
}

}  // namespace gpu
