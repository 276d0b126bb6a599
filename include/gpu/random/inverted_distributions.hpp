// SPDX-License-Identifier: BSD-3-Clause
// The members of `generator` that make each number of a fixed amount of the stream.
#pragma once

#include <utility>

#include <gpu/array/expression.hpp>
#include <gpu/random/distributions.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random {

/// Each function gives, in every element, a number of the distribution of that name.
///
/// Parameters are numbers, or arrays and expressions that broadcast together and to `size`; without
/// one they say what the result is. They are checked when the function is called, which waits if
/// they are arrays. nan gives nan. float32, float16 and bfloat16 are computed in float32.
/// @throws shape_error      "Output size (2, 3) is not compatible with broadcast dimensions of
///                          inputs (2,)."
/// @throws device_mismatch  if arrays are elsewhere than `where` says
class inverted_distributions {
 public:
  /// Numbers of [low, high); rounding may give high, as in NumPy.
  /// @throws value_error  "high - low < 0"; overflow_error  "high - low range exceeds valid bounds"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> uniform(const parameter& low = 0, const parameter& high = 1,
                                const shape& size = {}, const detail::place& where = {}) {
    return draw<T>(detail::uniform_node(bits_, dtype_of<T>, low, high, size, where));
  }
  /// Mean 0, standard deviation 1; by Box and Muller's formula.
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> standard_normal(const shape& size = {}, const detail::place& where = {}) {
    return normal<T>(0, 1, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> normal(const parameter& loc = 0, const parameter& scale = 1,
                               const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::normal, {loc, scale}, size, where);
  }
  /// exp of a normal number.
  /// @throws value_error  "sigma < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> lognormal(const parameter& mean = 0, const parameter& sigma = 1,
                                  const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::lognormal, {mean, sigma}, size, where);
  }
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> standard_exponential(const shape& size = {},
                                             const detail::place& where = {}) {
    return exponential<T>(1, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> exponential(const parameter& scale = 1, const shape& size = {},
                                    const detail::place& where = {}) {
    return drawn<T>(detail::distribution::exponential, {scale}, size, where);
  }
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> standard_cauchy(const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::cauchy, {}, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> gumbel(const parameter& loc = 0, const parameter& scale = 1,
                               const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::gumbel, {loc, scale}, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> laplace(const parameter& loc = 0, const parameter& scale = 1,
                                const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::laplace, {loc, scale}, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> logistic(const parameter& loc = 0, const parameter& scale = 1,
                                 const shape& size = {}, const detail::place& where = {}) {
    return drawn<T>(detail::distribution::logistic, {loc, scale}, size, where);
  }
  /// @throws value_error  "a <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> pareto(const parameter& a, const shape& size = {},
                               const detail::place& where = {}) {
    return drawn<T>(detail::distribution::pareto, {a}, size, where);
  }
  /// @throws value_error  "a <= 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> power(const parameter& a, const shape& size = {},
                              const detail::place& where = {}) {
    return drawn<T>(detail::distribution::power, {a}, size, where);
  }
  /// @throws value_error  "scale < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> rayleigh(const parameter& scale = 1, const shape& size = {},
                                 const detail::place& where = {}) {
    return drawn<T>(detail::distribution::rayleigh, {scale}, size, where);
  }
  /// @throws value_error  "left > mode", "mode > right", "left == right"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> triangular(const parameter& left, const parameter& mode,
                                   const parameter& right, const shape& size = {},
                                   const detail::place& where = {}) {
    return drawn<T>(detail::distribution::triangular, {left, mode, right}, size, where);
  }
  /// @throws value_error  "a < 0"
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> weibull(const parameter& a, const shape& size = {},
                                const detail::place& where = {}) {
    return drawn<T>(detail::distribution::weibull, {a}, size, where);
  }

 protected:
  inverted_distributions() = default;
  explicit inverted_distributions(philox bits) : bits_(std::move(bits)) {}

  template <class T>
  draw<T> drawn(detail::distribution which, const detail::parameters& numbers, const shape& size,
                const detail::place& where) {
    return draw<T>(detail::drawn_node(bits_, which, numbers, dtype_of<T>, size, where));
  }

  philox bits_;
};

}  // namespace gpu::random
