// SPDX-License-Identifier: BSD-3-Clause
// Distributions of sums, shares and ratios of gamma and normal numbers: as of L. Devroye,
// "Non-Uniform Random Variate Generation" (1986), chapter IX. Those draw in a fixed order: each
// number is a line of its own.
#pragma once

#include <array>

#include "random/source.hpp"

namespace gpu::random::detail {

/// A chi-squared number of df - 1, plus the square of a normal one around sqrt(nonc). For df below
/// 1 the former is df - 1, its mean, which is nothing beside a large nonc.
template <class R>
expression<R> noncentral_from_one(const source<R>& from, const expression<R>& df,
                                  const expression<R>& nonc) {
  const expression<R> rest = from.chisquare(df - 1);
  const expression<R> moved = from.normal() + sqrt(nonc);
  return rest + moved * moved;
}

/// The same for any df: a chi-squared number of df + 2 k, where k is a Poisson number.
template <class R>
expression<R> noncentral_by_poisson(const source<R>& from, const expression<R>& df,
                                    const expression<R>& nonc) {
  const expression<std::int64_t> k = from.poisson(nonc / 2);
  // Counts know no nan.
  return from.chisquare(df + 2 * k.template astype<R>()) + 0 * nonc;
}

/// From here on counts would be too large, and a chi-squared number of few degrees is nothing.
constexpr double large_nonc = 1e15;

template <class R>
expression<R> noncentral_chisquare(const source<R>& from, const parameter& df,
                                   const parameter& nonc) {
  const expression<R> x = expression_of<R>(df);
  const expression<R> y = expression_of<R>(nonc);
  if (df.is_number() && nonc.is_number()) {
    const bool is_large = df.number() > 1 || nonc.number() > large_nonc;
    return is_large ? noncentral_from_one(from, x, y) : noncentral_by_poisson(from, x, y);
  }
  const expression<R> large = noncentral_from_one(from, x, y);
  const expression<R> small = noncentral_by_poisson(from, x, y);
  return where(x > 1 || y > large_nonc, large, small);
}

/// The ratio of chi-squared numbers, each divided by its degrees of freedom.
template <class R>
expression<R> noncentral_f(const source<R>& from, const parameters& p) {
  const expression<R> above = noncentral_chisquare(from, p[0], p[2]) / expression_of<R>(p[0]);
  const expression<R> df = expression_of<R>(p[1]);
  return above / (from.chisquare(df) / df);
}

/// The roots of an equation for a squared normal number are mean / g and mean * g; the first one is
/// taken with probability g / (1 + g). J. R. Michael, W. R. Schucany, R. W. Haas, "Generating
/// random variates using transformations with multiple roots", The American Statistician 30 (1976).
template <class R>
expression<R> wald(const source<R>& from, const expression<R>& mean, const expression<R>& scale) {
  const expression<R> z = from.normal();
  const expression<R> u = from.open_unit();
  const expression<R> ratio = mean / scale * (z * z);
  const expression<R> root = (sqrt(ratio) + sqrt(ratio + 4)) / 2;
  const expression<R> g = root * root;
  return where(u * (1 + g) <= g, mean / g, mean * g);
}

template <class R>
expression<R> standard_t(const source<R>& from, const expression<R>& df) {
  const expression<R> z = from.normal();
  return sqrt(df / 2) * z / sqrt(from.gamma(df / 2));
}

template <class R>
expression<R> f(const source<R>& from, const expression<R>& dfnum, const expression<R>& dfden) {
  const expression<R> above = from.chisquare(dfnum) / dfnum;
  return above / (from.chisquare(dfden) / dfden);
}

}  // namespace gpu::random::detail
