// SPDX-License-Identifier: BSD-3-Clause
// Parts of arrays reduced, against what tools/golden/write_reduceat.py wrote.
#include <gpu/array/ufunc/reduceat.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class reduceat : public gpu::test::on_device {};

std::vector<std::ptrdiff_t> numbers_in(const std::string& text) {
  std::vector<std::ptrdiff_t> numbers;
  std::istringstream list(text);
  for (std::string one; text != "-" && std::getline(list, one, ',');)
    numbers.push_back(std::stol(one));
  return numbers;
}

/// One line of the golden file.
struct golden_case {
  std::string op, element, extents, axis, indices, result;
  std::vector<double> elements;

  explicit golden_case(const std::string& line) {
    std::istringstream fields(line);
    std::string rest;
    fields >> op >> element >> extents >> axis;
    std::getline(fields >> std::ws, indices, ';');
    std::getline(fields, result, ';');
    for (double number = 0; fields >> number;) elements.push_back(number);
  }
};

template <class T>
ndarray<T> drawn(const shape& extents) {
  std::vector<double> numbers(static_cast<std::size_t>(gpu::element_count(extents)));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double number = static_cast<double>(k * 7 % 11);
    numbers[k] = std::is_floating_point_v<T> ? (number - 3) / 4
                 : std::is_signed_v<T>       ? number - 3
                                             : number;
  }
  return gpu::reshape(gpu::fromiter<double>(numbers), extents).template astype<T>();
}

template <class T, class Function>
void expect(const golden_case& line, const Function& function) {
  std::vector<std::ptrdiff_t> extents = numbers_in(line.extents);
  const ndarray<T> a = drawn<T>(shape(extents.begin(), extents.end()));
  const auto result = function.reduceat(a, numbers_in(line.indices), std::stoi(line.axis));
  EXPECT_EQ(std::string(traits(result.dtype()).name), line.result);
  extents[static_cast<std::size_t>(std::stoi(line.axis) < 0 ? static_cast<int>(extents.size()) - 1
                                                            : std::stoi(line.axis))] =
      static_cast<std::ptrdiff_t>(numbers_in(line.indices).size());
  EXPECT_EQ(result.shape(), shape(extents.begin(), extents.end()));
  const std::vector<double> computed = values(result.template astype<double>());
  ASSERT_EQ(computed.size(), line.elements.size());
  const double precision = line.result == "float16"   ? 2e-3
                           : line.result == "float32" ? 1e-6
                                                      : 1e-14;
  for (std::size_t k = 0; k < computed.size(); ++k)
    EXPECT_NEAR(computed[k], line.elements[k], precision * (1 + std::abs(line.elements[k])))
        << "element " << k;
}

template <class T>
void check(const golden_case& line) {
  if (line.op == "add") return expect<T>(line, gpu::add);
  if (line.op == "multiply") return expect<T>(line, gpu::multiply);
  if (line.op == "maximum") return expect<T>(line, gpu::maximum);
  if (line.op == "minimum") return expect<T>(line, gpu::minimum);
  if (line.op == "logical_and") return expect<T>(line, gpu::logical_and);
  if (line.op == "logical_or") return expect<T>(line, gpu::logical_or);
  if (line.op == "hypot") return expect<T>(line, gpu::hypot);
  if constexpr (!std::is_same_v<T, bool>)
    if (line.op == "subtract") return expect<T>(line, gpu::subtract);
  if constexpr (!std::is_floating_point_v<T>)
    if (line.op == "bitwise_xor") return expect<T>(line, gpu::bitwise_xor);
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    if (line.op == "gcd") return expect<T>(line, gpu::gcd);
  FAIL() << "unknown: " << line.op;
}

/// The lines of one dtype, each of which is a kernel or two.
template <class T>
void check_lines() {
  std::ifstream file(std::string(GPU_TESTS_FOLDER) + "/golden/array/reduceat.txt");
  std::size_t lines = 0;
  for (std::string text; std::getline(file, text);) {
    const golden_case line(text);
    if (line.element != traits(gpu::dtype_of<T>).name) continue;
    SCOPED_TRACE(text);
    check<T>(line);
    ++lines;
  }
  EXPECT_GT(lines, 70U);
}

