// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/matrix_stack.hpp"

#include <limits>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/joined_lists.hpp"
#include "vendor/cusolver/cusolver.hpp"

namespace gpu::linalg::detail {
namespace {

int extent_of(std::ptrdiff_t extent) {
  if (extent > std::numeric_limits<int>::max())
    throw linalg_error(text_of("a matrix with ", extent, " rows or columns is too large"));
  return static_cast<int>(extent);
}

graph::leaf_ptr copied_by_columns(const graph::node_ptr& matrices, device where) {
  require_matrices(matrices->extents);
  graph::node_ptr by_columns =
      graph::make_cast(gpu::detail::swapped(matrices, -1, -2), computing_type(matrices->type));
  const graph::leaf_ptr found = execute::evaluate(std::move(by_columns));
  by_columns = nullptr;
  // What was computed for this is nobody else's.
  const bool is_own = found->use_count() == 1 && found->block->use_count() == 1;
  if (is_own && *found->where == where) return found;
  return gpu::detail::moved_to(graph::node_ptr(found.get()), where, true);
}

}  // namespace

dtype computing_type(dtype type) noexcept {
  const dtype inexact = gpu::detail::inexact_of(type);
  return size_bytes(inexact) == 2 ? dtype::float32 : inexact;
}

void require_matrices(const shape& extents) {
  if (extents.size() < 2)
    throw linalg_error(text_of(extents.size(),
                               "-dimensional array given. Array must be at least two-dimensional"));
}

void require_square(const shape& extents) {
  require_matrices(extents);
  if (extents.back() != extents[extents.size() - 2])
    throw linalg_error(text_of("Last 2 dimensions of the array must be square: ", extents));
}

matrix_stack::matrix_stack(const graph::node_ptr& matrices, device where)
    : leaf_(copied_by_columns(matrices, where)),
      batch_(leaf_->extents.begin(), leaf_->extents.end() - 2),
      rows_(extent_of(leaf_->extents.back())),
      columns_(extent_of(leaf_->extents[leaf_->extents.size() - 2])) {}

matrix_stack::matrix_stack(dtype type, const shape& batch, std::ptrdiff_t rows,
                           std::ptrdiff_t columns, device where)
    : leaf_(gpu::detail::uninitialised_leaf(type, joined(batch, {columns, rows}), where)),
      batch_(batch),
      rows_(extent_of(rows)),
      columns_(extent_of(columns)) {}

graph::leaf_ptr matrix_stack::vectors(dtype type, std::ptrdiff_t length) const {
  return gpu::detail::uninitialised_leaf(type, joined(batch_, {length}), where());
}

graph::node_ptr matrix_stack::node() const {
  return gpu::detail::swapped(graph::node_ptr(leaf_.get()), -1, -2);
}

device solver_device(const graph::node_ptr& a) {
  const device where = graph::device_of(a);
  return where.is_gpu() && vendor::has_cusolver() ? where : cpu();
}

void require_one_device(const graph::node_ptr& a, const graph::node_ptr& b) {
  if (a->where && b->where && *a->where != *b->where) throw device_mismatch(*a->where, *b->where);
}

graph::leaf_ptr delivered(const graph::node_ptr& value, dtype type, device where) {
  return gpu::detail::moved_to(graph::make_cast(value, type), where, false);
}

std::string place_in_stack(const matrix_stack& all, std::ptrdiff_t number) {
  return all.count() == 1 ? "" : text_of(" (matrix ", number, " of the stack)");
}

}  // namespace gpu::linalg::detail
