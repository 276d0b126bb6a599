// SPDX-License-Identifier: BSD-3-Clause
// Arrays of indices: of triangles, of diagonals, of grids; and indices as positions in C order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/diag.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/index_mode.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
using index_pair = std::array<ndarray<std::int64_t>, 2>;
/// Of the elements on diagonal `k` and on one side of it.
[[nodiscard]] index_pair triangle_indices(std::ptrdiff_t rows, std::ptrdiff_t columns,
                                          std::ptrdiff_t k, bool lower, device where);
void require_matrix_of_indices(std::size_t rank);
/// @throws value_error  "All dimensions of input must be of equal length", or for another number of
///                      axes than `dimensions`
void require_equal_extents(const shape& extents, std::size_t dimensions);
/// @throws value_error  "parameter multi_index must be a sequence of length 2"; index_error as
///                      `take`
[[nodiscard]] graph::node_ptr raveled(const std::vector<graph::node_ptr>& indices,
                                      const shape& extents, index_mode mode);
/// The same with NumPy's errors, for which it waits.
[[nodiscard]] graph::node_ptr raveled_multi_index(std::vector<graph::node_ptr> indices,
                                                  shape extents, const index_modes& modes,
                                                  std::string_view order);
[[nodiscard]] std::vector<graph::node_ptr> unraveled(const graph::node_ptr& positions,
                                                     const shape& extents, std::string_view order);
[[nodiscard]] shape unraveled_position(std::ptrdiff_t position, const shape& extents,
                                       std::string_view order);
/// Axis `axis` of `rank` for a vector of indices.
/// @throws value_error  "Cross index must be 1 dimensional"
[[nodiscard]] graph::node_ptr open_index(const graph::node_ptr& indices, std::size_t axis,
                                         std::size_t rank);
template <std::size_t... Axis>
[[nodiscard]] auto open_indices(const std::vector<graph::node_ptr>& indices,
                                std::index_sequence<Axis...>) {
  return std::array{expression<std::int64_t>(open_index(indices[Axis], Axis, sizeof...(Axis)))...};
}
}  // namespace detail

/// Row and column indices of the lower triangle of a matrix, up to diagonal `k`:
/// `auto [i, j] = tril_indices(3);`. `numpy.tril_indices`.
/// @param columns  as many as rows if not given
/// @shape   (n,) each
/// @enqueue the call waits
[[nodiscard]] inline auto tril_indices(strict_integer rows, strict_integer k = 0,
                                       std::optional<strict_integer> columns = std::nullopt,
                                       device where = current_device()) {
  return detail::triangle_indices(rows, columns.value_or(rows), k, true, where);
}
/// Those of the upper triangle, from diagonal `k` on. `numpy.triu_indices`.
[[nodiscard]] inline auto triu_indices(strict_integer rows, strict_integer k = 0,
                                       std::optional<strict_integer> columns = std::nullopt,
                                       device where = current_device()) {
  return detail::triangle_indices(rows, columns.value_or(rows), k, false, where);
}
/// The same for a matrix of the shape of `a`, where that is. `numpy.tril_indices_from`.
/// @throws value_error  "input array must be 2-d"
template <array_like A>
[[nodiscard]] auto tril_indices_from(const A& a, strict_integer k = 0) {
  detail::require_matrix_of_indices(a.dimension());
  return tril_indices(a.shape(0), k, a.shape(1), a.device());
}
template <array_like A>
[[nodiscard]] auto triu_indices_from(const A& a, strict_integer k = 0) {
  detail::require_matrix_of_indices(a.dimension());
  return triu_indices(a.shape(0), k, a.shape(1), a.device());
}
/// The indices of the main diagonal of an array with `Dimensions` equal axes.
/// `numpy.diag_indices_from`.
/// @throws value_error  "input array must be at least 2-d", "All dimensions of input must be of
///                      equal length", and unless the array has `Dimensions` axes
template <std::size_t Dimensions = 2, array_like A>
[[nodiscard]] auto diag_indices_from(const A& a) {
  detail::require_equal_extents(a.shape(), Dimensions);
  return diag_indices<Dimensions>(a.shape(0), a.device());
}

/// Indices of which `view` takes every combination: `auto [i, j] = ix_(rows, columns)`. Masks stand
/// for the indices where they hold. `numpy.ix_`.
/// @shape   (n, 1, ...), (1, m, ...), ...
/// @throws  value_error  "Cross index must be 1 dimensional"
/// @enqueue waits for masks
template <detail::index_or_mask... I>
[[nodiscard]] auto ix_(const I&... indices) {
  return detail::open_indices({detail::index_or_mask_node(indices)...},
                              std::index_sequence_for<I...>());
}
/// The same of vectors and lists: `ix_({0, 2}, {1, 3})`. They are sent to the current device.
[[nodiscard]] inline auto ix_(const detail::index_or_mask_argument& indices) {
  return detail::open_indices({indices.on(current_device())}, std::make_index_sequence<1>());
}
[[nodiscard]] inline auto ix_(const detail::index_or_mask_argument& rows,
                              const detail::index_or_mask_argument& columns) {
  const device where = current_device();
  return detail::open_indices({rows.on(where), columns.on(where)}, std::make_index_sequence<2>());
}
[[nodiscard]] inline auto ix_(const detail::index_or_mask_argument& first,
                              const detail::index_or_mask_argument& second,
                              const detail::index_or_mask_argument& third) {
  const device where = current_device();
  return detail::open_indices({first.on(where), second.on(where), third.on(where)},
                              std::make_index_sequence<3>());
}

