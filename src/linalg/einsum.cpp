// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/einsum.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/text_of.hpp>

#include "linalg/einsum_path.hpp"
#include "linalg/einsum_subscripts.hpp"
#include "linalg/joined_lists.hpp"
#include "linalg/matrix_product.hpp"
#include "linalg/product_operands.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::axes_list;
using graph::make_reshape;
using graph::node_ptr;

bool has(const label_list& labels, axis_label label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// An operand, or a product of some, with a label for each axis, of which none repeats.
struct labelled {
  node_ptr value;
  label_list labels;

  [[nodiscard]] std::size_t axis(axis_label label) const {
    return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) -
                                    labels.begin());
  }
  [[nodiscard]] std::ptrdiff_t extent(axis_label label) const {
    return has(labels, label) ? value->extents[axis(label)] : 1;
  }
};

shape extents_of(const labelled& x, const label_list& labels) {
  shape extents;
  for (const axis_label label : labels) extents.push_back(x.extent(label));
  return extents;
}

/// The axes in the order of `labels`, which are all that it has.
node_ptr ordered(const labelled& x, const label_list& labels) {
  if (x.labels == labels) return x.value;
  axes_list axes;
  for (const axis_label label : labels) axes.push_back(static_cast<std::ptrdiff_t>(x.axis(label)));
  return gpu::detail::transposed(x.value, axes);
}

/// Axes with equal labels are their diagonal.
labelled diagonals(node_ptr value, label_list labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto second =
        std::find(labels.begin() + static_cast<std::ptrdiff_t>(i) + 1, labels.end(), labels[i]);
    if (second == labels.end()) continue;
    const axis_label label = labels[i];
    value =
        gpu::detail::diagonal_of(value, 0, static_cast<std::ptrdiff_t>(i), second - labels.begin());
    labels.erase(second);
    labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(i));
    labels.push_back(label);
    --i;
  }
  return {std::move(value), std::move(labels)};
}

using label_test = std::function<bool(axis_label)>;

/// Summed over the axes that are not kept.
labelled summed(const labelled& x, const label_test& is_kept) {
  label_list kept;
  axes_list axes;
  for (std::size_t axis = 0; axis < x.labels.size(); ++axis)
    if (is_kept(x.labels[axis]))
      kept.push_back(x.labels[axis]);
    else
      axes.push_back(static_cast<std::ptrdiff_t>(axis));
  return {axes.empty() ? x.value : sum_over(x.value, axes), kept};
}

/// Repeated along the axes that the other one has, too, but longer.
labelled widened(const labelled& x, const labelled& other) {
  shape extents = x.value->extents;
  for (const axis_label label : x.labels)
    if (extents[x.axis(label)] == 1) extents[x.axis(label)] = other.extent(label);
  return {graph::make_broadcast(x.value, extents), x.labels};
}

/// Which role the labels of two factors have in their product.
struct roles {
  label_list batch;   ///< in both, and in the product
  label_list summed;  ///< in both, but not in the product
  label_list left;    ///< in one of them alone
  label_list right;

  roles(const labelled& a, const labelled& b, const label_test& is_kept) {
    for (const axis_label label : a.labels)
      (!has(b.labels, label) ? left : is_kept(label) ? batch : summed).push_back(label);
    for (const axis_label label : b.labels)
      if (!has(a.labels, label)) right.push_back(label);
  }
};

/// Whether these are many short sums on the host: a library is called for each of them, which takes
/// longer than a sum, and a reduction computes them all.
bool are_short_sums(const labelled& a, const labelled& b, std::ptrdiff_t sums,
                    std::ptrdiff_t terms) {
  constexpr std::ptrdiff_t min_sums = 256;
  constexpr std::ptrdiff_t max_terms = 32;
  return sums >= min_sums && terms <= max_terms &&
         element_count(a.value->extents) == sums * terms &&
         element_count(b.value->extents) == sums * terms &&
         graph::device_of(a.value, b.value).is_cpu();
}

