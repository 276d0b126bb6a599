// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gpu/core/error.hpp>
#include <gpu/core/finfo.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/statistics/bin_numbers.hpp"
#include "execute/gpu/histogram/count.hpp"

namespace gpu::detail {
namespace {

using kernels::binning;

/// Half the distance between 1 and the next number.
double rounding_of(dtype type) {
  return traits(type).kind == dtype_kind::floating ? finfo(type).eps / 2 : 0x1p-53;
}

/// The same of the type that kernels compute places in: `kernels::place_type`.
double place_rounding_of(dtype type) {
  return size_bytes(type) <= 2 || type == dtype::float32 ? 0x1p-24 : 0x1p-53;
}

}  // namespace

std::optional<edge_spacing> spacing_of(const std::vector<double>& edges, double width, dtype type) {
  const auto count = static_cast<double>(edges.size() - 1);
  const double first = edges.front();
  double scale = count / width;
  // Far from where scale or place would be denormal or infinite in float32.
  if (!(width > 1e-30 && width < 1e30 && scale > 1e-30 && scale < 1e30)) return std::nullopt;
  const bool is_exact = traits(type).kind == dtype_kind::floating ||
                        std::max(std::abs(first), std::abs(edges.back())) < 0x1p53;
  if (!is_exact) return std::nullopt;
  const double rounding = place_rounding_of(type);
  if (rounding > 0x1p-53) scale = static_cast<float>(scale);
  double deviation = 0;
  for (std::size_t k = 0; k < edges.size(); ++k)
    deviation = std::max(deviation, std::abs((edges[k] - first) * scale - static_cast<double>(k)));
  // NumPy rounds four times, and looks at the edges beside the bin that it finds.
  if (deviation + 4 * rounding_of(type) * count > 0.5) return std::nullopt;
  // The difference and the product are rounded; so are the deviations here, which only matters
  // where kernels compute in float64, too.
  const double margin = deviation + (rounding > 0x1p-53 ? 2.0625 : 4) * rounding * count;
  if (margin > 0.25) return std::nullopt;
  return edge_spacing{scale, 0.5 - margin};
}

namespace {

/// Counts elements in bins. On `cpu()` they are numbers of bins.
class bin_count : public graph::library_function {
 public:
  explicit bin_count(const execute::histogram_bins& bins) : bins_(bins) {}

  [[nodiscard]] const char* name() const noexcept override { return "histogram"; }
  [[nodiscard]] std::size_t fused_operands() const noexcept override { return 1; }
  [[nodiscard]] bool can_fuse(const graph::kernel& elements) const override {
    if (elements.where.is_gpu())
      return element_count(elements.extents) == 0 || execute::accepts_histogram(elements);
    const graph::kernel_argument* const array = elements.array_of(elements.outputs[0].value);
    return array != nullptr && is_contiguous(array->place);
  }
  void run(execute::operation& work) const override {
    if (work.elements().where.is_cpu()) return count_on_host(work);
    execute::count_on_gpu(work, bins_, work.inputs() == 0 ? nullptr : work.input(0).data);
  }

 private:
  void count_on_host(execute::operation& work) const {
    const graph::leaf_ptr numbers = work.elements_in_memory(0);
    const auto* const bin = work.input<std::int32_t>(*numbers);
    auto* const counts = reinterpret_cast<std::int64_t*>(work.output().data);
    std::fill_n(counts, bins_.count, std::int64_t{0});
    const std::ptrdiff_t size = element_count(numbers->extents);
    for (std::ptrdiff_t i = 0; i < size; ++i)
      if (bin[i] >= 0 && bin[i] < bins_.count) ++counts[bin[i]];
  }

  execute::histogram_bins bins_;
};

}  // namespace

execute::histogram_bins description_of(const binned& x) {
  execute::histogram_bins bins;
  bins.count = x.bins;
  if (!x.edges) return bins;
  if (x.edges->where && *x.edges->where != x.where) throw device_mismatch(x.where, *x.edges->where);
  bins.span = x.outer ? x.outer->width : x.values.back() - x.values.front();
  bins.is_wide = x.outer && x.outer->is_given;
  bins.method = x.outer ? binning::uniform : binning::between;
  if (const std::optional<edge_spacing> spacing = spacing_of(x.values, bins.span, x.edges->type)) {
    bins.method = binning::spaced;
    bins.scale = spacing->scale;
    bins.reach = spacing->reach;
  }
  return bins;
}

graph::node_ptr counts_of(const binned& x) {
  const ref_ptr<const graph::library_function> count(new bin_count(description_of(x)));
  graph::operand_list operands =
      x.where.is_cpu() ? graph::operand_list::of(bin_numbers(x.elements, x.edges, x.outer, x.where))
      : x.edges        ? graph::operand_list::of(x.elements, x.edges)
                       : graph::operand_list::of(x.elements);
  return graph::make_library_node(count, std::move(operands), dtype::int64, {x.bins}, x.where);
}

}  // namespace gpu::detail
