// SPDX-License-Identifier: BSD-3-Clause
// What is expected here is what NumPy 2.4 gives for the same.
#include <gpu/array/reduction/differences.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using doubles = std::vector<double>;
using floats = std::vector<float>;
using ints = std::vector<std::int64_t>;

class differences : public gpu::test::on_device {
 protected:
  [[nodiscard]] static ndarray<std::int64_t> squares() { return {{1, 4, 9}, {16, 20, 30}}; }
  [[nodiscard]] static ndarray<float> heights() { return {1, 2, 4, 7, 11, 16}; }
  [[nodiscard]] static ndarray<double> places() { return {0, 1, 1.5, 3.5, 4, 6}; }
};

INSTANTIATE_TEST_SUITE_P(, differences, ::testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class A>
void expect_near(const A& a, const doubles& expected, double error = 1e-13) {
  const auto found = values(a);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(static_cast<double>(found[i]), expected[i], error) << i;
}

TEST_P(differences, of_neighbours) {
  EXPECT_EQ(values(gpu::diff(squares())), (ints{3, 5, 4, 10}));
  EXPECT_EQ(values(gpu::diff(squares(), 1, 0)), (ints{15, 16, 21}));
  EXPECT_EQ(values(gpu::diff(squares(), 2)), (ints{2, 6}));
  EXPECT_EQ(values(gpu::diff(squares(), 0)), values(squares()));
  EXPECT_EQ(gpu::diff(squares(), 5).shape(), (shape{2, 0}));
  EXPECT_EQ(values(gpu::diff(ndarray<std::uint8_t>{3, 1, 2})), (std::vector<std::uint8_t>{254, 1}));
  EXPECT_EQ(values(gpu::diff(ndarray<bool>{true, false, false})), (std::vector<bool>{true, false}));
}

TEST_P(differences, take_more_at_the_ends) {
  EXPECT_EQ(values(gpu::diff(squares(), 1, 0, 0)), (ints{1, 4, 9, 15, 16, 21}));
  EXPECT_EQ(values(gpu::diff(squares(), 1, 1, ndarray<std::int64_t>{{1}, {2}}, 0.5)),
            (doubles{0, 3, 5, -8.5, 14, 4, 10, -29.5}));
  EXPECT_EQ(values(gpu::diff(ndarray<std::int8_t>{0, 1, 2}, 1, -1, 0)), (ints{0, 1, 1}));
  EXPECT_EQ(values(gpu::ediff1d(squares())), (ints{3, 5, 7, 4, 10}));
  EXPECT_EQ(values(gpu::ediff1d(squares(), ndarray<std::int64_t>{7, 8}, -99)),
            (ints{-99, 3, 5, 7, 4, 10, 7, 8}));
  EXPECT_EQ(values(gpu::ediff1d(gpu::zeros<double>({0}), std::nullopt, 1.0)), (doubles{1}));
}

TEST_P(differences, fuse) {
  const ndarray<float> x = gpu::arange<float>(1000);
  (void)gpu::eval(gpu::diff(gpu::sqrt(x)) * 2.0f);
  const std::uint64_t before = gpu::launches();
  (void)gpu::eval(gpu::diff(gpu::sqrt(x)) * 2.0f);
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - before, 1u);
  }
}

TEST_P(differences, say_what_is_wrong) {
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::diff(gpu::full<float>({}, 3)); }),
            "diff requires input that is at least one dimensional");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::diff(heights(), -1); }),
            "order must be non-negative but got -1");
  EXPECT_EQ(message_of<gpu::axis_error>([] { (void)gpu::diff(squares(), 1, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)gpu::diff(squares(), 1, -1, gpu::zeros<std::int64_t>({3, 1}));
            }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension 0, the array at index 0 has size 3 and the array at index 1 has "
            "size 2");
  EXPECT_EQ(message_of<gpu::dtype_error>([] {
              (void)gpu::ediff1d(ndarray<bool>{true, false});
            }),
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
            "`^` operator, or the logical_xor function instead.");
  EXPECT_EQ(message_of<gpu::dtype_error>([] { (void)gpu::ediff1d(squares(), 0.5); }),
            "dtype of `to_end` must be compatible with input `ary` under the `same_kind` rule.");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::gradient(gpu::zeros<float>({1})); }),
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
            "elements are required.");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::gradient(heights(), 1, 0, 3); }),
            "'edge_order' greater than 2 not supported");
  EXPECT_EQ(message_of<gpu::dtype_error>([] {
              (void)gpu::gradient(ndarray<bool>{true, false, true}, 2.0);
            }),
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
            "`^` operator, or the logical_xor function instead.");
  EXPECT_EQ(message_of<gpu::dtype_error>([] {
              (void)gpu::gradient(squares(), {1, 2, 3});
            }),
            "invalid number of arguments");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)gpu::gradient(heights(), ndarray<double>{1, 2});
            }),
            "when 1d, distances must match the length of the corresponding dimension");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)gpu::gradient(squares(), 1, {0, 0});
            }),
            "repeated axis");
}

