// SPDX-License-Identifier: BSD-3-Clause
// What can be read of every array, expression and view, in xtensor's spelling.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/array_methods.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/host_iterator.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/missing.hpp>
#include <gpu/array/layout_type.hpp>
#include <gpu/array/ordered_iteration.hpp>
#include <gpu/array/reduction/methods.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/array/ufunc/complex_part.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

template <class T>
class expression;

/// Members that `Derived` has from its `node()`, a snapshot, and `read_node()`, which may be the
/// live value as it is only looked at here. Those that read elements evaluate it, and wait.
template <class Derived, class T>
class array_interface : public reduction_methods<Derived>,
                        public array_methods<Derived>,
                        public ordered_iteration<Derived, T> {
  using ordered = ordered_iteration<Derived, T>;

 public:
  using value_type = T;
  using shape_type = gpu::shape;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using const_iterator = host_iterator<T>;
  /// What an element is read as: `const` where a temporary could be assigned to.
  using read_type = std::conditional_t<std::is_assignable_v<T, T>, const T, T>;

  /// Always the dtype of `T`.
  [[nodiscard]] static constexpr gpu::dtype dtype() noexcept { return dtype_of<T>; }
  [[nodiscard]] const shape_type& shape() const& { return self().read_node()->extents; }
  [[nodiscard]] shape_type shape() const&& { return self().read_node()->extents; }
  /// The extent of one axis; negative ones count from the end.
  /// @throws axis_error
  [[nodiscard]] std::ptrdiff_t shape(strict_integer axis) const {
    const shape_type& extents = shape();
    return extents[normalize_axis_index(axis, extents.size())];
  }
  /// The number of axes. `numpy.ndarray.ndim`.
  [[nodiscard]] size_type dimension() const { return self().read_node()->extents.size(); }
  [[nodiscard]] size_type ndim() const { return dimension(); }
  /// Whether these are its extents: `a.has_shape({2, 3})`. xtensor's.
  [[nodiscard]] bool has_shape(const gpu::shape& extents) const {
    return self().read_node()->extents == extents;
  }
  /// The number of elements.
  [[nodiscard]] size_type size() const {
    return static_cast<size_type>(element_count(self().read_node()->extents));
  }
  /// `numpy.ndarray.nbytes`.
  [[nodiscard]] size_type nbytes() const { return size() * sizeof(T); }
  [[nodiscard]] size_type size_bytes() const { return nbytes(); }
  /// Bytes of one element.
  [[nodiscard]] static constexpr size_type itemsize() noexcept { return sizeof(T); }
  /// Where the elements are, or will be computed.
  [[nodiscard]] gpu::device device() const { return graph::device_of(self().read_node()); }

  /// The only element. Waits.
  /// @throws value_error  unless there is exactly one
  [[nodiscard]] read_type item() const {
    detail::require_one_element(self().read_node()->extents);
    return read_at(0);
  }

  /// One element, by an index for each axis, or by one position in C order; negative ones count
  /// from the end. Waits. `numpy.ndarray.item`.
  /// @throws index_error  "index 5 is out of bounds for axis 0 with size 3"
  /// @throws value_error  "incorrect number of indices for array"
  template <integer_like... Index>
  requires(sizeof...(Index) > 0) [[nodiscard]] read_type item(Index... index) const {
    return read_at(detail::item_position(self().read_node()->extents,
                                         std::array{static_cast<std::ptrdiff_t>(index)...}));
  }

  /// The same with the indices in a list: `item({0, 1})`.
  [[nodiscard]] read_type item(std::initializer_list<list_integer> index) const {
    const std::vector<std::ptrdiff_t> place(index.begin(), index.end());
    return read_at(detail::item_position(self().read_node()->extents, place));
  }

  /// The only element: `double(gpu::sum(x))`. Waits. Only `gpu::truth` converts to bool.
  /// @throws value_error  unless there is exactly one
  explicit operator T() const requires(!std::same_as<T, bool>) { return item(); }
  /// The same as a number of another type: `float(gpu::sum(x))`, `int(gpu::argmax(x))`.
  template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::same_as<Number, bool> &&
           !std::same_as<Number, T> && traits(dtype_of<T>).kind != dtype_kind::complex) explicit
  operator Number() const {
    return static_cast<Number>(item());
  }

  /// One element, as xtensor counts: missing leading indices are 0, and behind `gpu::missing` the
  /// trailing ones. Waits.
  /// @throws index_error  if it lies outside the array
  template <element_index... Index>
  [[nodiscard]] read_type operator()(Index... index) const& {
    return element_value(std::array{static_cast<std::ptrdiff_t>(index)...}, false);
  }
  /// Ranges, `all()` and their like are for `view(a, range(0, 2))`.
  template <std::convertible_to<slice>... Slices>
  requires((!element_index<Slices>) || ...) refusal::slices_are_for_gpu_view operator()(
      const Slices&...) const = delete;
  [[nodiscard]] read_type operator()() const& { return element_value(gpu::shape(), false); }
  /// The same; also throws if there are too many indices.
  template <element_index... Index>
  [[nodiscard]] read_type at(Index... index) const& {
    return element_value(std::array{static_cast<std::ptrdiff_t>(index)...}, true);
  }
  /// One element, by an index for each axis from the first one on; those left out are 0. Waits.
  /// xtensor's; checked here as well.
  /// @throws index_error  if it lies outside the array
  template <integer_like... Index>
  [[nodiscard]] read_type unchecked(Index... index) const& {
    return (*this)(index..., missing);
  }
  /// One element by a list of indices: `a[{1, 2}]`.
  /// @throws index_error  if it lies outside the array, or there are too many
  [[nodiscard]] read_type operator[](const gpu::shape& index) const& {
    return element_value(index, true);
  }
  template <integer_like Index>
  [[nodiscard]] read_type operator[](Index index) const& {
    return element_value(std::array{static_cast<std::ptrdiff_t>(index)}, false);
  }
  /// Arrays of indices and masks are for `view(a, indices)`: here they would be the list of one
  /// element's indices.
  template <array_like Indices>
  refusal::arrays_of_indices_and_masks_are_for_gpu_view operator[](const Indices& indices) const& =
      delete;
  template <class Iterator>
  [[nodiscard]] read_type element(Iterator first, Iterator last) const& {
    return element_value(gpu::shape(first, last), false);
  }

  /// One element by its position in C order. Waits.
  /// @throws index_error  if there is none
  [[nodiscard]] read_type flat(strict_integer position) const& {
    return read_at(detail::element_position({static_cast<std::ptrdiff_t>(size())},
                                            std::array{static_cast<std::ptrdiff_t>(position)},
                                            true));
  }
  /// The first and the last element in C order. Wait.
  /// @throws index_error  if there are no elements
  [[nodiscard]] read_type front() const& { return flat(0); }
  [[nodiscard]] read_type back() const& { return flat(size() - 1); }
  /// Whether there is such an element; missing leading indices are 0. xtensor's.
  template <integer_like... Index>
  [[nodiscard]] bool in_bounds(Index... index) const {
    return detail::is_in_bounds(self().read_node()->extents,
                                std::array{static_cast<std::ptrdiff_t>(index)...});
  }
  /// One element, by indices modulo the extents: -1 is the last one. Waits. xtensor's.
  /// @throws index_error  if there are no elements, or too many indices
  template <integer_like... Index>
  [[nodiscard]] read_type periodic(Index... index) const& {
    return read_at(detail::periodic_position(self().read_node()->extents,
                                             std::array{static_cast<std::ptrdiff_t>(index)...}));
  }
  /// Always C order.
  [[nodiscard]] static constexpr layout_type layout() noexcept { return layout_type::row_major; }

  /// Elements on the host, in C order: a copy for arrays on a GPU. Waits.
  using ordered::begin;
  using ordered::cbegin;
  using ordered::cend;
  using ordered::end;
  using ordered::rbegin;
  using ordered::rend;
  [[nodiscard]] const_iterator begin() const& {
    return const_iterator::begin_of(self().read_node());
  }
  [[nodiscard]] const_iterator end() const& {
    return const_iterator::end_of(self().read_node(), static_cast<std::ptrdiff_t>(size()));
  }
  [[nodiscard]] const_iterator cbegin() const { return begin(); }
  [[nodiscard]] const_iterator cend() const { return end(); }
  [[nodiscard]] auto rbegin() const& { return std::reverse_iterator(end()); }
  [[nodiscard]] auto rend() const& { return std::reverse_iterator(begin()); }
  [[nodiscard]] auto crbegin() const { return rbegin(); }
  [[nodiscard]] auto crend() const { return rend(); }
  /// xtensor's names of `begin` and `end`: elements lie in C order.
  [[nodiscard]] auto linear_begin() & { return static_cast<Derived&>(*this).begin(); }
  [[nodiscard]] auto linear_end() & { return static_cast<Derived&>(*this).end(); }
  [[nodiscard]] auto linear_begin() const& { return self().begin(); }
  [[nodiscard]] auto linear_end() const& { return self().end(); }
  [[nodiscard]] auto linear_cbegin() const& { return self().cbegin(); }
  [[nodiscard]] auto linear_cend() const& { return self().cend(); }

  /// The elements converted to `U`, as `numpy.ndarray.astype` does: of complex ones to real the
  /// real parts.
  /// @throws dtype_error  "Cannot cast array data from dtype('float64') to dtype('int64') according
  ///                      to the rule 'safe'"
  template <element_type U>
  [[nodiscard]] expression<U> astype(casting rule = casting::unsafe) const& {
    return expression<U>(detail::converted(self().node(), dtype_of<U>, rule));
  }
  template <element_type U>
  [[nodiscard]] expression<U> astype(casting rule = casting::unsafe) && {
    const graph::node_ptr own = detail::taken_node(static_cast<Derived&&>(*this));
    return expression<U>(detail::converted(own, dtype_of<U>, rule));
  }
  /// The same for a dtype known at run time.
  [[nodiscard]] any_expression astype(gpu::dtype type, casting rule = casting::unsafe) const {
    return any_expression(detail::converted(self().node(), type, rule));
  }

  /// The real parts; the elements if they are real. `numpy.ndarray.real`.
  [[nodiscard]] auto real() const { return detail::part_of<ops::real, T>(self().node()); }
  /// The imaginary parts; zeros if the elements are real. `numpy.ndarray.imag`.
  [[nodiscard]] auto imag() const { return detail::part_of<ops::imag, T>(self().node()); }
  /// The complex conjugates; the elements if they are real. `numpy.ndarray.conj`.
  [[nodiscard]] auto conj() const {
    constexpr bool is_complex = traits(dtype_of<T>).kind == dtype_kind::complex;
    using op = std::conditional_t<is_complex, ops::conjugate, ops::real>;
    return detail::part_of<op, T>(self().node());
  }
  [[nodiscard]] auto conjugate() const { return conj(); }

  /// The elements on the host, in C order, as one list: of several axes, too. Waits.
  /// `numpy.ndarray.tolist`.
  [[nodiscard]] std::vector<T> tolist() const { return std::vector<T>(begin(), end()); }
  /// Their bytes, in C order. Waits. `numpy.ndarray.tobytes`.
  [[nodiscard]] std::vector<std::byte> tobytes() const {
    std::vector<std::byte> bytes(nbytes());
    detail::read_elements(self().read_node(), bytes.data());
    return bytes;
  }

  /// The value on `where`; shares memory if it is there already.
  [[nodiscard]] auto to(gpu::device where) const { return moved<expression<T>>(where, false); }
  /// The value in new memory on `where`.
  [[nodiscard]] auto copy_to(gpu::device where) const { return moved<expression<T>>(where, true); }

 private:
  [[nodiscard]] const Derived& self() const noexcept { return static_cast<const Derived&>(*this); }

  /// Whether it lies in memory as it is, as an array does.
  static constexpr bool is_in_memory = requires(const Derived& array) { array.leaf(); };

  [[nodiscard]] T read_at(std::ptrdiff_t position) const {
    if constexpr (is_in_memory)
      return detail::element_in<T>(*self().leaf(), position);
    else
      return detail::element_in<T>(*execute::evaluate(self().read_node()), position);
  }
  template <class Indices>
  [[nodiscard]] T element_value(const Indices& indices, bool checked) const {
    if constexpr (is_in_memory)
      return read_at(detail::element_position(self().extents(), indices, checked));
    else
      return read_at(detail::element_position(self().read_node()->extents, indices, checked));
  }
  template <class Expression>
  [[nodiscard]] auto moved(gpu::device where, bool always_copy) const {
    return
        typename Expression::array_type(detail::moved_to(self().read_node(), where, always_copy));
  }
};

}  // namespace gpu
