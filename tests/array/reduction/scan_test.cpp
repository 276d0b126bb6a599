// SPDX-License-Identifier: BSD-3-Clause
// Scans. What is expected without a formula here is what NumPy 2.4 gives for the same.
#include <gpu/array/reduction/scan.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
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

class scan : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, scan, ::testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

/// Numbers from -5 to 5.
template <class T>
ndarray<T> drawn(const shape& extents) {
  std::vector<T> elements(static_cast<std::size_t>(gpu::element_count(extents)));
  std::mt19937 random(7);
  for (T& element : elements) element = static_cast<T>(static_cast<int>(random() % 11) - 5);
  return gpu::from_host(elements.data(), extents);
}

template <class T>
std::int64_t whole(T element) {
  if constexpr (requires { element.real(); })
    return static_cast<std::int64_t>(element.real());
  else
    return static_cast<std::int64_t>(element);
}

/// In C order, sums of int64.
template <class T>
ints sums_along(const std::vector<T>& elements, const shape& extents, std::size_t axis) {
  std::ptrdiff_t step = 1;
  for (std::size_t k = axis + 1; k < extents.size(); ++k) step *= extents[k];
  ints sums(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto index = static_cast<std::ptrdiff_t>(i) / step % extents[axis];
    sums[i] = whole(elements[i]) + (index > 0 ? sums[i - static_cast<std::size_t>(step)] : 0);
  }
  return sums;
}

