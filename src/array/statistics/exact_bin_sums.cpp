// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/exact_bin_sums.hpp"

#include <algorithm>
#include <cstdint>

#include <gpu/array/indexing/access.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/fixed_point.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "core/ceil_div.hpp"
#include "cuda/capture.hpp"
#include "execute/gpu/histogram/count.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// Fewer elements are sorted in less time than this takes to look at them and to wait.
constexpr std::ptrdiff_t min_elements = 1 << 18;
constexpr std::ptrdiff_t max_elements = std::ptrdiff_t{1} << 31;

/// Weights that are looked at for their size.
constexpr std::ptrdiff_t sampled = 1 << 16;

/// In which every weight is exact that is exact in float64.
dtype weight_type(dtype type) {
  const bool is_narrow =
      facts(type).kind == dtype_kind::floating ? size_bytes(type) <= 4 : size_bytes(type) <= 2;
  return is_narrow ? dtype::float32 : dtype::float64;
}

/// The largest magnitude in a sample of `weights`, a vector: float64.
graph::leaf_ptr largest_of(const node_ptr& weights, device where) {
  const std::ptrdiff_t step = ceil_div(weights->extents[0], sampled);
  const affine_view every{{ceil_div(weights->extents[0], step)}, {0}, {{0, 0, step}}};
  const expression<double> sample(
      graph::make_cast(graph::make_view(weights, every), dtype::float64));
  return execute::evaluate(gpu::max(gpu::absolute(sample)).node(), where);
}

node_ptr rounded(const execute::fixed_sums& sums, const graph::leaf_ptr& largest,
                 std::ptrdiff_t bins, device where) {
  const node_ptr values = graph::apply(graph::functor_record<kernels::rounded_sum>(),
                                       graph::make_flat_index({bins}, where),
                                       graph::make_address(node_ptr(sums.digits.get())),
                                       graph::make_address(node_ptr(largest.get())), bins);
  return node_ptr(execute::evaluate(values, where).get());
}

}  // namespace

node_ptr exact_bin_sums(const node_ptr& a, const node_ptr& weights,
                        const execute::histogram_bins& bins, device where) {
  const std::ptrdiff_t size = element_count(a->extents);
  if (size < min_elements || size > max_elements || bins.count == 0) return nullptr;
  if (weights->where && *weights->where != where) return nullptr;
  if (is_capturing(current_stream(where))) return nullptr;
  const dtype type = weight_type(weights->type);
  const bool is_array = graph::resolved(*weights).kind == graph::node_kind::leaf;
  const node_ptr values = is_array ? weights : node_ptr(execute::evaluate(weights, where).get());
  const graph::leaf_ptr largest = largest_of(graph::make_reshape(values, {size}), where);
  const execute::fixed_sums sums =
      execute::sum_on_gpu(a, graph::make_cast(values, type), *largest, bins, where);
  std::uint32_t is_inexact;
  read_element(*sums.inexact, 0, &is_inexact);
  if (is_inexact != 0) return nullptr;
  return rounded(sums, largest, bins.count, where);
}

node_ptr exact_bin_sums(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                        device where) {
  if (where.is_cpu()) return nullptr;
  execute::histogram_bins numbers;
  numbers.count = bins;
  return exact_bin_sums(bin, weights, numbers, where);
}

}  // namespace gpu::detail
