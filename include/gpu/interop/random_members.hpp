// SPDX-License-Identifier: BSD-3-Clause
// What `xp.random.normal` and its like find in the module of an array library.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <gpu/array/evaluation.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/random/count_functions.hpp>
#include <gpu/random/distribution_functions.hpp>
#include <gpu/random/functions.hpp>
#include <gpu/random/xtensor_functions.hpp>

namespace gpu {

namespace detail {
/// What a distribution takes as a parameter: a number, or an array of that library.
template <class P, class Home>
concept parameter_of = gpu::random::detail::parameter_like<
    std::remove_cvref_t<decltype(Home::taken(std::declval<const P&>()))>>;
}  // namespace detail

/// Each is the function of that name in `gpu::random`, as in `whole_array_members`: the parameters
/// first and then the size, as NumPy has it, or the extents first, as xtensor has it. Numbers for
/// xtensor's arrays come from the generator of `cpu()`.
template <class Home>
struct random_members {
  /// Of the generators of all devices.
  static void seed(std::uint64_t number) { gpu::random::seed(number); }

  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto random(const shape& size = {}) {
    return drawn([&] { return gpu::random::random<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto uniform(const shape& size = {}) {
    return drawn([&] { return gpu::random::uniform<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto normal(const shape& size = {}) {
    return drawn([&] { return gpu::random::normal<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto standard_normal(const shape& size = {}) {
    return drawn([&] { return gpu::random::standard_normal<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto standard_exponential(const shape& size = {}) {
    return drawn([&] { return gpu::random::standard_exponential<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto standard_cauchy(const shape& size = {}) {
    return drawn([&] { return gpu::random::standard_cauchy<T>(size); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto rand(const shape& size, double lower = 0, double upper = 1) {
    return drawn([&] { return gpu::random::rand<T>(size, lower, upper); });
  }
  template <gpu::random::detail::real_element T = double, std::integral... Extents>
  requires(sizeof...(Extents) > 1) [[nodiscard]] static auto rand(Extents... extents) {
    return drawn([&] { return gpu::random::rand<T>(extents...); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto randn(const shape& size, double mean = 0, double deviation = 1) {
    return drawn([&] { return gpu::random::randn<T>(size, mean, deviation); });
  }
  template <gpu::random::detail::real_element T = double, std::integral... Extents>
  requires(sizeof...(Extents) > 1) [[nodiscard]] static auto randn(Extents... extents) {
    return drawn([&] { return gpu::random::randn<T>(extents...); });
  }
  template <std::integral T = std::int64_t>
  [[nodiscard]] static auto randint(const gpu::random::detail::extents_first& size, T lower = 0,
                                    T upper = std::numeric_limits<T>::max()) {
    return drawn([&] { return gpu::random::randint<T>(size, lower, upper); });
  }
  template <std::integral T = std::int64_t, std::integral Low, std::integral High>
  [[nodiscard]] static auto randint(Low low, High high, const shape& size = {}) {
    return drawn([&] { return gpu::random::randint<T>(low, high, size); });
  }
  template <std::integral T = std::int64_t, std::integral High>
  [[nodiscard]] static auto randint(High high) {
    return randint<T>(0, high);
  }

  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Low,
            detail::parameter_of<Home> High>
  [[nodiscard]] static auto uniform(const Low& low, const High& high, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::uniform<T>(Home::taken(low), Home::taken(high), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Loc,
            detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto normal(const Loc& loc, const Scale& scale, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::normal<T>(Home::taken(loc), Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Mean,
            detail::parameter_of<Home> Sigma>
  [[nodiscard]] static auto lognormal(const Mean& mean, const Sigma& sigma,
                                      const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::lognormal<T>(Home::taken(mean), Home::taken(sigma), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto exponential(const Scale& scale, const shape& size = {}) {
    return drawn([&] { return gpu::random::exponential<T>(Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Loc,
            detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto gumbel(const Loc& loc, const Scale& scale, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::gumbel<T>(Home::taken(loc), Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Loc,
            detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto laplace(const Loc& loc, const Scale& scale, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::laplace<T>(Home::taken(loc), Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Loc,
            detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto logistic(const Loc& loc, const Scale& scale, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::logistic<T>(Home::taken(loc), Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> K,
            detail::parameter_of<Home> Theta>
  [[nodiscard]] static auto gamma(const K& k, const Theta& theta, const shape& size = {}) {
    return drawn([&] { return gpu::random::gamma<T>(Home::taken(k), Home::taken(theta), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> K>
  [[nodiscard]] static auto standard_gamma(const K& k, const shape& size = {}) {
    return drawn([&] { return gpu::random::standard_gamma<T>(Home::taken(k), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> A,
            detail::parameter_of<Home> B>
  [[nodiscard]] static auto beta(const A& a, const B& b, const shape& size = {}) {
    return drawn([&] { return gpu::random::beta<T>(Home::taken(a), Home::taken(b), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Df>
  [[nodiscard]] static auto chisquare(const Df& df, const shape& size = {}) {
    return drawn([&] { return gpu::random::chisquare<T>(Home::taken(df), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Dfnum,
            detail::parameter_of<Home> Dfden>
  [[nodiscard]] static auto f(const Dfnum& dfnum, const Dfden& dfden, const shape& size = {}) {
    return drawn([&] { return gpu::random::f<T>(Home::taken(dfnum), Home::taken(dfden), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Df>
  [[nodiscard]] static auto standard_t(const Df& df, const shape& size = {}) {
    return drawn([&] { return gpu::random::standard_t<T>(Home::taken(df), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> A>
  [[nodiscard]] static auto pareto(const A& a, const shape& size = {}) {
    return drawn([&] { return gpu::random::pareto<T>(Home::taken(a), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> A>
  [[nodiscard]] static auto weibull(const A& a, const shape& size = {}) {
    return drawn([&] { return gpu::random::weibull<T>(Home::taken(a), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Scale>
  [[nodiscard]] static auto rayleigh(const Scale& scale, const shape& size = {}) {
    return drawn([&] { return gpu::random::rayleigh<T>(Home::taken(scale), size); });
  }
  template <gpu::random::detail::real_element T = double, detail::parameter_of<Home> Left,
            detail::parameter_of<Home> Mode, detail::parameter_of<Home> Right>
  [[nodiscard]] static auto triangular(const Left& left, const Mode& mode, const Right& right,
                                       const shape& size = {}) {
    return drawn([&] {
      return gpu::random::triangular<T>(Home::taken(left), Home::taken(mode), Home::taken(right),
                                        size);
    });
  }
  template <gpu::random::detail::count_element T = std::int64_t, detail::parameter_of<Home> Lam>
  [[nodiscard]] static auto poisson(const Lam& lam, const shape& size = {}) {
    return drawn([&] { return gpu::random::poisson<T>(Home::taken(lam), size); });
  }
  template <gpu::random::detail::count_element T = std::int64_t, detail::parameter_of<Home> N,
            detail::parameter_of<Home> P>
  [[nodiscard]] static auto binomial(const N& n, const P& p, const shape& size = {}) {
    return drawn([&] { return gpu::random::binomial<T>(Home::taken(n), Home::taken(p), size); });
  }
  template <gpu::random::detail::count_element T = std::int64_t, detail::parameter_of<Home> N,
            detail::parameter_of<Home> P>
  [[nodiscard]] static auto negative_binomial(const N& n, const P& p, const shape& size = {}) {
    return drawn(
        [&] { return gpu::random::negative_binomial<T>(Home::taken(n), Home::taken(p), size); });
  }
  template <gpu::random::detail::count_element T = std::int64_t, detail::parameter_of<Home> P>
  [[nodiscard]] static auto geometric(const P& p, const shape& size = {}) {
    return drawn([&] { return gpu::random::geometric<T>(Home::taken(p), size); });
  }

  // xtensor's.
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto exponential(const gpu::random::detail::extents_first& size,
                                        double rate = 1) {
    return drawn([&] { return gpu::random::exponential<T>(size, rate); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto gamma(const gpu::random::detail::extents_first& size, double alpha = 1,
                                  double beta = 1) {
    return drawn([&] { return gpu::random::gamma<T>(size, alpha, beta); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto weibull(const gpu::random::detail::extents_first& size, double a = 1,
                                    double b = 1) {
    return drawn([&] { return gpu::random::weibull<T>(size, a, b); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto extreme_value(const gpu::random::detail::extents_first& size,
                                          double a = 0, double b = 1) {
    return drawn([&] { return gpu::random::extreme_value<T>(size, a, b); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto lognormal(const gpu::random::detail::extents_first& size,
                                      double mean = 0, double deviation = 1) {
    return drawn([&] { return gpu::random::lognormal<T>(size, mean, deviation); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto chi_squared(const gpu::random::detail::extents_first& size,
                                        double deg = 1) {
    return drawn([&] { return gpu::random::chi_squared<T>(size, deg); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto cauchy(const gpu::random::detail::extents_first& size, double a = 0,
                                   double b = 1) {
    return drawn([&] { return gpu::random::cauchy<T>(size, a, b); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto fisher_f(const gpu::random::detail::extents_first& size, double m = 1,
                                     double n = 1) {
    return drawn([&] { return gpu::random::fisher_f<T>(size, m, n); });
  }
  template <gpu::random::detail::real_element T = double>
  [[nodiscard]] static auto student_t(const gpu::random::detail::extents_first& size,
                                      double n = 1) {
    return drawn([&] { return gpu::random::student_t<T>(size, n); });
  }
  template <gpu::random::detail::count_element T = std::int64_t>
  [[nodiscard]] static auto binomial(const gpu::random::detail::extents_first& size,
                                     std::int64_t trials = 1, double prob = 0.5) {
    return drawn([&] { return gpu::random::binomial<T>(size, trials, prob); });
  }
  template <gpu::random::detail::count_element T = std::int64_t>
  [[nodiscard]] static auto negative_binomial(const gpu::random::detail::extents_first& size,
                                              std::int64_t k = 1, double prob = 0.5) {
    return drawn([&] { return gpu::random::negative_binomial<T>(size, k, prob); });
  }
  template <gpu::random::detail::count_element T = std::int64_t>
  [[nodiscard]] static auto geometric(const gpu::random::detail::extents_first& size,
                                      double prob = 0.5) {
    return drawn([&] { return gpu::random::geometric<T>(size, prob); });
  }
  template <gpu::random::detail::count_element T = std::int64_t>
  [[nodiscard]] static auto poisson(const gpu::random::detail::extents_first& size,
                                    double rate = 1) {
    return drawn([&] { return gpu::random::poisson<T>(size, rate); });
  }

  template <class A, class... Arguments>
  [[nodiscard]] static auto choice(const A& a, const shape& size, const Arguments&... arguments) {
    return drawn(
        [&] { return gpu::random::choice(Home::taken(a), size, Home::taken(arguments)...); });
  }
  [[nodiscard]] static auto permutation(strict_integer count) {
    return drawn([&] { return gpu::random::permutation(count); });
  }
  template <class A>
  requires(!integer_like<A>) [[nodiscard]] static auto permutation(const A& a) {
    return drawn([&] { return gpu::random::permutation(Home::taken(a)); });
  }
  /// Of an array or view of that library, which is written.
  template <class A>
  static void shuffle(A&& a) {
    a = permutation(a);
  }

 private:
  /// What is drawn on the device of new arrays.
  template <class Draw>
  [[nodiscard]] static auto drawn(const Draw& draw) {
    const device_guard scope(Home::where());
    return Home::settled(draw());
  }
};

}  // namespace gpu
