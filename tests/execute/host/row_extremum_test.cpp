// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_extremum.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/bfloat16.hpp>
#include <gpu/core/float16.hpp>

namespace {

using gpu::bfloat16;
using gpu::float16;
using gpu::execute::detail::row_extremum;

template <class T>
class best_of_line_test : public testing::Test {};
using elements =
    testing::Types<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float16, bfloat16, float, double>;
TYPED_TEST_SUITE(best_of_line_test, elements);

template <class T>
inline constexpr bool is_real = !std::is_integral_v<T>;

/// Both ends of the numbers, and some between.
template <class T>
std::vector<T> samples() {
  if constexpr (is_real<T>) {
    std::vector<T> values;
    for (const float x : {-INFINITY, -2.5f, -1e-7f, -0.0f, 0.0f, 1e-7f, 3.0f, INFINITY})
      values.push_back(static_cast<T>(x));
    return values;
  } else {
    using limits = std::numeric_limits<T>;
    return {limits::lowest(), T(0), T(1), static_cast<T>(limits::max() / 2), limits::max()};
  }
}

/// Elements in a vector of bool are no array.
template <class T>
struct line {
  explicit line(std::ptrdiff_t count) : elements(static_cast<std::size_t>(count)) {}
  T& operator[](std::ptrdiff_t i) { return elements[static_cast<std::size_t>(i)].value; }
  const T* data() { return &elements[0].value; }

  struct element {
    T value;
  };
  std::vector<element> elements;
};

template <bool Largest, class T>
std::ptrdiff_t first_best(line<T>& x, std::ptrdiff_t count) {
  std::ptrdiff_t best = 0;
  for (std::ptrdiff_t i = 1; i < count; ++i)
    if (Largest ? x[i] > x[best] : x[i] < x[best]) best = i;
  return best;
}

template <bool Largest, class T>
void check(line<T>& x, std::ptrdiff_t count) {
  const row_extremum<Largest, T> found(count, x.data());
  ASSERT_FALSE(found.has_nan) << count;
  const std::ptrdiff_t expected = first_best<Largest>(x, count);
  ASSERT_EQ(expected, found.position(x.data())) << count;
  ASSERT_TRUE(found.top == x[expected]) << count;
}

TYPED_TEST(best_of_line_test, is_the_first_of_every_length) {
  constexpr std::ptrdiff_t longest = row_extremum<true, TypeParam>::longest;
  const std::vector<TypeParam> values = samples<TypeParam>();
  std::mt19937 random(1);
  for (std::ptrdiff_t count = 1; count <= longest; ++count) {
    line<TypeParam> x(count);
    // Fewer and fewer kinds of values: until the last, all are equal.
    for (std::size_t kinds = values.size(); kinds > 0; --kinds) {
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = values[random() % kinds];
      check<true>(x, count);
      check<false>(x, count);
    }
  }
}

TYPED_TEST(best_of_line_test, is_found_in_every_place) {
  constexpr std::ptrdiff_t longest = row_extremum<true, TypeParam>::longest;
  for (const std::ptrdiff_t count : {std::ptrdiff_t(7), std::ptrdiff_t(37), longest}) {
    line<TypeParam> x(count);
    for (std::ptrdiff_t place = 0; place < count; ++place) {
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<TypeParam>(i == place);
      check<true>(x, count);
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<TypeParam>(i != place);
      check<false>(x, count);
    }
  }
}

TYPED_TEST(best_of_line_test, sees_a_nan_in_every_place) {
  if constexpr (is_real<TypeParam>) {
    for (const std::ptrdiff_t count : {1, 3, 9, 40, 77}) {
      line<TypeParam> x(count);
      for (const float nan : {NAN, -NAN})
        for (std::ptrdiff_t place = 0; place < count; ++place) {
          for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<TypeParam>(INFINITY);
          x[place] = static_cast<TypeParam>(nan);
          EXPECT_TRUE((row_extremum<true, TypeParam>(count, x.data()).has_nan)) << place;
          EXPECT_TRUE((row_extremum<false, TypeParam>(count, x.data()).has_nan)) << place;
        }
    }
  }
}

}  // namespace
