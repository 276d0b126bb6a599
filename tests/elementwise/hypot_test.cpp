// SPDX-License-Identifier: BSD-3-Clause
// The host scales by powers of two: no magnitude is less exact than another.
#include <gpu/elementwise/absolute.hpp>
#include <gpu/elementwise/hypot.hpp>

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "support/ulp.hpp"

namespace gpu::test {
namespace {

template <class T>
class hypot : public testing::Test {
 protected:
  static constexpr unsigned seed = 4;
  std::mt19937_64 engine{seed};
  std::uniform_real_distribution<T> digits{-1, 1};
};

using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(hypot, floats);

TYPED_TEST(hypot, has_the_same_digits_at_every_magnitude) {
  using limits = std::numeric_limits<TypeParam>;
  for (int i = 0; i < 1000; ++i) {
    const TypeParam x = this->digits(this->engine);
    const TypeParam y = this->digits(this->engine) * TypeParam(i % 2 == 0 ? 1 : 1e-3);
    const TypeParam modulus = ops::hypot{}(x, y);
    for (int power = limits::min_exponent + 40; power < limits::max_exponent; ++power) {
      const TypeParam a = std::ldexp(x, power);
      const TypeParam b = std::ldexp(y, power);
      ASSERT_EQ(ops::hypot{}(a, b), std::ldexp(modulus, power))
          << a << ", " << b << ", seed " << this->seed;
      ASSERT_EQ(ops::absolute{}(complex<TypeParam>(a, b)), std::ldexp(modulus, power));
    }
  }
}

TYPED_TEST(hypot, is_near_the_root_of_the_squares) {
  using limits = std::numeric_limits<TypeParam>;
  for (int i = 0; i < 200000; ++i) {
    const auto power = [this] {
      const auto range = static_cast<unsigned>(limits::max_exponent - limits::min_exponent);
      return limits::min_exponent - limits::digits + static_cast<int>(this->engine() % range);
    };
    const TypeParam x = std::ldexp(this->digits(this->engine), power());
    const TypeParam y =
        std::ldexp(this->digits(this->engine), i % 2 == 0 ? power() : std::ilogb(x));
    const auto expected = static_cast<TypeParam>(
        std::hypot(static_cast<long double>(x), static_cast<long double>(y)));
    ASSERT_LE(ulp_distance(ops::hypot{}(x, y), expected), ops::hypot::info.max_ulp)
        << x << ", " << y << ", seed " << this->seed;
  }
}

TYPED_TEST(hypot, with_a_zero_is_the_other_number) {
  using limits = std::numeric_limits<TypeParam>;
  for (const TypeParam x : {limits::denorm_min(), limits::min(), TypeParam(0.1), limits::max()}) {
    EXPECT_EQ(ops::hypot{}(x, TypeParam(0)), x);
    EXPECT_EQ(ops::hypot{}(-TypeParam(0), -x), x);
  }
  EXPECT_EQ(ops::hypot{}(limits::max(), limits::max()), limits::infinity());
}

}  // namespace
}  // namespace gpu::test
