// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/reduction.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/reduction/nodes.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

/// So many steps become one expression; more are computed in parts.
constexpr std::ptrdiff_t steps_at_once = 16;

graph::node_ptr apply(const folded_op& op, graph::node_ptr a, graph::node_ptr b) {
  return graph::make_op(op.record, op.loop, graph::operand_list::of(std::move(a), std::move(b)));
}

graph::node_ptr computed_value(const graph::node_ptr& value) {
  return graph::node_ptr(execute::evaluate(value).get());
}

/// Elements [first, last) along the first axis.
graph::node_ptr part(const graph::node_ptr& value, std::ptrdiff_t first, std::ptrdiff_t last) {
  const slice slices[] = {range(first, last)};
  return graph::make_view(value, sliced(value->extents, slices));
}
graph::node_ptr at(const graph::node_ptr& value, std::ptrdiff_t index) {
  const slice slices[] = {index};
  return graph::make_view(value, sliced(value->extents, slices));
}

/// Along the first axis, in order.
/// @param mask  elements to take; null: all
graph::node_ptr fold_in_order(const folded_op& op, const graph::node_ptr& value,
                              const graph::node_ptr& mask, graph::node_ptr first) {
  const std::ptrdiff_t count = value->extents[0];
  std::ptrdiff_t i = 0;
  graph::node_ptr result = first ? std::move(first) : at(value, i++);
  for (; i < count; ++i) {
    const graph::node_ptr next = apply(op, result, at(value, i));
    result = mask ? masked(at(mask, i), next, result, value->type) : next;
    if (i % steps_at_once == 0) result = computed_value(result);
  }
  return result;
}

/// Along the first axis, the first half with the second again and again.
graph::node_ptr fold_in_halves(const folded_op& op, graph::node_ptr value, graph::node_ptr first) {
  std::vector<graph::node_ptr> rest;
  if (first) rest.push_back(std::move(first));
  for (std::ptrdiff_t count = value->extents[0]; count > 1; count = value->extents[0]) {
    if (count % 2 != 0) rest.push_back(at(value, count - 1));
    value = apply(op, part(value, 0, count / 2), part(value, count / 2, count / 2 * 2));
    if (count > steps_at_once) value = computed_value(value);
  }
  graph::node_ptr result = at(value, 0);
  for (std::size_t i = rest.size(); i-- > 0;) result = apply(op, std::move(result), rest[i]);
  return result;
}

/// Along the middle axis of (outer, extent, inner), from the first element to the last; before them
/// comes an element of the second operand, if there is one. On the host.
class ordered_fold : public graph::library_function {
 public:
  explicit ordered_fold(graph::host_loop loop) : loop_(loop) {}

  [[nodiscard]] const char* name() const noexcept override { return "reduce"; }
  void run(execute::operation& work) const override {
    const execute::operation::array in = work.input(0);
    const shape& extents = in.place.extents;
    const auto bytes = static_cast<std::ptrdiff_t>(size_bytes(in.type));
    const std::byte* const before = work.inputs() == 1 ? nullptr : work.input(1).data;
    std::byte* const out = work.output().data;
    const std::ptrdiff_t columns = std::min(extents[2], block_elements);
    const std::ptrdiff_t blocks = (extents[2] + columns - 1) / columns;
    execute::parallel_for(
        extents[0] * blocks, execute::min_thread_rows(extents[1] * columns),
        [&](std::ptrdiff_t first, std::ptrdiff_t last) {
          for (std::ptrdiff_t i = first; i < last; ++i) {
            const std::ptrdiff_t column = i % blocks * columns;
            const column_block block{
                in.data + (i / blocks * extents[1] * extents[2] + column) * bytes, before,
                extents[2] * bytes, extents[1], std::min(columns, extents[2] - column)};
            std::byte* const to = out + (i / blocks * extents[2] + column) * bytes;
            extents[2] == 1 ? fold_row(block, bytes, to) : fold_columns(block, bytes, to);
          }
        });
  }

 private:
  static constexpr std::ptrdiff_t block_elements = 512;

  /// Some elements of each row, side by side.
  struct column_block {
    const std::byte* elements;
    const std::byte* before;  ///< what comes before the first element of each column, or null
    std::ptrdiff_t row_bytes;
    std::ptrdiff_t rows;
    std::ptrdiff_t columns;
  };

  /// The first elements, or what they make of `before`.
  void begin(const column_block& block, std::ptrdiff_t bytes, std::byte* out) const {
    std::memcpy(out, block.elements, static_cast<std::size_t>(block.columns * bytes));
    if (block.before == nullptr) return;
    for (std::ptrdiff_t i = 0; i < block.columns; ++i) {
      const void* const operands[] = {block.before, block.elements + i * bytes};
      loop_(operands, out + i * bytes, 1);
    }
  }
  void fold_columns(const column_block& block, std::ptrdiff_t bytes, std::byte* out) const {
    begin(block, bytes, out);
    for (std::ptrdiff_t row = 1; row < block.rows; ++row) {
      const void* const operands[] = {out, block.elements + row * block.row_bytes};
      loop_(operands, out, block.columns);
    }
  }
  /// Of one column: a result is the first operand of the next one.
  void fold_row(const column_block& block, std::ptrdiff_t bytes, std::byte* out) const {
    alignas(std::max_align_t) std::array<std::byte, (block_elements + 1) * 16> results;
    begin(block, bytes, results.data());
    for (std::ptrdiff_t row = 1; row < block.rows; row += block_elements) {
      const std::ptrdiff_t count = std::min(block_elements, block.rows - row);
      const void* const operands[] = {results.data(), block.elements + row * bytes};
      loop_(operands, results.data() + bytes, count);
      std::memcpy(results.data(), results.data() + count * bytes, static_cast<std::size_t>(bytes));
    }
    std::memcpy(out, results.data(), static_cast<std::size_t>(bytes));
  }

