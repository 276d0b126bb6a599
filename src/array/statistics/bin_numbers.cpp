// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_numbers.hpp"

#include <algorithm>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/support/bins.hpp>

#include "array/statistics/edge_table.hpp"

namespace gpu::detail {
namespace {

/// Calls `number(element, edges)` for each element, on the host.
template <class T, class Number>
void number_each(const graph::leaf_ptr& a, const graph::leaf_ptr& edges, const graph::leaf_ptr& out,
                 const Number& number) {
  const auto* const elements = static_cast<const T*>(a->block->data());
  const auto* const edge = static_cast<const T*>(edges->block->data());
  auto* const bin = static_cast<std::int32_t*>(out->block->data());
  const std::ptrdiff_t size = element_count(a->extents);
  for (std::ptrdiff_t i = 0; i < size; ++i)
    bin[i] = static_cast<std::int32_t>(number(elements[i], edge));
}

const elementwise_kernel_options& with_bins() {
  static const auto& options =
      *new elementwise_kernel_options{.preamble = "#include <gpu/elementwise/support/bins.hpp>\n"};
  return options;
}

}  // namespace

graph::node_ptr uniform_bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges,
                                    const outer_edges& outer, device where) {
  const std::ptrdiff_t bins = edges->extents[0] - 1;
  const dtype wide = outer.is_given ? dtype::float64 : a->type;
  if (!where.is_cpu()) {
    const std::string type(facts(a->type).name);
    const elementwise_kernel kernel(
        text_of(type, " x, raw ", type, " edges, float64 width, int64 bins"), "int32 bin",
        text_of("bin = static_cast<int>(gpu::math::uniform_bin_of(static_cast<",
                facts(a->type).device, ">(x), static_cast<", facts(wide).device,
                ">(width), edges, bins))"),
        "uniform_bin", with_bins());
    const any_expression result =
        kernel(any_expression(a), any_expression(edges), outer.width, std::int64_t{bins});
    return result.node();
  }
  const graph::leaf_ptr in = execute::evaluate(a, where);
  const graph::leaf_ptr all_edges = execute::evaluate(edges, where);
  const graph::leaf_ptr out = uninitialised_leaf(dtype::int32, a->extents, where);
  visit_dtype(a->type, [&]<class T>(std::type_identity<T>) {
    if constexpr (real_element<T>) {
      const auto number = [&](auto width) {
        number_each<T>(in, all_edges, out, [&](T x, const T* edge) {
          return math::uniform_bin_of(x, width, edge, bins);
        });
      };
      if (outer.is_given)
        number(outer.width);
      else
        number(math::cast<T>(outer.width));
    }
  });
  return graph::node_ptr(out.get());
}

graph::node_ptr bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges, device where) {
  const std::ptrdiff_t bins = edges->extents[0] - 1;
  const dtype type = promote_types(a->type, edges->type);
  const graph::node_ptr element = graph::make_cast(a, type);
  const graph::node_ptr edge = graph::make_cast(edges, type);
  if (!where.is_cpu()) {
    const std::string name(facts(type).name);
    const elementwise_kernel kernel(
        text_of(name, " x, raw ", name, " edges, int64 bins"), "int32 bin",
        text_of("bin = static_cast<int>(gpu::math::bin_between(static_cast<", facts(type).device,
                ">(x), edges, bins))"),
        "bin_between", with_bins());
    const any_expression result =
        kernel(any_expression(element), any_expression(edge), std::int64_t{bins});
    return result.node();
  }
  const graph::leaf_ptr in = execute::evaluate(element, where);
  const graph::leaf_ptr all_edges = execute::evaluate(edge, where);
  const graph::leaf_ptr out = uninitialised_leaf(dtype::int32, a->extents, where);
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex<T>) {
      const T* const edge = static_cast<const T*>(all_edges->block->data());
      const edge_table<T> table(edge, bins + 1);
      number_each<T>(in, all_edges, out, [&](T x, const T*) -> std::ptrdiff_t {
        if (math::isnan(x) || math::sorts_before(edge[bins], x)) return -1;
        return std::min(table.before(x, true) - 1, bins - 1);
      });
    }
  });
  return graph::node_ptr(out.get());
}

}  // namespace gpu::detail
