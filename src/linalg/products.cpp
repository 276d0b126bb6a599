// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/products.hpp>

#include <algorithm>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/indexing/taken_axes.hpp"
#include "linalg/conjugated_product.hpp"
#include "linalg/joined_lists.hpp"
#include "linalg/matrix_product.hpp"
#include "linalg/product_operands.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::apply_op;
using gpu::detail::axes_list;
using gpu::detail::expanded;
using gpu::detail::moved_axes;
using gpu::detail::number;
using gpu::detail::swapped;
using gpu::detail::transposed;
using graph::make_reshape;
using graph::node_ptr;

node_ptr elementwise_product(const node_ptr& a, const node_ptr& b) {
  return apply_op<ops::multiply>(a, b);
}

/// (k, rest...) as a matrix (k, n).
node_ptr as_matrix(const node_ptr& x) {
  const shape rest(x->extents.begin() + 1, x->extents.end());
  return make_reshape(x, {x->extents.front(), element_count(rest)});
}

/// Axes of two arrays that a product is summed over, and those that it keeps.
struct contraction {
  axes_list summed;
  axes_list kept;
  shape kept_extents;

  contraction(const shape& extents, const std::vector<std::ptrdiff_t>& axes) {
    for (const std::ptrdiff_t axis : axes)
      summed.push_back(static_cast<std::ptrdiff_t>(normalize_axis_index(axis, extents.size())));
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      const auto number = static_cast<std::ptrdiff_t>(axis);
      if (std::find(summed.begin(), summed.end(), number) != summed.end()) continue;
      kept.push_back(number);
      kept_extents.push_back(extents[axis]);
    }
  }

  [[nodiscard]] bool repeats_an_axis(const shape& extents) const {
    return summed.size() + kept.size() != extents.size();
  }
};

bool fit(const shape& a, const contraction& of_a, const shape& b, const contraction& of_b) {
  return std::equal(of_a.summed.begin(), of_a.summed.end(), of_b.summed.begin(), of_b.summed.end(),
                    [&](std::ptrdiff_t i, std::ptrdiff_t j) {
                      return a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(j)];
                    });
}

}  // namespace

node_ptr dot_node(const node_ptr& x1, const node_ptr& x2) {
  const auto [a, b] = promoted(x1, x2);
  const std::size_t a_rank = a->extents.size();
  const std::size_t b_rank = b->extents.size();
  if (a_rank == 0 || b_rank == 0) return elementwise_product(a, b);
  const std::size_t axis = b_rank == 1 ? 0 : b_rank - 2;
  if (a->extents.back() != b->extents[axis])
    throw shape_error(text_of("shapes ", a->extents, " and ", b->extents,
                              " not aligned: ", a->extents.back(), " (dim ", a_rank - 1,
                              ") != ", b->extents[axis], " (dim ", axis, ")"));
  shape extents = a->extents;
  extents.erase(a_rank - 1);
  for (std::size_t i = 0; i < b_rank; ++i)
    if (i != axis) extents.push_back(b->extents[i]);
  const node_ptr row = a_rank == 1 ? expanded(a, {0}) : a;
  return matrix_product(row, as_matrix(b_rank < 3 ? b : moved_axes(b, {-2}, {0})), extents);
}

node_ptr vdot_node(const node_ptr& x1, const node_ptr& x2) {
  const auto [a, b] = promoted(make_ravel(x1), make_ravel(x2));
  if (a->extents != b->extents)
    throw shape_error(
        text_of("cannot reshape array of size ", b->extents.front(), " into shape ", a->extents));
  if (node_ptr product = conjugated_product_by_blas(a, b)) return product;
  return sum_of_products(conjugated(a), b);
}

node_ptr inner_node(const node_ptr& a, const node_ptr& b) {
  const bool sums = !a->extents.empty() && b->extents.size() >= 2;
  return dot_node(a, sums ? swapped(b, -1, -2) : b);
}

node_ptr outer_node(const node_ptr& a, const node_ptr& b) {
  return elementwise_product(expanded(make_ravel(a), {1}), make_ravel(b));
}

