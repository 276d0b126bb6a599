// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/norm.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/norm_reductions.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu::linalg::detail {
namespace {

/// As float64, or as float32 for what has half of its precision: the result is rounded once.
any_expression widened(const graph::node_ptr& value) {
  const dtype type = gpu::detail::inexact_of(value->type);
  return any_expression(graph::make_cast(value, size_bytes(type) == 2 ? dtype::float32 : type));
}

graph::node_ptr rounded(any_expression value, const graph::node_ptr& source) {
  const dtype type = gpu::detail::real_of(gpu::detail::inexact_of(source->type));
  return graph::make_cast(std::move(value).take(), type);
}

any_expression vector_norm_of(const any_expression& x, const reduction_axes& axes,
                              const norm_order& order, keepdims_option keep) {
  if (!order.name().empty())
    throw value_error(text_of("Invalid norm order '", order.name(), "' for vectors"));
  const double p = order.number().value_or(2);
  if (p == 2) return norm_l2(x, axes, keep);
  if (p == 0) return sum(not_equal(x, 0), axes, keep).astype(real(x).dtype());
  const any_expression modulus = absolute(x);
  if (p == 1) return sum(modulus, axes, keep);
  if (p == inf) return gpu::max(modulus, axes, keep, initial(0));
  if (p == -inf) return gpu::min(modulus, axes, keep);
  return power(sum(power(modulus, p), axes, keep), 1 / p);
}

/// The largest or smallest sum of |x| along one of the axes.
any_expression induced_norm(const any_expression& x, std::ptrdiff_t summed, std::ptrdiff_t compared,
                            bool is_largest, keepdims_option keep) {
  const any_expression sums = sum(absolute(x), summed, keepdims);
  const any_expression best = is_largest ? gpu::max(sums, compared, keepdims, initial(0))
                                         : gpu::min(sums, compared, keepdims);
  if (keep.keep) return best;
  return sum(best, {summed, compared});
}

/// The largest or smallest singular value, or the sum of all. Computed now.
any_expression singular_norm(const any_expression& x, std::ptrdiff_t row, std::ptrdiff_t column,
                             const norm_order& order, keepdims_option keep) {
  const graph::node_ptr last = gpu::detail::moved_axes(x.node(), {row, column}, {-2, -1});
  const any_expression values(graph::node_ptr(svd_of(last, 'N').second.get()));
  const auto reduced = [&] {
    if (!order.number()) return any_expression(sum(values, -1));
    return *order.number() > 0 ? gpu::max(values, -1, initial(0)) : gpu::min(values, -1);
  }();
  if (!keep.keep) return reduced;
  const graph::node_ptr kept = gpu::detail::expanded(reduced.node(), {-1, -2});
  return any_expression(gpu::detail::moved_axes(kept, {-2, -1}, {row, column}));
}

any_expression matrix_norm_of(const any_expression& x, std::ptrdiff_t row, std::ptrdiff_t column,
                              const norm_order& order, keepdims_option keep) {
  const auto rank = static_cast<std::size_t>(x.dimension());
  if (normalize_axis_index(row, rank) == normalize_axis_index(column, rank))
    throw value_error("Duplicate axes given.");
  const bool is_frobenius = order.name() == "fro" || order.name() == "f";
  if (is_frobenius || (order.name().empty() && !order.number()))
    return norm_l2(x, {row, column}, keep);
  const double p = order.number().value_or(0);
  if (order.name() == "nuc" || p == 2 || p == -2) return singular_norm(x, row, column, order, keep);
  if (p == 1 || p == -1) return induced_norm(x, row, column, p > 0, keep);
  if (p == inf || p == -inf) return induced_norm(x, column, row, p > 0, keep);
  throw value_error("Invalid norm order for matrices.");
}

}  // namespace

graph::node_ptr vector_norm_node(const graph::node_ptr& value, const reduction_axes& axes,
                                 const norm_order& order, bool keepdims) {
  std::vector<std::size_t> numbers;
  for (const std::ptrdiff_t axis : axes.list())
    numbers.push_back(normalize_axis_index(axis, value->extents.size()));
  std::sort(numbers.begin(), numbers.end());
  if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end())
    throw value_error("repeated axis");
  return rounded(vector_norm_of(widened(value), axes, order, {keepdims}), value);
}

graph::node_ptr norm_node(const graph::node_ptr& value, const norm_order& order,
                          const reduction_axes& axes, bool keepdims) {
  const any_expression x = widened(value);
  const auto rank = static_cast<std::ptrdiff_t>(x.dimension());
  const bool is_usual = order.name().empty() && !order.number();
  if (axes.is_all() && is_usual) return rounded(norm_l2(x, axes, keepdims_option{keepdims}), value);
  std::vector<std::ptrdiff_t> own = axes.list();
  if (axes.is_all())
    for (std::ptrdiff_t axis = 0; axis < rank; ++axis) own.push_back(axis);
  if (own.size() == 1) return rounded(vector_norm_of(x, own, order, {keepdims}), value);
  if (own.size() == 2) return rounded(matrix_norm_of(x, own[0], own[1], order, {keepdims}), value);
  throw value_error("Improper number of dimensions to norm.");
}

}  // namespace gpu::linalg::detail
