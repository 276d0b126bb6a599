// SPDX-License-Identifier: BSD-3-Clause
// The distributions of counts of `numpy.random` without a generator of one's own, as NumPy spells
// them: first the parameters, all of which are given, then the size. As the members of `generator`
// of the same names, which say what is thrown. int64, or what is asked for: `poisson<int>(3.5,
// {4})`.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/random/default_generator.hpp>

namespace gpu::random {

namespace detail {
/// What counts are converted to: real numbers, but not bool.
template <class T>
concept count_element =
    element_type<T> && !std::same_as<T, bool> && traits(dtype_of<T>).kind != dtype_kind::complex;
}  // namespace detail

template <detail::count_element T = std::int64_t, detail::parameter_like Lam>
[[nodiscard]] draw<T> poisson(const Lam& lam, const shape& size = {},
                              const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, lam), [&](generator& rng) {
    return rng.poisson(lam, size, where).template astype<T>();
  });
}
/// How many of n trials of probability p succeed.
template <detail::count_element T = std::int64_t, detail::parameter_like N,
          detail::parameter_like P>
[[nodiscard]] draw<T> binomial(const N& n, const P& p, const shape& size = {},
                               const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, n, p), [&](generator& rng) {
    return rng.binomial(n, p, size, where).template astype<T>();
  });
}
/// How many trials fail before n succeed.
template <detail::count_element T = std::int64_t, detail::parameter_like N,
          detail::parameter_like P>
[[nodiscard]] draw<T> negative_binomial(const N& n, const P& p, const shape& size = {},
                                        const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, n, p), [&](generator& rng) {
    return rng.negative_binomial(n, p, size, where).template astype<T>();
  });
}
/// How many trials it takes until one succeeds: 1 at least. xtensor's function, which is given
/// extents first, counts those that fail.
template <detail::count_element T = std::int64_t, detail::parameter_like P>
[[nodiscard]] draw<T> geometric(const P& p, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, p), [&](generator& rng) {
    return rng.geometric(p, size, where).template astype<T>();
  });
}
/// How many of `nsample` are good, that are drawn of good and bad ones.
template <detail::count_element T = std::int64_t, detail::parameter_like Ngood,
          detail::parameter_like Nbad, detail::parameter_like Nsample>
[[nodiscard]] draw<T> hypergeometric(const Ngood& ngood, const Nbad& nbad, const Nsample& nsample,
                                     const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(
      detail::device_of(where, ngood, nbad, nsample), [&](generator& rng) {
        return rng.hypergeometric(ngood, nbad, nsample, size, where).template astype<T>();
      });
}
template <detail::count_element T = std::int64_t, detail::parameter_like P>
[[nodiscard]] draw<T> logseries(const P& p, const shape& size = {},
                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, p), [&](generator& rng) {
    return rng.logseries(p, size, where).template astype<T>();
  });
}
template <detail::count_element T = std::int64_t, detail::parameter_like A>
[[nodiscard]] draw<T> zipf(const A& a, const shape& size = {}, const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, a), [&](generator& rng) {
    return rng.zipf(a, size, where).template astype<T>();
  });
}
/// How often each outcome comes in n experiments, along a further axis. Computed now; waits.
template <detail::parameter_like N, typed_array A>
[[nodiscard]] ndarray<std::int64_t> multinomial(const N& n, const A& pvals, const shape& size = {},
                                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, n, pvals), [&](generator& rng) {
    return rng.multinomial(n, pvals, size, where);
  });
}
template <detail::parameter_like N>
[[nodiscard]] ndarray<std::int64_t> multinomial(const N& n, const std::vector<double>& pvals,
                                                const shape& size = {},
                                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, n), [&](generator& rng) {
    return rng.multinomial(n, pvals, size, where);
  });
}
/// How many of each color come when `nsample` items are taken. Computed now; waits.
/// `numpy.random.Generator.multivariate_hypergeometric`.
template <detail::color_counts Colors, std::integral Count>
[[nodiscard]] ndarray<std::int64_t> multivariate_hypergeometric(const Colors& colors, Count nsample,
                                                                const shape& size = {},
                                                                option_name method = "marginals",
                                                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, colors), [&](generator& rng) {
    return rng.multivariate_hypergeometric(colors, nsample, size, method, where);
  });
}
template <std::integral Count>
[[nodiscard]] ndarray<std::int64_t> multivariate_hypergeometric(
    std::initializer_list<std::int64_t> colors, Count nsample, const shape& size = {},
    option_name method = "marginals", const detail::place& where = {}) {
  return multivariate_hypergeometric(std::vector(colors), nsample, size, method, where);
}

/// Bytes. `numpy.random.bytes`.
[[nodiscard]] inline ndarray<std::uint8_t> bytes(strict_integer length,
                                                 device where = current_device()) {
  return detail::by_default_generator(where,
                                      [&](generator& rng) { return rng.bytes(length, where); });
}
/// The elements along an axis in any order, another one for each of the other indices; without an
/// axis all elements in any order. `numpy.random.Generator.permuted`.
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto permuted(const A& a, optional_axis_index axis = std::nullopt) {
  return detail::by_default_generator(a.device(),
                                      [&](generator& rng) { return rng.permuted(a, axis); });
}

}  // namespace gpu::random
