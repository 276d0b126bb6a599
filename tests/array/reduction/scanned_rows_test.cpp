// SPDX-License-Identifier: BSD-3-Clause
// Scans with other things that are computed for their rows: one kernel on a GPU.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

class scanned_rows : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, scanned_rows, ::testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

/// What elements of every type are compared as.
using number = std::complex<double>;
using numbers = std::vector<number>;

template <class T>
number as_number(T element) {
  if constexpr (requires { element.real(); })
    return {static_cast<double>(element.real()), static_cast<double>(element.imag())};
  else
    return static_cast<double>(element);
}

template <class A>
numbers numbers_of(const A& array) {
  numbers all;
  for (const auto element : values(array)) all.push_back(as_number(element));
  return all;
}

/// Numbers from -1 to 1: their sums are small, and exact in every type.
template <class T>
ndarray<T> drawn(const shape& extents) {
  std::mt19937 random(7);
  std::vector<T> elements(static_cast<std::size_t>(gpu::element_count(extents)));
  for (T& element : elements) element = static_cast<T>(static_cast<float>(random() % 3) - 1.0f);
  return gpu::from_host(elements.data(), extents);
}

/// `combine` of the elements of each row up to each one.
template <class Combine>
numbers scanned(numbers elements, std::size_t columns, Combine combine) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (i % columns != 0) elements[i] = combine(elements[i - 1], elements[i]);
  return elements;
}
/// That of all elements of the row that each one is in.
template <class Combine>
numbers reduced(const numbers& elements, std::size_t columns, Combine combine) {
  const numbers up_to = scanned(elements, columns, combine);
  numbers all(elements.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = up_to[i / columns * columns + columns - 1];
  return all;
}
template <class Combine>
numbers zipped(numbers a, const numbers& b, Combine combine) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = combine(a[i], b[i]);
  return a;
}
/// The last element of each row.
numbers ends(const numbers& elements, std::size_t columns) {
  numbers last;
  for (std::size_t i = columns - 1; i < elements.size(); i += columns) last.push_back(elements[i]);
  return last;
}

constexpr auto sum = [](number a, number b) { return a + b; };
constexpr auto difference = [](number a, number b) { return a - b; };
constexpr auto larger = [](number a, number b) { return a.real() < b.real() ? b : a; };
constexpr auto smaller = [](number a, number b) { return b.real() < a.real() ? b : a; };

const std::vector<shape> extents_of_rows = {
    {5, 1},    {9, 2},    {1, 31},   {3, 31},    {70, 36},   {7, 255},  {300, 256}, {1, 1001},
    {30, 999}, {9, 1000}, {5, 4096}, {40, 5000}, {1, 10001}, {3, 9001}, {2, 16384}, {2, 16385}};

template <class T>
void check_sums() {
  for (const shape& extents : extents_of_rows) {
    const ndarray<T> x = drawn<T>(extents);
    const numbers elements = numbers_of(x);
    const auto columns = static_cast<std::size_t>(extents[1]);
    const numbers sums = scanned(elements, columns, sum);
    const numbers totals = reduced(elements, columns, sum);
    EXPECT_EQ(numbers_of(gpu::cumsum(x, 1) - x), zipped(sums, elements, difference)) << extents;
    EXPECT_EQ(numbers_of(gpu::cumsum(x, 1) - gpu::sum(x, {1}, gpu::keepdims)),
              zipped(sums, totals, difference))
        << extents;
    EXPECT_EQ(numbers_of(gpu::cumsum(x - gpu::sum(x - x, {1}, gpu::keepdims), 1)), sums) << extents;
  }
}

