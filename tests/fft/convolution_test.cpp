// SPDX-License-Identifier: BSD-3-Clause
// Convolutions, against the values that tools/golden/write_statistics.py wrote.
#include <gpu/fft/convolution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/fft/transforms.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/statistics_golden.hpp"
#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::expect_near;
using gpu::test::golden_line;
using gpu::test::message_of;
using gpu::test::operand;

/// The element type of an array with loops of type `T`.
template <class T>
using element = gpu::element_t<gpu::dtype_of<T>>;

/// Whether there is a library for transforms of double precision.
bool has_transforms() {
  try {
    static_cast<void>(gpu::eval(gpu::fft::rfft(gpu::ones<double>(4))));
    return true;
  } catch (const gpu::library_not_found&) {
    return false;
  }
}

template <class T>
void check_convolution(const golden_line& line) {
  const ndarray<T> a = operand<T>(line, 0);
  const ndarray<T> v = operand<T>(line, 1);
  constexpr gpu::dtype type = gpu::dtype_of<T>;
  const bool is_exact = gpu::traits(type).kind <= gpu::dtype_kind::integer;
  const double unit = type == gpu::dtype::float16                                    ? 0x1p-10
                      : type == gpu::dtype::float32 || type == gpu::dtype::complex64 ? 0x1p-23
                                                                                     : 0x1p-52;
  // Sums of at most 33 products of numbers below 50.
  const double tolerance = is_exact ? 0 : 33 * 50 * 50 * unit;
  const gpu::convolution_mode mode(line.call[2].c_str());
  for (const char* method : {"auto", "direct", "fft"}) {
    if (method == std::string("fft") && !has_transforms()) continue;
    // Sums that are not below 2^53 are not exact, nor are those that wrap.
    if (method == std::string("fft") && is_exact) continue;
    if (line.call[0] == "convolve")
      expect_near(gpu::convolve(a, v, mode, method), line, tolerance);
    else
      expect_near(gpu::correlate(a, v, mode, method), line, tolerance);
  }
}

class convolution : public gpu::test::on_device {};

TEST_P(convolution, is_that_of_numpy) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    check_convolution<element<T>>(line);
  };
  gpu::test::check_lines({"convolve", "correlate"}, check);
}

/// The largest difference from direct sums, in units of precision and of the norms of the operands.
template <class T>
double error_of(std::ptrdiff_t n, std::ptrdiff_t m, const char* mode, double unit) {
  const ndarray<T> a = gpu::test::drawn<T>({n});
  const ndarray<T> v = gpu::test::drawn<T>({m});
  const auto difference = [&](const auto& found, const auto& expected) {
    const double largest = gpu::max(gpu::absolute(found - expected)).item();
    return largest / (unit * std::sqrt(double(n) * double(m)));
  };
  return std::max(
      difference(gpu::convolve(a, v, mode, "fft"), gpu::convolve(a, v, mode, "direct")),
      difference(gpu::correlate(a, v, mode, "fft"), gpu::correlate(a, v, mode, "direct")));
}

/// Of one block and of many, longer or shorter first.
TEST_P(convolution, by_transforms_is_that_by_sums) {
  if (!has_transforms()) GTEST_SKIP() << "no library for transforms";
  const std::pair<std::ptrdiff_t, std::ptrdiff_t> lengths[] = {
      {1, 1}, {2, 1}, {7, 7}, {100, 33}, {33, 100}, {1000, 999}, {30000, 50}, {50, 30001}};
  for (const auto& [n, m] : lengths)
    for (const char* mode : {"full", "same", "valid"}) {
      SCOPED_TRACE(testing::Message() << n << ' ' << m << ' ' << mode);
      EXPECT_LT(error_of<double>(n, m, mode, 0x1p-52), 10);
      EXPECT_LT(error_of<float>(n, m, mode, 0x1p-23), 10);
      EXPECT_LT(error_of<std::complex<double>>(n, m, mode, 0x1p-52), 10);
      EXPECT_LT(error_of<std::complex<float>>(n, m, mode, 0x1p-23), 10);
    }
  const ndarray<int> a = gpu::arange<int>(5000);
  EXPECT_EQ(gpu::convolve(a, a % 7, "same", "fft"), gpu::convolve(a, a % 7, "same", "direct"));
}

/// An infinite number, or one that is none, reaches the sums that it is a term of, and no others.
TEST_P(convolution, of_long_vectors_keeps_what_is_not_finite_in_its_place) {
  for (const double special : {double(INFINITY), double(NAN), 1e308}) {
    ndarray<double> a = gpu::ones<double>(20000);
    a(3) = special;
    const ndarray<double> v = gpu::ones<double>(20000) * 2.0;
    const ndarray<double> sums = gpu::convolve(a, v);
    EXPECT_EQ(sums(2), 6);
    EXPECT_EQ(sums(39998), 2);
    EXPECT_FALSE(double(sums(3)) < 1e308);
  }
}

