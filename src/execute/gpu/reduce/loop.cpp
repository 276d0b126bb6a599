// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/loop.hpp"

#include <algorithm>
#include <utility>

#include "execute/gpu/reduce/persistent_columns.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/reduce_outer.hpp"
#include "execute/gpu/reduce/reduce_pairs.hpp"
#include "graph/schedule/columns.hpp"

namespace gpu::execute {
namespace {

void insert_unit_axis(iteration& space, std::size_t axis) {
  space.extents.insert(axis, 1);
  for (shape& strides : space.strides) strides.insert(axis, 0);
}

/// Moves an axis behind those before `end`.
void move_axis(iteration& space, std::size_t axis, std::size_t end) {
  const auto move = [axis, end](shape& numbers) {
    std::rotate(numbers.begin() + axis, numbers.begin() + axis + 1, numbers.begin() + end);
  };
  move(space.extents);
  for (shape& strides : space.strides) move(strides);
}

/// The elements along the axes [begin, end).
std::ptrdiff_t count(const iteration& space, std::size_t begin, std::size_t end) {
  std::ptrdiff_t product = 1;
  for (std::size_t axis = begin; axis < end; ++axis) product *= space.extents[axis];
  return product;
}

/// Puts the axes of pairs behind the other kept ones: rows, then columns.
void order_pair(reduction_loop& loop, const axis_pair& pair) {
  move_axis(loop.space, pair.row, loop.kept_rank);
  if (!pair.column)
    insert_unit_axis(loop.space, loop.kept_rank++);
  else
    move_axis(loop.space, *pair.column - (*pair.column > pair.row ? 1 : 0), loop.kept_rank);
}

}  // namespace

const reduction_form& choose_form(const graph::kernel& work, const graph::passes& passes,
                                  const reduction_space& space,
                                  const std::optional<axis_pair>& pair) {
  if (!passes.needs_rows() && !passes.writes_elements()) {
    if (pair) return skeletons::reduce_pairs::form;
    return space.ends_reduced ? skeletons::reduce_inner::form : skeletons::reduce_outer::form;
  }
  if (work.scans_rows()) return skeletons::persistent_rows::form;
  return !space.ends_reduced && graph::holds_columns(work) ? skeletons::persistent_columns::form
                                                           : skeletons::persistent_rows::form;
}

reduction_loop order_axes(reduction_space space, const reduction_form& form,
                          const std::optional<axis_pair>& pair) {
  reduction_loop loop{form, std::move(space.axes), space.kept_rank};
  if (form.has_pairs)
    order_pair(loop, *pair);
  else if (form.has_columns)
    move_axis(loop.space, --loop.kept_rank, loop.space.rank());
  else if (loop.kept_rank == loop.space.rank())
    insert_unit_axis(loop.space, loop.space.rank());  // nothing is reduced
  if (loop.kept_rank == 0) {
    insert_unit_axis(loop.space, 0);
    loop.kept_rank = 1;
  }
  loop.kept = count(loop.space, 0, loop.kept_rank);
  loop.reduced = count(loop.space, loop.kept_rank, loop.space.rank() - 1);
  return loop;
}

}  // namespace gpu::execute