namespace {

/// The Kronecker product as (i, 1, j, 1) times (1, k, 1, l), whose axes are merged in pairs.
node_ptr merged_product(const node_ptr& a, const node_ptr& b) {
  axes_list behind_a, before_b;
  for (std::size_t axis = 0; axis < a->extents.size(); ++axis)
    behind_a.push_back(static_cast<std::ptrdiff_t>(2 * axis + 1));
  for (std::size_t axis = 0; axis < b->extents.size(); ++axis)
    before_b.push_back(static_cast<std::ptrdiff_t>(2 * axis));
  const node_ptr product = elementwise_product(expanded(a, behind_a), expanded(b, before_b));
  shape merged;
  for (std::size_t axis = 0; axis < product->extents.size(); axis += 2)
    merged.push_back(product->extents[axis] * product->extents[axis + 1]);
  return make_reshape(product, merged);
}

}  // namespace

node_ptr kron_node(const node_ptr& a, const node_ptr& b) {
  const device where = graph::device_of(a, b);
  const std::size_t a_rank = a->extents.size();
  const std::size_t b_rank = b->extents.size();
  // A kernel for a GPU takes elements at computed places; the host would copy them there first.
  if (where.is_cpu() && 2 * std::max(a_rank, b_rank) <= max_rank) return merged_product(a, b);
  std::vector<gpu::detail::axis_indices> of_a;
  std::vector<gpu::detail::axis_indices> of_b;
  for (std::size_t i = 1; i <= std::min(a_rank, b_rank); ++i) {
    const std::ptrdiff_t blocks = a->extents[a_rank - i];
    const std::ptrdiff_t size = b->extents[b_rank - i];
    if (blocks == 1 || size == 1) continue;  // these broadcast
    const node_ptr index = graph::make_index({blocks * size}, 0, 0, 1, where);
    const node_ptr length = number(dtype::int64, static_cast<double>(size));
    of_a.push_back({a_rank - i, apply_op<ops::floor_divide>(index, length)});
    of_b.push_back({b_rank - i, apply_op<ops::remainder>(index, length)});
  }
  if (of_a.empty()) return elementwise_product(a, b);
  return elementwise_product(gpu::detail::taken_axes(a, of_a, index_mode::clip),
                             gpu::detail::taken_axes(b, of_b, index_mode::clip));
}

node_ptr tensordot_node(const node_ptr& x1, const node_ptr& x2, const integer_list& axes_a,
                        const integer_list& axes_b) {
  const contraction of_a(x1->extents, axes_a.values());
  const contraction of_b(x2->extents, axes_b.values());
  if (!fit(x1->extents, of_a, x2->extents, of_b))
    throw shape_error(text_of("shape-mismatch for sum: shapes ", x1->extents, " and ", x2->extents,
                              ", axes ", shape(axes_a.values()), " and ", shape(axes_b.values())));
  if (of_a.repeats_an_axis(x1->extents) || of_b.repeats_an_axis(x2->extents))
    throw value_error(text_of("duplicate axes are not allowed in tensordot: ",
                              shape(axes_a.values()), " and ", shape(axes_b.values())));
  const auto [a, b] = promoted(transposed(x1, joined(of_a.kept, of_a.summed)),
                               transposed(x2, joined(of_b.summed, of_b.kept)));
  const std::ptrdiff_t m = element_count(of_a.kept_extents);
  const std::ptrdiff_t n = element_count(of_b.kept_extents);
  const std::ptrdiff_t k =
      element_count(shape(a->extents.begin() + of_a.kept_extents.size(), a->extents.end()));
  return matrix_product(make_reshape(a, {m, k}), make_reshape(b, {k, n}),
                        joined(of_a.kept_extents, of_b.kept_extents));
}

node_ptr tensordot_node(const node_ptr& a, const node_ptr& b, std::ptrdiff_t axes) {
  std::vector<std::ptrdiff_t> last;
  std::vector<std::ptrdiff_t> first;
  for (std::ptrdiff_t axis = 0; axis < axes; ++axis) {
    last.push_back(axis - axes);
    first.push_back(axis);
  }
  return tensordot_node(a, b, last, first);
}

}  // namespace gpu::linalg::detail