/// Of types that have an order, too.
template <class T>
void check_maxima() {
  for (const shape& extents : extents_of_rows) {
    const ndarray<T> x = drawn<T>(extents);
    const numbers elements = numbers_of(x);
    const auto columns = static_cast<std::size_t>(extents[1]);
    const numbers sums = scanned(elements, columns, sum);
    const numbers maxima = scanned(sums, columns, larger);
    const auto sums_of_x = gpu::cumsum(x, 1);
    const auto maxima_of_sums = gpu::maximum.accumulate(sums_of_x, 1);
    EXPECT_EQ(numbers_of(maxima_of_sums), maxima) << extents;
    EXPECT_EQ(numbers_of(gpu::amin(sums_of_x - maxima_of_sums, {1})),
              ends(reduced(zipped(sums, maxima, difference), columns, smaller), columns))
        << extents;
    const numbers below = zipped(sums, reduced(sums, columns, larger), difference);
    EXPECT_EQ(numbers_of(
                  gpu::minimum.accumulate(sums_of_x - gpu::amax(sums_of_x, {1}, gpu::keepdims), 1)),
              scanned(below, columns, smaller))
        << extents;
  }
}

TEST_P(scanned_rows, have_sums_of_every_kind_of_element) {
  check_sums<float>();
  check_sums<double>();
  check_sums<gpu::float16>();
  check_sums<gpu::bfloat16>();
  check_sums<std::int8_t>();
  check_sums<std::int64_t>();
  check_sums<std::complex<float>>();
  check_sums<std::complex<double>>();
}

TEST_P(scanned_rows, have_maxima_of_what_is_scanned_and_reduced) {
  check_maxima<float>();
  check_maxima<double>();
  check_maxima<gpu::float16>();
  check_maxima<std::int8_t>();
  check_maxima<std::int32_t>();
}

/// `scan` alone, which has a kernel of its own, and with an op behind it.
template <class T, class Scan>
void expect_same_with_others(const Scan& scan, double tolerance = 0) {
  for (const shape& extents : {shape{3, 31}, {7, 256}, {1, 1001}, {5, 4100}}) {
    const ndarray<T> x = drawn<T>(extents);
    const auto alone = gpu::eval(scan(x));
    const numbers expected = numbers_of(gpu::eval(gpu::where(gpu::equal(alone, alone), alone, 0)));
    const numbers found = numbers_of(gpu::where(gpu::equal(scan(x), scan(x)), scan(x), 0));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_LE(std::abs(found[i] - expected[i]), tolerance * std::abs(expected[i]))
          << extents << " at " << i;
  }
}

TEST_P(scanned_rows, have_every_scan_that_is_a_reduction) {
  expect_same_with_others<float>([](const auto& x) { return gpu::cumsum(x, 1); });
  expect_same_with_others<float>([](const auto& x) { return gpu::cumprod(x - 0.5f, 1); }, 1e-5);
  expect_same_with_others<float>([](const auto& x) { return gpu::nancumsum(x, 1); });
  expect_same_with_others<float>([](const auto& x) { return gpu::fmax.accumulate(x, 1); });
  expect_same_with_others<float>([](const auto& x) { return gpu::fmin.accumulate(x, 1); });
  expect_same_with_others<double>([](const auto& x) { return gpu::logaddexp.accumulate(x, 1); },
                                  1e-12);
  expect_same_with_others<int>([](const auto& x) { return gpu::bitwise_and.accumulate(x + 9, 1); });
  expect_same_with_others<int>([](const auto& x) { return gpu::bitwise_or.accumulate(x, 1); });
  expect_same_with_others<int>([](const auto& x) { return gpu::bitwise_xor.accumulate(x, 1); });
  expect_same_with_others<int>([](const auto& x) { return gpu::multiply.accumulate(x + 2, 1); });
}