TEST_P(scan, sums_along_axes) {
  const ndarray<std::int32_t> a{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(gpu::cumsum(a)), (ints{1, 3, 6, 10, 15, 21}));
  EXPECT_EQ(values(gpu::cumsum(a, 0)), (ints{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(values(gpu::cumsum(a, -1)), (ints{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(values(gpu::cumprod(a, 1)), (ints{1, 2, 6, 4, 20, 120}));
  EXPECT_EQ(gpu::cumsum(a).shape(), (shape{6}));
  EXPECT_EQ(values(gpu::cumsum(gpu::transpose(a), 0)), (ints{1, 4, 3, 9, 6, 15}));
}

TEST_P(scan, sums_lines_of_every_length_side_by_side_and_not) {
  for (const shape& extents :
       {shape{1},   {2},          {31},          {33},        {1000},       {1024},
        {4097},     {70001},      {300001},      {3, 1},      {5, 7},       {7, 1000},
        {3, 70000}, {1500, 5000}, {1000, 7},     {70000, 3},  {70000, 1},   {40, 129},
        {300, 260}, {5000, 33},   {2, 3, 4},     {3, 100, 5}, {2, 5000, 9}, {300, 8, 300},
        {1, 5, 1},  {65536, 4},   {4, 65536, 2}, {100000, 16}}) {
    const auto a = drawn<std::int8_t>(extents);
    const std::vector<std::int8_t> elements = values(a);
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      EXPECT_EQ(values(gpu::cumsum(a, static_cast<std::ptrdiff_t>(axis))),
                sums_along(elements, extents, axis))
          << extents << " axis " << axis;
  }
}

template <class T>
void check_sums_of() {
  for (const shape& extents : {shape{100003}, {900, 1028}, {20000, 12}}) {
    const auto a = drawn<T>(extents);
    const std::vector<T> elements = values(a);
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      const ints expected = sums_along(elements, extents, axis);
      const auto sums = values(gpu::cumsum(a, static_cast<std::ptrdiff_t>(axis)));
      ASSERT_EQ(sums.size(), expected.size());
      for (std::size_t i = 0; i < sums.size(); ++i)
        ASSERT_EQ(whole(sums[i]), expected[i]) << extents << " axis " << axis << " at " << i;
    }
  }
}

TEST_P(scan, sums_every_kind_of_element_exactly) {
  check_sums_of<float>();
  check_sums_of<double>();
  check_sums_of<std::int16_t>();
  check_sums_of<std::complex<double>>();
}

/// Segments that are neighbours in the result, and not where they are read, or the other way round.
template <class T>
void check_transposed() {
  for (const shape& extents : {shape{1, 9}, {7, 3}, {8, 8}, {19, 33}, {70, 130}, {3, 9000}}) {
    const auto a = drawn<T>(extents);
    const auto transposed = gpu::transpose(a);
    const ndarray<T> same = transposed;
    const auto part = gpu::flip(gpu::view(transposed, gpu::range(0, extents[1], 2)), 0);
    const ndarray<T> same_part = part;
    for (const std::ptrdiff_t axis : {0, 1}) {
      EXPECT_EQ(values(gpu::cumsum(transposed, axis)), values(gpu::cumsum(same, axis))) << extents;
      EXPECT_EQ(values(gpu::cumprod(transposed, axis)), values(gpu::cumprod(same, axis)))
          << extents;
      EXPECT_EQ(values(gpu::cumsum(part, axis)), values(gpu::cumsum(same_part, axis))) << extents;
    }
  }
}

TEST_P(scan, of_transposed_segments_is_that_of_others) {
  check_transposed<float>();
  check_transposed<double>();
  check_transposed<std::int8_t>();
  check_transposed<std::int64_t>();
  check_transposed<std::uint64_t>();
  check_transposed<gpu::float16>();
  check_transposed<std::complex<double>>();
}

TEST_P(scan, computes_its_operand_in_the_same_kernel) {
  const auto a = drawn<double>({64, 300});
  const auto b = drawn<double>({300});
  (void)gpu::eval(gpu::cumsum(gpu::abs(a) * 2.0 - b, 1));
  const auto expected = values(gpu::eval(gpu::abs(a) * 2.0 - b));
  const std::uint64_t before = gpu::launches();
  const ndarray<double> sums = gpu::cumsum(gpu::abs(a) * 2.0 - b, 1);
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - before, 1u);
  }
  const ints exact = sums_along(expected, {64, 300}, 1);
  EXPECT_EQ(values(sums), doubles(exact.begin(), exact.end()));
  const std::uint64_t second = gpu::launches();
  const ndarray<double> shares = sums / gpu::cumsum(a, 0) + gpu::cumsum(a, 1);
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - second, 2u);
  }
}

TEST_P(scan, reads_views_broadcasts_and_scans) {
  const ndarray<std::int64_t> a{{1, 2, 3, 4}, {5, 6, 7, 8}};
  EXPECT_EQ(values(gpu::cumsum(gpu::flip(a, 1), 1)), (ints{4, 7, 9, 10, 8, 15, 21, 26}));
  EXPECT_EQ(values(gpu::cumsum(gpu::flip(a, 0), 0)), (ints{5, 6, 7, 8, 6, 8, 10, 12}));
  EXPECT_EQ(values(gpu::cumsum(gpu::broadcast_to(ndarray<std::int64_t>{1, 2}, {3, 2}), 0)),
            (ints{1, 2, 2, 4, 3, 6}));
  EXPECT_EQ(values(gpu::cumsum(gpu::cumsum(a, 0), 1)), (ints{1, 3, 6, 10, 6, 14, 24, 36}));
  EXPECT_EQ(values(gpu::sum(gpu::cumsum(a, 1), 1)), (ints{20, 60}));
  EXPECT_EQ(values(gpu::cumsum(gpu::sum(a, 0))), (ints{6, 14, 24, 36}));
  EXPECT_EQ(values(gpu::transpose(gpu::cumsum(a, 1))), (ints{1, 5, 3, 11, 6, 18, 10, 26}));
  EXPECT_EQ(values(gpu::cumsum(gpu::view(a, gpu::all(), gpu::range(1, 4, 2)), 1)),
            (ints{2, 6, 6, 14}));
}

TEST_P(scan, writes_in_place_and_through_views) {
  ndarray<std::int64_t> a{{1, 2, 3}, {4, 5, 6}};
  a = gpu::cumsum(a, 1);
  EXPECT_EQ(values(a), (ints{1, 3, 6, 4, 9, 15}));
  gpu::cumsum(a, 0, gpu::out(a));
  EXPECT_EQ(values(a), (ints{1, 3, 6, 5, 12, 21}));
  auto b = gpu::zeros<std::int64_t>({3, 4});
  gpu::view(b, gpu::all(), gpu::range(0, 4, 2)) =
      gpu::cumsum(ndarray<std::int64_t>{{1, 2}, {3, 4}, {5, 6}}, 0);
  EXPECT_EQ(values(b), (ints{1, 0, 2, 0, 4, 0, 6, 0, 9, 0, 12, 0}));
  gpu::view(a, gpu::range(gpu::placeholders::_, gpu::placeholders::_, -1)) = gpu::cumsum(a, 0);
  EXPECT_EQ(values(a), (ints{6, 15, 27, 1, 3, 6}));
}

TEST_P(scan, keeps_signs_of_zero_and_passes_nan_on) {
  EXPECT_TRUE(std::signbit(values(gpu::cumsum(ndarray<double>{-0.0, -0.0}))[1]));
  const double nan = std::nan("");
  const doubles sums = values(gpu::cumsum(ndarray<double>{1, nan, 2}));
  EXPECT_EQ(sums[0], 1);
  EXPECT_TRUE(std::isnan(sums[1]) && std::isnan(sums[2]));
  EXPECT_EQ(values(gpu::nancumsum(ndarray<double>{1, nan, 2})), (doubles{1, 1, 3}));
  EXPECT_EQ(values(gpu::nancumprod(ndarray<double>{nan, 3, nan, 2})), (doubles{1, 3, 3, 6}));
  EXPECT_EQ(values(gpu::nancumsum(ndarray<std::int8_t>{1, 2})), (ints{1, 3}));
}

TEST_P(scan, takes_dtypes_and_out) {
  const ndarray<std::int8_t> a{100, 100, 100};
  EXPECT_EQ(values(gpu::cumsum(a)), (ints{100, 200, 300}));
  EXPECT_EQ(values(gpu::cumsum(a, 0, gpu::as_dtype<std::int8_t>)),
            (std::vector<std::int8_t>{100, -56, 44}));
  EXPECT_EQ(values(gpu::cumsum<float>(a)), (floats{100, 200, 300}));
  EXPECT_EQ(values(gpu::cumsum(ndarray<bool>{true, false, true})), (ints{1, 1, 2}));
  auto b = gpu::zeros<float>({3});
  gpu::cumsum(a, 0, gpu::out(b));
  EXPECT_EQ(values(b), (floats{100, 200, 300}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::cumsum(ndarray<float>{1, 2}, 0, gpu::out(b));
            }),
            "provided out is the wrong size for the accumulation.");
}

