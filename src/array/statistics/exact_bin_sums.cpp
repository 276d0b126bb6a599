// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/exact_bin_sums.hpp"

#include <algorithm>
#include <cstdint>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/histogram/count.hpp"

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
                 std::ptrdiff_t bins) {
  static const auto& round = *new elementwise_kernel<double(std::uint64_t, double, std::int64_t)>(
      "raw uint64 digits, raw float64 largest, int64 bins", "float64 sum",
      "const unsigned long long all[] = {digits[i], digits[i + bins], digits[i + 2 * bins],\n"
      "                                  digits[i + 3 * bins]};\n"
      "sum = gpu::kernels::value_of(all, gpu::kernels::unit_for(largest[0]))",
      "round_sums", {.preamble = "#include <gpu/kernels/primitives/fixed_point.hpp>\n"});
  const node_ptr digits = graph::make_reshape(node_ptr(sums.digits.get()), {4 * bins});
  const node_ptr scale = graph::make_reshape(node_ptr(largest.get()), {1});
  return round(expression<std::uint64_t>(digits), expression<double>(scale), std::int64_t{bins},
               launch_options{.size = bins})
      .node();
}

}  // namespace

node_ptr exact_bin_sums(const node_ptr& a, const node_ptr& weights,
                        const execute::histogram_bins& bins, device where) {
  const std::ptrdiff_t size = element_count(a->extents);
  if (size < min_elements || size > max_elements || bins.count == 0) return nullptr;
  if (weights->where && *weights->where != where) return nullptr;
  const dtype type = weight_type(weights->type);
  const bool is_array = graph::resolved(*weights).kind == graph::node_kind::leaf;
  const node_ptr values = is_array ? weights : node_ptr(execute::evaluate(weights, where).get());
  const graph::leaf_ptr largest = largest_of(graph::make_reshape(values, {size}), where);
  const execute::fixed_sums sums =
      execute::sum_on_gpu(a, graph::make_cast(values, type), *largest, bins, where);
  std::uint32_t is_inexact;
  read_element(*sums.inexact, 0, &is_inexact);
  if (is_inexact != 0) return nullptr;
  return rounded(sums, largest, bins.count);
}

node_ptr exact_bin_sums(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                        device where) {
  if (where.is_cpu()) return nullptr;
  execute::histogram_bins numbers;
  numbers.count = bins;
  return exact_bin_sums(bin, weights, numbers, where);
}

}  // namespace gpu::detail
