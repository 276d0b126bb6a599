// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"
#include "execute/gpu/histogram/count.hpp"
#include "execute/operation.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// So many threads add at the same time, if there are not more bins.
constexpr std::ptrdiff_t adders = 1 << 16;

node_ptr zeros_of(dtype type, std::ptrdiff_t bins, device where) {
  const node_ptr zeros = graph::make_broadcast(number(type, 0), {bins});
  return node_ptr(execute::evaluate(zeros, where).get());
}

node_ptr counts_on_host(const node_ptr& bin, std::ptrdiff_t bins) {
  const leaf_ptr keys = execute::evaluate(bin, cpu());
  const leaf_ptr counts = uninitialised_leaf(dtype::int64, {bins}, cpu());
  const auto* const key = static_cast<const std::int32_t*>(keys->block->data());
  auto* const occurrences = static_cast<std::int64_t*>(counts->block->data());
  std::fill_n(occurrences, bins, 0);
  const std::ptrdiff_t count = element_count(keys->extents);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    if (key[i] >= 0 && key[i] < bins) ++occurrences[key[i]];
  return node_ptr(counts.get());
}

node_ptr sums_on_host(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins) {
  const leaf_ptr keys = execute::evaluate(bin, cpu());
  const leaf_ptr values = execute::evaluate(weights, cpu());
  const leaf_ptr sums = uninitialised_leaf(dtype::float64, {bins}, cpu());
  const auto* const key = static_cast<const std::int32_t*>(keys->block->data());
  const auto* const value = static_cast<const double*>(values->block->data());
  auto* const sum = static_cast<double*>(sums->block->data());
  std::fill_n(sum, bins, 0.0);
  const std::ptrdiff_t count = element_count(keys->extents);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    if (key[i] >= 0 && key[i] < bins) sum[key[i]] += value[i];
  return node_ptr(sums.get());
}

struct sorted_weights {
  node_ptr bins;
  node_ptr weights;
};

/// The weights in the order of their bins, those of one bin in their own.
sorted_weights sort_by_bin(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                           device where) {
  static const auto& make_key = *new elementwise_kernel<std::uint32_t(std::int32_t, std::int32_t)>(
      "int32 bin, int32 bins", "uint32 key", "key = bin < 0 || bin > bins ? bins : bin", "bin_key");
  const auto keys = make_key(expression<std::int32_t>(bin), static_cast<std::int32_t>(bins));
  const leaf_ptr unsorted = execute::evaluate(keys.node(), where);
  const leaf_ptr values = execute::evaluate(weights, where);
  const shape extents{element_count(bin->extents)};
  const leaf_ptr sorted_keys = uninitialised_leaf(dtype::uint32, extents, where);
  const leaf_ptr sorted_values = uninitialised_leaf(dtype::float64, extents, where);
  execute::operation sorting(where);
  vendor::radix_sort({sorting.input(*unsorted), sorting.output(*sorted_keys), 4},
                     {sorting.input(*values), sorting.output(*sorted_values), 8}, extents[0],
                     sorting.stream(), std::bit_width(static_cast<std::uint64_t>(bins)));
  return {node_ptr(sorted_keys.get()), node_ptr(sorted_values.get())};
}

node_ptr sums_on_gpu(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                     device where) {
  // Adder k of a bin takes every `parts`-th element, from the k-th on.
  static const auto& add_parts =
      *new elementwise_kernel<double(std::uint32_t, double, std::int64_t)>(
          "raw uint32 bins, raw float64 weights, int64 parts", "float64 sum",
          "const long long count = bins.size();\n"
          "const unsigned bin = static_cast<unsigned>(i / parts);\n"
          "const long long begin = gpu::math::edges_before(bin, bins, count, false);\n"
          "const long long end = gpu::math::edges_before(bin, bins, count, true);\n"
          "double total = 0;\n"
          "for (long long k = begin + i % parts; k < end; k += parts) total += weights[k];\n"
          "sum = total",
          "add_weights", {.preamble = "#include <gpu/elementwise/support/bins.hpp>\n"});
  const sorted_weights sorted = sort_by_bin(bin, weights, bins, where);
  const std::ptrdiff_t parts = std::clamp<std::ptrdiff_t>(adders / bins, 1, 4096);
  const expression<double> sums =
      add_parts(expression<std::uint32_t>(sorted.bins), expression<double>(sorted.weights),
                std::int64_t{parts}, launch_options{.size = bins * parts});
  if (parts == 1) return sums.node();
  return gpu::sum(expression<double>(graph::make_reshape(sums.node(), {bins, parts})), 1).node();
}

}  // namespace

node_ptr count_bins(const node_ptr& bin, std::ptrdiff_t bins, device where) {
  if (!where.is_cpu()) {
    execute::histogram_bins numbers;
    numbers.count = bins;
    return node_ptr(execute::count_on_gpu(bin, numbers, where).get());
  }
  if (element_count(bin->extents) == 0) return zeros_of(dtype::int64, bins, where);
  return counts_on_host(bin, bins);
}

node_ptr sum_bins(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins, device where) {
  if (element_count(bin->extents) == 0 || bins == 0) return zeros_of(dtype::float64, bins, where);
  if (where.is_cpu()) return sums_on_host(bin, weights, bins);
  return sums_on_gpu(bin, weights, bins, where);
}

}  // namespace gpu::detail