TEST_P(scanned_rows, of_one_element_are_that_element) {
  for (const shape& extents : {shape{}, shape{1}, shape{4, 1}, shape{1, 3, 1}}) {
    const ndarray<float> x = gpu::full<float>(extents, -2.5f);
    constexpr int axis = -1;
    const numbers same = numbers_of(x);
    const numbers zeros(same.size(), 0.0);
    if (extents.size() == 0) {
      EXPECT_EQ(numbers_of(gpu::cumsum(x)), same);
      EXPECT_EQ(numbers_of(gpu::nanmean(gpu::cumprod(x))), same);
      EXPECT_EQ(numbers_of(gpu::cumsum(x) - gpu::amax(gpu::cumsum(x))), zeros);
      continue;
    }
    EXPECT_EQ(numbers_of(gpu::cumsum(x, axis)), same) << extents;
    EXPECT_EQ(numbers_of(gpu::nanmean(gpu::cumprod(x, axis), axis)), same) << extents;
    EXPECT_EQ(
        numbers_of(gpu::cumsum(x, axis) - gpu::amax(gpu::cumsum(x, axis), axis, gpu::keepdims)),
        zeros)
        << extents;
    EXPECT_EQ(numbers_of(gpu::count_nonzero(gpu::cumsum(x, axis), axis) - 1), zeros) << extents;
  }
}

TEST_P(scanned_rows, may_be_of_many_arrays) {
  for (const shape& extents : {shape{210}, shape{3, 70}, shape{3, 0}}) {
    const auto scanned_ones = gpu::eval(gpu::cumsum(gpu::ones<std::int64_t>(extents), -1));
    expression<std::int64_t> total = gpu::ones<std::int64_t>(extents) + 0;
    std::int64_t count = 1;
    for (const std::int64_t wanted : {8, 9, 11, 17, 24, 40}) {
      for (; count < wanted; ++count) total = total + gpu::full(extents, std::int64_t{1});
      const ndarray<std::int64_t> rest = gpu::cumsum(total, -1) - count;
      EXPECT_EQ(rest, count * (scanned_ones - 1)) << extents << ' ' << count;
      const ndarray<std::int64_t> sums = gpu::sum(gpu::cumsum(total, -1), {-1});
      EXPECT_EQ(sums, count * gpu::sum(scanned_ones, {-1})) << extents << ' ' << count;
    }
  }
}

TEST_P(scanned_rows, go_in_the_direction_of_views) {
  const ndarray<int> x = drawn<int>({30, 300});
  const numbers expected = numbers_of(gpu::eval(gpu::cumsum(gpu::eval(gpu::flip(x, 1)), 1)) * 2);
  EXPECT_EQ(numbers_of(gpu::cumsum(gpu::flip(x, 1), 1) * 2), expected);
  EXPECT_EQ(numbers_of(gpu::flip(gpu::cumsum(gpu::flip(x, 1), 1) * 2, 1)),
            numbers_of(gpu::flip(gpu::cumsum(gpu::eval(gpu::flip(x, 1)), 1), 1) * 2));
  const numbers rows_reversed =
      numbers_of(gpu::eval(gpu::cumsum(gpu::eval(gpu::flip(x, 0)), 1)) * 2);
  EXPECT_EQ(numbers_of(gpu::cumsum(gpu::flip(x, 0), 1) * 2), rows_reversed);
  const numbers columns = numbers_of(gpu::eval(gpu::cumsum(gpu::eval(gpu::transpose(x)), 1)) * 2);
  EXPECT_EQ(numbers_of(gpu::cumsum(gpu::transpose(x), 1) * 2), columns);
}

TEST_P(scanned_rows, go_through_nan_and_infinity) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> elements(1000, 1.0f);
  elements[300] = inf;
  elements[700] = -inf;
  elements[900] = nan;
  const ndarray<float> x = gpu::from_host(elements.data(), shape{1, 1000});
  const std::vector<float> sums = values(gpu::cumsum(x, 1) * 2.0f);
  const std::vector<float> maxima = values(gpu::maximum.accumulate(x, 1) * 2.0f);
  const std::vector<float> known = values(gpu::fmax.accumulate(x, 1) * 2.0f);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i < 300)
      ASSERT_EQ(sums[i], 2.0f * static_cast<float>(i + 1));
    else if (i < 700)
      ASSERT_EQ(sums[i], inf);
    else
      ASSERT_TRUE(std::isnan(sums[i])) << i;
    ASSERT_EQ(known[i], i < 300 ? 2.0f : inf) << i;
    if (i >= 900)
      ASSERT_TRUE(std::isnan(maxima[i])) << i;
    else
      ASSERT_EQ(maxima[i], known[i]) << i;
  }
}

