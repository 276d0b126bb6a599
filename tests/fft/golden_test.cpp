// SPDX-License-Identifier: BSD-3-Clause
// Every transform against what NumPy computes, from every dtype.
#include <gpu/fft/transforms.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <span>

#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ndarray.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

/// The elements of all results, one after the other.
std::vector<double> golden_elements() {
  std::ifstream file(GPU_TESTS_FOLDER "/golden/array/fft.golden", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

shape shape_of(const std::string& text) {
  shape extents;
  for (const std::ptrdiff_t extent : numbers_of(text)) extents.push_back(extent);
  return extents;
}

/// The operand that tools/golden/write_fft.py describes.
template <class T>
ndarray<T> operand(const shape& extents) {
  std::vector<T> elements;
  for (std::ptrdiff_t i = 0; i < element_count(extents); ++i) {
    const auto real = static_cast<float>((37 * i + 11) % 17);
    if constexpr (is_complex<computed_t<T>>)
      elements.push_back(T(real, static_cast<float>((53 * i + 5) % 13)));
    else
      elements.push_back(static_cast<T>(real));
  }
  return reshape(asarray(elements), extents);
}

struct transform_call {
  std::string function;
  std::ptrdiff_t axis = -1;
  std::optional<std::ptrdiff_t> n;
  fft::transform_shape s = std::nullopt;
  reduction_axes axes = std::nullopt;
  std::string norm;

  explicit transform_call(const std::vector<std::string>& words)
      : function(words[0]), norm(words[5]) {
    const std::vector<std::ptrdiff_t> points = numbers_of(words[3]);
    const std::vector<std::ptrdiff_t> along = numbers_of(words[4]);
    if (!points.empty()) {
      n = points[0];
      s = points;
    }
    if (!along.empty()) {
      axis = along[0];
      axes = along;
    }
  }
};

any_expression untyped(const graph::node_ptr& node) {
  return any_expression(node);
}

template <class T>
any_expression called(const transform_call& call, const ndarray<T>& a) {
  const auto& [function, axis, n, s, axes, norm] = call;
  if (function == "fft") return untyped(fft::fft(a, n, axis, norm).node());
  if (function == "ifft") return untyped(fft::ifft(a, n, axis, norm).node());
  if (function == "rfft") return untyped(fft::rfft(a, n, axis, norm).node());
  if (function == "irfft") return untyped(fft::irfft(a, n, axis, norm).node());
  if (function == "hfft") return untyped(fft::hfft(a, n, axis, norm).node());
  if (function == "ihfft") return untyped(fft::ihfft(a, n, axis, norm).node());
  if (function == "fftn") return untyped(fft::fftn(a, s, axes, norm).node());
  if (function == "ifftn") return untyped(fft::ifftn(a, s, axes, norm).node());
  if (function == "rfftn") return untyped(fft::rfftn(a, s, axes, norm).node());
  if (function == "irfftn") return untyped(fft::irfftn(a, s, axes, norm).node());
  if (function == "fft2") return untyped(fft::fft2(a, s, axes, norm).node());
  if (function == "ifft2") return untyped(fft::ifft2(a, s, axes, norm).node());
  if (function == "rfft2") return untyped(fft::rfft2(a, s, axes, norm).node());
  if (function == "irfft2") return untyped(fft::irfft2(a, s, axes, norm).node());
  throw std::runtime_error("unknown function " + function);
}

/// How many float64 numbers the result has.
std::size_t elements_of_result(const golden_line& line) {
  const std::string& function = line.call[0];
  const bool is_real = function == "hfft" || function.rfind("irfft", 0) == 0;
  return static_cast<std::size_t>(element_count(shape_of(line.first))) * (is_real ? 1 : 2);
}

/// Real and imaginary parts, or real numbers.
std::vector<double> parts_in(const any_expression& result) {
  std::vector<double> parts;
  const ndarray<std::complex<double>> numbers = result.astype<std::complex<double>>();
  const bool is_real = traits(result.dtype()).kind != dtype_kind::complex;
  for (const std::complex<double> number : values(numbers)) {
    parts.push_back(number.real());
    if (!is_real) parts.push_back(number.imag());
  }
  return parts;
}

/// @param elements  those of the result and of all after it; less those of the result then
template <class T>
void expect_numpys_result(const golden_line& line, std::span<const double>& elements) {
  const any_expression result =
      called(transform_call(line.call), operand<T>(shape_of(line.call[2])));
  ASSERT_EQ(result.shape(), shape_of(line.first));
  const bool is_single =
      size_bytes(result.dtype()) == (traits(result.dtype()).kind == dtype_kind::complex ? 8 : 4);
  const std::vector<double> found = parts_in(result);
  ASSERT_GE(elements.size(), found.size());
  const std::span<const double> expected = elements.first(found.size());
  elements = elements.subspan(found.size());
  double largest = 0;
  for (const double number : expected) largest = std::max(largest, std::abs(number));
  const double epsilon =
      is_single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const double points = static_cast<double>(element_count(shape_of(line.call[2])));
  const double bound = 4 * epsilon * (1 + std::log2(points)) * std::max(largest, 1e-3);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], bound);
}

class fft_golden : public on_device {
 protected:
  template <class T>
  static void expect_numpys_results() {
    constexpr bool is_real = !is_complex<computed_t<T>>;
    const std::vector<double> all = golden_elements();
    std::span<const double> elements = all;
    int count = 0;
    for (const golden_line& line : golden_lines("array/fft.txt")) {
      SCOPED_TRACE(line.whole);
      if ((line.call[1] == "real") != is_real) {
        elements = elements.subspan(elements_of_result(line));
        continue;
      }
      expect_numpys_result<T>(line, elements);
      ++count;
    }
    EXPECT_GT(count, 50);
    EXPECT_TRUE(elements.empty());
  }
};

TEST_P(fft_golden, of_floats) {
  expect_numpys_results<double>();
  expect_numpys_results<float>();
}
TEST_P(fft_golden, of_complex_numbers) {
  expect_numpys_results<std::complex<double>>();
  expect_numpys_results<std::complex<float>>();
}
TEST_P(fft_golden, of_halves) {
  expect_numpys_results<float16>();
  expect_numpys_results<bfloat16>();
}
TEST_P(fft_golden, of_integers) {
  expect_numpys_results<std::int8_t>();
  expect_numpys_results<std::uint8_t>();
  expect_numpys_results<std::int16_t>();
  expect_numpys_results<std::uint16_t>();
  expect_numpys_results<std::int32_t>();
  expect_numpys_results<std::uint32_t>();
  expect_numpys_results<std::int64_t>();
  expect_numpys_results<std::uint64_t>();
}

INSTANTIATE_TEST_SUITE_P(devices, fft_golden, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
