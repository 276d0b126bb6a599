// SPDX-License-Identifier: BSD-3-Clause
// The members of `generator` for real numbers that are drawn again until they fit.
#pragma once

#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/random/inverted_distributions.hpp>

namespace gpu::random {

namespace detail {
/// On `where`, or on the current device.
[[nodiscard]] inline ndarray<double> array_of(const std::vector<double>& numbers,
                                              const place& where) {
  return ndarray<double>(gpu::detail::leaf_from_host(numbers.data(), dtype::float64,
                                                     {static_cast<std::ptrdiff_t>(numbers.size())},
                                                     where.value_or(current_device())));
}
}  // namespace detail

/// As `inverted_distributions`. Each element has words of its own, so that none depends on how
/// often another one was drawn: the stream goes on by the same amount whatever is drawn.
class gamma_distributions : public inverted_distributions {
 public:
  /// Gamma numbers of scale 1. Of shape 0 they are 0.
  /// @throws value_error  "shape < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> standard_gamma(const parameter& shape, const gpu::shape& size = {},
                                       const detail::place& where = {}) {
    return gamma<T>(shape, 1, size, where);
  }
  /// By G. Marsaglia and W. W. Tsang's method (2000).
  /// @throws value_error  "shape < 0", "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> gamma(const parameter& shape, const parameter& scale = 1,
                              const gpu::shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::gamma, {shape, scale}, size, where);
  }
  /// The share that one gamma number has of two.
  /// @throws value_error  "a <= 0", "b <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> beta(const parameter& a, const parameter& b, const shape& size = {},
                             const detail::place& where = {}) {
    return drawn<T>(detail::distribution::beta, {a, b}, size, where);
  }
  /// @throws value_error  "df <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> chisquare(const parameter& df, const shape& size = {},
                                  const detail::place& where = {}) {
    return drawn<T>(detail::distribution::chisquare, {df}, size, where);
  }
  /// @throws value_error  "df <= 0", "nonc < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> noncentral_chisquare(const parameter& df, const parameter& nonc,
                                             const shape& size = {},
                                             const detail::place& where = {}) {
    return drawn<T>(detail::distribution::noncentral_chisquare, {df, nonc}, size, where);
  }
  /// @throws value_error  "dfnum <= 0", "dfden <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> f(const parameter& dfnum, const parameter& dfden, const shape& size = {},
                          const detail::place& where = {}) {
    return drawn<T>(detail::distribution::f, {dfnum, dfden}, size, where);
  }
  /// @throws value_error  "dfnum <= 0", "dfden <= 0", "nonc < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> noncentral_f(const parameter& dfnum, const parameter& dfden,
                                     const parameter& nonc, const shape& size = {},
                                     const detail::place& where = {}) {
    return drawn<T>(detail::distribution::noncentral_f, {dfnum, dfden, nonc}, size, where);
  }
  /// @throws value_error  "df <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> standard_t(const parameter& df, const shape& size = {},
                                   const detail::place& where = {}) {
    return drawn<T>(detail::distribution::standard_t, {df}, size, where);
  }
  /// The inverse Gaussian distribution, by J. R. Michael, W. R. Schucany and R. W. Haas (1976).
  /// @throws value_error  "mean <= 0", "scale <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> wald(const parameter& mean, const parameter& scale, const shape& size = {},
                             const detail::place& where = {}) {
    return drawn<T>(detail::distribution::wald, {mean, scale}, size, where);
  }
  /// Angles of [-pi, pi], by D. J. Best and N. I. Fisher (1979), in float64 for every type.
  /// @throws value_error  "kappa < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> vonmises(const parameter& mu, const parameter& kappa,
                                 const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::vonmises, {mu, kappa}, size, where);
  }
  /// Shares of a whole: gamma numbers of the shapes `alpha`, divided by their sum.
  /// @shape  size + (k,) for k shapes
  /// @throws value_error  "alpha < 0", or if it has not one axis
  template <detail::real_element T = double, typed_array A>
  [[nodiscard]] draw<T> dirichlet(const A& alpha, const shape& size = {},
                                  const detail::place& where = {}) {
    return draw<T>(detail::dirichlet_node(bits_, alpha.node(), dtype_of<T>, size, where));
  }
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> dirichlet(const std::vector<double>& alpha, const shape& size = {},
                                  const detail::place& where = {}) {
    return dirichlet<T>(detail::array_of(alpha, where), size, where);
  }

 protected:
  using inverted_distributions::inverted_distributions;
};

}  // namespace gpu::random
