// SPDX-License-Identifier: BSD-3-Clause
// What `xp.histogram` and its like find in the module of an array library: numbers that describe
// arrays.
#pragma once

#include <initializer_list>
#include <optional>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/functional.hpp>
#include <gpu/array/functors.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/reduction/xtensor_reductions.hpp>
#include <gpu/array/statistics/average.hpp>
#include <gpu/array/statistics/bin_edges.hpp>
#include <gpu/array/statistics/digitize.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/statistics/histogramdd.hpp>
#include <gpu/array/statistics/interp.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/array/xtensor_arguments.hpp>
#include <gpu/fft/convolution.hpp>
#include <gpu/interop/whole_array_members.hpp>
#include <gpu/linalg/covariance.hpp>

namespace gpu {

/// Each is this library's function of that name, as in `whole_array_members`.
template <class Home>
struct statistics_members {
  /// Waits, as the two below.
  template <class... Arguments>
  [[nodiscard]] static bool allclose(const Arguments&... arguments) {
    return gpu::allclose(Home::taken(arguments)...);
  }
  template <class... Arguments>
  [[nodiscard]] static bool array_equal(const Arguments&... arguments) {
    return gpu::array_equal(Home::taken(arguments)...);
  }
  template <class... Arguments>
  [[nodiscard]] static bool array_equiv(const Arguments&... arguments) {
    return gpu::array_equiv(Home::taken(arguments)...);
  }