TEST_P(scan, of_numbers_and_of_nothing) {
  EXPECT_EQ(values(gpu::cumsum(ndarray<float>(gpu::full<float>({}, 3)))), (floats{3}));
  EXPECT_EQ(gpu::cumsum(gpu::full<float>({}, 3), 0).shape(), (shape{1}));
  EXPECT_EQ(gpu::cumsum(gpu::zeros<float>({0, 3}), 0).shape(), (shape{0, 3}));
  EXPECT_EQ(values(gpu::cumsum(gpu::zeros<float>({0, 3}))), floats{});
  EXPECT_EQ(values(gpu::cumprod(gpu::full<float>({3}, 2))), (floats{2, 4, 8}));
  EXPECT_EQ(message_of<gpu::axis_error>([] {
              gpu::cumsum(gpu::zeros<float>({2, 3}), 2);
            }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<gpu::axis_error>([] { gpu::cumsum(gpu::full<float>({}, 3), 1); }),
            "axis 1 is out of bounds for array of dimension 1");
}

TEST_P(scan, begins_with_that_of_no_elements) {
  const ndarray<std::int8_t> a{{1, 2}, {3, 4}};
  const auto sums = gpu::cumulative_sum(a, 1, gpu::include_initial);
  EXPECT_EQ(sums.shape(), (shape{2, 3}));
  EXPECT_EQ(values(sums), (ints{0, 1, 3, 0, 3, 7}));
  EXPECT_EQ(values(gpu::cumulative_prod(a, 0, gpu::include_initial)), (ints{1, 1, 1, 2, 3, 8}));
  EXPECT_EQ(values(gpu::cumulative_sum(a, 0, gpu::include_initial(false))), (ints{1, 2, 4, 6}));
  EXPECT_EQ(values(gpu::cumulative_sum(gpu::arange<int>(1, 4), gpu::include_initial)),
            (ints{0, 1, 3, 6}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::cumulative_sum(a); }),
            "For arrays which have more than one dimension ``axis`` argument is required.");
}

