// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/sorted_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include <gpu/array/indexing/take.hpp>
#include <gpu/core/error.hpp>
#include <gpu/elementwise/invert.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/sort_key.hpp>

#include "array/listed_indices.hpp"
#include "array/part_along.hpp"
#include "array/sorting/complex_rows.hpp"
#include "array/sorting/counting_sort.hpp"
#include "array/sorting/first_selection.hpp"
#include "array/sorting/host_long_rows.hpp"
#include "array/sorting/host_partition.hpp"
#include "array/sorting/network_sort.hpp"
#include "array/sorting/ranks.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
#include "vendor/cub/ranked_elements.hpp"
#include "vendor/cub/short_rows.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

/// Shorter rows are sorted on the host where a few elements of them are wanted.
constexpr std::ptrdiff_t min_selected_columns = 64;
/// Shorter rows are partitioned there by sorting them, many at once.
constexpr std::ptrdiff_t min_parted_columns = 512;
constexpr std::ptrdiff_t min_positioned_columns = 128;
/// Positions in longer rows of elements of 8 bytes are sorted there by digits.
constexpr std::ptrdiff_t max_wide_columns = 128;
/// One in so many elements may be selected and then sorted.
constexpr std::ptrdiff_t max_selected_share = 8;

/// Row `first` and those after it.
vendor::sorted_array from_row(const vendor::sorted_array& all, std::ptrdiff_t first,
                              std::ptrdiff_t columns) {
  const std::ptrdiff_t offset = first * columns * all.item_bytes;
  return {static_cast<const std::byte*>(all.in) + offset,
          all.out == nullptr ? nullptr : static_cast<std::byte*>(all.out) + offset, all.item_bytes};
}

/// Sorts each row of a matrix of unsigned keys; if there is a payload, its elements by the keys.
class row_sort : public graph::library_function {
 public:
  /// @param bits  of the keys, from the lowest, that differ at all; 0: all
  explicit row_sort(int bits) : bits_(bits) {}

  [[nodiscard]] const char* name() const noexcept override { return "sort"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(bits_); }
  void run(operation& work) const override {
    const operation::array& keys = work.input(0);
    const std::ptrdiff_t columns = keys.place.extents[1];
    const int key_bytes = static_cast<int>(size_bytes(keys.type));
    if (work.inputs() == 1)
      return each_row(work, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const vendor::sorted_array all{keys.data, work.output().data, key_bytes};
        if (work.stream().device().is_cpu() && is_long_row(columns)) {
          for (; first < last; ++first) sort_long_row(from_row(all, first, columns), columns);
          return;
        }
        vendor::sort_rows(from_row(all, first, columns), last - first, columns, work.stream(),
                          bits_);
      });
    const operation::array& payload = work.input(1);
    const auto count = static_cast<std::size_t>(element_count(keys.place.extents));
    // On the host sorted keys are not wanted.
    void* const sorted_keys =
        work.stream().device().is_cpu() ? nullptr : work.workspace(count * size_bytes(keys.type));
    const vendor::sorted_array by{keys.data, sorted_keys, key_bytes};
    const vendor::sorted_array sorted{payload.data, work.output().data,
                                      static_cast<int>(size_bytes(payload.type))};
    each_row(work, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      vendor::sort_rows(from_row(by, first, columns), from_row(sorted, first, columns),
                        last - first, columns, work.stream(), bits_);
    });
  }

 private:
  /// All rows at once on a GPU, shared among the threads on the host.
  template <class Sort>
  static void each_row(const operation& work, const Sort& sort) {
    const shape& extents = work.input(0).place.extents;
    if (work.stream().device().is_gpu()) return sort(0, extents[0]);
    execute::parallel_for(extents[0], execute::min_thread_rows(extents[1]), sort);
  }

  int bits_;
};

/// Short rows of real elements, sorted, or the positions that sort them.
class short_row_sort : public graph::library_function {
 public:
  short_row_sort(bool descending, bool gives_positions)
      : descending_(descending), gives_positions_(gives_positions) {}

  [[nodiscard]] const char* name() const noexcept override { return "sort"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(descending_, gives_positions_); }
  void run(operation& work) const override {
    const operation::array& in = work.input(0);
    const operation::array& out = work.output();
    if (work.stream().device().is_cpu()) return run_on_host(in, out);
    const vendor::short_rows rows{in.data, in.type, in.place.extents[0], in.place.extents[1]};
    if (gives_positions_)
      vendor::order_short_rows(rows, out.data, size_bytes(out.type), descending_, work.stream());
    else
      vendor::sort_short_rows(rows, out.data, descending_, work.stream());
  }

 private:
  /// The rows are those along the last axis.
  void run_on_host(const operation::array& in, const operation::array& out) const {
    const std::ptrdiff_t columns = in.place.extents.back();
    const network_rows rows{in.data, in.type, element_count(in.place.extents) / columns, columns,
                            descending_};
    if (gives_positions_)
      order_by_network(rows, out.data, size_bytes(out.type));
    else
      sort_by_network(rows, out.data);
  }

  bool descending_;
  bool gives_positions_;
};