/// The product, summed over all labels of either factor that are not kept.
labelled multiplied(const labelled& first, const labelled& second, const label_test& is_kept) {
  const labelled x =
      summed(first, [&](axis_label i) { return is_kept(i) || has(second.labels, i); });
  const labelled y =
      summed(second, [&](axis_label i) { return is_kept(i) || has(first.labels, i); });
  const labelled a = widened(x, y);
  const labelled b = widened(y, x);
  const roles of(a, b, is_kept);
  const label_list labels = joined(joined(of.batch, of.left), of.right);
  const shape batch = extents_of(a, of.batch);
  const shape left = extents_of(a, of.left);
  const shape right = extents_of(b, of.right);
  const node_ptr rows = ordered(a, joined(joined(of.batch, of.left), of.summed));
  if (of.summed.empty()) {
    const node_ptr columns = ordered(b, joined(of.batch, of.right));
    const node_ptr factors[] = {
        make_reshape(rows, joined(joined(batch, left), shape(right.size(), 1))),
        make_reshape(columns, joined(joined(batch, shape(left.size(), 1)), right))};
    return {gpu::detail::apply_op<ops::multiply>(factors[0], factors[1]), labels};
  }
  const node_ptr columns = ordered(b, joined(joined(of.batch, of.summed), of.right));
  const std::ptrdiff_t terms = element_count(extents_of(a, of.summed));
  if (are_short_sums(a, b, element_count(batch), terms)) {
    const shape lists = joined(batch, {terms});
    return {make_reshape(sum_of_products(make_reshape(rows, lists), make_reshape(columns, lists)),
                         joined(joined(batch, left), right)),
            labels};
  }
  const shape stack = batch.size() + 2 > max_rank ? shape{element_count(batch)} : batch;
  return {matrix_product(make_reshape(rows, joined(stack, {element_count(left), terms})),
                         make_reshape(columns, joined(stack, {terms, element_count(right)})),
                         joined(joined(batch, left), right)),
          labels};
}

/// The factors at two places give way to their product, which comes last.
void multiply(std::vector<labelled>& factors, std::size_t first, std::size_t second,
              const label_list& result) {
  const auto is_kept = [&](axis_label label) {
    for (std::size_t i = 0; i < factors.size(); ++i)
      if (i != first && i != second && has(factors[i].labels, label)) return true;
    return has(result, label);
  };
  labelled product = multiplied(factors[first], factors[second], is_kept);
  factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(second));
  factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(first));
  factors.push_back(std::move(product));
}

/// The subscripts of operands of these shapes, which fit them.
einsum_labels checked_labels(std::string_view subscripts, const std::vector<shape>& extents) {
  einsum_labels labels = parse_subscripts(subscripts, extents);
  require_extents(labels, extents);
  return labels;
}

}  // namespace

node_ptr einsum_node(std::string_view subscripts, std::vector<node_ptr> operands) {
  std::vector<shape> extents;
  dtype type = dtype::bool_;
  for (const node_ptr& operand : operands) {
    extents.push_back(operand->extents);
    type = promote_types(type, operand->type);
  }
  const einsum_labels labels = checked_labels(subscripts, extents);
  std::vector<labelled> factors;
  for (std::size_t i = 0; i < operands.size(); ++i)
    factors.push_back(diagonals(graph::make_cast(operands[i], type), labels.operands[i]));
  for (const auto& [first, second] : cheapest_path(labels, extents).path)
    multiply(factors, first, second, labels.result);
  const labelled all =
      summed(factors.front(), [&](axis_label label) { return has(labels.result, label); });
  return ordered(all, labels.result);
}

einsum_order einsum_order_of(std::string_view subscripts, const std::vector<shape>& operands) {
  const contraction cheapest = cheapest_path(checked_labels(subscripts, operands), operands);
  einsum_order order;
  for (const auto& [first, second] : cheapest.path) order.path.push_back({first, second});
  if (operands.size() == 1) order.path.push_back({0});
  order.description = text_of("  Complete contraction:  ", subscripts,
                              "\n        Naive products:  ", cheapest.naive_products,
                              "\n    Optimized products:  ", cheapest.products,
                              "\n  Largest intermediate:  ", cheapest.largest, " elements");
  return order;
}

}  // namespace gpu::linalg::detail
