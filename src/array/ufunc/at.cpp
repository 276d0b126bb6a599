// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/at.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

#include "array/indexing/positions.hpp"
#include "cuda/capture.hpp"
#include "execute/apply_at.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/index_reports.hpp"
#include "execute/operation.hpp"
#include "graph/gather.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;
using int_expression = expression<std::int64_t>;

/// Indices of type int64, one array for each of the first axes, and what they broadcast to.
struct index_arrays {
  std::vector<node_ptr> nodes;
  shape extents;
};

shape part(const shape& extents, std::size_t first, std::size_t last) {
  shape result;
  for (std::size_t axis = first; axis < last; ++axis) result.push_back(extents[axis]);
  return result;
}

void check_mask(const shape& mask, const shape& target, std::size_t first_axis) {
  for (std::size_t axis = 0; axis < mask.size(); ++axis)
    if (mask[axis] != target[first_axis + axis])
      throw index_error(text_of("boolean index did not match indexed array along axis ",
                                first_axis + axis, "; size of axis is ", target[first_axis + axis],
                                " but size of corresponding boolean axis is ", mask[axis]));
}

/// @param index  null: a slice
void require_index_type(const node_ptr& index, device where) {
  if (!index) return;
  if (index->type != dtype::bool_ && !is_integer(index->type))
    throw index_error("arrays used as indices must be of integer (or boolean) type");
  if (index->where && *index->where != where) throw device_mismatch(where, *index->where);
}

void check_count(std::span<const node_ptr> indices, const shape& target, device where) {
  std::size_t count = 0;
  for (const node_ptr& index : indices) {
    require_index_type(index, where);
    const bool is_mask = index->type == dtype::bool_;
    if (is_mask && index->extents.empty())
      throw index_error("a bool of 0 axes is not taken as an index");
    count += is_mask ? index->extents.size() : 1;
  }
  if (count > target.size())
    throw index_error(text_of("too many indices for array: array is ", target.size(),
                              "-dimensional, but ", count, " were indexed"));
}

index_arrays resolve(std::span<const node_ptr> indices, const shape& target, device where) {
  check_count(indices, target, where);
  index_arrays all;
  for (const node_ptr& index : indices) {
    if (index->type == dtype::bool_) {
      check_mask(index->extents, target, all.nodes.size());
      const std::vector<node_ptr> set = indices_of(index, where);
      all.nodes.insert(all.nodes.end(), set.begin(), set.end());
    } else {
      all.nodes.push_back(graph::make_cast(index, dtype::int64));
    }
  }
  std::vector<const shape*> shapes;
  std::string listed;
  for (const node_ptr& node : all.nodes) {
    shapes.push_back(&node->extents);
    listed += text_of(node->extents, " ");
  }
  try {
    if (!shapes.empty()) all.extents = broadcast_shapes(shapes);
  } catch (const shape_error&) {
    throw index_error(text_of(
        "shape mismatch: indexing arrays could not be broadcast together with shapes ", listed));
  }
  return all;
}

node_ptr number(std::ptrdiff_t value) {
  const auto wide = static_cast<std::int64_t>(value);
  return graph::make_scalar(dtype::int64, &wide);
}

/// `before + index`, which reports an index out of bounds: for work that is recorded, where nobody
/// asks afterwards.
int_expression checked_row(const int_expression& before, const node_ptr& index, std::int64_t extent,
                           std::size_t axis, device where) {
  return int_expression(
      graph::make_op(graph::checked_offset_record(), 0,
                     graph::operand_list::of(before.node(), index, number(extent), number(1),
                                             number(static_cast<std::ptrdiff_t>(axis)),
                                             execute::index_report_on(where))));
}

/// The keys that one array of indices makes, in one pass.
template <class Key>
void write_keys(const std::int64_t* indices, std::ptrdiff_t count, std::int64_t rows, Key* keys) {
  // As an unsigned number a negative one is larger than all rows.
  execute::parallel_for(count, execute::min_thread_elements,
                        [=](std::ptrdiff_t first, std::ptrdiff_t last) {
                          for (std::ptrdiff_t i = first; i < last; ++i) {
                            const std::int64_t index = indices[i] + (indices[i] < 0 ? rows : 0);
                            keys[i] = static_cast<Key>(std::min<std::uint64_t>(index, rows));
                          }
                        });
}

leaf_ptr make_keys_on_host(const node_ptr& index, std::ptrdiff_t rows, dtype type) {
  const leaf_ptr given = execute::evaluate(index, cpu());
  leaf_ptr keys = uninitialised_leaf(type, given->extents, cpu());
  const auto* const indices =
      static_cast<const std::int64_t*>(given->block->data()) + given->offset;
  const std::ptrdiff_t count = element_count(given->extents);
  if (type == dtype::uint64)
    write_keys(indices, count, rows, static_cast<std::uint64_t*>(keys->block->data()));
  else
    write_keys(indices, count, rows, static_cast<std::uint32_t*>(keys->block->data()));
  return keys;
}

