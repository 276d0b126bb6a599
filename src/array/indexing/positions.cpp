// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/positions.hpp"

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

/// On a GPU the elements, or without them the positions in C order, where a mask holds: as bytes.
/// Behind the place of the last one that may be, how many there are.
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
    return element_count(elements.extents) == 0 || execute::accepts_select(elements);
  }
  void run(execute::operation& work) const override {
    std::byte* const selected = work.output().data;
    const std::ptrdiff_t room = count_offset(element_count(work.elements().extents));
    execute::select_on_gpu(work, {selected, reinterpret_cast<std::int64_t*>(selected + room)});
  }

  /// Where the number of elements lies, if they are selected from `count`.
  [[nodiscard]] std::ptrdiff_t count_offset(std::ptrdiff_t count) const {
    constexpr std::ptrdiff_t alignment = sizeof(std::int64_t);
    const std::ptrdiff_t bytes = count * static_cast<std::ptrdiff_t>(item_bytes_);
    return (bytes + alignment - 1) / alignment * alignment;
  }

 private:
  std::size_t item_bytes_;
  bool has_elements_;
};

/// Whether an array of the first `used_bytes` of a block keeps all of it: the rest is of no use
/// then, but a copy of as many elements costs more than that.
bool is_worth_keeping(const memory_block& block, std::size_t used_bytes) {
  constexpr std::size_t small_bytes = std::size_t{64} << 10;
  return block.size_bytes() <= small_bytes || used_bytes >= block.size_bytes() / 3;
}

/// The first elements of an array of bytes, which has never been written behind them.
graph::leaf_ptr first_elements(const graph::leaf_node& bytes, dtype type, std::ptrdiff_t count,
                               device where) {
  const graph::leaf_ptr first = leaf_in_block(bytes, 0, type, {count});
  return is_worth_keeping(*bytes.block, first->block->size_bytes())
             ? first
             : moved_to(node_ptr(first.get()), where, true);
}

/// What is selected of `count` elements on a GPU; waits for the number.
graph::leaf_ptr selected_on_gpu(graph::operand_list operands, dtype type, std::ptrdiff_t count,
                                device where) {
  require_not_capturing(current_stream(where), "wait for what is selected");
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

/// What `select(flags, count, to)` writes to memory for `count` elements, and says how many it is.
/// Who makes an array of them copies them.
template <class Select>
graph::leaf_ptr selected_on_host(const node_ptr& mask, dtype type, device where,
                                 const Select& select) {
  const graph::leaf_ptr flags = execute::evaluate(mask, where);
  const graph::leaf_ptr room = uninitialised_leaf(type, mask->extents, where);
  const std::ptrdiff_t size = select(static_cast<const bool*>(flags->block->data()),
                                     element_count(mask->extents), room->block->data());
  return graph::leaf_ptr(new graph::leaf_node(room->block, type, {0, {size}, {1}}, where));
}

}  // namespace

graph::leaf_ptr elements_where(const node_ptr& mask, const node_ptr& a, device where) {
  if (where.is_gpu())
    return selected_on_gpu(graph::operand_list::of(mask, a), a->type, element_count(mask->extents),
                           where);
  const graph::leaf_ptr all = execute::evaluate(a, where);
  return selected_on_host(
      mask, a->type, where, [&](const bool* flags, std::ptrdiff_t count, void* to) {
        return select_on_host(all->block->data(), to, size_bytes(a->type), flags, count);
      });
}

node_ptr positions_of(const node_ptr& mask, device where) {
  const graph::leaf_ptr found =
      where.is_gpu()
          ? selected_on_gpu(graph::operand_list::of(mask), dtype::int64,
                            element_count(mask->extents), where)
          : selected_on_host(
                mask, dtype::int64, where, [](const bool* flags, std::ptrdiff_t count, void* to) {
                  return select_positions_on_host(static_cast<std::int64_t*>(to), flags, count);
                });
  return node_ptr(found.get());
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
