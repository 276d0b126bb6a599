// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/bins.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_numbers.hpp"
#include "array/statistics/exact_bin_sums.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// So many threads add at the same time, if there are not more bins.
constexpr std::ptrdiff_t adders = 1 << 16;

/// Adds each weight to the sum of the bin whose number stands beside it.
class ordered_sum : public graph::library_function {
 public:
  explicit ordered_sum(std::ptrdiff_t bins) : bins_(bins) {}

  [[nodiscard]] const char* name() const noexcept override { return "bin_sums"; }
  void run(execute::operation& work) const override {
    const execute::operation::array& sums = work.output();
    const std::ptrdiff_t size = element_count(work.input(0).place.extents);
    const device where = work.stream().device();
    if (where.is_gpu() && size > 0) return add_sorted(work, size);
    const std::size_t bytes = static_cast<std::size_t>(bins_) * sizeof(double);
    fill_bytes(sums.data, where, 0, bytes, work.stream());
    if (where.is_cpu()) add_on_host(work, size);
  }

 private:
  void add_on_host(const execute::operation& work, std::ptrdiff_t size) const {
    const auto* const bin = reinterpret_cast<const std::int32_t*>(work.input(0).data);
    const auto* const weight = reinterpret_cast<const double*>(work.input(1).data);
    auto* const sum = reinterpret_cast<double*>(work.output().data);
    for (std::ptrdiff_t i = 0; i < size; ++i)
      if (bin[i] >= 0 && bin[i] < bins_) sum[bin[i]] += weight[i];
  }

  /// Sorted by bin, those of one bin in their own order.
  void add_sorted(execute::operation& work, std::ptrdiff_t size) const {
    const leaf_ptr bins = work.workspace(dtype::uint32, {size});
    const leaf_ptr weights = work.workspace(dtype::float64, {size});
    vendor::radix_sort({work.input(0).data, bins->block->data(), 4},
                       {work.input(1).data, weights->block->data(), 8}, size, work.stream(),
                       std::bit_width(static_cast<std::uint64_t>(bins_)));
    const std::ptrdiff_t parts = std::clamp<std::ptrdiff_t>(adders / bins_, 1, 4096);
    const node_ptr sums =
        graph::apply(graph::functor_record<kernels::sum_of_bin>(),
                     graph::make_flat_index({bins_ * parts}, work.stream().device()),
                     graph::make_address(node_ptr(bins.get())),
                     graph::make_address(node_ptr(weights.get())), size, parts);
    if (parts == 1) return execute::assign(sums, work.output_leaf());
    const expression<double> all(graph::make_reshape(sums, {bins_, parts}));
    execute::assign(gpu::sum(all, 1).node(), work.output_leaf());
  }

  std::ptrdiff_t bins_;
};

}  // namespace

node_ptr sums_of(const binned& x, const node_ptr& weights) {
  if (adds_exactly(x)) return exact_sums(x, weights);
  return sums_in_order(bin_numbers(x.elements, x.edges, x.outer, x.where),
                       graph::make_cast(weights, dtype::float64), x.bins, x.where);
}

node_ptr sums_in_order(const node_ptr& bin, const node_ptr& weights, std::ptrdiff_t bins,
                       device where) {
  // Negative numbers are large ones without a sign: on a GPU all that are outside come last.
  const node_ptr key =
      where.is_cpu() ? bin
                     : apply_op<ops::minimum>(graph::make_cast(bin, dtype::uint32),
                                              number(dtype::uint32, static_cast<double>(bins)));
  const ref_ptr<const graph::library_function> sum(new ordered_sum(bins));
  return graph::make_library_node(sum, graph::operand_list::of(key, weights), dtype::float64,
                                  {bins}, where);
}

}  // namespace gpu::detail
