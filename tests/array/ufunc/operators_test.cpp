// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/operators.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

/// The element type of an expression.
template <class A>
using element_of = typename std::remove_cvref_t<A>::value_type;

class operators : public gpu::test::on_device {};

TEST_P(operators, compute_elementwise) {
  const ndarray<int> a{7, -7, 9};
  const ndarray<int> b{2, 2, -4};
  EXPECT_EQ(values(a + b), (std::vector{9, -5, 5}));
  EXPECT_EQ(values(a - b), (std::vector{5, -9, 13}));
  EXPECT_EQ(values(a * b), (std::vector{14, -14, -36}));
  EXPECT_EQ(values(a / b), (std::vector{3.5, -3.5, -2.25}));
  EXPECT_EQ(values(a % b), (std::vector{1, 1, -3}));
  EXPECT_EQ(values(a & b), (std::vector{2, 0, 8}));
  EXPECT_EQ(values(a | b), (std::vector{7, -5, -3}));
  EXPECT_EQ(values(a ^ b), (std::vector{5, -5, -11}));
  EXPECT_EQ(values(a << 2), (std::vector{28, -28, 36}));
  EXPECT_EQ(values(a >> 1), (std::vector{3, -4, 4}));
  EXPECT_EQ(values(-a), (std::vector{-7, 7, -9}));
  EXPECT_EQ(values(+a), (std::vector{7, -7, 9}));
  EXPECT_EQ(values(~a), (std::vector{-8, 6, -10}));
  EXPECT_EQ(values(10 - a), (std::vector{3, 17, 1}));
  EXPECT_EQ(values(2 * a), (std::vector{14, -14, 18}));
  EXPECT_EQ(values(63 / a), (std::vector{9., -9., 7.}));
}

TEST_P(operators, of_order_and_logic_give_bools_elementwise) {
  const ndarray<int> a{1, 2, 3};
  const ndarray<int> b{3, 2, 1};
  using bools = std::vector<bool>;
  EXPECT_EQ(values(a < b), (bools{true, false, false}));
  EXPECT_EQ(values(a <= b), (bools{true, true, false}));
  EXPECT_EQ(values(a > b), (bools{false, false, true}));
  EXPECT_EQ(values(a >= 2), (bools{false, true, true}));
  EXPECT_EQ(values(2 > a), (bools{true, false, false}));
  EXPECT_EQ(values(gpu::equal(a, b)), (bools{false, true, false}));
  EXPECT_EQ(values(gpu::not_equal(a, 1)), (bools{false, true, true}));
  EXPECT_EQ(values(a > 1 && b > 1), (bools{false, true, false}));
  EXPECT_EQ(values(a > 2 || b > 2), (bools{true, false, true}));
  EXPECT_EQ(values(!(a > 1)), (bools{true, false, false}));
}

TEST_P(operators, equal_and_unequal_are_one_bool) {
  const ndarray<int> a{{1, 2}, {3, 4}};
  static_assert(std::is_convertible_v<decltype(a == a), bool> &&
                std::is_convertible_v<decltype(a != a), bool>);
  EXPECT_TRUE(a == (ndarray<int>{{1, 2}, {3, 4}}));
  EXPECT_TRUE(a == (ndarray<double>{{1, 2}, {3, 4}}));
  EXPECT_TRUE(a != (ndarray<int>{{1, 2}, {3, 5}}));
  EXPECT_FALSE(a == (ndarray<int>{1, 2, 3, 4}));  // no broadcasting
  EXPECT_FALSE(a == (ndarray<int>{{1, 2}}));
  EXPECT_TRUE(a + a == a * 2);
  EXPECT_TRUE(ndarray<int>() == ndarray<int>());
  EXPECT_FALSE(gpu::zeros<int>({0}) == gpu::zeros<int>({0, 1}));
  const ndarray<float> nan{std::numeric_limits<float>::quiet_NaN()};
  EXPECT_FALSE(nan == nan);
  EXPECT_TRUE((ndarray<float>{0.f}) == (ndarray<float>{-0.f}));
}