/// Whether `short_row_sort` is for the matrix.
bool has_short_rows(const node_ptr& matrix) {
  if (traits(matrix->type).kind == dtype_kind::complex) return false;
  const device where = graph::device_of(matrix);
  return where.is_cpu() ? suits_network(matrix->type, matrix->extents[0], matrix->extents[1])
                        : vendor::sorts_short_rows(where, matrix->extents[1]);
}

/// The same where only the elements are sorted.
bool has_short_rows_to_sort(const node_ptr& matrix) {
  return has_short_rows(matrix) ||
         (graph::device_of(matrix).is_cpu() && suits_row_network(matrix->type, matrix->extents[1]));
}

/// The same for positions in the rows.
bool has_short_rows_to_order(const node_ptr& matrix) {
  const bool is_long = size_bytes(matrix->type) == 8 && matrix->extents[1] > max_wide_columns;
  return has_short_rows(matrix) && (graph::device_of(matrix).is_gpu() || !is_long);
}

node_ptr sorted_short_rows(const node_ptr& matrix, bool descending) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new short_row_sort(descending, false)),
      graph::operand_list::of(matrix), matrix->type, matrix->extents, graph::device_of(matrix));
}

/// @param type  of the positions: uint32 or int64
node_ptr order_of_short_rows(const node_ptr& matrix, bool descending, dtype type) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new short_row_sort(descending, true)),
      graph::operand_list::of(matrix), type, matrix->extents, graph::device_of(matrix));
}

/// How many bits of the keys of elements differ; 0: all.
int key_bits(dtype type) {
  return size_bytes(type) < 4 ? 8 * static_cast<int>(size_bytes(type)) : 0;
}

node_ptr sorted_by(graph::operand_list&& operands, const node_ptr& result, int bits) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new row_sort(bits)),
                                  std::move(operands), result->type, result->extents,
                                  graph::device_of(result));
}

/// The op of a functor of real elements.
template <template <class> class Functor>
const graph::op_record& real_record(dtype type) {
  return visit_dtype(type, []<class T>(std::type_identity<T>) -> const graph::op_record& {
    if constexpr (is_complex<T>)
      fail("complex numbers have no keys of their size");
    else
      return graph::functor_record<Functor<T>>();
  });
}

node_ptr inverted_if(bool descending, const node_ptr& keys) {
  return descending ? apply_op<ops::invert>(keys) : keys;
}

/// Whether a few elements of the rows are selected in another way than by sorting all.
bool selects_on_host(const node_ptr& matrix) {
  return graph::device_of(matrix).is_cpu() && traits(matrix->type).kind != dtype_kind::complex &&
         matrix->extents[1] >= min_selected_columns && matrix->extents[1] >> 32 == 0 &&
         !has_short_rows(matrix);
}

/// Whether rows of real elements are partitioned on the host in another way than by sorting them.
bool partitions_on_host(const node_ptr& matrix, std::ptrdiff_t min_columns) {
  const std::ptrdiff_t columns = matrix->extents[1];
  return selects_on_host(matrix) ||
         (graph::device_of(matrix).is_cpu() && traits(matrix->type).kind != dtype_kind::complex &&
          columns >= min_columns && columns >> 32 == 0);
}

/// The same on a GPU, if they are more than a warp holds.
bool selects_on_gpu(const node_ptr& matrix, std::ptrdiff_t count) {
  const device where = graph::device_of(matrix);
  return traits(matrix->type).kind != dtype_kind::complex &&
         vendor::selects_ranks(where, matrix->extents[1], 1) && matrix->extents[1] >> 31 == 0 &&
         count > 0 && count <= matrix->extents[1] / max_selected_share;
}

/// Positions along the rows.
node_ptr positions_in_rows(const shape& extents, device where) {
  const bool is_long = extents[1] > std::numeric_limits<std::uint32_t>::max();
  return graph::make_cast(graph::make_index(extents, 1, 0, 1, where),
                          is_long ? dtype::uint64 : dtype::uint32);
}

/// `order`, sorted by the keys of what it names.
node_ptr ordered_by(const node_ptr& keys, const node_ptr& order, int bits) {
  if (order) {
    const node_ptr in_order = taken_along_axis(keys, order, 1);
    if (graph::device_of(keys).is_gpu() || !has_short_rows_to_order(keys))
      return sorted_by_keys(in_order, order, bits);
    return taken_along_axis(order, order_of_short_rows(in_order, false, dtype::int64), 1);
  }
  if (has_short_rows_to_order(keys)) return order_of_short_rows(keys, false, dtype::uint32);
  return sorted_by_keys(keys, positions_in_rows(keys->extents, graph::device_of(keys)), bits);
}

/// The first positions in each row on a GPU: found, and then sorted.
node_ptr selected_positions(const node_ptr& matrix, std::ptrdiff_t count, bool descending) {
  const node_ptr elements(execute::evaluate(matrix, graph::device_of(matrix)).get());
  const std::int64_t rank = descending ? elements->extents[1] - count : count - 1;
  const node_ptr last =
      elements_of_ranks(elements, listed_indices({rank}, graph::device_of(matrix)));
  const node_ptr found(execute::evaluate(positions_up_to(elements, last, count, descending)).get());
  const node_ptr keys = order_keys(taken_along_axis(elements, found, 1), descending);
  return taken_along_axis(found, ordered_by(keys, nullptr, 0), 1);
}

