// SPDX-License-Identifier: BSD-3-Clause
// Integers divided by a number, against the same division by an array.
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using gpu::test::values;

class number_division : public test::on_device {
 protected:
  template <class T>
  static void compare(const ndarray<T>& x, T number) {
    const ndarray<T> each = full<T>(x.shape(), number);
    EXPECT_EQ(values(floor_divide(x, number)), values(floor_divide(x, each)))
        << +number << " of " << dtype_of<T>;
    EXPECT_EQ(values(remainder(x, number)), values(remainder(x, each)))
        << +number << " of " << dtype_of<T>;
  }

  /// Near 0, the ends of the type and powers of two, and any.
  template <class T>
  static std::vector<T> numbers(int count) {
    using bits = std::make_unsigned_t<T>;
    std::mt19937_64 random(std::random_device{}());
    std::vector<T> found;
    for (int bit = 0; bit < std::numeric_limits<bits>::digits; ++bit)
      for (const int beside : {-1, 0, 1})
        for (const int sign : {-1, 1})
          found.push_back(static_cast<T>(static_cast<bits>(sign) *
                                         static_cast<bits>((bits{1} << bit) + bits(beside))));
    for (int i = 0; i < count; ++i) {
      const auto drawn = random();
      found.push_back(static_cast<T>(static_cast<bits>(drawn) >> (drawn >> 32) % (8 * sizeof(T))));
    }
    return found;
  }
};

template <class T>
ndarray<T> every() {
  return arange<std::int64_t>(std::numeric_limits<T>::min(), std::numeric_limits<T>::max() + 1)
      .template astype<T>();
}

TEST_P(number_division, of_small_integers_is_exact_for_all) {
  const ndarray<std::int8_t> small = every<std::int8_t>();
  const ndarray<std::uint8_t> bytes = every<std::uint8_t>();
  for (int number = -128; number < 256; ++number) {
    if (number < 128) compare(small, static_cast<std::int8_t>(number));
    if (number >= 0) compare(bytes, static_cast<std::uint8_t>(number));
  }
  const ndarray<std::int16_t> shorts = every<std::int16_t>();
  const ndarray<std::uint16_t> words = every<std::uint16_t>();
  for (const auto number : numbers<std::int16_t>(20)) compare(shorts, number);
  for (const auto number : numbers<std::uint16_t>(20)) compare(words, number);
}

template <class T>
void compare_large(void (*compare)(const ndarray<T>&, T), const std::vector<T>& numbers,
                   const std::vector<T>& more) {
  const ndarray<T> x = from_host<T>(more.data(), {static_cast<std::ptrdiff_t>(more.size())});
  for (const T number : numbers) compare(x, number);
}

TEST_P(number_division, of_large_integers_is_exact) {
  compare_large<std::int32_t>(&compare, numbers<std::int32_t>(100), numbers<std::int32_t>(5000));
  compare_large<std::uint32_t>(&compare, numbers<std::uint32_t>(100), numbers<std::uint32_t>(5000));
  compare_large<std::int64_t>(&compare, numbers<std::int64_t>(100), numbers<std::int64_t>(5000));
  compare_large<std::uint64_t>(&compare, numbers<std::uint64_t>(100), numbers<std::uint64_t>(5000));
}

TEST_P(number_division, fuses_and_takes_numbers_of_other_types) {
  const ndarray<std::int32_t> x = {-7, 7, 8, -1};
  EXPECT_EQ(values((x % 4) * 2 + x / 1), (std::vector<double>{-5, 13, 8, 5}));
  EXPECT_EQ(values(floor_divide(x, 2)), (std::vector<std::int32_t>{-4, 3, 4, -1}));
  EXPECT_EQ(values(x % -4), (std::vector<std::int32_t>{-3, -1, 0, -1}));
  EXPECT_EQ(values(x % 0), (std::vector<std::int32_t>{0, 0, 0, 0}));
  EXPECT_EQ(values(remainder(x, 2.5)), (std::vector<double>{0.5, 2, 0.5, 1.5}));
  EXPECT_EQ(values(remainder(7, x)), (std::vector<std::int32_t>{0, 0, 7, 0}));
  EXPECT_EQ(values(reshape(x, {2, 2}) % std::int64_t{3}), (std::vector<std::int32_t>{2, 1, 2, 2}));
  ndarray<std::uint8_t> bytes = {250, 7};
  bytes %= 100;
  EXPECT_EQ(values(bytes), (std::vector<std::uint8_t>{50, 7}));
  EXPECT_EQ(floor_divide(zeros<int>({0, 3}), 7).shape(), (shape{0, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, number_division, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