TEST_P(operators, broadcast) {
  const ndarray<int> column{{1}, {2}, {3}};
  const ndarray<int> row{10, 20};
  EXPECT_EQ(values(column + row), (std::vector{11, 21, 12, 22, 13, 23}));
  EXPECT_EQ((column + row).shape(), (shape{3, 2}));
  EXPECT_EQ((gpu::ones<int>({4, 1, 3}) * gpu::ones<int>({5, 1})).shape(), (shape{4, 5, 3}));
  EXPECT_EQ((gpu::ones<int>({0}) + gpu::ones<int>({1})).shape(), shape{0});
  EXPECT_EQ((gpu::ones<int>({2, 0}) + gpu::ones<int>({})).shape(), (shape{2, 0}));
  EXPECT_EQ((gpu::ones<int>({}) + gpu::ones<int>({})).dimension(), 0u);
  EXPECT_EQ(message_of<gpu::shape_error>([] { (void)(gpu::ones<int>({3}) + gpu::ones<int>({2})); }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
}

TEST_P(operators, result_dtypes_are_numpys) {
  const ndarray<std::int8_t> i8{1};
  const ndarray<std::uint8_t> u8{1};
  const ndarray<std::int32_t> i32{1};
  const ndarray<std::int64_t> i64{1};
  const ndarray<std::uint64_t> u64{1};
  const ndarray<float> f32{1};
  const ndarray<double> f64{1};
  const ndarray<bool> flag{true};
  const ndarray<gpu::float16> f16{gpu::float16(1.f)};
  const ndarray<std::complex<float>> c64{std::complex<float>(1)};
  static_assert(std::is_same_v<element_of<decltype(i8 + u8)>, std::int16_t>);
  static_assert(std::is_same_v<element_of<decltype(i32 + f32)>, double>);
  static_assert(std::is_same_v<element_of<decltype(i32 / i32)>, double>);
  static_assert(std::is_same_v<element_of<decltype(i64 + u64)>, double>);
  static_assert(std::is_same_v<element_of<decltype(i8 + f16)>, gpu::float16>);
  static_assert(std::is_same_v<element_of<decltype(f32 + c64)>, std::complex<float>>);
  static_assert(std::is_same_v<element_of<decltype(f64 + c64)>, std::complex<double>>);
  static_assert(std::is_same_v<element_of<decltype(flag + flag)>, bool>);
  static_assert(std::is_same_v<element_of<decltype(flag + i8)>, std::int8_t>);
  static_assert(std::is_same_v<element_of<decltype(i8 / i8)>, double>);
  static_assert(std::is_same_v<element_of<decltype(f32 < f64)>, bool>);
  EXPECT_EQ(values(i8 + u8)[0], 2);
}

// The examples of NumPy's NEP 50; its first column is what Python code says.
TEST_P(operators, scalars_are_weak_as_nep_50_says) {
  const ndarray<std::uint8_t> u8{1};
  const ndarray<std::int8_t> i8{1};
  const ndarray<std::int16_t> i16{1};
  const ndarray<float> f32{1};
  const ndarray<bool> flag{true};
  const auto zero_d = gpu::full<float>({}, 1);
  const std::complex<double> imaginary(0, 1);
  static_assert(std::is_same_v<element_of<decltype(u8 + 2)>, std::uint8_t>);
  static_assert(std::is_same_v<element_of<decltype(i8 + 1)>, std::int8_t>);
  static_assert(std::is_same_v<element_of<decltype(i16 + 2)>, std::int16_t>);
  static_assert(std::is_same_v<element_of<decltype(1.0 + i8)>, double>);
  static_assert(std::is_same_v<element_of<decltype(f32 + 3e100)>, float>);
  static_assert(std::is_same_v<element_of<decltype(f32 + 2)>, float>);
  static_assert(std::is_same_v<element_of<decltype(f32 + imaginary)>, std::complex<float>>);
  static_assert(std::is_same_v<element_of<decltype(flag + 1)>, std::int64_t>);
  static_assert(std::is_same_v<element_of<decltype(flag + 1.0)>, double>);
  static_assert(std::is_same_v<element_of<decltype(flag + true)>, bool>);
  static_assert(std::is_same_v<element_of<decltype(zero_d + 1.0)>, float>);
  static_assert(std::is_same_v<element_of<decltype(i8 * 0.5)>, double>);
  // 0-d arrays are strong: only C++ numbers are weak.
  const auto strong = gpu::full<double>({}, 1);
  static_assert(std::is_same_v<element_of<decltype(f32 + strong)>, double>);

  EXPECT_EQ(message_of<gpu::overflow_error>([&] { (void)(u8 + 300); }),
            "integer 300 out of bounds for uint8");
  EXPECT_EQ(values(f32 + 3e100)[0], std::numeric_limits<float>::infinity());
  EXPECT_EQ(values(u8 + 255)[0], 0);  // 1 + 255 wraps
  EXPECT_EQ(values(f32 + imaginary)[0], std::complex<float>(1, 1));
}

TEST_P(operators, integers_that_the_dtype_cannot_hold_are_refused) {
  const ndarray<std::int8_t> i8{1};
  const ndarray<std::uint32_t> u32{1};
  const ndarray<std::uint64_t> u64{1};
  const ndarray<std::int64_t> i64{1};
  EXPECT_THROW((void)(i8 + 128), gpu::overflow_error);
  EXPECT_THROW((void)(i8 - 129), gpu::overflow_error);
  EXPECT_NO_THROW((void)(i8 + 127));
  EXPECT_NO_THROW((void)(i8 + -128));
  EXPECT_THROW((void)(u32 * -1), gpu::overflow_error);
  EXPECT_THROW((void)(u32 * (1l << 32)), gpu::overflow_error);
  EXPECT_THROW((void)(u64 + -1), gpu::overflow_error);
  EXPECT_THROW((void)(i64 + (1ull << 63)), gpu::overflow_error);
  EXPECT_EQ(message_of<gpu::overflow_error>([&] { (void)(u64 & -1); }),
            "integer -1 out of bounds for uint64");
  EXPECT_NO_THROW((void)(u64 + std::numeric_limits<std::uint64_t>::max()));
}

TEST_P(operators, comparisons_with_integers_out_of_range_are_right) {
  using bools = std::vector<bool>;
  const ndarray<std::uint8_t> u8{0, 255};
  EXPECT_EQ(values(u8 < 300), (bools{true, true}));
  EXPECT_EQ(values(u8 > -1), (bools{true, true}));
  EXPECT_EQ(values(u8 >= 256), (bools{false, false}));
  EXPECT_EQ(values(gpu::equal(u8, -1)), (bools{false, false}));
  EXPECT_EQ(values(gpu::not_equal(u8, 511)), (bools{true, true}));
  EXPECT_EQ(values(-1 < u8), (bools{true, true}));
  const ndarray<std::uint64_t> u64{0, std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(values(u64 > -1), (bools{true, true}));
  EXPECT_EQ(values(gpu::equal(u64, -1)), (bools{false, false}));
  const ndarray<std::int64_t> i64{-1, std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(values(i64 < (1ull << 63)), (bools{true, true}));
  EXPECT_EQ(values(gpu::equal(i64, std::numeric_limits<std::uint64_t>::max())),
            (bools{false, false}));
  const ndarray<std::int8_t> i8{-128, 127};
  EXPECT_EQ(values(i8 > -129), (bools{true, true}));
  EXPECT_EQ(values(i8 <= (1ll << 40)), (bools{true, true}));
}

TEST_P(operators, in_place_forms_keep_the_dtype_and_return_the_array) {
  ndarray<float> a{1, 2, 3};
  ndarray<float>& same = (a += 1);
  EXPECT_EQ(&same, &a);
  a -= 1;
  a *= ndarray<double>{2, 2, 2};
  a /= 4;
  EXPECT_EQ(values(a), (std::vector<float>{.5, 1, 1.5}));
  a %= 1;
  EXPECT_EQ(values(a), (std::vector<float>{.5, 0, .5}));
  ndarray<int> n{12, 10};
  n &= 6;
  n |= 1;
  n ^= 7;
  n <<= 3;
  n >>= 1;
  EXPECT_EQ(values(n), (std::vector{8, 16}));
  ndarray<std::uint8_t> u{200};
  u += 100;
  EXPECT_EQ(u(0), 44);
  ndarray<std::int8_t> narrow{1};
  narrow += ndarray<std::int64_t>{300};  // same_kind: int64 into int8 wraps
  EXPECT_EQ(narrow(0), 45);
}

TEST_P(operators, in_place_forms_do_not_grow_the_array) {
  ndarray<int> a{1, 2};
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              a += gpu::ones<int>({3, 2});
            }),
            "non-broadcastable output operand with shape (2,) doesn't match the broadcast shape "
            "(3,2)");
  EXPECT_THROW((a += gpu::ones<int>({3})), gpu::shape_error);
  EXPECT_THROW((a += 1l << 40), gpu::overflow_error);
  EXPECT_EQ(values(a), (std::vector{1, 2}));
  a += ndarray<int>{5};
  EXPECT_EQ(values(a), (std::vector{6, 7}));
  ndarray<int> zero_d(shape{}, 1);
  zero_d += 1;
  EXPECT_EQ(zero_d.item(), 2);
  EXPECT_THROW(zero_d += a, gpu::shape_error);
}

TEST_P(operators, integer_division_follows_numpy) {
  const ndarray<int> a{7, -7, 0, std::numeric_limits<int>::min()};
  EXPECT_EQ(values(gpu::floor_divide(a, 0)), std::vector(4, 0));
  EXPECT_EQ(values(a % 0), std::vector(4, 0));
  EXPECT_EQ(values(gpu::floor_divide(a, 2)), (std::vector{3, -4, 0, -(1 << 30)}));
  EXPECT_EQ(values(gpu::floor_divide(a, -1))[3], std::numeric_limits<int>::min());
  EXPECT_EQ(values(gpu::abs(a))[3], std::numeric_limits<int>::min());
  EXPECT_EQ(values(a << 40), std::vector(4, 0));
  EXPECT_EQ(values(a >> 40), (std::vector{0, -1, 0, -1}));
}

template <class T>
class operators_of : public testing::Test {};

using arithmetic_types =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, gpu::float16, gpu::bfloat16, float,
                   double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(operators_of, arithmetic_types);

TYPED_TEST(operators_of, keep_the_element_type) {
  using T = TypeParam;
  for (const gpu::device device : gpu::test::cpu_and_gpu()) {
    if (device.is_gpu() && gpu::num_gpus() == 0) continue;
    const gpu::device_guard scope(device);
    const ndarray<T> a = ndarray<int>{6, 20};
    const ndarray<T> b = ndarray<int>{3, 4};
    static_assert(std::is_same_v<element_of<decltype(a + b)>, T>);
    static_assert(std::is_same_v<element_of<decltype(a * 2)>, T>);
    EXPECT_TRUE(a + b == (ndarray<int>{9, 24}));
    EXPECT_TRUE(a - b == (ndarray<int>{3, 16}));
    EXPECT_TRUE(a * b == (ndarray<int>{18, 80}));
    EXPECT_TRUE(a / b == (ndarray<int>{2, 5}));
    EXPECT_TRUE(a * 2 + 1 == (ndarray<int>{13, 41}));
    ndarray<T> c = a;
    c += b;
    c *= 2;
    c -= 1;
    EXPECT_TRUE(c == (ndarray<int>{17, 47}));
    EXPECT_TRUE(+a == a);
    if constexpr (!std::is_unsigned_v<T>) {
      EXPECT_TRUE(-(-a) == a);
    }
  }
}

TEST_P(operators, update_by_an_element_of_an_array) {
  ndarray<double> a = {2, 4, 8};
  a /= a.front();
  EXPECT_TRUE(a == (ndarray<double>{1, 2, 4}));
  a += a(2);
  EXPECT_TRUE(a == (ndarray<double>{5, 6, 8}));
  gpu::view(a, gpu::range(0, 2)) *= a(0);
  EXPECT_TRUE(a == (ndarray<double>{25, 30, 8}));
  ndarray<int> b = {7, 9};
  b %= b(0);
  EXPECT_TRUE(b == (ndarray<int>{0, 2}));
}

TEST_P(operators, all_of_an_equality_broadcasts_as_numpy_does) {
  const ndarray<int> a{{1, 2}, {1, 2}};
  const ndarray<int> row{1, 2};
  EXPECT_FALSE(a == row);
  EXPECT_TRUE(gpu::all(a == row));
  EXPECT_TRUE(gpu::all(a == a + 0));
  EXPECT_FALSE(gpu::all(a == row + 1));
  EXPECT_TRUE(a != row);
  EXPECT_FALSE(gpu::any(a != row));
  EXPECT_FALSE(gpu::any(a != a + 0));
  EXPECT_TRUE(gpu::any(row != a * ndarray<int>{{1}, {3}}));
  EXPECT_TRUE(gpu::all(a == gpu::any_expression(row.node())));
  EXPECT_TRUE(gpu::all(row == ndarray<float>{{1, 2}}));
  const ndarray<int> three{1, 2, 3};
  EXPECT_FALSE(a == three);
  EXPECT_EQ(message_of<gpu::shape_error>([&] { (void)gpu::all(a == three); }),
            "operands could not be broadcast together with shapes (2,2) (3,) ");
  EXPECT_THROW((void)gpu::any(a != three), gpu::shape_error);
}

INSTANTIATE_TEST_SUITE_P(devices, operators, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
