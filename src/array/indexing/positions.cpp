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

}  // namespace

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
  for (const std::ptrdiff_t extent : mask->extents) {
    step = extent == 0 ? 0 : step / extent;
    indices.push_back(step == 0 ? flat.node() : remainder(floor_divide(flat, step), extent).node());
  }
  return indices;
}

}  // namespace gpu::detail
