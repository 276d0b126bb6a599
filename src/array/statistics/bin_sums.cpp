// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <gpu/array/indexing/access.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/functors/bins.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"
#include "execute/gpu/histogram/count.hpp"
#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
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

/// Adds `weight(i)` to the sum of the bin of element i.
template <class Sum, class Weight>
node_ptr add_on_host(const node_ptr& bin, std::ptrdiff_t bins, Weight weight) {
  const leaf_ptr keys = execute::evaluate(bin, cpu());
  const leaf_ptr sums = uninitialised_leaf(dtype_of<Sum>, {bins}, cpu());
  const auto* const key = static_cast<const std::int32_t*>(keys->block->data());
  auto* const sum = static_cast<Sum*>(sums->block->data());
  std::fill_n(sum, bins, Sum(0));
  const std::ptrdiff_t count = element_count(keys->extents);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    if (key[i] >= 0 && key[i] < bins) sum[key[i]] += weight(i);
  return node_ptr(sums.get());
}

struct sorted_weights {
  node_ptr bins;
  node_ptr weights;
};

/// The weights in the order of their bins, those of one bin in their own.
sorted_weights sort_by_bin(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                           device where) {
  // Negative numbers are large ones without a sign: all that are outside come last.
  const node_ptr key = apply_op<ops::minimum>(graph::make_cast(bin, dtype::uint32),
                                              number(dtype::uint32, static_cast<double>(bins)));
  const leaf_ptr unsorted = execute::evaluate(key, where);
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
  const sorted_weights sorted = sort_by_bin(bin, weights, bins, where);
  const std::ptrdiff_t parts = std::clamp<std::ptrdiff_t>(adders / bins, 1, 4096);
  const leaf_ptr sums = execute::evaluate(
      graph::apply(graph::functor_record<kernels::sum_of_bin>(),
                   graph::make_flat_index({bins * parts}, where), graph::make_address(sorted.bins),
                   graph::make_address(sorted.weights), sorted.bins->extents[0], parts),
      where);
  const node_ptr all(sums.get());
  if (parts == 1) return all;
  return gpu::sum(expression<double>(graph::make_reshape(all, {bins, parts})), 1).node();
}

}  // namespace

node_ptr count_bins(const node_ptr& bin, std::ptrdiff_t bins, device where) {
  if (!where.is_cpu()) {
    execute::histogram_bins numbers;
    numbers.count = bins;
    return node_ptr(execute::count_on_gpu(bin, numbers, where).get());
  }
  if (element_count(bin->extents) == 0) return zeros_of(dtype::int64, bins, where);
  return add_on_host<std::int64_t>(bin, bins, [](std::ptrdiff_t) { return 1; });
}

node_ptr sum_bins(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins, device where) {
  if (element_count(bin->extents) == 0 || bins == 0) return zeros_of(dtype::float64, bins, where);
  if (where.is_cpu()) {
    const leaf_ptr values = execute::evaluate(weights, cpu());
    const auto* const value = static_cast<const double*>(values->block->data());
    return add_on_host<double>(bin, bins, [value](std::ptrdiff_t i) { return value[i]; });
  }
  return sums_on_gpu(bin, weights, bins, where);
}

}  // namespace gpu::detail