/// The first of `row_positions` in each row.
node_ptr first_row_positions(const node_ptr& matrix, std::ptrdiff_t count, bool descending) {
  if (selects_on_host(matrix) && count > 0 && count <= matrix->extents[1] / max_selected_share)
    return first_key_positions(order_keys(matrix, descending), count);
  if (selects_on_gpu(matrix, count)) return selected_positions(matrix, count, descending);
  const device where = graph::device_of(matrix);
  const node_ptr order(execute::evaluate(row_positions(matrix, descending), where).get());
  return part_along(order, 1, range(count));
}

}  // namespace

node_ptr order_keys(const node_ptr& elements, bool descending) {
  return inverted_if(
      descending,
      graph::apply(graph::functor_record<kernels::order_key>(elements->type), elements));
}

node_ptr sorted_by_keys(const node_ptr& keys, const node_ptr& payload, int bits) {
  return sorted_by(graph::operand_list::of(keys, payload), payload, bits);
}

node_ptr sorted_row_keys(const node_ptr& matrix, bool zeros_are_equal) {
  const node_ptr keys = graph::apply(zeros_are_equal ? real_record<kernels::order_key>(matrix->type)
                                                     : real_record<kernels::sort_key>(matrix->type),
                                     matrix);
  if (has_short_rows_to_sort(keys)) return sorted_short_rows(keys, false);
  return sorted_by(graph::operand_list::of(keys), keys, key_bits(matrix->type));
}

node_ptr elements_of_keys(const node_ptr& keys, dtype type) {
  return graph::apply(real_record<kernels::from_sort_key>(type), keys);
}

node_ptr sorted_last_axis(const node_ptr& a, bool descending) {
  const std::ptrdiff_t columns = a->extents.back();
  if (graph::device_of(a).is_gpu() || columns == 0 || traits(a->type).kind == dtype_kind::complex)
    return nullptr;
  return suits_network(a->type, element_count(a->extents) / columns, columns) ||
                 suits_row_network(a->type, columns)
             ? sorted_short_rows(a, descending)
             : nullptr;
}

node_ptr sorted_rows(const node_ptr& matrix, bool descending) {
  if (is_sorted_by_counting(matrix)) return sorted_by_counting(matrix, descending);
  if (has_short_rows_to_sort(matrix)) return sorted_short_rows(matrix, descending);
  const node_ptr keys = graph::apply(real_record<kernels::sort_key>(matrix->type), matrix);
  const node_ptr sorted = sorted_by(graph::operand_list::of(inverted_if(descending, keys)), keys,
                                    key_bits(matrix->type));
  return elements_of_keys(inverted_if(descending, sorted), matrix->type);
}

node_ptr partitioned_rows(const node_ptr& matrix, std::ptrdiff_t kth, bool descending) {
  if (!partitions_on_host(matrix, min_parted_columns)) return sorted_rows(matrix, descending);
  const node_ptr keys = graph::apply(real_record<kernels::sort_key>(matrix->type), matrix);
  const node_ptr parted = partitioned_keys(inverted_if(descending, keys), kth);
  return elements_of_keys(inverted_if(descending, parted), matrix->type);
}

node_ptr partitioned_row_positions(const node_ptr& matrix, std::ptrdiff_t kth, bool descending) {
  if (!partitions_on_host(matrix, min_positioned_columns)) return row_positions(matrix, descending);
  return partition_positions(order_keys(matrix, descending), kth);
}

node_ptr row_order(const node_ptr& matrix, bool descending, const node_ptr& order) {
  if (!order && has_short_rows_to_order(matrix))
    return order_of_short_rows(matrix, descending, dtype::uint32);
  node_ptr found = order;
  // Stable, so the key that decides comes last.
  if (matrix->type == dtype::complex128)
    found = ordered_by(
        inverted_if(descending,
                    graph::apply(graph::functor_record<kernels::second_order_key>(), matrix)),
        found, 0);
  return ordered_by(order_keys(matrix, descending), found, key_bits(matrix->type));
}

node_ptr row_positions(const node_ptr& matrix, bool descending) {
  if (has_compared_rows(matrix)) return sorted_complex_positions(matrix, descending);
  if (has_short_rows_to_order(matrix)) return order_of_short_rows(matrix, descending, dtype::int64);
  return graph::make_cast(row_order(matrix, descending), dtype::int64);
}

first_in_rows first_of_rows(const node_ptr& matrix, std::ptrdiff_t count, bool descending) {
  if (selects_first(matrix, count)) return selected_first(matrix, count, descending);
  const node_ptr positions(
      execute::evaluate(first_row_positions(matrix, count, descending), graph::device_of(matrix))
          .get());
  return {taken_along_axis(matrix, positions, 1), positions};
}

}  // namespace gpu::detail
