// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/einsum_path.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace gpu::linalg::detail {
namespace {

/// Up to so many operands all orders are compared.
constexpr std::size_t max_compared = 8;

/// A set of operands: bit i is operand i.
using operand_set = std::uint64_t;

/// Operands by the labels of their axes, and what products of some of them have.
class label_sets {
 public:
  label_sets(const einsum_labels& labels, std::span<const shape> operands)
      : operands_(labels.operands), result_(labels.result) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      for (std::size_t axis = 0; axis < operands[i].size(); ++axis) {
        double& extent = extents_[labels.operands[i][axis]];
        extent = std::max(extent, static_cast<double>(operands[i][axis]));
      }
  }

  /// The labels of the product of a set: those that others need.
  [[nodiscard]] label_list of(operand_set product) const {
    label_list labels;
    for (const auto& [label, extent] : extents_)
      if (is_in(label, product) && (has(result_, label) || is_in(label, ~product)))
        labels.push_back(label);
    return labels;
  }
  [[nodiscard]] double elements(operand_set product) const { return size_of(of(product)); }
  /// How many products of elements the product of two sets takes.
  [[nodiscard]] double products(operand_set a, operand_set b) const {
    label_list labels = of(a);
    for (const axis_label label : of(b))
      if (!has(labels, label)) labels.push_back(label);
    return size_of(labels);
  }
  [[nodiscard]] double products_of_all() const {
    double count = static_cast<double>(operands_.size() - 1);
    for (const auto& [label, extent] : extents_) count *= extent;
    return count;
  }

 private:
  static bool has(const label_list& labels, axis_label label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  }
  [[nodiscard]] bool is_in(axis_label label, operand_set some) const {
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if ((some >> i & 1) != 0 && has(operands_[i], label)) return true;
    return false;
  }
  [[nodiscard]] double size_of(const label_list& labels) const {
    double size = 1;
    for (const axis_label label : labels) size *= extents_.at(label);
    return size;
  }

  const std::vector<label_list>& operands_;
  const label_list& result_;
  std::map<axis_label, double> extents_;
};

/// Multiplies two of the sets that are there, as the path says.
void join(contraction& all, std::vector<operand_set>& factors, const label_sets& sets,
          std::size_t first, std::size_t second) {
  if (second < first) std::swap(first, second);
  const operand_set product = factors[first] | factors[second];
  all.path.emplace_back(first, second);
  all.products += sets.products(factors[first], factors[second]);
  all.largest = std::max(all.largest, sets.elements(product));
  factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(second));
  factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(first));
  factors.push_back(product);
}

/// For each set of operands the part that its cheapest product takes as one factor.
std::vector<operand_set> cheapest_parts(const label_sets& sets, std::size_t count) {
  const operand_set all = (operand_set{1} << count) - 1;
  std::vector<double> cost(all + 1, 0);
  std::vector<operand_set> parts(all + 1, 0);
  for (operand_set product = 1; product <= all; ++product) {
    if ((product & (product - 1)) == 0) continue;
    cost[product] = std::numeric_limits<double>::infinity();
    // Every split once: the other part has the lowest operand.
    const operand_set rest = product & (product - 1);
    for (operand_set part = rest; part != 0; part = (part - 1) & rest) {
      const operand_set other = product ^ part;
      const double products = cost[part] + cost[other] + sets.products(part, other);
      if (products < cost[product]) {
        cost[product] = products;
        parts[product] = part;
      }
    }
    if (parts[product] == 0) parts[product] = rest;  // every order overflows
  }
  return parts;
}

void join_as(const std::vector<operand_set>& parts, operand_set product, contraction& all,
             std::vector<operand_set>& factors, const label_sets& sets) {
  const operand_set part = parts[product];
  if (part == 0) return;
  join_as(parts, product ^ part, all, factors, sets);
  join_as(parts, part, all, factors, sets);
  const auto place = [&](operand_set factor) {
    return static_cast<std::size_t>(std::find(factors.begin(), factors.end(), factor) -
                                    factors.begin());
  };
  join(all, factors, sets, place(product ^ part), place(part));
}

void join_cheapest(contraction& all, std::vector<operand_set>& factors, const label_sets& sets) {
  std::pair<std::size_t, std::size_t> best = {0, 1};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < factors.size(); ++i)
    for (std::size_t k = i + 1; k < factors.size(); ++k)
      if (const double products = sets.products(factors[i], factors[k]); products < least) {
        least = products;
        best = {i, k};
      }
  join(all, factors, sets, best.first, best.second);
}

}  // namespace

contraction cheapest_path(const einsum_labels& labels, std::span<const shape> operands) {
  const label_sets sets(labels, operands);
  contraction all;
  all.naive_products = sets.products_of_all();
  std::vector<operand_set> factors;
  for (std::size_t i = 0; i < operands.size(); ++i) factors.push_back(operand_set{1} << i);
  if (operands.size() <= max_compared)
    join_as(cheapest_parts(sets, operands.size()), (operand_set{1} << operands.size()) - 1, all,
            factors, sets);
  while (factors.size() > 1) join_cheapest(all, factors, sets);
  return all;
}

}  // namespace gpu::linalg::detail
