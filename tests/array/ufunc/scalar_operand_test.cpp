// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/scalar_operand.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::overflow_error;
using gpu::test::message_of;
using gpu::test::values;

using bytes = std::vector<std::uint8_t>;

class scalar_operand : public gpu::test::on_device {
 protected:
  /// What is said of a number that a place for uint8 refuses.
  template <class Act>
  static std::string refusal(const Act& act) {
    return message_of<overflow_error>(act);
  }
};

INSTANTIATE_TEST_SUITE_P(, scalar_operand, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(scalar_operand, a_number_that_the_elements_cannot_hold_is_stored_nowhere) {
  ndarray<std::uint8_t> u{1, 200};
  auto half = gpu::view(u, 0);
  const std::string text = "integer 300 out of bounds for uint8";
  EXPECT_EQ(refusal([] { (void)gpu::full<std::uint8_t>({2}, 300); }), text);
  EXPECT_EQ(refusal([&] { (void)gpu::full_like(u, 300); }), text);
  EXPECT_EQ(refusal([] { (void)ndarray<std::uint8_t>({2}, 300); }), text);
  EXPECT_EQ(refusal([] { (void)ndarray<std::uint8_t>(300); }), text);
  EXPECT_EQ(refusal([&] { u.fill(300); }), text);
  EXPECT_EQ(refusal([&] { u(0) = 300; }), text);
  EXPECT_EQ(refusal([&] { u(0) += 300; }), text);
  EXPECT_EQ(refusal([&] { half = 300; }), text);
  EXPECT_EQ(refusal([&] { half.fill(300); }), text);
  EXPECT_EQ(refusal([&] { half() = 300; }), text);
  EXPECT_EQ(refusal([&] { half() *= 300; }), text);
  EXPECT_EQ(refusal([&] { *u.begin() = 300; }), text);
  EXPECT_EQ(refusal([&] { u.back() = 300; }), text);
  EXPECT_EQ(refusal([&] { (void)gpu::get_array_module(u).full<std::uint8_t>({2}, 300); }), text);
  EXPECT_EQ(refusal([&] { (void)gpu::get_array_module(u).full_like(u, 300); }), text);
  EXPECT_EQ(refusal([&] { (void)gpu::max(u, gpu::initial(300)); }), text);
  EXPECT_EQ(refusal([&] { u += 300; }), text);
  EXPECT_EQ(values(u), (bytes{1, 200}));
}

TEST_P(scalar_operand, real_numbers_become_integers_without_their_fraction) {
  ndarray<std::uint8_t> u{1, 200};
  u(0) = 2.9;
  gpu::view(u, 1) = -0.9;
  EXPECT_EQ(values(u), (bytes{2, 0}));
  EXPECT_EQ(values(gpu::full<std::int8_t>({1}, -128.5)), (std::vector<std::int8_t>{-128}));
  EXPECT_EQ(refusal([&] { u.fill(256.0f); }), "integer 256 out of bounds for uint8");
  EXPECT_EQ(refusal([&] { u(0) = -1.0; }), "integer -1 out of bounds for uint8");
  EXPECT_EQ(refusal([] { (void)gpu::full<std::int64_t>({1}, 9223372036854775808.0); }),
            "integer 9223372036854775808 out of bounds for int64");
  EXPECT_EQ(refusal([&] { u.fill(std::numeric_limits<double>::infinity()); }),
            "cannot convert float infinity to integer");
  EXPECT_EQ(message_of<gpu::value_error>([&] { u.fill(std::numeric_limits<float>::quiet_NaN()); }),
            "cannot convert float NaN to integer");
  EXPECT_EQ(values(u), (bytes{2, 0}));
}

TEST_P(scalar_operand, an_element_is_updated_as_numpys) {
  ndarray<std::int32_t> i{7, -7, 2000000000};
  i(0) *= 0.5;
  i(1) /= 2;
  i(2) += 2000000000;
  EXPECT_EQ(values(i), (std::vector{3, -3, -294967296}));
  EXPECT_EQ(refusal([&] { i(0) /= 0; }), "cannot convert float infinity to integer");
  gpu::view(i, 0)() += 0.75;
  gpu::view(i, 1)() -= 1;
  EXPECT_EQ(values(i), (std::vector{3, -4, -294967296}));
  i(0) += i(1);
  gpu::view(i, 1)() *= gpu::view(i, 0)();
  EXPECT_EQ(values(i), (std::vector{-1, 4, -294967296}));
  ndarray<float> x{1};
  x(0) += 1e-9;
  x(0) *= 3;
  EXPECT_EQ(x(0), 3);
  ndarray<std::complex<float>> z{std::complex<float>(1, 2)};
  z(0) *= std::complex<float>(0, 1);
  z(0) += 1;
  EXPECT_EQ(z.item(), std::complex<float>(-1, 1));
}

TEST_P(scalar_operand, clip_takes_an_integer_beyond_all_elements_for_no_bound) {
  const ndarray<std::uint8_t> u{1, 200};
  const ndarray<std::int8_t> i{1, -100};
  const ndarray<std::uint64_t> wide{1, ~std::uint64_t{0}};
  EXPECT_EQ(values(gpu::clip(u)), (bytes{1, 200}));
  EXPECT_EQ(values((u + 0).clip()), (bytes{1, 200}));
  EXPECT_EQ(values(gpu::clip(u, -5, 300)), (bytes{1, 200}));
  EXPECT_EQ(values(gpu::clip(u, -5, 100)), (bytes{1, 100}));
  EXPECT_EQ(values(gpu::clip(u, 50, 300)), (bytes{50, 200}));
  EXPECT_EQ(values(gpu::clip(i, -300, 0)), (std::vector<std::int8_t>{0, -100}));
  EXPECT_EQ(values(gpu::clip(i, 0, 200)), (std::vector<std::int8_t>{1, 0}));
  EXPECT_EQ(values(gpu::clip(wide, -1, 5)), (std::vector<std::uint64_t>{1, 5}));
  EXPECT_EQ(values(gpu::clip(ndarray<std::int64_t>{-1, 5}, 0, ~std::uint64_t{0})),
            (std::vector<std::int64_t>{0, 5}));
  EXPECT_EQ(values(gpu::clip(gpu::any_expression(u.node()), -5, 300).as<std::uint8_t>()),
            (bytes{1, 200}));
  ndarray<std::uint8_t> c({2}, 0);
  gpu::clip(u, -5, 300, gpu::out(c));
  EXPECT_EQ(values(c), (bytes{1, 200}));
  EXPECT_EQ(refusal([&] { (void)gpu::clip(u, 300, 400); }), "integer 300 out of bounds for uint8");
  EXPECT_EQ(refusal([&] { (void)gpu::clip(u, -9, -5); }), "integer -5 out of bounds for uint8");
}

TEST_P(scalar_operand, bounds_of_clip_may_be_lists) {
  const ndarray<int> a{1, 9, 5};
  const auto raised = gpu::clip(a, {3, 4, 1}, 8);
  static_assert(std::is_same_v<decltype(raised), const gpu::expression<int>>);
  EXPECT_EQ(raised.device(), GetParam());
  EXPECT_EQ(values(raised), (std::vector{3, 8, 5}));
  EXPECT_EQ(values(gpu::clip(a, 1, {8, 4, 3})), (std::vector{1, 4, 3}));
  EXPECT_EQ(values(gpu::clip(a, {3, 4, 1}, {2.5, 8.0, 8.0})), (std::vector{2.5, 8.0, 5.0}));
  EXPECT_EQ(values(gpu::clip(a, {3, 4, 1}, {2.5, 8, 8}).as<double>()),
            (std::vector{2.5, 8.0, 5.0}));
  EXPECT_EQ(gpu::clip(a, {{3}, {4}}, 8).as<std::int64_t>(),
            (ndarray<std::int64_t>{{3, 8, 5}, {4, 8, 5}}));
  EXPECT_EQ(values(gpu::clip(a, {3, 4, 1}, std::nullopt)), (std::vector{3, 9, 5}));
  EXPECT_EQ(values(gpu::clip(a, std::nullopt, {8, 4, 3})), (std::vector{1, 4, 3}));
  EXPECT_EQ(values(gpu::clip(a, a(0), {8, 4, 3})), (std::vector{1, 4, 3}));
  ndarray<int> c{0, 0, 0};
  EXPECT_EQ(&gpu::clip(a, {3, 4, 1}, 8, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector{3, 8, 5}));
}

TEST_P(scalar_operand, bounds_of_clip_may_be_vectors) {
  const ndarray<int> a{1, 9, 5};
  const std::vector<int> low{3, 4, 1};
  EXPECT_EQ(values(gpu::clip(a, low, 8)), (std::vector{3, 8, 5}));
  EXPECT_EQ(values(a.clip(low, 8)), (std::vector{3, 8, 5}));
  EXPECT_EQ(values(gpu::clip(a, 1, std::vector{8.5, 4.0, 3.0})), (std::vector{1.0, 4.0, 3.0}));
  EXPECT_EQ(values(gpu::clip(a, low, std::nullopt)), (std::vector{3, 9, 5}));
  EXPECT_EQ(values(gpu::clip(a, std::nullopt, low)), (std::vector{1, 4, 1}));
  EXPECT_EQ(values(gpu::clip(a, low, {2.5, 8.0, 8.0})), (std::vector{2.5, 8.0, 5.0}));
  ndarray<int> c{0, 0, 0};
  EXPECT_EQ(&gpu::clip(a, low, 8, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (std::vector{3, 8, 5}));
}

TEST_P(scalar_operand, clip_does_without_a_bound) {
  const ndarray<std::uint8_t> u{1, 200};
  EXPECT_EQ(values(gpu::clip(u, std::nullopt, 5)), (bytes{1, 5}));
  EXPECT_EQ(values(gpu::clip(u, 5, std::nullopt)), (bytes{5, 200}));
  EXPECT_EQ(values(gpu::clip(u, std::nullopt, 300)), (bytes{1, 200}));
  EXPECT_EQ(values(gpu::clip(u, -3, std::nullopt)), (bytes{1, 200}));
  EXPECT_EQ(values(gpu::clip(u, std::nullopt, std::nullopt)), (bytes{1, 200}));
  EXPECT_EQ(values(gpu::clip(u, std::nullopt, ndarray<int>{0, 300})), (std::vector{0, 200}));
  ndarray<std::uint8_t> c({2}, 0);
  gpu::clip(u, 5, std::nullopt, gpu::out(c));
  EXPECT_EQ(values(c), (bytes{5, 200}));
  EXPECT_EQ(gpu::clip(7, std::nullopt, 5), 5);
  EXPECT_EQ(refusal([&] { (void)gpu::clip(u, 300, std::nullopt); }),
            "integer 300 out of bounds for uint8");
}

TEST_P(scalar_operand, where_takes_every_number_but_0_for_true) {
  const ndarray<int> i{0, 1, -2};
  EXPECT_EQ(values(gpu::where(i, 1, 2)), (std::vector<std::int64_t>{2, 1, 1}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(values(gpu::where(ndarray<double>{nan, -0.0, 0.5}, i, 7)), (std::vector{0, 7, -2}));
  using complex = std::complex<double>;
  EXPECT_EQ(values(gpu::where(ndarray<complex>{complex(0, 1), complex()}, 1.0, 2.0)),
            (std::vector{1.0, 2.0}));
  EXPECT_EQ(values(gpu::where(gpu::any_expression(i.node()), 1, 2)),
            (std::vector<std::int64_t>{2, 1, 1}));
  EXPECT_EQ(gpu::where(2, 1, 3), 1);
  ndarray<std::int64_t> c({3}, 0);
  gpu::where(i, 1, 2, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector<std::int64_t>{2, 1, 1}));
}

TEST_P(scalar_operand, where_of_a_number_has_the_dtype_of_the_arrays) {
  const ndarray<int> i{0, 1, -2};
  EXPECT_EQ(values(gpu::where(true, i, 7)), (std::vector{0, 1, -2}));
  EXPECT_EQ(values(gpu::where(0, i, 7)), (std::vector{7, 7, 7}));
  EXPECT_EQ(values(gpu::where(0.5, 3, i)), (std::vector{3, 3, 3}));
  EXPECT_EQ(values(gpu::where(false, ndarray<float>{1}, 2.5)), (std::vector<float>{2.5F}));
  EXPECT_EQ(gpu::where(true, gpu::any_expression(i.node()), 7).dtype(), gpu::dtype::int32);
  ndarray<int> c({3}, 0);
  gpu::where(true, i, 7, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{0, 1, -2}));
}

}  // namespace
