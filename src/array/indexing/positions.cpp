// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/positions.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/ops.hpp>

#include "array/block_part.hpp"
#include "array/indexing/host_selection.hpp"
#include "cuda/capture.hpp"
#include "execute/gpu/select/select.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// The elements, or without them the positions in C order, where a mask holds: as bytes. Behind the
/// place of the last one that may be, how many there are.
class selection : public graph::library_function {
 public:
  /// @param selected  of what is selected
  selection(dtype selected, bool has_elements)
      : item_bytes_(size_bytes(selected)), has_elements_(has_elements) {}

  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  [[nodiscard]] std::size_t fused_operands() const noexcept override {
    return has_elements_ ? 2 : 1;
  }
  [[nodiscard]] bool can_fuse(const graph::kernel& elements) const override {
    if (elements.where.is_gpu())
      return element_count(elements.extents) == 0 || execute::accepts_select(elements);
    return std::all_of(elements.outputs.begin(), elements.outputs.end(), [&](const auto& output) {
      const graph::kernel_argument* const array = elements.array_of(output.value);
      return array != nullptr && is_contiguous(array->place);
    });
  }
  void run(execute::operation& work) const override {
    std::byte* const selected = work.output().data;
    const std::ptrdiff_t room = count_offset(element_count(work.elements().extents));
    auto* const count = reinterpret_cast<std::int64_t*>(selected + room);
    if (work.elements().where.is_gpu())
      execute::select_on_gpu(work, {selected, count});
    else
      *count = run_on_host(work, selected);
  }

  /// Where the number of elements lies, if they are selected from `count`.
  [[nodiscard]] std::ptrdiff_t count_offset(std::ptrdiff_t count) const {
    constexpr std::ptrdiff_t alignment = sizeof(std::int64_t);
    const std::ptrdiff_t bytes = count * static_cast<std::ptrdiff_t>(item_bytes_);
    return (bytes + alignment - 1) / alignment * alignment;
  }

 private:
  std::ptrdiff_t run_on_host(execute::operation& work, std::byte* selected) const {
    const graph::leaf_ptr mask = work.elements_in_memory(0);
    const auto* const flags = work.input<bool>(*mask);
    const std::ptrdiff_t count = element_count(mask->extents);
    if (!has_elements_)
      return select_positions_on_host(reinterpret_cast<std::int64_t*>(selected), flags, count);
    const graph::leaf_ptr elements = work.elements_in_memory(1);
    return select_on_host(work.input(*elements), selected, item_bytes_, flags, count);
  }

  std::size_t item_bytes_;
  bool has_elements_;
};

/// Whether an array of the first `used_bytes` of a block keeps all of it: the rest is of no use
/// then, but a copy of as many elements costs more than that.
bool is_worth_keeping(const memory_block& block, std::size_t used_bytes) {
  constexpr std::size_t small_bytes = std::size_t{64} << 10;
  return block.size_bytes() <= small_bytes || used_bytes >= block.size_bytes() / 3;
}

/// The first elements of an array of bytes, which has never been written behind them. On `cpu()`
/// who makes an array of them copies them.
graph::leaf_ptr first_elements(const graph::leaf_node& bytes, dtype type, std::ptrdiff_t count,
                               device where) {
  if (where.is_cpu())
    return graph::leaf_ptr(new graph::leaf_node(bytes.block, type, {0, {count}, {1}}, where));
  const graph::leaf_ptr first = leaf_in_block(bytes, 0, type, {count});
  return is_worth_keeping(*bytes.block, first->block->size_bytes())
             ? first
             : moved_to(node_ptr(first.get()), where, true);
}

/// What is selected of `count` elements; waits for the number.
graph::leaf_ptr selected_of(graph::operand_list operands, dtype type, std::ptrdiff_t count,
                            device where) {
  if (where.is_gpu()) require_not_capturing(current_stream(where), "wait for what is selected");
  const ref_ptr<const selection> select(new selection(type, operands.size() > 1));
  const std::ptrdiff_t offset = select->count_offset(count);
  const graph::leaf_ptr found = execute::evaluate(graph::make_library_node(
      ref_ptr<const graph::library_function>(select.get()), std::move(operands), dtype::uint8,
      {offset + static_cast<std::ptrdiff_t>(sizeof(std::int64_t))}, where));
  // The same memory as int64: the number is its last element.
  const std::ptrdiff_t last = offset / static_cast<std::ptrdiff_t>(sizeof(std::int64_t));
  const graph::leaf_ptr words(
      new graph::leaf_node(found->block, dtype::int64, {0, {last + 1}, {1}}, where));
  std::int64_t size = 0;
  read_element(*words, last, &size);
  return first_elements(*found, type, static_cast<std::ptrdiff_t>(size), where);
}

}  // namespace

graph::leaf_ptr elements_where(const node_ptr& mask, const node_ptr& a, device where) {
  return selected_of(graph::operand_list::of(mask, a), a->type, element_count(mask->extents),
                     where);
}

node_ptr positions_of(const node_ptr& mask, device where) {
  return node_ptr(
      selected_of(graph::operand_list::of(mask), dtype::int64, element_count(mask->extents), where)
          .get());
}

std::vector<node_ptr> indices_of(const node_ptr& mask, device where) {
  const expression<std::int64_t> flat(positions_of(mask, where));
  std::vector<node_ptr> indices;
  std::ptrdiff_t step = element_count(mask->extents);
  for (std::size_t axis = 0; axis < mask->extents.size(); ++axis) {
    const std::ptrdiff_t extent = mask->extents[axis];
    step = extent == 0 ? 0 : step / extent;
    const expression<std::int64_t> along = step > 1 ? floor_divide(flat, step) : flat;
    indices.push_back(axis == 0 || step == 0 ? along.node() : remainder(along, extent).node());
  }
  return indices;
}

}  // namespace gpu::detail
