// SPDX-License-Identifier: BSD-3-Clause
// Random numbers without a generator of one's own. Shapes come first, as in xtensor. Other
// distributions are in <gpu/random/distribution_functions.hpp> and
// <gpu/random/count_functions.hpp>.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <gpu/core/strict_integer.hpp>
#include <gpu/random/default_generator.hpp>

namespace gpu::random {

/// Numbers of [0, 1).
template <detail::real_element T = double>
[[nodiscard]] draw<T> random(const shape& size = {}, device where = current_device()) {
  return detail::by_default_generator(where,
                                      [&](generator& rng) { return rng.random<T>(size, where); });
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> uniform(const shape& size = {}, device where = current_device()) {
  return random<T>(size, where);
}
/// Numbers of [lower, upper). xtensor's `rand`.
/// @throws value_error, overflow_error  as `generator::uniform`
template <detail::real_element T = double>
[[nodiscard]] expression<T> rand(const shape& size, double lower = 0, double upper = 1,
                                 device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.uniform<T>(lower, upper, size, where); });
}
/// Normal numbers. xtensor's `randn`.
/// @throws value_error  "scale < 0"
template <detail::real_element T = double>
[[nodiscard]] expression<T> randn(const shape& size, double mean = 0, double deviation = 1,
                                  device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.normal<T>(mean, deviation, size, where); });
}
/// One number: `double x = rand()`.
template <detail::real_element T = double>
[[nodiscard]] draw<T> rand() {
  return random<T>();
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> randn() {
  return draw<T>(randn<T>(shape()));
}
/// The same with extents one by one, as NumPy has it: `rand(3, 2)`. `numpy.random.rand`.
template <detail::real_element T = double, std::integral... Extents>
requires(sizeof...(Extents) > 1) [[nodiscard]] expression<T> rand(Extents... extents) {
  return rand<T>(shape{static_cast<std::ptrdiff_t>(extents)...});
}
/// Normal numbers in the same way: `randn(3, 2)`. `numpy.random.randn`.
template <detail::real_element T = double, std::integral... Extents>
requires(sizeof...(Extents) > 1) [[nodiscard]] expression<T> randn(Extents... extents) {
  return randn<T>(shape{static_cast<std::ptrdiff_t>(extents)...});
}
template <detail::real_element T = double>
[[nodiscard]] draw<T> normal(const shape& size = {}, device where = current_device()) {
  return randn<T>(size, 0, 1, where);
}
/// Integers of [lower, upper). xtensor's `randint`; computed now, as `generator::integers`.
/// @throws value_error  "low >= high", "high is out of bounds for uint8"
template <std::integral T = std::int64_t>
[[nodiscard]] ndarray<T> randint(const detail::extents_first& size, T lower = 0,
                                 T upper = std::numeric_limits<T>::max(),
                                 device where = current_device()) {
  return detail::by_default_generator(where, [&](generator& rng) {
    return rng.integers<T>(lower, upper, size.extents, false, where);
  });
}

/// Integers of [low, high), bounds before the shape, as NumPy has them: `randint(0, 10, 5)`,
/// `randint(0, 10, {2, 3})`. `numpy.random.randint`.
template <std::integral T = std::int64_t, std::integral Low, std::integral High>
[[nodiscard]] ndarray<T> randint(Low low, High high, const shape& size = {}) {
  return detail::by_default_generator(
      current_device(), [&](generator& rng) { return rng.integers<T>(low, high, size); });
}
template <std::integral T = std::int64_t, std::integral Low, std::integral High,
          std::integral Count>
[[nodiscard]] ndarray<T> randint(Low low, High high, Count count) {
  return randint<T>(low, high, shape{static_cast<std::ptrdiff_t>(count)});
}
/// Integers of [0, high), without a shape one: `randint(5, {2, 4})`.
template <std::integral T = std::int64_t, std::integral High>
[[nodiscard]] ndarray<T> randint(High high, const shape& size = {}) {
  return randint<T>(0, high, size);
}

/// Numbers of [0, count). `numpy.random.choice`.
/// @throws value_error  as `generator::choice`
[[nodiscard]] inline ndarray<std::int64_t> choice(strict_integer count, const shape& size = {},
                                                  bool replace = true,
                                                  device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.choice(count, size, replace, where); });
}
/// The same with the probability of each number: `choice(3, {8}, true, {0.5, 0.25, 0.25})`.
template <typed_array P = ndarray<double>>
[[nodiscard]] ndarray<std::int64_t> choice(strict_integer count, const shape& size, bool replace,
                                           const P& p, device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.choice(count, size, replace, p, where); });
}
/// Parts of an array along its first axis, or elements of a vector or a list: `choice({1, 2, 3},
/// 2)`.
/// @throws value_error  as `generator::choice`
template <gpu::detail::array_or_vector A>
[[nodiscard]] auto choice(const A& a, const shape& size = {}, bool replace = true) {
  return detail::by_default_generator(gpu::detail::device_of_arguments(a),
                                      [&](generator& rng) { return rng.choice(a, size, replace); });
}
template <element_type Number>
[[nodiscard]] auto choice(std::initializer_list<Number> a, const shape& size = {},
                          bool replace = true) {
  return choice<std::initializer_list<Number>>(a, size, replace);
}
/// The same with the probability of each part.
template <gpu::detail::array_or_vector A, typed_array P = ndarray<double>>
[[nodiscard]] auto choice(const A& a, const shape& size, bool replace, const P& p) {
  return detail::by_default_generator(gpu::detail::device_of_arguments(a), [&](generator& rng) {
    return rng.choice(a, size, replace, p);
  });
}
/// The same with a weight for each part, in xtensor's order: weights need not sum to 1.
template <typed_array A, typed_array W>
[[nodiscard]] auto choice(const A& a, const shape& size, const W& weights, bool replace = true) {
  return choice(a, size, replace, expression<double>(detail::shares_of_weights(weights.node())));
}
/// The numbers of [0, count), or the parts of an array along its first axis, in any order.
[[nodiscard]] inline ndarray<std::int64_t> permutation(strict_integer count,
                                                       device where = current_device()) {
  return detail::by_default_generator(
      where, [&](generator& rng) { return rng.permutation(count, where); });
}
template <gpu::detail::array_or_vector A>
[[nodiscard]] auto permutation(const A& a) {
  return detail::by_default_generator(gpu::detail::device_of_arguments(a),
                                      [&](generator& rng) { return rng.permutation(a); });
}
template <element_type Number>
[[nodiscard]] auto permutation(std::initializer_list<Number> a) {
  return permutation<std::initializer_list<Number>>(a);
}
/// Brings the parts of an array along its first axis into any order.
template <class T>
void shuffle(ndarray<T>& a) {
  a = permutation(a);
}
/// The same of a view: `shuffle(view(a, 0))`.
template <class T>
void shuffle(const array_view<T>& view) {
  view = permutation(view);
}

}  // namespace gpu::random