TEST_P(reduceat, of_bools_is_that_of_numpy) {
  check_lines<bool>();
}

TEST_P(reduceat, of_int8_is_that_of_numpy) {
  check_lines<std::int8_t>();
}

TEST_P(reduceat, of_uint16_is_that_of_numpy) {
  check_lines<std::uint16_t>();
}

TEST_P(reduceat, of_float32_is_that_of_numpy) {
  check_lines<float>();
}

TEST_P(reduceat, of_float64_is_that_of_numpy) {
  check_lines<double>();
}

TEST_P(reduceat, takes_lists_arrays_and_options) {
  const ndarray<int> a = gpu::arange<int>(8);
  const std::vector<std::int64_t> sums = {6, 4, 10, 5, 14, 6, 18, 7};
  EXPECT_EQ(values(gpu::add.reduceat(a, {0, 4, 1, 5, 2, 6, 3, 7})), sums);
  const ndarray<short> indices = {0, 4};
  EXPECT_EQ(values(gpu::add.reduceat(a, indices)), (std::vector<std::int64_t>{6, 22}));
  EXPECT_EQ(values(gpu::add.reduceat<double>(a, std::vector<int>{0, 4})),
            (std::vector<double>{6, 22}));
  ndarray<float> b({2}, 0.0f);
  EXPECT_EQ(&gpu::add.reduceat(a, {0, 4}, gpu::out(b)), &b);
  EXPECT_EQ(values(b), (std::vector<float>{6, 22}));
  const ndarray<int> rows = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(gpu::maximum.reduceat(rows, {0, 2}, gpu::axis(1))),
            (std::vector<int>{2, 3, 5, 6}));
  EXPECT_EQ(values(gpu::maximum.reduceat(gpu::transpose(rows), {1, 0})),
            (std::vector<int>{2, 5, 3, 6}));
}

TEST_P(reduceat, many_parts_of_float16_are_rounded_once) {
  const ndarray<gpu::float16> a = gpu::full<gpu::float16>({4000}, 1.0F / 3);
  std::vector<std::ptrdiff_t> starts(40);
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = static_cast<std::ptrdiff_t>(i) * 100;
  const ndarray<gpu::float16> whole = gpu::sum(gpu::view(a, gpu::range(0, 100)));
  for (const gpu::float16 sum : values(gpu::add.reduceat(a, starts)))
    EXPECT_EQ(static_cast<float>(sum), static_cast<float>(whole.item()));
}

/// Starts of parts of many lengths, some of which overlap.
std::vector<std::ptrdiff_t> uneven_starts(std::ptrdiff_t extent, std::ptrdiff_t count) {
  std::vector<std::ptrdiff_t> starts;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::ptrdiff_t even = i * extent / count;
    starts.push_back(i % 7 == 3   ? even / 2
                     : i % 5 == 1 ? std::max<std::ptrdiff_t>(even - 1, 0)
                                  : even);
  }
  return starts;
}

/// `fold` of the elements [first, last) of each row that part i covers.
template <class T, class Fold>
std::vector<T> folded_rows(const std::vector<T>& elements, std::ptrdiff_t columns,
                           const std::vector<std::ptrdiff_t>& starts, const Fold& fold) {
  std::vector<T> results;
  for (auto row = elements.begin(); row != elements.end(); row += columns)
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::ptrdiff_t next = i + 1 < starts.size() ? starts[i + 1] : columns;
      const std::ptrdiff_t last = std::max(next, starts[i] + 1);
      results.push_back(std::accumulate(row + starts[i] + 1, row + last, row[starts[i]], fold));
    }
  return results;
}

