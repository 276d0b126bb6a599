// SPDX-License-Identifier: BSD-3-Clause
// Distributions of counts. Those of several counts that belong together are in multivariate.cpp.
#include <cstdint>
#include <limits>

#include <gpu/core/error.hpp>

#include "random/checks.hpp"
#include "random/source.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;
using doubles = source<double>;

node_ptr sampled(const doubles& from, sampler which, const node_ptr& given) {
  return sampled_node(from.bits, which, {given}, from.of.size, from.of.where);
}

/// As many trials as an exponential number of the same probabilities takes: L. Devroye,
/// "Non-Uniform Random Variate Generation" (1986), X.2.
node_ptr geometric(const doubles& from, const expression<double>& p) {
  const expression<double> trials = maximum(ceil(from.exponential() / -log1p(-p)), 1);
  return where(trials < 0x1p63, trials.astype<std::int64_t>(),
               std::numeric_limits<std::int64_t>::max())
      .node();
}

/// Poisson numbers, the means of which are gamma numbers: L. Devroye, X.4.7.
node_ptr negative_binomial(const doubles& from, const expression<double>& n,
                           const expression<double>& p) {
  const expression<double> mean = from.gamma(n) * ((1 - p) / p);
  return from.poisson(mean).node();
}

}  // namespace

node_ptr count_node(philox& bits, count_distribution which, const parameters& p, const shape& size,
                    const place& where) {
  const doubles from{bits, extent_of(nodes_of(p), size, where)};
  check(which, p);
  const expression<double> first = expression_of<double>(p[0]);
  switch (which) {
    case count_distribution::poisson:
      return from.poisson(first).node();
    case count_distribution::negative_binomial:
      return negative_binomial(from, first, expression_of<double>(p[1]));
    case count_distribution::geometric:
      return geometric(from, first);
    case count_distribution::logseries:
      return sampled(from, sampler::logseries, first.node());
    case count_distribution::zipf:
      return sampled(from, sampler::zipf, first.node());
  }
  fail("a distribution without a formula");
}

node_ptr binomial_node(philox& bits, const count_parameter& n, const parameter& p,
                       const shape& size, const place& where) {
  const extent of = extent_of({n.node(), p.node()}, size, where);
  check_binomial(n, p);
  return sampled_node(bits, sampler::binomial,
                      {expression_of<std::int64_t>(n).node(), expression_of<double>(p).node()},
                      of.size, of.where);
}

node_ptr hypergeometric_node(philox& bits, const std::array<count_parameter, 3>& counts,
                             const shape& size, const place& where) {
  const extent of = extent_of(nodes_of(counts), size, where);
  check_hypergeometric(counts);
  const auto count = [&](std::size_t i) { return expression_of<std::int64_t>(counts[i]).node(); };
  return sampled_node(bits, sampler::hypergeometric, {count(0), count(1), count(2)}, of.size,
                      of.where);
}

}  // namespace gpu::random::detail