  template <class A, class... Arguments>
  [[nodiscard]] static auto average(const A& x, const Arguments&... arguments) {
    return Home::settled(gpu::average(Home::taken(x), Home::taken(arguments)...));
  }
  template <class A>
  [[nodiscard]] static auto average(const A& x, const reduction_axes& axes) {
    return Home::settled(gpu::average(Home::taken(x), axes));
  }
  template <class A, class W>
  [[nodiscard]] static auto average(const A& x, const W& weights, const reduction_axes& axes) {
    return Home::settled(gpu::average(Home::taken(x), Home::taken(weights), axes));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto median(const A& a, const reduction_axes& axes,
                                   const Options&... options) {
    return Home::settled(gpu::median(Home::taken(a), axes, options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto median(const A& a, const Options&... options) {
    return Home::settled(gpu::median(Home::taken(a), options...));
  }
  template <class A, class Q, class... Options>
  [[nodiscard]] static auto quantile(const A& a, const Q& q, const Options&... options) {
    return Home::settled(gpu::quantile(Home::taken(a), Home::taken(q), options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto quantile(const A& a, std::initializer_list<double> q,
                                     const Options&... options) {
    return Home::settled(gpu::quantile(Home::taken(a), q, options...));
  }
  template <class A, class Q, class... Options>
  [[nodiscard]] static auto percentile(const A& a, const Q& q, const Options&... options) {
    return Home::settled(gpu::percentile(Home::taken(a), Home::taken(q), options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto percentile(const A& a, std::initializer_list<double> q,
                                       const Options&... options) {
    return Home::settled(gpu::percentile(Home::taken(a), q, options...));
  }
  template <class A, class Q, class... Options>
  [[nodiscard]] static auto nanquantile(const A& a, const Q& q, const Options&... options) {
    return Home::settled(gpu::nanquantile(Home::taken(a), Home::taken(q), options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto nanquantile(const A& a, std::initializer_list<double> q,
                                        const Options&... options) {
    return Home::settled(gpu::nanquantile(Home::taken(a), q, options...));
  }
  template <class A, class Q, class... Options>
  [[nodiscard]] static auto nanpercentile(const A& a, const Q& q, const Options&... options) {
    return Home::settled(gpu::nanpercentile(Home::taken(a), Home::taken(q), options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto nanpercentile(const A& a, std::initializer_list<double> q,
                                          const Options&... options) {
    return Home::settled(gpu::nanpercentile(Home::taken(a), q, options...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto nanmedian(const Arguments&... arguments) {
    return Home::settled(gpu::nanmedian(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ediff1d(const Arguments&... arguments) {
    return Home::settled(gpu::ediff1d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto trapz(const Arguments&... arguments) {
    return Home::settled(gpu::trapz(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto interp(const Arguments&... arguments) {
    return Home::settled(gpu::interp(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto cov(const Arguments&... arguments) {
    return Home::settled(gpu::cov(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto corrcoef(const Arguments&... arguments) {
    return Home::settled(gpu::corrcoef(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto convolve(const Arguments&... arguments) {
    return Home::settled(gpu::convolve(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto correlate(const Arguments&... arguments) {
    return Home::settled(gpu::correlate(Home::taken(arguments)...));
  }

  /// `const auto [counts, edges] = xp.histogram(x, 10)`.
  template <class... Arguments>
  [[nodiscard]] static auto histogram(const Arguments&... arguments) {
    return Home::settled(gpu::histogram(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto histogram_bin_edges(const Arguments&... arguments) {
    return Home::settled(gpu::histogram_bin_edges(Home::taken(arguments)...));
  }
  /// `const auto [counts, x_edges, y_edges] = xp.histogram2d(x, y)`.
  template <class... Arguments>
  [[nodiscard]] static auto histogram2d(const Arguments&... arguments) {
    return Home::settled(gpu::histogram2d(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto histogramdd(const Arguments&... arguments) {
    return Home::settled(gpu::histogramdd(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto digitize(const Arguments&... arguments) {
    return Home::settled(gpu::digitize(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto bin_items(const Arguments&... arguments) {
    return Home::settled(gpu::bin_items(Home::taken(arguments)...));
  }

  /// `const auto [least, largest] = xp.minmax(x)`; `xp.minmax(x)()` is two numbers.
  template <class A>
  [[nodiscard]] static auto minmax(const A& x) {
    return Home::settled(gpu::minmax(Home::taken(x)));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto norm_lp(const A& x, double p, const reduction_axes& axes = std::nullopt,
                                    const Options&... options) {
    return Home::settled(gpu::norm_lp(Home::taken(x), p, axes, options...));
  }
  template <class A, class... Options>
  [[nodiscard]] static auto norm_lp_to_p(const A& x, double p,
                                         const reduction_axes& axes = std::nullopt,
                                         const Options&... options) {
    return Home::settled(gpu::norm_lp_to_p(Home::taken(x), p, axes, options...));
  }
  template <class A>
  [[nodiscard]] static auto norm_induced_l1(const A& x) {
    return Home::settled(gpu::norm_induced_l1(Home::taken(x)));
  }
  template <class A>
  [[nodiscard]] static auto norm_induced_linf(const A& x) {
    return Home::settled(gpu::norm_induced_linf(Home::taken(x)));
  }

  /// `xp.reduce(gpu::maximum, x, {0, 1})`
  template <class F, class A, class... Options>
  [[nodiscard]] static auto reduce(const F& function, const A& x, const reduction_axes& axes,
                                   const Options&... options) {
    return Home::settled(gpu::reduce(function, Home::taken(x), axes, options...));
  }
  template <class F, class A, class... Options>
  [[nodiscard]] static auto reduce(const F& function, const A& x, const Options&... options) {
    return Home::settled(gpu::reduce(function, Home::taken(x), options...));
  }
  template <class F, class A, class... Arguments>
  [[nodiscard]] static auto accumulate(const F& function, const A& x,
                                       const Arguments&... arguments) {
    return Home::settled(gpu::accumulate(function, Home::taken(x), arguments...));
  }
  /// `xp.apply_along_axis(f, 1, x)`. The function is called with arrays of this library, as those
  /// of `piecewise` are.
  template <class F, class A, class... More>
  [[nodiscard]] static auto apply_along_axis(const F& function, axis_index axis, const A& a,
                                             const More&... more) {
    return Home::settled(gpu::apply_along_axis(function, axis, Home::taken(a), more...));
  }
  template <class A, class... Pieces>
  [[nodiscard]] static auto piecewise(const A& x, const detail::taken_list<Home>& conditions,
                                      const Pieces&... pieces) {
    return Home::settled(gpu::piecewise(Home::taken(x), conditions.arrays(), pieces...));
  }
  template <class A, scalar_like Number>
  [[nodiscard]] static auto piecewise(const A& x, const detail::taken_list<Home>& conditions,
                                      std::initializer_list<Number> pieces) {
    return Home::settled(gpu::piecewise(Home::taken(x), conditions.arrays(), pieces));
  }
  template <class F>
  [[nodiscard]] static constexpr auto vectorize(const F& function) {
    return gpu::vectorize(function);
  }
};

}  // namespace gpu