TEST_P(convolution, reads_long_vectors_as_they_lie) {
  const ndarray<double> a = gpu::test::drawn<double>({30000});
  const ndarray<double> v = gpu::test::drawn<double>({9000});
  const ndarray<double> expected = gpu::convolve(a, v, "full", "direct");
  const ndarray<double> found = gpu::convolve(gpu::flip(ndarray<double>(gpu::flip(a))), v);
  EXPECT_TRUE(gpu::allclose(found, expected, 0, 1e-10));
  EXPECT_TRUE(gpu::allclose(gpu::convolve(v, a), expected, 0, 1e-10));
  const ndarray<float> half = gpu::astype<float>(gpu::view(a, gpu::range(0, 30000, 2)));
  EXPECT_TRUE(
      gpu::allclose(gpu::convolve(gpu::view(gpu::astype<float>(a), gpu::range(0, 30000, 2)), v),
                    gpu::convolve(half, v, "full", "direct"), 0, 1e-10));
}

TEST_P(convolution, takes_the_tags_of_xtensor) {
  const ndarray<double> a{1, 2, 3};
  const ndarray<double> v{0, 1, 0.5};
  EXPECT_EQ(gpu::convolve(a, v), (ndarray<double>{0, 1, 2.5, 4, 1.5}));
  EXPECT_EQ(gpu::convolve(a, v, gpu::convolve_mode::full{}), (ndarray<double>{0, 1, 2.5, 4, 1.5}));
  EXPECT_EQ(gpu::convolve(a, v, gpu::convolve_mode::valid{}), (ndarray<double>{2.5}));
  EXPECT_EQ(gpu::convolve(ndarray<int>{1, 2}, v, "same"), (ndarray<double>{0, 1, 2.5}));
}

TEST_P(convolution, refuses_what_numpy_refuses) {
  using gpu::value_error;
  const ndarray<double> a{1, 2, 3};
  const ndarray<double> none = gpu::empty<double>({0});
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::convolve(none, a); }), "a cannot be empty");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::correlate(a, none); }),
            "second array argument cannot be empty");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::convolve(a, a, "some"); }),
            "Use one of 'valid', 'same', or 'full' for convolve/correlate mode, not 'some'");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::convolve(gpu::zeros<int>({2, 2}), a);
            }),
            "object too deep for desired array");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::convolve(a, a, "full", "quick"); }),
            "Acceptable method flags are 'auto', 'direct', or 'fft', not 'quick'.");
}

TEST_P(convolution, takes_vectors_and_lists) {
  const ndarray<double> x{1, 2, 3};
  const std::vector<double> vector{1, 2, 3};
  EXPECT_EQ(gpu::convolve(x, {1, 2, 1}), (ndarray<double>{1, 4, 8, 8, 3}));
  EXPECT_EQ(gpu::convolve(x, {1, 2, 1}, "same"), (ndarray<double>{4, 8, 8}));
  EXPECT_EQ(gpu::convolve(vector, x), gpu::convolve(x, x));
  EXPECT_EQ(gpu::convolve(vector, vector, "valid", "direct"), (ndarray<double>{10}));
  EXPECT_EQ(gpu::convolve(vector, {1}), x);
  EXPECT_EQ(gpu::convolve(x, 3), (ndarray<double>{3, 6, 9}));
  EXPECT_EQ(gpu::convolve(2.0, vector), (ndarray<double>{2, 4, 6}));
  EXPECT_EQ(gpu::convolve(x, x(1), "full"), (ndarray<double>{2, 4, 6}));
  EXPECT_EQ(gpu::correlate(x, vector), (ndarray<double>{14}));
  EXPECT_EQ(gpu::correlate(x, {0.0, 1.0}), (ndarray<double>{2, 3}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::convolve(x, std::vector<double>()); }),
            "v cannot be empty");
}

TEST_P(convolution, is_of_a_dtype_that_is_known_at_run_time) {
  const ndarray<int> i{1, 2, 3};
  const gpu::any_expression q = gpu::concatenate({i, i * 0.5});
  const ndarray<double> known(q);
  EXPECT_EQ(gpu::convolve(q, i).dtype(), gpu::dtype::float64);
  EXPECT_EQ(gpu::convolve(q, i), gpu::convolve(known, i));
  EXPECT_EQ(gpu::correlate(i, q, "full"), gpu::correlate(i, known, "full"));
}

TEST_P(convolution, modes_may_be_strings) {
  const ndarray<double> a{1, 2, 3};
  EXPECT_EQ(convolve(a, a, std::string("same"), std::string("direct")),
            convolve(a, a, "same", "direct"));
}

INSTANTIATE_TEST_SUITE_P(devices, convolution, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
