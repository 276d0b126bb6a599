// SPDX-License-Identifier: BSD-3-Clause
// The members of `generator` for counts.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/random/gamma_distributions.hpp>

namespace gpu::random {

/// As `gamma_distributions`; int64. Counts that are too large are the largest int64.
class count_distributions : public gamma_distributions {
 public:
  /// By W. Hörmann's transformed rejection (1993), of means below 10 by inversion.
  /// @throws value_error  "lam < 0 or lam is NaN", "lam value too large"
  [[nodiscard]] draw<std::int64_t> poisson(const parameter& lam = 1, const shape& size = {},
                                           const detail::place& where = {}) {
    return counted(detail::count_distribution::poisson, {lam}, size, where);
  }
  /// How many of n trials of probability p succeed; by W. Hörmann's transformed rejection (1993),
  /// for n p below 10 by inversion.
  /// @throws value_error  "n < 0", "p < 0, p > 1 or p is NaN"
  [[nodiscard]] draw<std::int64_t> binomial(const count_parameter& n, const parameter& p,
                                            const shape& size = {},
                                            const detail::place& where = {}) {
    return draw<std::int64_t>(detail::binomial_node(bits_, n, p, size, where));
  }
  /// How many trials fail before n succeed.
  /// @throws value_error  "n <= 0", "p <= 0, p > 1 or p contains NaNs", "n too large or p too
  ///                      small, see Generator.negative_binomial Notes"
  [[nodiscard]] draw<std::int64_t> negative_binomial(const parameter& n, const parameter& p,
                                                     const shape& size = {},
                                                     const detail::place& where = {}) {
    return counted(detail::count_distribution::negative_binomial, {n, p}, size, where);
  }
  /// How many trials it takes until one succeeds: 1 at least.
  /// @throws value_error  "p <= 0, p > 1 or p contains NaNs"
  [[nodiscard]] draw<std::int64_t> geometric(const parameter& p, const shape& size = {},
                                             const detail::place& where = {}) {
    return counted(detail::count_distribution::geometric, {p}, size, where);
  }
  /// How many of `nsample` are good, that are drawn of good and bad ones without putting them back;
  /// by E. Stadlober's ratio of uniforms (1990), of few one after the other.
  /// @throws value_error  "ngood < 0", "nbad < 0", "nsample < 0", "ngood + nbad < nsample", "both
  ///                      ngood and nbad must be less than 1000000000"
  [[nodiscard]] draw<std::int64_t> hypergeometric(const count_parameter& ngood,
                                                  const count_parameter& nbad,
                                                  const count_parameter& nsample,
                                                  const shape& size = {},
                                                  const detail::place& where = {}) {
    return draw<std::int64_t>(
        detail::hypergeometric_node(bits_, {ngood, nbad, nsample}, size, where));
  }
  /// By A. W. Kemp (1981).
  /// @throws value_error  "p < 0, p >= 1 or p is NaN"
  [[nodiscard]] draw<std::int64_t> logseries(const parameter& p, const shape& size = {},
                                             const detail::place& where = {}) {
    return counted(detail::count_distribution::logseries, {p}, size, where);
  }
  /// By L. Devroye (1986), X.6.1. Numbers are below 2^63.
  /// @throws value_error  "a <= 1 or a is NaN"
  [[nodiscard]] draw<std::int64_t> zipf(const parameter& a, const shape& size = {},
                                        const detail::place& where = {}) {
    return counted(detail::count_distribution::zipf, {a}, size, where);
  }

  /// How often each of k outcomes comes in n experiments; the last one has what the other
  /// probabilities leave of 1. Halves of the outcomes, halves of these and so on share what came:
  /// binomial numbers. Computed now; waits.
  /// @shape  size + (k,) for probabilities of the shape (k,); without a size n and the other axes
  ///         of `pvals` broadcast
  /// @throws value_error  "n < 0", "pvals < 0, pvals > 1 or pvals contains NaNs",
  ///                      "sum(pvals[:-1]) > 1.0", "pvals must have at least 1 dimension and the
  ///                      last dimension of pvals must be greater than 0."
  template <typed_array A>
  [[nodiscard]] ndarray<std::int64_t> multinomial(const count_parameter& n, const A& pvals,
                                                  const shape& size = {},
                                                  const detail::place& where = {}) {
    return ndarray<std::int64_t>(detail::multinomial_leaf(bits_, n, pvals.node(), size, where));
  }
  [[nodiscard]] ndarray<std::int64_t> multinomial(const count_parameter& n,
                                                  const std::vector<double>& pvals,
                                                  const shape& size = {},
                                                  const detail::place& where = {}) {
    const auto& array = n.node();
    const detail::place here = !where && array ? array->where : where;
    return multinomial(n, detail::array_of(pvals, here), size, where);
  }

  /// How many of each color come when `nsample` items are taken, without putting them back, of
  /// `colors[i]` items of each color i. Computed now; waits for the colors. NumPy's distribution,
  /// other bits. Method "marginals": halves of the colors, halves of these and so on share what
  /// came: hypergeometric numbers. "count": the host takes one item after the other, or leaves them
  /// if these are fewer, which takes time but counts of any size.
  /// @shape   (k,) -> size + (k,)
  /// @dtype   int64, of any integers
  /// @throws  value_error  "method must be "count" or "marginals".", "nsample must be
  ///                       nonnegative.", "nsample must not exceed 9223372036854775807", "colors
  ///                       must be a one-dimensional sequence of nonnegative integers not exceeding
  ///                       9223372036854775807.", "sum(colors) must not exceed the maximum value of
  ///                       a 64 bit signed integer (9223372036854775807)", "When method is 'count',
  ///                       sum(colors) must not exceed 1152921504606846975", "When method is
  ///                       "marginals", sum(colors) must be less than 1000000000.", "nsample >
  ///                       sum(colors)", "negative dimensions are not allowed: (-1,)"
  /// @throws  device_mismatch
  template <detail::color_counts Colors, std::integral Count>
  [[nodiscard]] ndarray<std::int64_t> multivariate_hypergeometric(const Colors& colors,
                                                                  Count nsample,
                                                                  const shape& size = {},
                                                                  option_name method = "marginals",
                                                                  const detail::place& where = {}) {
    const auto& array = gpu::detail::as_array(colors, where.value_or(current_device()));
    return ndarray<std::int64_t>(detail::multivariate_hypergeometric_leaf(
        bits_, array.node(), nsample, size, method, where));
  }
  template <std::integral Count>
  [[nodiscard]] ndarray<std::int64_t> multivariate_hypergeometric(
      std::initializer_list<std::int64_t> colors, Count nsample, const shape& size = {},
      option_name method = "marginals", const detail::place& where = {}) {
    return multivariate_hypergeometric(std::vector(colors), nsample, size, method, where);
  }

 protected:
  using gamma_distributions::gamma_distributions;

 private:
  draw<std::int64_t> counted(detail::count_distribution which, const detail::parameters& numbers,
                             const shape& size, const detail::place& where) {
    return draw<std::int64_t>(detail::count_node(bits_, which, numbers, size, where));
  }
};

}  // namespace gpu::random
