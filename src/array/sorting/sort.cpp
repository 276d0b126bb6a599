// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/sorting/sort.hpp>

#include <vector>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/sorting/complex_rows.hpp"
#include "array/sorting/row_layout.hpp"
#include "array/sorting/sorted_rows.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// Rows that are no longer are sorted where they can be as they lie: that takes no more than to
/// part keys.
constexpr std::ptrdiff_t max_sorted_columns = 1024;

/// An array as the rows of a matrix along one axis, and back.
class rows_along {
 public:
  rows_along(const node_ptr& a, optional_axis axis)
      : value_(axis ? a : reshaped(a, {-1})),
        axis_(normalize_axis_index(axis.value_or(0), value_->extents.size())),
        layout_(value_->extents, static_cast<std::ptrdiff_t>(axis_)) {}

  /// Whether these are the rows along the last axis of the array itself.
  [[nodiscard]] bool are_as_in(const node_ptr& a) const {
    return value_ == a && axis_ + 1 == a->extents.size();
  }
  [[nodiscard]] node_ptr matrix() const { return layout_.matrix(value_); }
  [[nodiscard]] std::ptrdiff_t columns() const { return layout_.columns; }
  /// The array whose rows these are; there may be more or fewer columns.
  [[nodiscard]] node_ptr restored(const node_ptr& rows) const {
    shape extents = layout_.kept;
    extents.push_back(rows->extents[1]);
    const node_ptr found = graph::make_reshape(rows, extents);
    if (axis_ + 1 == extents.size()) return found;
    return moved_axes(found, {-1}, {static_cast<std::ptrdiff_t>(axis_)});
  }

 private:
  node_ptr value_;
  std::size_t axis_;
  row_layout layout_;
};

/// NumPy takes a number as one element where it returns indices.
node_ptr with_an_axis(const node_ptr& a) {
  return a->extents.empty() ? graph::make_reshape(a, {1}) : a;
}

/// Negative numbers count from the end.
std::ptrdiff_t rank_of(std::ptrdiff_t kth, std::ptrdiff_t size) {
  return kth < 0 ? kth + size : kth;
}

void check_kth(const node_ptr& a, std::span<const std::ptrdiff_t> kth, optional_axis axis) {
  const std::ptrdiff_t size =
      axis ? a->extents[normalize_axis_index(*axis, a->extents.size())] : element_count(a->extents);
  if (element_count(a->extents) == 0) return;
  for (const std::ptrdiff_t one : kth) {
    const std::ptrdiff_t place = rank_of(one, size);
    if (place < 0 || place >= size)
      throw value_error(text_of("kth(=", place, ") out of bounds (", size, ")"));
  }
}

}  // namespace

bool is_stable_kind(std::string_view kind) {
  if (kind == "stable" || kind == "mergesort") return true;
  if (kind == "quicksort" || kind == "heapsort") return false;
  throw value_error(
      text_of("sort kind must be one of 'quick', 'heap', or 'stable' (got '", kind, "')"));
}

node_ptr sorted(const node_ptr& a, const sort_order& order, bool stable) {
  const rows_along rows(a, order.axis);
  const dtype_kind kind = traits(a->type).kind;
  const bool is_by_position =
      kind == dtype_kind::complex || (kind == dtype_kind::floating && stable);
  if (!is_by_position && rows.are_as_in(a))
    if (node_ptr found = sorted_last_axis(a, order.descending)) return found;
  const node_ptr matrix = rows.matrix();
  if (!is_by_position) return rows.restored(sorted_rows(matrix, order.descending));
  if (has_compared_rows(matrix))
    return rows.restored(sorted_complex_rows(matrix, order.descending));
  return rows.restored(taken_along_axis(matrix, row_order(matrix, order.descending), 1));
}

node_ptr sorted_positions(const node_ptr& a, const sort_order& order) {
  const rows_along rows(with_an_axis(a), order.axis);
  return rows.restored(row_positions(rows.matrix(), order.descending));
}

node_ptr partitioned(const node_ptr& a, std::span<const std::ptrdiff_t> kth,
                     const sort_order& order) {
  check_kth(a, kth, order.axis);
  const bool is_complex = traits(a->type).kind == dtype_kind::complex;
  if (kth.size() != 1 || element_count(a->extents) == 0 ||
      (is_complex && graph::device_of(a).is_gpu()))
    return sorted(a, order, false);
  const rows_along rows(a, order.axis);
  const std::ptrdiff_t rank = rank_of(kth[0], rows.columns());
  if (is_complex)
    return rows.restored(partitioned_complex_rows(rows.matrix(), rank, order.descending));
  if (rows.columns() <= max_sorted_columns && rows.are_as_in(a))
    if (node_ptr found = sorted_last_axis(a, order.descending)) return found;
  return rows.restored(partitioned_rows(rows.matrix(), rank, order.descending));
}

node_ptr partitioned_positions(const node_ptr& a, std::span<const std::ptrdiff_t> kth,
                               const sort_order& order) {
  check_kth(with_an_axis(a), kth, order.axis);
  if (kth.size() != 1 || element_count(a->extents) == 0) return sorted_positions(a, order);
  const rows_along rows(with_an_axis(a), order.axis);
  return rows.restored(
      partitioned_row_positions(rows.matrix(), rank_of(kth[0], rows.columns()), order.descending));
}

node_ptr lexsorted(std::span<const node_ptr> keys, std::ptrdiff_t axis) {
  if (keys.empty()) throw dtype_error("need sequence of keys with len > 0 in lexsort");
  const shape& extents = keys.front()->extents;
  for (const node_ptr& key : keys)
    if (key->extents != extents)
      throw value_error(
          text_of("all keys need to be the same shape: ", extents, " and ", key->extents));
  node_ptr order;
  for (const node_ptr& key : keys)
    order = row_order(rows_along(with_an_axis(key), axis).matrix(), false, order);
  const rows_along rows(with_an_axis(keys.front()), axis);
  return graph::make_reshape(rows.restored(graph::make_cast(order, dtype::int64)), extents);
}

node_ptr lexsorted(const node_ptr& keys, std::ptrdiff_t axis) {
  std::vector<node_ptr> parts;
  const std::ptrdiff_t count = keys->extents.empty() ? 0 : keys->extents[0];
  for (std::ptrdiff_t i = 0; i < count; ++i)
    parts.push_back(graph::make_view(keys, sliced(keys->extents, std::vector<slice>{i})));
  return lexsorted(parts, axis);
}

topk_nodes largest_or_smallest(const node_ptr& a, std::ptrdiff_t k, optional_axis axis,
                               bool largest) {
  const rows_along rows(a, axis);
  if (k < 0 || k > rows.columns())
    throw value_error(text_of("k(=", k, ") out of bounds (", rows.columns(), ")"));
  const device where = graph::device_of(a);
  const node_ptr matrix(execute::evaluate(rows.matrix(), where).get());
  const first_in_rows kept = first_of_rows(matrix, k, largest);
  return {rows.restored(kept.elements), rows.restored(kept.positions)};
}

}  // namespace gpu::detail
