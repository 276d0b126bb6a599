// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/positions.hpp"

#include <cstdint>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/ops.hpp>

#include "execute/operation.hpp"
#include "vendor/cub/selection.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// The positions, in C order, of the elements that are set; behind the place of the last one that
/// may be, how many there are.
class position_selection : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  void run(execute::operation& work) const override {
    const execute::operation::array& flags = work.input(0);
    const std::ptrdiff_t count = element_count(flags.place.extents);
    auto* const positions = reinterpret_cast<std::int64_t*>(work.output().data);
    vendor::select_positions(positions, reinterpret_cast<const bool*>(flags.data),
                             positions + count, count, work.stream());
  }
};

/// The bytes of the elements whose flag is set; behind the place of the last one that may be, how
/// many there are.
class element_selection : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  void run(execute::operation& work) const override {
    const execute::operation::array& flags = work.input(0);
    const execute::operation::array& elements = work.input(1);
    const std::ptrdiff_t count = element_count(flags.place.extents);
    const int bytes = static_cast<int>(size_bytes(elements.type));
    std::byte* const selected = work.output().data;
    vendor::select_flagged(elements.data, selected, bytes,
                           reinterpret_cast<const bool*>(flags.data),
                           reinterpret_cast<std::int64_t*>(selected + count_offset(count, bytes)),
                           count, work.stream());
  }

  /// Where the number of elements lies.
  static std::ptrdiff_t count_offset(std::ptrdiff_t count, int bytes) {
    constexpr std::ptrdiff_t alignment = sizeof(std::int64_t);
    return (count * bytes + alignment - 1) / alignment * alignment;
  }
};

}  // namespace

graph::leaf_ptr elements_where(const node_ptr& mask, const node_ptr& a, device where) {
  const std::ptrdiff_t count = element_count(mask->extents);
  const std::ptrdiff_t offset =
      element_selection::count_offset(count, static_cast<int>(size_bytes(a->type)));
  const ref_ptr<const graph::library_function> select(new element_selection);
  const graph::leaf_ptr found = execute::evaluate(graph::make_library_node(
      select, graph::operand_list::of(mask, a), dtype::uint8,
      {offset + static_cast<std::ptrdiff_t>(sizeof(std::int64_t))}, where));
  // The same memory as int64: the number is its last element.
  const std::ptrdiff_t last = offset / static_cast<std::ptrdiff_t>(sizeof(std::int64_t));
  const graph::leaf_ptr words(
      new graph::leaf_node(found->block, dtype::int64, {0, {last + 1}, {1}}, where));
  std::int64_t size = 0;
  read_element(*words, last, &size);
  const layout place{0, {static_cast<std::ptrdiff_t>(size)}, {1}};
  return graph::leaf_ptr(new graph::leaf_node(found->block, a->type, place, where));
}

node_ptr positions_of(const node_ptr& mask, device where) {
  const std::ptrdiff_t count = element_count(mask->extents);
  const ref_ptr<const graph::library_function> select(new position_selection);
  const graph::leaf_ptr found = execute::evaluate(graph::make_library_node(
      select, graph::operand_list::of(mask), dtype::int64, {count + 1}, where));
  std::int64_t size = 0;
  read_element(*found, count, &size);
  const layout place{0, {static_cast<std::ptrdiff_t>(size)}, {1}};
  return node_ptr(new graph::leaf_node(found->block, dtype::int64, place, where));
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
