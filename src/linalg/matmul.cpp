// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/matmul.hpp>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/core_dimensions.hpp"
#include "linalg/joined_lists.hpp"
#include "linalg/matrix_product.hpp"
#include "linalg/product_operands.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::expanded;
using gpu::detail::moved_axes;
using gpu::detail::swapped;
using graph::node_ptr;

constexpr generalized_ufunc matmul_rules{"matmul", "(n?,k),(k,m?)->(n?,m?)", {1, 1}, {2, 2}, 2};
constexpr generalized_ufunc vecdot_rules{"vecdot", "(n),(n)->()", {1, 1}, {1, 1}, 1};
constexpr generalized_ufunc matvec_rules{"matvec", "(m,n),(n)->(m)", {2, 1}, {2, 1}, 1};
constexpr generalized_ufunc vecmat_rules{"vecmat", "(n),(n,m)->(m)", {1, 2}, {1, 2}, 2};

}  // namespace

node_ptr matmul_node(const node_ptr& x1, const node_ptr& x2) {
  require_core_dimensions(matmul_rules, x1->extents, x2->extents);
  const auto [a, b] = promoted(x1, x2);
  if (b->extents.size() == 1) return sum_of_products(a, b);
  shape core;
  if (a->extents.size() > 1) core.push_back(a->extents[a->extents.size() - 2]);
  core.push_back(b->extents.back());
  const shape batch = batch_of(matmul_rules, a->extents, b->extents, core);
  return matrix_product(a->extents.size() == 1 ? expanded(a, {0}) : a, b, joined(batch, core));
}

node_ptr vecdot_node(const node_ptr& x1, const node_ptr& x2, std::ptrdiff_t axis) {
  const auto with_axis_last = [axis](const node_ptr& x) {
    if (x->extents.empty()) return x;
    return moved_axes(
        x, {static_cast<std::ptrdiff_t>(normalize_axis_index(axis, x->extents.size()))}, {-1});
  };
  const auto [a, b] = promoted(with_axis_last(x1), with_axis_last(x2));
  require_core_dimensions(vecdot_rules, a->extents, b->extents);
  static_cast<void>(batch_of(vecdot_rules, a->extents, b->extents, {}));
  return sum_of_products(conjugated(a), b);
}

node_ptr matvec_node(const node_ptr& x1, const node_ptr& x2) {
  require_core_dimensions(matvec_rules, x1->extents, x2->extents);
  const auto [a, b] = promoted(x1, x2);
  const shape core{a->extents[a->extents.size() - 2]};
  const shape extents = joined(batch_of(matvec_rules, a->extents, b->extents, core), core);
  // One matrix times many vectors: their matrix, of rows, times its transpose.
  if (a->extents.size() == 2 && b->extents.size() > 1)
    return matrix_product(b, swapped(a, 0, 1), extents);
  return matrix_product(a, expanded(b, {-1}), extents);
}

node_ptr vecmat_node(const node_ptr& x1, const node_ptr& x2) {
  require_core_dimensions(vecmat_rules, x1->extents, x2->extents);
  const auto [a, b] = promoted(x1, x2);
  const shape core{b->extents.back()};
  const shape extents = joined(batch_of(vecmat_rules, a->extents, b->extents, core), core);
  return matrix_product(expanded(conjugated(a), {-2}), b, extents);
}

}  // namespace gpu::linalg::detail
