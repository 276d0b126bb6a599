// SPDX-License-Identifier: BSD-3-Clause
// The distributions of `numpy.random` without a generator of one's own, as NumPy spells them: first
// the parameters, all of which are given, then the size. As the members of `generator` of the same
// names, which say what is thrown. Parameters may be arrays; extents in braces are a size.
#pragma once

#include <optional>
#include <vector>

#include <gpu/random/default_generator.hpp>

namespace gpu::random {

template <detail::real_element T = double>
[[nodiscard]] draw<T> standard_normal(const shape& size = {}, device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.standard_normal<T>(size, where); });
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> standard_exponential(const shape& size = {},
                                           device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.standard_exponential<T>(size, where); });
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> standard_cauchy(const shape& size = {}, device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.standard_cauchy<T>(size, where); });
}
/// Numbers of [low, high). The bounds are both given: `uniform({2, 3})` is of [0, 1).
template <detail::real_element T = double, detail::parameter_like Low, detail::parameter_like High>
[[nodiscard]] draw<T> uniform(const Low& low, const High& high, const shape& size = {},
                              const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, low, high), [&](generator& rng) {
    return rng.uniform<T>(low, high, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Loc, detail::parameter_like Scale>
[[nodiscard]] draw<T> normal(const Loc& loc, const Scale& scale, const shape& size = {},
                             const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, loc, scale), [&](generator& rng) {
    return rng.normal<T>(loc, scale, size, where);
  });
}
/// exp of a normal number.
template <detail::real_element T = double, detail::parameter_like Mean,
          detail::parameter_like Sigma>
[[nodiscard]] draw<T> lognormal(const Mean& mean, const Sigma& sigma, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, mean, sigma), [&](generator& rng) {
    return rng.lognormal<T>(mean, sigma, size, where);
  });
}
/// The mean is given; xtensor's function, which is given extents first, takes its inverse.
template <detail::real_element T = double, detail::parameter_like Scale>
[[nodiscard]] draw<T> exponential(const Scale& scale, const shape& size = {},
                                  const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, scale), [&](generator& rng) {
    return rng.exponential<T>(scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Loc, detail::parameter_like Scale>
[[nodiscard]] draw<T> gumbel(const Loc& loc, const Scale& scale, const shape& size = {},
                             const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, loc, scale), [&](generator& rng) {
    return rng.gumbel<T>(loc, scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Loc, detail::parameter_like Scale>
[[nodiscard]] draw<T> laplace(const Loc& loc, const Scale& scale, const shape& size = {},
                              const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, loc, scale), [&](generator& rng) {
    return rng.laplace<T>(loc, scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Loc, detail::parameter_like Scale>
[[nodiscard]] draw<T> logistic(const Loc& loc, const Scale& scale, const shape& size = {},
                               const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, loc, scale), [&](generator& rng) {
    return rng.logistic<T>(loc, scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like A>
[[nodiscard]] draw<T> pareto(const A& a, const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(
      detail::device_of(where, a), [&](generator& rng) { return rng.pareto<T>(a, size, where); });
}
template <detail::real_element T = double, detail::parameter_like A>
[[nodiscard]] draw<T> power(const A& a, const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, a),
                                      [&](generator& rng) { return rng.power<T>(a, size, where); });
}
template <detail::real_element T = double, detail::parameter_like Scale>
[[nodiscard]] draw<T> rayleigh(const Scale& scale, const shape& size = {},
                               const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, scale), [&](generator& rng) {
    return rng.rayleigh<T>(scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Left, detail::parameter_like Mode,
          detail::parameter_like Right>
[[nodiscard]] draw<T> triangular(const Left& left, const Mode& mode, const Right& right,
                                 const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(
      detail::device_of(where, left, mode, right),
      [&](generator& rng) { return rng.triangular<T>(left, mode, right, size, where); });
}
template <detail::real_element T = double, detail::parameter_like A>
[[nodiscard]] draw<T> weibull(const A& a, const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(
      detail::device_of(where, a), [&](generator& rng) { return rng.weibull<T>(a, size, where); });
}
template <detail::real_element T = double, detail::parameter_like Shape>
[[nodiscard]] draw<T> standard_gamma(const Shape& shape, const gpu::shape& size = {},
                                     const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, shape), [&](generator& rng) {
    return rng.standard_gamma<T>(shape, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Shape,
          detail::parameter_like Scale>
[[nodiscard]] draw<T> gamma(const Shape& shape, const Scale& scale, const gpu::shape& size = {},
                            const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, shape, scale), [&](generator& rng) {
    return rng.gamma<T>(shape, scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like A, detail::parameter_like B>
[[nodiscard]] draw<T> beta(const A& a, const B& b, const shape& size = {},
                           const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, a, b), [&](generator& rng) {
    return rng.beta<T>(a, b, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Df>
[[nodiscard]] draw<T> chisquare(const Df& df, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, df), [&](generator& rng) {
    return rng.chisquare<T>(df, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Df, detail::parameter_like Nonc>
[[nodiscard]] draw<T> noncentral_chisquare(const Df& df, const Nonc& nonc, const shape& size = {},
                                           const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, df, nonc), [&](generator& rng) {
    return rng.noncentral_chisquare<T>(df, nonc, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Dfnum,
          detail::parameter_like Dfden>
[[nodiscard]] draw<T> f(const Dfnum& dfnum, const Dfden& dfden, const shape& size = {},
                        const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, dfnum, dfden), [&](generator& rng) {
    return rng.f<T>(dfnum, dfden, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Dfnum,
          detail::parameter_like Dfden, detail::parameter_like Nonc>
[[nodiscard]] draw<T> noncentral_f(const Dfnum& dfnum, const Dfden& dfden, const Nonc& nonc,
                                   const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(
      detail::device_of(where, dfnum, dfden, nonc),
      [&](generator& rng) { return rng.noncentral_f<T>(dfnum, dfden, nonc, size, where); });
}
template <detail::real_element T = double, detail::parameter_like Df>
[[nodiscard]] draw<T> standard_t(const Df& df, const shape& size = {},
                                 const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, df), [&](generator& rng) {
    return rng.standard_t<T>(df, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Mean,
          detail::parameter_like Scale>
[[nodiscard]] draw<T> wald(const Mean& mean, const Scale& scale, const shape& size = {},
                           const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, mean, scale), [&](generator& rng) {
    return rng.wald<T>(mean, scale, size, where);
  });
}
template <detail::real_element T = double, detail::parameter_like Mu, detail::parameter_like Kappa>
[[nodiscard]] draw<T> vonmises(const Mu& mu, const Kappa& kappa, const shape& size = {},
                               const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, mu, kappa), [&](generator& rng) {
    return rng.vonmises<T>(mu, kappa, size, where);
  });
}
/// Shares of a whole, along a further axis.
template <detail::real_element T = double, typed_array A>
[[nodiscard]] draw<T> dirichlet(const A& alpha, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, alpha), [&](generator& rng) {
    return rng.dirichlet<T>(alpha, size, where);
  });
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> dirichlet(const std::vector<double>& alpha, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where), [&](generator& rng) {
    return rng.dirichlet<T>(alpha, size, where);
  });
}

}  // namespace gpu::random
