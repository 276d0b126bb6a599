// SPDX-License-Identifier: BSD-3-Clause
// Choices by given probabilities. The probabilities are summed by the host, one after the other as
// NumPy does: so the same uniform numbers choose the same elements.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/random/distributions.hpp>

namespace gpu::random::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;
using numbers = std::vector<double>;

/// W. Kahan, "Further remarks on reducing truncation errors", Communications of the ACM 8 (1965).
double compensated_sum(const numbers& values) {
  double sum = values[0];
  double lost = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double next = values[i] - lost;
    const double total = sum + next;
    lost = (total - sum) - next;
    sum = total;
  }
  return sum;
}

/// How far from 1 the sum of probabilities may be: the square root of the type's precision.
double sum_tolerance(dtype type) {
  switch (type) {
    case dtype::float16:
      return std::ldexp(1.0, -5);
    case dtype::bfloat16:
      return std::sqrt(std::ldexp(1.0, -7));
    case dtype::float32:
      return std::sqrt(std::ldexp(1.0, -23));
    default:
      return std::ldexp(1.0, -26);
  }
}

/// @throws value_error  in NumPy's words, unless these are probabilities of `count` numbers
numbers probabilities_of(const node_ptr& p, std::ptrdiff_t count) {
  if (p->extents.size() != 1) throw value_error("p must be 1-dimensional");
  if (p->extents[0] != count) throw value_error("a and p must have same size");
  numbers values(static_cast<std::size_t>(count));
  gpu::detail::read_elements(graph::make_cast(p, dtype::float64), values.data());
  if (values.empty()) return values;
  const double sum = compensated_sum(values);
  if (std::isnan(sum)) throw value_error("Probabilities contain NaN");
  if (std::any_of(values.begin(), values.end(), [](double one) { return one < 0; }))
    throw value_error("Probabilities are not non-negative");
  if (std::abs(sum - 1) > sum_tolerance(p->type))
    throw value_error("Probabilities do not sum to 1");
  return values;
}

/// The sums of the first probabilities, as shares of their whole sum.
numbers shares_of(const numbers& p) {
  numbers shares;
  double sum = 0;
  for (const double one : p) shares.push_back(sum += one);
  for (double& one : shares) one /= sum;
  return shares;
}

leaf_ptr leaf_of(const numbers& values, device where) {
  return gpu::detail::leaf_from_host(values.data(), dtype::float64,
                                     {static_cast<std::ptrdiff_t>(values.size())}, where);
}

/// Draws until there are enough different numbers, each time among those that are left.
std::vector<std::int64_t> drawn_once(philox& bits, numbers p, std::ptrdiff_t wanted) {
  std::vector<std::int64_t> found;
  while (static_cast<std::ptrdiff_t>(found.size()) < wanted) {
    const std::ptrdiff_t missing = wanted - static_cast<std::ptrdiff_t>(found.size());
    numbers uniform(static_cast<std::size_t>(missing));
    gpu::detail::read_elements(unit_node(bits, dtype::float64, {missing}, cpu()), uniform.data());
    for (const std::int64_t one : found) p[static_cast<std::size_t>(one)] = 0;
    const numbers shares = shares_of(p);
    std::unordered_set<std::int64_t> drawn;
    for (const double one : uniform) {
      const auto next = std::upper_bound(shares.begin(), shares.end(), one) - shares.begin();
      if (drawn.insert(next).second) found.push_back(next);
    }
  }
  return found;
}

}  // namespace

leaf_ptr weighted_choice_leaf(philox& bits, std::ptrdiff_t count, const shape& size, bool replace,
                              const node_ptr& p, device where) {
  const std::ptrdiff_t wanted = element_count(size);
  if (count <= 0 && wanted > 0)
    throw value_error("a must be a positive integer unless no samples are taken");
  const numbers probabilities = probabilities_of(p, count);
  if (!replace && wanted > count)
    throw value_error("Cannot take a larger sample than population when replace is False");
  if (!replace && std::count_if(probabilities.begin(), probabilities.end(),
                                [](double one) { return one > 0; }) < wanted)
    throw value_error("Fewer non-zero entries in p than size");
  if (wanted == 0) return gpu::detail::uninitialised_leaf(dtype::int64, size, where);
  if (!replace)
    return gpu::detail::leaf_from_host(drawn_once(bits, probabilities, wanted).data(), dtype::int64,
                                       size, where);
  const node_ptr shares(leaf_of(shares_of(probabilities), where).get());
  const node_ptr uniform = unit_node(bits, dtype::float64, size, where);
  return execute::evaluate(gpu::detail::searched(shares, uniform, search_side::right, nullptr),
                           where);
}

node_ptr shares_of_weights(const node_ptr& weights) {
  numbers values(static_cast<std::size_t>(element_count(weights->extents)));
  gpu::detail::read_elements(graph::make_cast(weights, dtype::float64), values.data());
  double sum = 0;
  for (const double one : values) sum += one;
  for (double& one : values) one /= sum;
  return node_ptr(leaf_of(values, cpu()).get());
}

}  // namespace gpu::random::detail
