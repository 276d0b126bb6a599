// SPDX-License-Identifier: BSD-3-Clause
// The host subtracts multiples of the divisor; the C library, whose result is exact too, has to
// have the same bits.
#include <gpu/elementwise/fmod.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <std::floating_point T>
class fmod : public testing::Test {
 protected:
  static constexpr int digits = std::numeric_limits<T>::digits - 1;

  /// Any number, and often one that is zero, subnormal, or has few digits.
  T any() {
    auto bits = static_cast<bits_of<T>>(engine());
    const auto sign = static_cast<bits_of<T>>(bits & (bits_of<T>{1} << (8 * sizeof(T) - 1)));
    const auto choice = engine() % 8;
    if (choice == 0) bits &= sign | ((bits_of<T>{1} << digits) - 1);
    if (choice <= 1) bits = bits >> engine() % digits << engine() % digits;
    if (choice == 2) bits &= ~bits_of<T>{0} << digits;
    return std::bit_cast<T>(bits);
  }
  void expect_exact(T x, T y) {
    const T actual = ops::fmod{}(x, y);
    const T expected = std::fmod(x, y);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(actual)) << x << " % " << y << ", seed " << seed;
    else
      ASSERT_EQ(std::bit_cast<bits_of<T>>(actual), std::bit_cast<bits_of<T>>(expected))
          << std::hexfloat << x << " % " << y << std::dec << ", seed " << seed;
  }

  static constexpr std::uint64_t seed = 3;
  std::mt19937_64 engine{seed};
};

using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(fmod, floats);

TYPED_TEST(fmod, is_exact_for_any_numbers) {
  for (int i = 0; i < 200000; ++i) {
    const TypeParam x = this->any();
    this->expect_exact(x, this->any());
  }
}

TYPED_TEST(fmod, is_exact_for_quotients_of_any_size) {
  for (int i = 0; i < 200000; ++i) {
    const TypeParam y = this->any();
    const int power = static_cast<int>(this->engine() % (i % 2 == 0 ? 64 : 1100));
    this->expect_exact(std::ldexp(y, power) + this->any() / 3, y);
    this->expect_exact(std::ldexp(this->any(), power), y);
  }
}

TYPED_TEST(fmod, is_exact_beside_multiples) {
  for (int i = 0; i < 200000; ++i) {
    const TypeParam y = this->any();
    const auto factor = static_cast<TypeParam>(this->engine() >> this->engine() % 64);
    const TypeParam x = factor * y;
    this->expect_exact(x, y);
    this->expect_exact(std::nextafter(x, TypeParam(0)), y);
    this->expect_exact(std::nextafter(x, 2 * x), y);
  }
}

TYPED_TEST(fmod, is_exact_for_special_numbers) {
  using limits = std::numeric_limits<TypeParam>;
  const TypeParam numbers[] = {0,
                               1,
                               TypeParam(0.37),
                               limits::denorm_min(),
                               limits::min() - limits::denorm_min(),
                               limits::min(),
                               limits::max(),
                               limits::infinity(),
                               limits::quiet_NaN()};
  for (const TypeParam x : numbers)
    for (const TypeParam y : numbers)
      for (const int signs : {0, 1, 2, 3})
        this->expect_exact(signs & 1 ? -x : x, signs & 2 ? -y : y);
}

}  // namespace
}  // namespace gpu::test
