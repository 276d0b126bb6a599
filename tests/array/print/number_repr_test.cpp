// SPDX-License-Identifier: BSD-3-Clause
// Integers in other bases, as NumPy writes them.
#include <gpu/array/print/number_repr.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/values.hpp"

namespace {

using gpu::base_repr;
using gpu::binary_repr;
using gpu::test::message_of;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

TEST(number_repr, in_a_base) {
  EXPECT_EQ(base_repr(5), "101");
  EXPECT_EQ(base_repr(6, 5), "11");
  EXPECT_EQ(base_repr(7, 5, 3), "00012");
  EXPECT_EQ(base_repr(10, 16), "A");
  EXPECT_EQ(base_repr(std::int8_t{-13}, 16), "-D");
  EXPECT_EQ(base_repr(0), "0");
  EXPECT_EQ(base_repr(0, 2, 3), "000");
  EXPECT_EQ(base_repr(35u, 36), "Z");
  EXPECT_EQ(base_repr(-255, 3, 2), "-00100110");
  EXPECT_EQ(base_repr(least, 16), "-8000000000000000");
  EXPECT_EQ(base_repr(~std::uint64_t{0}, 36), "3W5E11264SGSF");
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(base_repr(5, 37)); }),
            "Bases greater than 36 not handled in base_repr: 37");
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(base_repr(5, 1)); }),
            "Bases less than 2 not handled in base_repr: 1");
}

TEST(number_repr, in_binary_digits) {
  EXPECT_EQ(binary_repr(3), "11");
  EXPECT_EQ(binary_repr(-3), "-11");
  EXPECT_EQ(binary_repr(3, 4), "0011");
  EXPECT_EQ(binary_repr(0), "0");
  EXPECT_EQ(binary_repr(0, 3), "000");
  EXPECT_EQ(binary_repr(0, 0), "0");
  EXPECT_EQ(binary_repr(std::uint8_t{255}), "11111111");
  EXPECT_EQ(binary_repr(least), "-1" + std::string(63, '0'));
}

TEST(number_repr, in_twos_complement) {
  EXPECT_EQ(binary_repr(-3, 3), "101");
  EXPECT_EQ(binary_repr(-3, 5), "11101");
  EXPECT_EQ(binary_repr(-8, 4), "1000");
  EXPECT_EQ(binary_repr(-8, 6), "111000");
  EXPECT_EQ(binary_repr(-9, 5), "10111");
  EXPECT_EQ(binary_repr(-1, 1), "1");
  EXPECT_EQ(binary_repr(-1, 3), "111");
  EXPECT_EQ(binary_repr(std::int8_t{-128}, 8), "10000000");
  EXPECT_EQ(binary_repr(least, 64), "1" + std::string(63, '0'));
  EXPECT_EQ(binary_repr(least, 66), "111" + std::string(63, '0'));
  EXPECT_EQ(binary_repr(least + 1, 64), "1" + std::string(62, '0') + "1");
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(binary_repr(-3, 2)); }),
            "Insufficient bit width=2 provided for binwidth=3");
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(binary_repr(7, 2)); }),
            "Insufficient bit width=2 provided for binwidth=3");
}

}  // namespace
