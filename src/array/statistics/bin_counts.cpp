// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gpu/core/error.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/statistics/bin_numbers.hpp"
#include "execute/gpu/histogram/count.hpp"

namespace gpu::detail {
namespace {

using kernels::binning;

/// `rounding_of` the type that kernels compute places in: `kernels::place_type`.
double place_rounding_of(dtype type) {
  return size_bytes(type) <= 2 || type == dtype::float32 ? 0x1p-24 : 0x1p-53;
}

/// `count` bins from `first` to `last`, as far as places in them need no look at the edges.
class edge_fit {
 public:
  edge_fit(double first, double last, double width, double count, dtype type)
      : count_(count), type_(type), scale_(count / width) {
    // Far from where scale or place would be denormal or infinite in float32.
    const bool is_usual = width > 1e-30 && width < 1e30 && scale_ > 1e-30 && scale_ < 1e30;
    const bool is_exact = traits(type).kind == dtype_kind::floating ||
                          std::max(std::abs(first), std::abs(last)) < 0x1p53;
    is_possible_ = is_usual && is_exact;
    if (rounding_ > 0x1p-53) scale_ = static_cast<float>(scale_);
  }
  [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }
  [[nodiscard]] double scale() const noexcept { return scale_; }

  /// @param deviation  of edges from whole numbers, in units of bins
  [[nodiscard]] std::optional<edge_spacing> with(double deviation) const {
    // NumPy rounds four times, and looks at the edges beside the bin that it finds.
    if (deviation + 4 * rounding_of(type_) * count_ > 0.5) return std::nullopt;
    // The difference and the product are rounded; so are the deviations here, which only matters
    // where kernels compute in float64, too.
    const double margin = deviation + (rounding_ > 0x1p-53 ? 2.0625 : 4) * rounding_ * count_;
    if (margin > 0.25) return std::nullopt;
    return edge_spacing{scale_, 0.5 - margin};
  }

 private:
  double count_;
  dtype type_;
  double scale_;
  double rounding_ = place_rounding_of(type_);
  bool is_possible_;
};

}  // namespace

std::optional<edge_spacing> spacing_of(const std::vector<double>& edges, double width, dtype type) {
  const double first = edges.front();
  const edge_fit fit(first, edges.back(), width, static_cast<double>(edges.size() - 1), type);
  if (!fit.is_possible()) return std::nullopt;
  double deviation = 0;
  for (std::size_t k = 0; k < edges.size(); ++k)
    deviation =
        std::max(deviation, std::abs((edges[k] - first) * fit.scale() - static_cast<double>(k)));
  return fit.with(deviation);
}

std::optional<edge_spacing> spacing_of(const outer_edges& outer, std::ptrdiff_t bins, dtype type) {
  const auto count = static_cast<double>(bins);
  const edge_fit fit(outer.first, outer.last, outer.width, count, type);
  if (!fit.is_possible()) return std::nullopt;
  // The first edge is rounded, too, from which places are counted.
  return fit.with(2 * edge_error(outer, bins, type) * fit.scale() +
                  std::abs(fit.scale() * (outer.last - outer.first) - count));
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
  if (const std::optional<edge_spacing> spacing =
          x.outer ? spacing_of(*x.outer, x.bins, x.edges->type)
                  : spacing_of(x.values, bins.span, x.edges->type)) {
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
