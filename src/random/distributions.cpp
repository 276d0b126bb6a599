// SPDX-License-Identifier: BSD-3-Clause
// Most formulas are inverses of the distributions' functions, as of L. Devroye, "Non-Uniform Random
// Variate Generation" (1986), chapter II.2.
#include <gpu/random/distributions.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "random/checks.hpp"
#include "random/gamma_family.hpp"
#include "random/source.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;
using std::numbers::pi;

// Parameters are doubles, or expressions of R.

template <class R, class P>
expression<R> triangular(const source<R>& from, const P& left, const P& mode, const P& right) {
  const P base = right - left;
  const expression<R> u = from.unit();
  return where(u <= (mode - left) / base, left + sqrt(u * ((mode - left) * base)),
               right - sqrt((1 - u) * ((right - mode) * base)));
}

template <class R, class P>
expression<R> weibull(const source<R>& from, const P& a) {
  const expression<R> drawn = from.exponential();
  if constexpr (std::is_same_v<P, double>)
    return a == 0 ? 0 * drawn : gpu::power(drawn, 1 / a);
  else
    return where(equal(a, 0), 0, gpu::power(drawn, 1 / a));
}

template <class R, class P>
expression<R> inverted(const source<R>& from, distribution which, const std::array<P, 3>& p) {
  switch (which) {
    case distribution::normal:
      return p[0] + p[1] * from.normal();
    case distribution::lognormal:
      return exp(p[0] + p[1] * from.normal());
    case distribution::exponential:
      return p[0] * from.exponential();
    case distribution::cauchy:
      return tan(pi * (from.open_unit() - 0.5));
    case distribution::gumbel:
      return p[0] - p[1] * log(-log(from.open_unit()));
    case distribution::laplace: {
      const expression<R> u = from.open_unit();
      return p[0] + p[1] * where(u < 0.5, log(2 * u), -log(2 - 2 * u));
    }
    case distribution::logistic: {
      const expression<R> u = from.open_unit();
      return p[0] + p[1] * log(u / (1 - u));
    }
    case distribution::pareto:
      return expm1(from.exponential() / p[0]);
    case distribution::power:
      return gpu::power(-expm1(-from.exponential()), 1 / p[0]);
    case distribution::rayleigh:
      return p[0] * sqrt(2 * from.exponential());
    case distribution::triangular:
      return triangular(from, p[0], p[1], p[2]);
    case distribution::weibull:
      return weibull(from, p[0]);
    default:
      fail("a distribution without a formula");
  }
}

expression<double> vonmises(const source<double>& from, const parameters& p) {
  const node_ptr mu = expression_of<double>(p[0]).node();
  const node_ptr kappa = expression_of<double>(p[1]).node();
  const auto& [size, where] = from.of;
  return expression<double>(sampled_node(from.bits, sampler::vonmises, {mu, kappa}, size, where));
}

template <class R>
expression<R> value_of(const source<R>& from, distribution which, const parameters& p) {
  const auto of = [&](std::size_t i) { return expression_of<R>(p[i]); };
  switch (which) {
    case distribution::gamma:
      return of(1) * from.gamma(of(0));
    case distribution::beta:
      return expression<R>(sampled_node(from.bits, sampler::beta, {of(0).node(), of(1).node()},
                                        from.of.size, from.of.where));
    case distribution::chisquare:
      return from.chisquare(of(0));
    case distribution::f:
      return f(from, of(0), of(1));
    case distribution::standard_t:
      return standard_t(from, of(0));
    case distribution::noncentral_chisquare:
      return noncentral_chisquare(from, p[0], p[1]);
    case distribution::noncentral_f:
      return noncentral_f(from, p);
    case distribution::wald:
      return wald(from, of(0), of(1));
    default:
      return with_values<R>(p, [&](const auto& values) { return inverted(from, which, values); });
  }
}

/// Of NumPy's two messages each is for one kind of parameters.
void check_range(const parameter& low, const parameter& high) {
  if (low.is_number() && high.is_number()) {
    const double range = high.number() - low.number();
    if (!std::isfinite(range)) throw overflow_error("high - low range exceeds valid bounds");
    return refuse(range < 0, "high - low < 0");
  }
  const expression<double> range = expression_of<double>(high) - expression_of<double>(low);
  if (!all(isfinite(range)).item()) throw overflow_error("Range exceeds valid bounds");
  refuse(range < 0, "high - low < 0");
}

}  // namespace

node_ptr unit_node(philox& bits, dtype type, const shape& size, device where) {
  return computed(type, [&]<class R>(std::type_identity<R>) {
    return source<R>{bits, {size, where}}.unit();
  });
}

node_ptr uniform_node(philox& bits, dtype type, const parameter& low, const parameter& high,
                      const shape& size, const place& where) {
  const std::array p{low, high};
  const extent of = extent_of(nodes_of(p), size, where);
  check_range(low, high);
  return computed(type, [&]<class R>(std::type_identity<R>) {
    return with_values<R>(p, [&](const auto& of_range) -> expression<R> {
      return of_range[0] + (of_range[1] - of_range[0]) * source<R>{bits, of}.unit();
    });
  });
}

node_ptr drawn_node(philox& bits, distribution which, const parameters& p, dtype type,
                    const shape& size, const place& where) {
  const extent of = extent_of(nodes_of(p), size, where);
  check(which, p);
  if (which == distribution::vonmises)
    return graph::make_cast(vonmises(source<double>{bits, of}, p).node(), type);
  return computed(type, [&]<class R>(std::type_identity<R>) {
    return value_of(source<R>{bits, of}, which, p);
  });
}

}  // namespace gpu::random::detail