/// The number of the row that each update is for; `rows` if an index is out of bounds.
leaf_ptr make_keys(const index_arrays& indices, const shape& target, std::ptrdiff_t rows,
                   device where) {
  const bool wide = rows >= std::numeric_limits<std::uint32_t>::max();
  const dtype type = wide ? dtype::uint64 : dtype::uint32;
  if (where.is_cpu() && indices.nodes.size() == 1)
    return make_keys_on_host(indices.nodes[0], rows, type);
  const bool is_recorded = is_capturing(current_stream(where));
  node_ptr key = number(0);
  std::optional<expression<bool>> outside;
  for (std::size_t axis = 0; axis < indices.nodes.size(); ++axis) {
    const std::int64_t extent = target[axis];
    const int_expression given(indices.nodes[axis]);
    const int_expression index = gpu::where(less(given, 0), given + extent, given);
    const expression<bool> bad = logical_or(less(index, 0), greater_equal(index, extent));
    outside = outside ? logical_or(*outside, bad) : bad;
    const int_expression before = int_expression(key) * extent;
    key = (is_recorded ? checked_row(before, given.node(), extent, axis, where) : before + index)
              .node();
  }
  if (outside) key = gpu::where(*outside, int_expression(number(rows)), int_expression(key)).node();
  key = graph::make_cast(key, type);
  return execute::evaluate(graph::make_broadcast(key, indices.extents), where);
}

/// Says which index is out of bounds: of the first axis that has one, the first.
[[noreturn]] void throw_out_of_bounds(const index_arrays& indices, const shape& target) {
  for (std::size_t axis = 0; axis < indices.nodes.size(); ++axis) {
    const std::ptrdiff_t extent = target[axis];
    const node_ptr& node = indices.nodes[axis];
    std::vector<std::int64_t> values(static_cast<std::size_t>(element_count(node->extents)));
    read_elements(node, values.data());
    for (const std::int64_t value : values)
      if (value < -extent || value >= extent)
        throw index_error(
            text_of("index ", value, " is out of bounds for axis ", axis, " with size ", extent));
  }
  fail("an index is out of bounds");
}

/// Places the operands: one for all, one row for all updates, or one for each element.
void add_operand(execute::at_update& update, const node_ptr& value, const shape& updates,
                 const shape& row, device where) {
  if (value->where && *value->where != where) throw device_mismatch(where, *value->where);
  shape all = updates;
  for (const std::ptrdiff_t extent : row) all.push_back(extent);
  bool fits = value->extents.size() <= all.size();
  for (std::size_t k = 1; fits && k <= value->extents.size(); ++k) {
    const std::ptrdiff_t extent = value->extents[value->extents.size() - k];
    fits = extent == 1 || extent == all[all.size() - k];
  }
  if (!fits) throw shape_error("array is not broadcastable to correct shape");
  const dtype type = update.op.loops[static_cast<std::size_t>(update.loop)].in[1];
  const node_ptr operand = graph::make_cast(value, type);
  if (element_count(operand->extents) == 1) {
    update.operand = execute::evaluate(operand, where);
  } else if (operand->extents == row) {
    update.operand = execute::evaluate(operand, where);
    update.operand_step = 1;
  } else {
    update.operand = execute::evaluate(graph::make_broadcast(operand, all), where);
    update.operand_row = update.row_size;
    update.operand_step = 1;
  }
}

/// @param writable  gives the memory to be written, once everything is known to fit
template <class Writable>
void apply(const graph::op_record& op, int loop, const shape& target, device where,
           std::span<const node_ptr> given, const node_ptr& operand, const Writable& writable) {
  const index_arrays indices = resolve(given, target, where);
  const std::size_t indexed = indices.nodes.size();
  const shape row = part(target, indexed, target.size());
  execute::at_update update{
      op,      loop,   nullptr, element_count(part(target, 0, indexed)), element_count(row),
      nullptr, nullptr};
  if (operand) add_operand(update, operand, indices.extents, row, where);
  if (element_count(indices.extents) == 0) return;
  update.keys = make_keys(indices, target, update.rows, where);
  update.target = writable();
  if (!execute::apply_at(update)) throw_out_of_bounds(indices, target);
}

/// Whether these name elements, and then rows of the axes that are left.
bool names_rows(std::span<const index_entry> entries) {
  return std::all_of(entries.begin(), entries.end(), [](const index_entry& entry) {
    return entry.array || entry.basic.what() == slice::kind::index;
  });
}

/// @param whole     what is updated, as it is now: its extents and where it is
/// @param writable  as above
template <class Writable>
void apply(const graph::op_record& op, int loop, const leaf_ptr& whole,
           std::span<const index_entry> entries, const node_ptr& operand,
           const Writable& writable) {
  const shape extents = whole->extents;
  const device where = *whole->where;
  if (names_rows(entries)) {
    std::vector<node_ptr> indices;
    for (const index_entry& entry : entries)
      indices.push_back(entry.array ? entry.array : number(*entry.basic.start()));
    return apply(op, loop, extents, where, indices, operand, writable);
  }
  for (const index_entry& entry : entries) require_index_type(entry.array, where);
  const node_ptr positions(execute::evaluate(index_positions(whole, entries), where).get());
  if (where.is_gpu() && !is_capturing(current_stream(where)))
    current_stream(where).synchronize();  // throws for indices out of bounds
  apply(op, loop, {element_count(extents)}, where, {&positions, 1}, operand, writable);
}

}  // namespace

int loop_at_run_time(const graph::op_record& op, std::vector<operand_type> types) {
  if (op.integers_as_float64) take_integers_as_float64(types);
  return graph::resolve_loop(op, types);
}

void update_at(const graph::op_record& op, int loop, array_base& target,
               std::span<const index_entry> indices, const node_ptr& operand) {
  apply(op, loop, target.leaf(), indices, operand, [&] { return target.writable(); });
}

node_ptr updated_at(const graph::op_record& op, int loop, const node_ptr& target,
                    std::span<const index_entry> indices, const node_ptr& operand) {
  const leaf_ptr copy = uninitialised_leaf(target->type, target->extents, graph::device_of(target));
  if (element_count(target->extents) > 0) execute::assign(target, copy);
  apply(op, loop, copy, indices, operand, [&] { return copy; });
  return node_ptr(copy.get());
}

}  // namespace gpu::detail