TEST_P(reduceat, takes_many_parts_of_any_length) {
  const auto at_most = [](auto a, auto b) { return std::min(a, b); };
  for (const auto& [extent, count] : {std::pair<std::ptrdiff_t, std::ptrdiff_t>{500, 100},
                                      {5'000, 4'000},
                                      {40'000, 70},
                                      {200'000, 90}}) {
    const std::vector<std::ptrdiff_t> starts = uneven_starts(extent, count);
    const ndarray<std::int64_t> x =
        (gpu::arange<std::int64_t>(3 * extent) * 7919 % 1009 - 500).reshape({3, extent});
    EXPECT_EQ(values(gpu::add.reduceat(x, starts, 1)),
              folded_rows(values(x), extent, starts, std::plus<>()));
    EXPECT_EQ(values(gpu::minimum.reduceat(x, starts, 1)),
              folded_rows(values(x), extent, starts, at_most));
    EXPECT_EQ(values(gpu::bitwise_xor.reduceat(x, starts, -1)),
              folded_rows(values(x), extent, starts, std::bit_xor<>()));
    const ndarray<std::int64_t> turned(gpu::transpose(x));
    EXPECT_EQ(values(gpu::transpose(gpu::add.reduceat(turned, starts))),
              folded_rows(values(x), extent, starts, std::plus<>()));
    // Sums of halves that float32 holds are exact.
    const ndarray<float> f(x * 0.5F);
    EXPECT_EQ(values(gpu::add.reduceat(f, starts, 1)),
              folded_rows(values(f), extent, starts, std::plus<>()));
    EXPECT_EQ(values(gpu::maximum.reduceat(-f, starts, 1)),
              values(-gpu::minimum.reduceat(f, starts, 1)));
    EXPECT_EQ(values(gpu::logical_or.reduceat(x > 490, starts, 1)),
              values(gpu::maximum.reduceat(x, starts, 1) > 490));
    EXPECT_EQ(values(gpu::add.reduceat(x > 0, starts, 1)),
              values(gpu::add.reduceat(gpu::astype<std::int64_t>(x > 0), starts, 1)));
  }
}

TEST_P(reduceat, many_parts_of_arrays_without_elements_are_empty) {
  const std::vector<std::ptrdiff_t> starts = uneven_starts(500, 100);
  EXPECT_EQ(gpu::add.reduceat(gpu::zeros<float>({500, 0}), starts).shape(), (shape{100, 0}));
  EXPECT_EQ(gpu::maximum.reduceat(gpu::zeros<int>({0, 500}), starts, 1).shape(), (shape{0, 100}));
}

TEST_P(reduceat, parts_of_one_element_are_that_element) {
  std::vector<std::ptrdiff_t> starts;
  for (std::ptrdiff_t i = 0; i < 100; ++i) starts.push_back(i % 3 == 0 ? 99 - i : i);
  const ndarray<double> zeros = gpu::full<double>({100}, -0.0);
  const std::vector<double> sums = values(gpu::add.reduceat(zeros, starts));
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    if (starts[i + 1] <= starts[i] + 1) {
      EXPECT_TRUE(std::signbit(sums[i])) << i;
    }
}

TEST_P(reduceat, refuses_what_numpy_refuses) {
  const ndarray<int> a = gpu::arange<int>(8);
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.reduceat(a, {0, 8});
            }),
            "index 8 out-of-bounds in add.reduceat [0, 8)");
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::multiply.reduceat(a, {-1}); }),
            "index -1 out-of-bounds in multiply.reduceat [0, 8)");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::add.reduceat(gpu::zeros<float>({0, 3}), {0});
            }),
            "index 0 out-of-bounds in add.reduceat [0, 0)");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { gpu::add.reduceat(gpu::ndarray<int>(5), {0}); }),
            "cannot reduceat on a scalar");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::add.reduceat(gpu::ones<int>({2, 3}), {0}, gpu::axis({0, 1}));
            }),
            "reduceat does not allow multiple axes");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::add.reduceat(gpu::ones<int>({2, 3}), {0}, gpu::axis(std::nullopt));
            }),
            "reduceat does not allow multiple axes");
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::add.reduceat(a, ndarray<int>(5)); }),
            "object of too small depth for desired array");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::add.reduceat(a, gpu::ones<int>({1, 2}));
            }),
            "object too deep for desired array");
  EXPECT_THROW(gpu::add.reduceat(a, ndarray<float>{0}), gpu::dtype_error);
  EXPECT_THROW(gpu::add.reduceat(a, {0}, 1), gpu::axis_error);
  ndarray<std::int64_t> b = {1, 2, 3};
  EXPECT_THROW(gpu::add.reduceat(a, {0, 4}, gpu::out(b)), gpu::shape_error);
  EXPECT_EQ(values(b), (std::vector<std::int64_t>{1, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, reduceat, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