/// The positions in C order, or with `order` "F" in Fortran's, of elements that are named by an
/// index for each axis. `numpy.ravel_multi_index`.
/// @param indices  one array for each axis, which broadcast together
/// @param modes    what an index out of bounds means, or in a list one mode for each axis:
///                 `{"wrap", "clip"}`
/// @enqueue the call waits to learn whether an index is out of bounds, unless `modes` avoid that
/// @throws  value_error  "parameter multi_index must be a sequence of length 2", "invalid entry in
///                       coordinates array" of an index that is negative or too large, "cannot
///                       unravel if shape has zero entries (is empty)", "list of clipmodes has
///                       wrong length (1 instead of 2)", "only 'C' or 'F' order is permitted"
/// @throws  shape_error  "operands could not be broadcast together with shapes (3,) (2,) "
template <detail::index_array I>
[[nodiscard]] auto ravel_multi_index(const std::vector<I>& indices, const shape& extents,
                                     const index_modes& modes = index_mode::raise,
                                     option_name order = "C") {
  std::vector<graph::node_ptr> nodes;
  for (const I& one : indices) nodes.push_back(detail::index_node(one));
  return expression<std::int64_t>(
      detail::raveled_multi_index(std::move(nodes), extents, modes, order));
}
/// The index along each axis of elements at positions in C order, or with `order` "F" in Fortran's,
/// which are an array, a vector or a list. `numpy.unravel_index`.
/// @throws  value_error  "index 6 is out of bounds for array with size 6", "only 'C' or 'F' order
///                       is permitted"
/// @enqueue the call waits for the least and the largest position
[[nodiscard]] inline auto unravel_index(const detail::index_argument& positions,
                                        const shape& extents, option_name order = "C") {
  std::vector<expression<std::int64_t>> indices;
  for (graph::node_ptr& one : detail::unraveled(positions.on(current_device()), extents, order))
    indices.emplace_back(std::move(one));
  return indices;
}
/// The same of a list, which is preferred to a number: `{1}` has one axis.
template <integer_like Index>
[[nodiscard]] auto unravel_index(std::initializer_list<Index> positions, const shape& extents,
                                 option_name order = "C") {
  return unravel_index(detail::index_argument(positions), extents, order);
}

/// The same of a list of arrays: `ravel_multi_index({rows, columns}, {7, 6})`.
template <detail::index_array I>
[[nodiscard]] auto ravel_multi_index(std::initializer_list<I> indices, const shape& extents,
                                     const index_modes& modes = index_mode::raise,
                                     option_name order = "C") {
  return ravel_multi_index(std::vector<I>(indices), extents, modes, order);
}
/// The same of a tuple of arrays and numbers, `ravel_multi_index(xtuple(rows, 2), {7, 6})`, or of
/// an array, whose parts along the first axis they are.
/// @throws dtype_error  unless they are integers
template <array_sequence S>
[[nodiscard]] auto ravel_multi_index(const S& indices, const shape& extents,
                                     const index_modes& modes = index_mode::raise,
                                     option_name order = "C") {
  std::vector<graph::node_ptr> nodes = detail::sequence_traits<S>::nodes(indices);
  for (graph::node_ptr& one : nodes) one = detail::as_indices(std::move(one));
  return expression<std::int64_t>(
      detail::raveled_multi_index(std::move(nodes), extents, modes, order));
}
/// The same of lists, vectors and numbers, `ravel_multi_index({{3, 6}, {4, 5}}, {7, 6})`, also of
/// arrays of several types. What is on the host is sent to the current device.
[[nodiscard]] inline auto ravel_multi_index(std::initializer_list<detail::index_argument> indices,
                                            const shape& extents,
                                            const index_modes& modes = index_mode::raise,
                                            option_name order = "C") {
  std::vector<graph::node_ptr> nodes;
  for (const detail::index_argument& one : indices) nodes.push_back(one.on(current_device()));
  return expression<std::int64_t>(
      detail::raveled_multi_index(std::move(nodes), extents, modes, order));
}
/// The index of one element at a position in C order: `unravel_index(22, {7, 6})` is {3, 4}. On the
/// host; nothing waits.
/// @throws value_error  "index 42 is out of bounds for array with size 42"
template <std::convertible_to<strict_integer> Position>
[[nodiscard]] shape unravel_index(const Position& position, const shape& extents,
                                  option_name order = "C") {
  return detail::unraveled_position(strict_integer(position), extents, order);
}

}  // namespace gpu
