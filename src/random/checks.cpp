// SPDX-License-Identifier: BSD-3-Clause
// The parameters are doubles, or expressions of doubles: comparisons of nans are false.
#include "random/checks.hpp"

#include <cmath>
#include <type_traits>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "random/parameters.hpp"

namespace gpu::random::detail {
namespace {

/// The largest mean of Poisson numbers, ten deviations below the largest int64.
constexpr double largest_mean = 9.2233720064847708e18;
constexpr double max_good_or_bad = 1e9;

template <class P>
auto is_nan(const P& p) {
  if constexpr (std::is_same_v<P, double>)
    return p != p;
  else
    return isnan(p);
}
template <class P>
auto root(const P& p) {
  if constexpr (std::is_same_v<P, double>)
    return std::sqrt(p);
  else
    return sqrt(p);
}

void refuse_equal(double x, double y, const char* message) {
  refuse(x == y, message);
}
void refuse_equal(const expression<double>& x, const expression<double>& y, const char* message) {
  refuse(equal(x, y), message);
}

template <class P>
void check_triangular(const P& left, const P& mode, const P& right) {
  refuse(left > mode, "left > mode");
  refuse(mode > right, "mode > right");
  refuse_equal(left, right, "left == right");
}

/// Of (0, 1].
template <class P>
void check_probability(const P& p) {
  refuse(!(p > 0) || !(p <= 1), "p <= 0, p > 1 or p contains NaNs");
}

template <class P>
void check_negative_binomial(const P& n, const P& p) {
  refuse(is_nan(n), "n must not be NaN");
  refuse(n <= 0, "n <= 0");
  check_probability(p);
  refuse((1 - p) / p * (n + 10 * root(n)) > largest_mean,
         "n too large or p too small, see Generator.negative_binomial Notes");
}

template <class P>
void check_real(distribution which, const std::array<P, 3>& p) {
  switch (which) {
    case distribution::normal:
    case distribution::gumbel:
    case distribution::laplace:
    case distribution::logistic:
      return refuse(p[1] < 0, "scale < 0");
    case distribution::lognormal:
      return refuse(p[1] < 0, "sigma < 0");
    case distribution::exponential:
    case distribution::rayleigh:
      return refuse(p[0] < 0, "scale < 0");
    case distribution::pareto:
    case distribution::power:
      return refuse(p[0] <= 0, "a <= 0");
    case distribution::weibull:
      return refuse(p[0] < 0, "a < 0");
    case distribution::triangular:
      return check_triangular(p[0], p[1], p[2]);
    case distribution::gamma:
      refuse(p[0] < 0, "shape < 0");
      return refuse(p[1] < 0, "scale < 0");
    case distribution::beta:
      refuse(p[0] <= 0, "a <= 0");
      return refuse(p[1] <= 0, "b <= 0");
    case distribution::chisquare:
    case distribution::standard_t:
      return refuse(p[0] <= 0, "df <= 0");
    case distribution::f:
    case distribution::noncentral_f:
      refuse(p[0] <= 0, "dfnum <= 0");
      refuse(p[1] <= 0, "dfden <= 0");
      return refuse(p[2] < 0, "nonc < 0");
    case distribution::noncentral_chisquare:
      refuse(p[0] <= 0, "df <= 0");
      return refuse(p[1] < 0, "nonc < 0");
    case distribution::wald:
      refuse(p[0] <= 0, "mean <= 0");
      return refuse(p[1] <= 0, "scale <= 0");
    case distribution::vonmises:
      return refuse(p[1] < 0, "kappa < 0");
    case distribution::cauchy:
      return;
  }
}

template <class P>
void check_count(count_distribution which, const std::array<P, 3>& p) {
  switch (which) {
    case count_distribution::poisson:
      refuse(!(p[0] >= 0), "lam < 0 or lam is NaN", "lam < 0 or lam contains NaNs");
      return refuse(p[0] > largest_mean, "lam value too large");
    case count_distribution::negative_binomial:
      return check_negative_binomial(p[0], p[1]);
    case count_distribution::geometric:
      return check_probability(p[0]);
    case count_distribution::logseries:
      return refuse(!(p[0] >= 0) || !(p[0] < 1), "p < 0, p >= 1 or p is NaN",
                    "p < 0, p >= 1 or p contains NaNs");
    case count_distribution::zipf:
      return refuse(!(p[0] > 1), "a <= 1 or a is NaN", "a <= 1 or a contains NaNs");
  }
}

/// NumPy looks at the sum first if all are numbers.
template <class P>
void check_counts(const P& good, const P& bad, const P& sample) {
  refuse(good >= max_good_or_bad || bad >= max_good_or_bad,
         "both ngood and nbad must be less than 1000000000");
  refuse(good + bad < sample, "ngood + nbad < nsample");
  refuse(good < 0, "ngood < 0");
  refuse(bad < 0, "nbad < 0");
  refuse(sample < 0, "nsample < 0");
}

}  // namespace

void check(distribution which, const parameters& p) {
  with_values<double>(p, [&](const auto& values) { check_real(which, values); });
}

void check(count_distribution which, const parameters& p) {
  with_values<double>(p, [&](const auto& values) { check_count(which, values); });
}

void check_binomial(const count_parameter& n, const parameter& p) {
  if (n.is_number())
    refuse(n.number() < 0, "n < 0");
  else
    refuse(expression_of<double>(n) < 0, "n < 0");
  with_values<double>(std::array{p}, [](const auto& values) {
    refuse(!(values[0] >= 0) || !(values[0] <= 1), "p < 0, p > 1 or p is NaN",
           "p < 0, p > 1 or p contains NaNs");
  });
}

void check_hypergeometric(const std::array<count_parameter, 3>& counts) {
  with_values<double>(counts,
                      [](const auto& values) { check_counts(values[0], values[1], values[2]); });
}

}  // namespace gpu::random::detail
