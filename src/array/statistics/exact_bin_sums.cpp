// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/exact_bin_sums.hpp"

#include <algorithm>
#include <cstdint>

#include <gpu/array/indexing/access.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/fixed_point.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_numbers.hpp"
#include "array/statistics/bin_sums.hpp"
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
      traits(type).kind == dtype_kind::floating ? size_bytes(type) <= 4 : size_bytes(type) <= 2;
  return is_narrow ? dtype::float32 : dtype::float64;
}

/// The largest magnitude in a sample of `weights`, a vector: float64.
node_ptr largest_of(const node_ptr& weights) {
  const std::ptrdiff_t step = ceil_div(weights->extents[0], sampled);
  const affine_view every{{ceil_div(weights->extents[0], step)}, {0}, {{0, 0, step}}};
  const expression<double> sample(
      graph::make_cast(graph::make_view(weights, every), dtype::float64));
  return gpu::max(gpu::absolute(sample)).node();
}

/// Adds the weights of elements in bins, given the largest weight and the edges, if there are any.
class exact_sum : public graph::library_function {
 public:
  explicit exact_sum(const binned& x) : bins_(description_of(x)), outer_(x.outer) {}

  [[nodiscard]] const char* name() const noexcept override { return "bin_sums"; }
  [[nodiscard]] std::size_t fused_operands() const noexcept override { return 2; }
  [[nodiscard]] bool can_fuse(const graph::kernel& elements) const override {
    return execute::accepts_histogram(elements);
  }
  void run(execute::operation& work) const override {
    if (is_capturing(work.stream()) || !add_exactly(work)) add_in_order(work);
  }

 private:
  [[nodiscard]] bool has_edges(const execute::operation& work) const { return work.inputs() > 1; }

  /// False if some weight was not exact; what has been written then means nothing.
  bool add_exactly(execute::operation& work) const {
    const auto* const largest = reinterpret_cast<const double*>(work.input(0).data);
    const void* const edges = has_edges(work) ? work.input(1).data : nullptr;
    const execute::fixed_sums sums = execute::sum_on_gpu(work, bins_, edges, largest);
    execute::assign(
        graph::apply(graph::functor_record<kernels::rounded_sum>(),
                     graph::make_flat_index({bins_.count}, work.stream().device()),
                     graph::make_address(node_ptr(sums.words.get())),
                     graph::make_address(node_ptr(work.input_leaf(0).get())), bins_.count),
        work.output_leaf());
    std::uint64_t is_inexact;
    read_element(*sums.words, sums.inexact, &is_inexact);
    return is_inexact == 0;
  }

  void add_in_order(execute::operation& work) const {
    const device where = work.stream().device();
    const node_ptr elements(work.elements_in_memory(0).get());
    const node_ptr weights(work.elements_in_memory(1).get());
    const node_ptr edges(has_edges(work) ? work.input_leaf(1).get() : nullptr);
    execute::assign(sums_in_order(bin_numbers(elements, edges, outer_, where),
                                  graph::make_cast(weights, dtype::float64), bins_.count, where),
                    work.output_leaf());
  }

  execute::histogram_bins bins_;
  std::optional<outer_edges> outer_;
};

}  // namespace

bool adds_exactly(const binned& x) {
  const std::ptrdiff_t size = element_count(x.elements->extents);
  return x.where.is_gpu() && size >= min_elements && size <= max_elements && x.bins > 0;
}

node_ptr exact_sums(const binned& x, const node_ptr& weights) {
  const ref_ptr<const graph::library_function> sum(new exact_sum(x));
  const node_ptr values = graph::make_cast(weights, weight_type(weights->type));
  const node_ptr largest = largest_of(graph::make_ravel(weights));
  return graph::make_library_node(
      sum,
      x.edges ? graph::operand_list::of(x.elements, values, largest, x.edges)
              : graph::operand_list::of(x.elements, values, largest),
      dtype::float64, {x.bins}, x.where);
}

}  // namespace gpu::detail
