// SPDX-License-Identifier: BSD-3-Clause
// xtensor's ways to name elements: by a list of indices, and where a mask holds.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include <gpu/array/copyto.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/ops.hpp>

namespace gpu {

namespace detail {
/// For each axis its indices in the list.
/// @throws index_error  unless each index has a number for each axis
[[nodiscard]] std::vector<index_entry> entries_of(const std::vector<gpu::shape>& indices,
                                                  std::size_t rank, device where);
/// @throws index_error  "indices of shape (2,3) for an array with 2 axes"
void require_index_rows(const shape& extents, std::size_t rank);

template <class I>
[[nodiscard]] auto columns_of(const I& rows, std::size_t rank) {
  using column = decltype(expression_like<I>(rows.node()));
  std::vector<column> columns;
  if (rank == 1 && rows.dimension() == 1) {
    columns.push_back(expression_like<I>(rows.node()));
    return columns;
  }
  require_index_rows(rows.shape(), rank);
  for (std::size_t axis = 0; axis < rank; ++axis)
    columns.push_back(view(rows, all(), static_cast<std::ptrdiff_t>(axis)));
  return columns;
}
}  // namespace detail

/// The elements at a list of indices: `index_view(a, {{0, 0}, {1, 2}})`. Of an array that can be
/// written it is assignable, as `view`.
/// @shape  (n,)
/// @throws index_error
template <array_like A>
[[nodiscard]] auto index_view(const A& a, const std::vector<gpu::shape>& indices) {
  return detail::expression_like<A>(
      detail::indexed(a.node(), detail::entries_of(indices, a.dimension(), a.device())));
}
template <class T>
[[nodiscard]] indexed_view<T> index_view(ndarray<T>& a, const std::vector<gpu::shape>& indices) {
  return {a.link(),
          detail::index_positions(a, detail::entries_of(indices, a.dimension(), a.device()))};
}
template <class T>
[[nodiscard]] indexed_view<T> index_view(const array_view<T>& a,
                                         const std::vector<gpu::shape>& indices) {
  return {a.link(), detail::index_positions(
                        a.target(), detail::entries_of(indices, a.dimension(), a.device()))};
}

/// The same of any vector of vectors.
template <class A, detail::index_rows I>
requires(!std::same_as<I, std::vector<gpu::shape>>)
    [[nodiscard]] auto index_view(A&& a, const I& indices) {
  const std::vector<gpu::shape> rows(std::ranges::begin(indices), std::ranges::end(indices));
  return index_view(std::forward<A>(a), rows);
}

/// The same of a matrix of indices, each a row, as `argwhere` and `from_indices` give it; of an
/// array with one axis also of a list of positions, as `argsort` gives it.
/// @shape  (n, axes of a) -> (n,); (n,) -> (n,)
/// @throws index_error  unless there is a column for each axis
template <class A, detail::index_array I>
[[nodiscard]] auto index_view(A&& a, const I& rows) {
  return view(std::forward<A>(a), detail::columns_of(rows, a.dimension()));
}
/// The elements of an array with one axis at a list of positions on the host:
/// `index_view(a, std::vector<std::size_t>{0, 2})`.
/// @throws index_error  "indices of shape (3,) for an array with 2 axes"
template <class A, detail::index_range I>
[[nodiscard]] auto index_view(A&& a, const I& positions) {
  const expression<std::int64_t> list(detail::index_argument(positions).on(a.device()));
  return index_view(std::forward<A>(a), list);
}

/// What `masked_view` gives: an array, to be assigned to where a mask holds, and read with it.
template <class T>
class masked_part {
 public:
  masked_part(array_view<T> array, graph::node_ptr mask)
      : array_(std::move(array)), mask_(std::move(mask)) {}
  masked_part(const masked_part&) = delete;

  /// The elements, also those where the mask does not hold; and the mask. xtensor's.
  [[nodiscard]] const array_view<T>& value() const& noexcept { return array_; }
  [[nodiscard]] array_view<T> value() const&& { return array_; }
  [[nodiscard]] expression<bool> visible() const { return expression<bool>(mask_); }

  /// Those of the whole array.
  [[nodiscard]] const gpu::shape& shape() const& noexcept { return array_.shape(); }
  [[nodiscard]] gpu::shape shape() const&& { return array_.shape(); }
  [[nodiscard]] std::size_t dimension() const noexcept { return array_.dimension(); }
  [[nodiscard]] std::size_t size() const { return array_.size(); }

  /// Writes `value`, broadcast to the whole array, where the mask holds.
  /// @throws dtype_error, shape_error, overflow_error  as `copyto`
  template <operand Value>
  void operator=(const Value& value) const {
    copyto(array_, value, where_option{mask_}, casting::unsafe);
  }

  /// Writes the elements of another one where both masks hold.
  /// @throws dtype_error, shape_error, overflow_error  as `copyto`
  template <class U>
  void operator=(const masked_part<U>& other) const {
    assign(other);
  }
  void operator=(const masked_part& other) const { assign(other); }
  /// Sets every element where the mask holds.
  /// @throws overflow_error  if `T` is an integer type that cannot hold it
  template <scalar_like Number>
  void fill(const Number& value) const {
    *this = value;
  }

  /// `masked_view(a, a > 2) += 1`: the array's elements where the mask holds, by NumPy's rule
  /// "same_kind".
  /// @throws dtype_error, shape_error  as `copyto`; nothing has been written then
  template <operand Value>
  void operator+=(const Value& value) const {
    update(add(array_, value));
  }
  template <operand Value>
  void operator-=(const Value& value) const {
    update(subtract(array_, value));
  }
  template <operand Value>
  void operator*=(const Value& value) const {
    update(multiply(array_, value));
  }
  template <operand Value>
  void operator/=(const Value& value) const {
    update(divide(array_, value));
  }

 private:
  template <class U>
  void assign(const masked_part<U>& other) const {
    copyto(array_, other.value(), where_option{logical_and(visible(), other.visible()).node()},
           casting::unsafe);
  }
  template <class Result>
  void update(const Result& result) const {
    copyto(array_, result, where_option{mask_});
  }

  array_view<T> array_;
  graph::node_ptr mask_;
};
/// `masked_view(a, a > 2) = 0`: xtensor's spelling of `copyto(a, 0, gpu::where(a > 2))`.
template <class T, detail::index_or_mask M>
[[nodiscard]] masked_part<T> masked_view(ndarray<T>& a, const M& mask) {
  return {detail::whole_view(a), graph::make_cast(detail::index_or_mask_node(mask), dtype::bool_)};
}
template <class T, detail::index_or_mask M>
[[nodiscard]] masked_part<T> masked_view(const array_view<T>& a, const M& mask) {
  return {a, graph::make_cast(detail::index_or_mask_node(mask), dtype::bool_)};
}

}  // namespace gpu