TEST_P(scanned_rows, keep_the_sign_of_zero) {
  const std::vector<float> zeros(300, -0.0f);
  const ndarray<float> x = gpu::from_host(zeros.data(), shape{1, 300});
  for (const float element : values(gpu::abs(x) * gpu::cumsum(x, 1)))
    ASSERT_TRUE(std::signbit(element));
}

TEST_P(scanned_rows, may_be_written_over_what_they_are_computed_from) {
  ndarray<float> x = drawn<float>({30, 1000});
  const numbers sums = scanned(numbers_of(x), 1000, sum);
  const numbers expected = zipped(sums, reduced(numbers_of(x), 1000, sum), difference);
  x = gpu::cumsum(x, 1) - gpu::sum(x, {1}, gpu::keepdims);
  EXPECT_EQ(numbers_of(x), expected);
  ndarray<float> y = drawn<float>({30, 1000});
  gpu::view(y, gpu::all(), gpu::all()) = gpu::cumsum(y, 1) - gpu::sum(y, {1}, gpu::keepdims);
  EXPECT_EQ(numbers_of(y), expected);
}

TEST_P(scanned_rows, may_have_no_elements) {
  const ndarray<float> no_columns = gpu::zeros<float>({3, 0});
  EXPECT_EQ(gpu::eval(gpu::cumsum(no_columns, 1) * 2.0f).shape(), (shape{3, 0}));
  const ndarray<float> no_rows = gpu::zeros<float>({0, 5});
  EXPECT_EQ(gpu::eval(gpu::cumsum(no_rows, 1) - gpu::sum(no_rows, {1}, gpu::keepdims)).shape(),
            (shape{0, 5}));
}

/// An array of a GPU without memory: only explained.
template <class T>
expression<T> unallocated(const shape& extents) {
  return expression<T>(gpu::graph::node_ptr(
      gpu::graph::make_unallocated_leaf(gpu::dtype_of<T>, extents, gpu::gpu(0)).get()));
}

template <class A>
std::string first_line(const A& value) {
  const std::string text = gpu::explain(value);
  return text.substr(0, text.find('\n'));
}

TEST(scanned_rows_of_a_gpu, are_read_once_and_written_once) {
  const auto x = unallocated<float>({16384, 4096});
  EXPECT_EQ(first_line(gpu::cumsum(x, 1) / gpu::sum(x, {1}, gpu::keepdims)),
            "1 kernel on gpu(0), reading 268435456 bytes and writing 268435456 bytes");
  const auto value = gpu::cumprod(1.0f + x, 1);
  EXPECT_EQ(first_line(gpu::amin(value / gpu::maximum.accumulate(value, 1) - 1.0f, {1})),
            "1 kernel on gpu(0), reading 268435456 bytes and writing 65536 bytes");
  EXPECT_EQ(first_line(gpu::cumsum(gpu::exp(x - gpu::amax(x, {1}, gpu::keepdims)), 1)),
            "1 kernel on gpu(0), reading 268435456 bytes and writing 268435456 bytes");
}

TEST(scanned_rows_of_a_gpu, are_one_kernel_for_each_row_of_paths) {
  const auto x = unallocated<float>({262144, 256});
  const auto paths = 100.0f * gpu::exp(gpu::cumsum(0.02f * x - 0.0002f, 1));
  const std::string text =
      gpu::explain(gpu::mean(gpu::maximum(gpu::mean(paths, {1}) - 100.0f, 0.0f)));
  EXPECT_EQ(text.substr(0, text.find(" on")), "2 kernels") << text;
}

}  // namespace