  graph::host_loop loop_;
};

/// Whether folding from the first element to the last gives the bits that are wanted, and is fast.
bool is_folded_on_host(const folded_op& op, const graph::node_ptr& value) {
  const bool any_order_is_exact = op.identity && is_integer(value->type);
  return graph::device_of(value).is_cpu() && (!op.is_reorderable || any_order_is_exact) &&
         element_count(value->extents) > 0;
}

/// Along axes that are neighbours.
graph::node_ptr folded_on_host(const folded_op& op, const graph::node_ptr& value,
                               std::uint64_t axes, const graph::node_ptr& first) {
  shape matrix{1, 1, 1};
  shape kept;
  bool is_behind = false;
  for (std::size_t axis = 0; axis < value->extents.size(); ++axis) {
    const bool is_reduced = (axes >> axis & 1) != 0;
    matrix[is_reduced ? 1 : is_behind ? 2 : 0] *= value->extents[axis];
    is_behind = is_behind || is_reduced;
    if (!is_reduced) kept.push_back(value->extents[axis]);
  }
  const graph::node_ptr elements = graph::make_reshape(value, matrix);
  graph::operand_list operands =
      first ? graph::operand_list::of(elements, graph::make_broadcast(first, {1}))
            : graph::operand_list::of(elements);
  const graph::host_loop loop = op.record.loops[static_cast<std::size_t>(op.loop)].on_host;
  return graph::make_reshape(
      graph::make_library_node(ref_ptr<const graph::library_function>(new ordered_fold(loop)),
                               std::move(operands), value->type, {matrix[0], matrix[2]}, cpu()),
      kept);
}

void require_fold(const folded_op& op, const shape& extents, std::uint64_t axes,
                  const reduction_settings& settings) {
  const bool is_one = (axes & (axes - 1)) == 0;
  if (!op.identity && !is_one)
    throw value_error(text_of("reduction operation '", op.info.name,
                              "' is not reorderable, so at most one axis may be specified"));
  if (op.identity || settings.initial) return;
  if (settings.mask)
    throw value_error(text_of("reduction operation '", op.info.name,
                              "' does not have an identity, so to use a where mask one has to "
                              "specify 'initial'"));
  if (reduced_count(extents, axes) == 0)
    throw value_error(
        text_of("zero-size array to reduction operation ", op.info.name, " which has no identity"));
}

/// The reduced axes first, as one. Without any, one of one element, and all others are one.
graph::node_ptr with_folded_axis_first(const graph::node_ptr& value, std::uint64_t axes) {
  if (axes == 0) return graph::make_reshape(value, {1, element_count(value->extents)});
  axes_list order;
  shape merged{1};
  for (const bool is_reduced : {true, false})
    for (std::size_t axis = 0; axis < value->extents.size(); ++axis) {
      if (((axes >> axis & 1) != 0) != is_reduced) continue;
      order.push_back(static_cast<std::ptrdiff_t>(axis));
      if (is_reduced)
        merged[0] *= value->extents[axis];
      else
        merged.push_back(value->extents[axis]);
    }
  return graph::make_reshape(transposed(value, order), merged);
}

}  // namespace

void throw_no_fold(const char* name) {
  throw dtype_error(
      text_of("No loop matching the specified signature and casting was found for ufunc ", name));
}

graph::node_ptr fold_node(const folded_op& op, graph::node_ptr value,
                          const reduction_settings& settings) {
  const std::uint64_t axes = settings.axes.bits(value->extents.size());
  require_fold(op, value->extents, axes, settings);
  graph::node_ptr first;
  if (settings.initial)
    first = initial_value(settings.initial, value->type);
  else if (op.identity)
    first = number(value->type, *op.identity);
  graph::node_ptr mask = settings.mask ? mask_over(settings.mask, value->extents) : nullptr;
  if (mask && (op.identity || op.is_reorderable)) {
    value = masked(std::move(mask), value, op.identity ? number(value->type, *op.identity) : first,
                   value->type);
    mask = nullptr;
  }
  const shape extents = value->extents;
  const std::uint64_t from_lowest = axes >> std::countr_zero(axes);
  if (axes != 0 && (from_lowest & (from_lowest + 1)) == 0 && !mask &&
      is_folded_on_host(op, value)) {
    const graph::node_ptr result = folded_on_host(op, value, axes, first);
    return settings.keepdims ? with_kept_axes(result, axes) : result;
  }
  value = with_folded_axis_first(value, axes);
  if (mask) mask = with_folded_axis_first(mask, axes);
  shape kept = value->extents;
  kept.erase(0);
  graph::node_ptr result;
  if (value->extents[0] == 0)
    result = graph::make_broadcast(computed_value(first), kept);
  else if (op.is_reorderable)
    result = fold_in_halves(op, std::move(value), std::move(first));
  else
    result = fold_in_order(op, value, mask, std::move(first));
  if (axes == 0) result = graph::make_reshape(result, extents);
  return settings.keepdims ? with_kept_axes(result, axes) : result;
}

}  // namespace gpu::detail
