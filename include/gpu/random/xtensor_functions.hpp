// SPDX-License-Identifier: BSD-3-Clause
// The distributions of `xt::random`, as xtensor spells them: first the extents, then the
// parameters, which are numbers and mean what they mean for the distributions of <random>. `rand`,
// `randn` and `randint` are in <gpu/random/functions.hpp>.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/random/count_functions.hpp>
#include <gpu/random/distribution_functions.hpp>

namespace gpu::random {

/// The mean is 1 / rate.
template <detail::real_element T = double>
[[nodiscard]] expression<T> exponential(const detail::extents_first& size, double rate = 1,
                                        device where = current_device()) {
  return exponential<T>(1 / rate, size.extents, where);
}
/// Of shape alpha and scale beta.
template <detail::real_element T = double>
[[nodiscard]] expression<T> gamma(const detail::extents_first& size, double alpha = 1,
                                  double beta = 1, device where = current_device()) {
  return gamma<T>(alpha, beta, size.extents, where);
}
/// Of shape a and scale b.
template <detail::real_element T = double>
[[nodiscard]] expression<T> weibull(const detail::extents_first& size, double a = 1, double b = 1,
                                    device where = current_device()) {
  return b * weibull<T>(a, size.extents, where);
}
/// `numpy.random.gumbel`.
template <detail::real_element T = double>
[[nodiscard]] expression<T> extreme_value(const detail::extents_first& size, double a = 0,
                                          double b = 1, device where = current_device()) {
  return gumbel<T>(a, b, size.extents, where);
}
template <detail::real_element T = double>
[[nodiscard]] expression<T> lognormal(const detail::extents_first& size, double mean = 0,
                                      double deviation = 1, device where = current_device()) {
  return lognormal<T>(mean, deviation, size.extents, where);
}
/// `numpy.random.chisquare`.
template <detail::real_element T = double>
[[nodiscard]] expression<T> chi_squared(const detail::extents_first& size, double deg = 1,
                                        device where = current_device()) {
  return chisquare<T>(deg, size.extents, where);
}
/// Around a, of scale b.
template <detail::real_element T = double>
[[nodiscard]] expression<T> cauchy(const detail::extents_first& size, double a = 0, double b = 1,
                                   device where = current_device()) {
  return a + b * standard_cauchy<T>(size.extents, where);
}
/// `numpy.random.f`.
template <detail::real_element T = double>
[[nodiscard]] expression<T> fisher_f(const detail::extents_first& size, double m = 1, double n = 1,
                                     device where = current_device()) {
  return f<T>(m, n, size.extents, where);
}
/// `numpy.random.standard_t`.
template <detail::real_element T = double>
[[nodiscard]] expression<T> student_t(const detail::extents_first& size, double n = 1,
                                      device where = current_device()) {
  return standard_t<T>(n, size.extents, where);
}
/// How many of the trials succeed.
template <detail::count_element T = std::int64_t>
[[nodiscard]] expression<T> binomial(const detail::extents_first& size, std::int64_t trials = 1,
                                     double prob = 0.5, device where = current_device()) {
  return binomial<T>(trials, prob, size.extents, where);
}
/// How many trials fail before k succeed.
template <detail::count_element T = std::int64_t>
[[nodiscard]] expression<T> negative_binomial(const detail::extents_first& size, std::int64_t k = 1,
                                              double prob = 0.5, device where = current_device()) {
  return negative_binomial<T>(k, prob, size.extents, where);
}
/// How many trials fail before one succeeds. One less than NumPy's, which counts that one as well.
template <detail::count_element T = std::int64_t>
[[nodiscard]] expression<T> geometric(const detail::extents_first& size, double prob = 0.5,
                                      device where = current_device()) {
  return (geometric(prob, size.extents, where) - 1).template astype<T>();
}
template <detail::count_element T = std::int64_t>
[[nodiscard]] expression<T> poisson(const detail::extents_first& size, double rate = 1,
                                    device where = current_device()) {
  return poisson<T>(rate, size.extents, where);
}

}  // namespace gpu::random