TEST_P(scan, accumulates_ops) {
  const ndarray<float> a{3, 1, 4, 1, 5};
  const float nan = std::nanf("");
  EXPECT_EQ(values(gpu::maximum.accumulate(a)), (floats{3, 3, 4, 4, 5}));
  EXPECT_EQ(values(gpu::minimum.accumulate(a)), (floats{3, 1, 1, 1, 1}));
  EXPECT_EQ(values(gpu::subtract.accumulate(a)), (floats{3, 2, -2, -3, -8}));
  EXPECT_EQ(values(gpu::add.accumulate(a)), (floats{3, 4, 8, 9, 14}));
  EXPECT_EQ(values(gpu::divide.accumulate(ndarray<std::int64_t>{1, 2, 4})),
            (doubles{1, 0.5, 0.125}));
  EXPECT_EQ(values(gpu::power.accumulate(ndarray<std::int64_t>{{2, 3}, {3, 2}}, 0)),
            (ints{2, 3, 8, 9}));
  EXPECT_EQ(values(gpu::logical_and.accumulate(ndarray<float>{1, 0, 1})),
            (std::vector<bool>{true, false, false}));
  EXPECT_EQ(values(gpu::fmax.accumulate(ndarray<float>{nan, 1, nan, 3})).back(), 3);
  EXPECT_EQ(values(gpu::bitwise_xor.accumulate(ndarray<std::uint8_t>{1, 3, 7})),
            (std::vector<std::uint8_t>{1, 2, 5}));
  EXPECT_EQ(values(gpu::less.accumulate(ndarray<bool>{true, false})),
            (std::vector<bool>{true, false}));
  EXPECT_EQ(message_of<gpu::dtype_error>([] { gpu::add.accumulate(gpu::full<float>({}, 3)); }),
            "cannot accumulate on a scalar");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              gpu::add.accumulate(gpu::zeros<float>({2, 3}), std::nullopt);
            }),
            "accumulate does not allow multiple axes");
}

TEST_P(scan, applies_an_op_that_is_not_associative_in_order) {
  for (const shape& extents : {shape{20000}, {300, 100}, {100, 300}, {3, 700, 5}}) {
    const ndarray<float> a = drawn<float>(extents) * 0.125f;
    const floats elements = values(a);
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      std::ptrdiff_t step = 1;
      for (std::size_t k = axis + 1; k < extents.size(); ++k) step *= extents[k];
      floats expected = elements;
      for (std::size_t i = 0; i < expected.size(); ++i)
        if (static_cast<std::ptrdiff_t>(i) / step % extents[axis] > 0)
          expected[i] = expected[i - static_cast<std::size_t>(step)] - elements[i];
      EXPECT_EQ(values(gpu::subtract.accumulate(a, static_cast<std::ptrdiff_t>(axis))), expected)
          << extents << " axis " << axis;
    }
  }
}

TEST_P(scan, errs_less_than_one_sum_after_the_other) {
  constexpr std::size_t count = 10'000'000;
  floats elements(count);
  std::mt19937 random(3);
  for (float& element : elements) element = static_cast<float>(random()) * 0x1p-32f;
  const auto a = gpu::from_host(elements.data(), {static_cast<std::ptrdiff_t>(count)});
  const floats sums = values(gpu::cumsum(a));
  double exact = 0;
  float in_turn = 0;
  double worst = 0;
  double worst_in_turn = 0;
  for (std::size_t i = 0; i < count; ++i) {
    exact += static_cast<double>(elements[i]);
    in_turn += elements[i];
    worst = std::max(worst, std::abs(static_cast<double>(sums[i]) - exact) / exact);
    worst_in_turn = std::max(worst_in_turn, std::abs(static_cast<double>(in_turn) - exact) / exact);
  }
  EXPECT_LT(worst, worst_in_turn);
  EXPECT_LT(worst, 2e-5);
}

TEST_P(scan, gives_the_same_bits_again) {
  for (const shape& extents : {shape{3'000'001}, {3000, 1500}, {17, 200'000}, {200'000, 17}}) {
    const ndarray<float> a =
        gpu::sin(gpu::arange<float>(0, static_cast<float>(element_count(extents))));
    const auto shaped = gpu::reshape(a, extents);
    for (std::ptrdiff_t axis = 0; axis < static_cast<std::ptrdiff_t>(extents.size()); ++axis) {
      const floats first = values(gpu::cumsum(shaped, axis));
      for (int again = 0; again < 5; ++again) {
        const floats second = values(gpu::cumsum(shaped, axis));
        ASSERT_EQ(std::memcmp(first.data(), second.data(), first.size() * sizeof(float)), 0)
            << extents << " axis " << axis;
      }
    }
  }
}

}  // namespace