TEST_P(differences, give_slopes_of_even_steps) {
  EXPECT_EQ(values(gpu::gradient(heights(), {}, 0)), (floats{1, 1.5, 2.5, 3.5, 4.5, 5}));
  EXPECT_EQ(values(gpu::gradient(heights(), 2, 0)), (floats{0.5, 0.75, 1.25, 1.75, 2.25, 2.5}));
  EXPECT_EQ(values(gpu::gradient(heights(), {}, 0, 2)), (floats{0.5, 1.5, 2.5, 3.5, 4.5, 5.5}));
  EXPECT_EQ(values(gpu::gradient(heights(), gpu::arange<std::int64_t>(0, 12, 2), 0)),
            (floats{0.5, 0.75, 1.25, 1.75, 2.25, 2.5}));
  const auto both = gpu::gradient(ndarray<std::int64_t>{{1, 2, 6}, {3, 4, 5}});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(values(both[0]), (doubles{2, 2, -1, 2, 2, -1}));
  EXPECT_EQ(values(both[1]), (doubles{1, 2.5, 4, 1, 1, 1}));
}

TEST_P(differences, give_slopes_of_uneven_steps) {
  expect_near(gpu::gradient(heights(), places(), 0), {1, 3, 3.5, 6.7, 6.9, 2.5}, 5e-7);
  expect_near(gpu::gradient(heights(), places(), 0, 2), {-1, 3, 3.5, 6.7, 6.9, -1.9}, 5e-7);
  expect_near(gpu::gradient(heights(), {0, 1, 1.5, 3.5, 4, 6}, 0), {1, 3, 3.5, 6.7, 6.9, 2.5},
              5e-7);
  expect_near(gpu::gradient(heights(), {0, 1, 1.5, 3.5, 4, 6})[0], {1, 3, 3.5, 6.7, 6.9, 2.5},
              5e-7);
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)gpu::gradient(heights(), {0, 1, 3});
            }),
            "when 1d, distances must match the length of the corresponding dimension");
  const ndarray<double> plane{{1, 2, 6}, {3, 4, 5}};
  const auto both = gpu::gradient(plane, {2.0, ndarray<double>{1, 1.5, 3.5}});
  expect_near(both[0], {1, 1, -0.5, 1, 1, -0.5});
  expect_near(both[1], {2, 2, 2, 2, 1.6999999999999993, 0.5});
  const auto listed = gpu::gradient(plane, 2.0, ndarray<double>{1, 1.5, 3.5});
  const auto numbers = gpu::gradient(plane, 2, 0.5);
  for (const std::size_t axis : {0, 1}) EXPECT_EQ(values(listed[axis]), values(both[axis]));
  EXPECT_EQ(values(numbers[0]), values(both[0]));
  expect_near(numbers[1], {2, 5, 8, 2, 2, 2});
  expect_near(gpu::gradient(plane, {1, 1.5, 3.5}, 1), {2, 2, 2, 2, 1.6999999999999993, 0.5});
}

TEST_P(differences, integrate) {
  EXPECT_EQ(values(gpu::trapezoid(squares())), (doubles{9, 43}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), ndarray<std::int64_t>{1, 2, 4}, 1)),
            (doubles{15.5, 68}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), 2, 0)), (doubles{17, 24, 39}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), std::nullopt, 2, 0)), (doubles{17, 24, 39}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), std::nullopt, 2)), (doubles{18, 86}));
  const ndarray<float> narrow = gpu::astype<float>(squares());
  EXPECT_EQ(values(gpu::trapezoid(narrow, narrow)), (floats{40, 322}));
  EXPECT_EQ(values(gpu::trapz(squares())), (doubles{9, 43}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), {1, 2, 4})), (doubles{15.5, 68}));
  EXPECT_EQ(values(gpu::trapezoid(squares(), std::vector{1, 2, 4}, gpu::axis(1))),
            (doubles{15.5, 68}));
  EXPECT_EQ(values(gpu::trapz(squares(), std::vector{0.0, 2.0}, 0)), (doubles{17, 24, 39}));
}

TEST_P(differences, unwrap_phases) {
  expect_near(gpu::unwrap(ndarray<double>{0, 1, 4, 8, 2, -5}),
              {0, 1, 4, 1.7168146928204138, 2, 1.2831853071795862});
  EXPECT_EQ(values(gpu::unwrap(ndarray<std::int64_t>{0, 1, 2, 3, 0, 1, 2, 3}, std::nullopt, -1, 4)),
            (ints{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(values(gpu::unwrap(ndarray<std::int64_t>{0, 2, 4, 0, 3}, std::nullopt, -1, 5)),
            (ints{0, 2, 4, 5, 3}));
  EXPECT_EQ(values(gpu::unwrap(ndarray<double>{{0, 180, 350, 10}, {5, 190, 2, 100}}, std::nullopt,
                               -1, 360)),
            (doubles{0, 180, 350, 370, 5, -170, 2, 100}));
  EXPECT_EQ(values(gpu::unwrap(ndarray<double>{0, 3, 7, 0}, 5, -1, 6.0)), (doubles{0, 3, 7, 6}));
  EXPECT_EQ(values(gpu::unwrap(ndarray<double>{{0, 1}, {5, 6}}, std::nullopt, 0, 4.0)),
            (doubles{0, 1, 1, 2}));
  EXPECT_EQ(gpu::unwrap(ndarray<float>{0, 1}).dtype(), gpu::dtype::float32);
  // Differences of integers wrap, and so do their sizes.
  expect_near(gpu::unwrap(ndarray<int>{std::numeric_limits<int>::min(), 0, 5}),
              {-2147483648.0, 0, 5 - 2 * std::numbers::pi}, 1e-6);
  EXPECT_EQ(values(gpu::unwrap(ndarray<bool>{true, false}, std::nullopt, -1, 3)), (ints{1, 0}));
  EXPECT_EQ(message_of<gpu::overflow_error>([] {
              (void)gpu::unwrap(ndarray<std::int8_t>{1, 2}, std::nullopt, -1, 255);
            }),
            "integer 255 out of bounds for int8");
  EXPECT_EQ(message_of<gpu::overflow_error>([] {
              (void)gpu::unwrap(ndarray<std::uint8_t>{1, 2}, std::nullopt, -1, 4);
            }),
            "integer -2 out of bounds for uint8");
}

TEST_P(differences, take_lists_and_vectors_at_the_ends) {
  const ndarray<int> v = {1, 2, 4};
  EXPECT_EQ(values(gpu::ediff1d(v, {7, 8}, -9)), (std::vector{-9, 1, 2, 7, 8}));
  EXPECT_EQ(values(gpu::ediff1d(v, 0, {5, 6})), (std::vector{5, 6, 1, 2, 0}));
  EXPECT_EQ(values(gpu::ediff1d(v, {7}, {5, 6})), (std::vector{5, 6, 1, 2, 7}));
  EXPECT_EQ(values(gpu::ediff1d(v, std::vector{7})), (std::vector{1, 2, 7}));
  EXPECT_EQ(values(gpu::diff(v, 1, -1, std::vector{0, 0})), (std::vector{0, 1, 1, 2}));
  EXPECT_EQ(values(gpu::diff(v, 1, -1, {0})), (std::vector{1, 1, 2}));
  EXPECT_EQ(values(gpu::diff(v, 1, -1, {0}, {9, 10})), (std::vector{1, 1, 2, 5, 1}));
  EXPECT_EQ(values(gpu::diff(v, 1, -1, std::nullopt, {9, 10})), (std::vector{1, 2, 5, 1}));
}

}  // namespace
