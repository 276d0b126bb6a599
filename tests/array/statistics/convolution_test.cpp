// SPDX-License-Identifier: BSD-3-Clause
// Convolutions, against the values that tools/golden/write_statistics.py wrote.
#include <gpu/array/statistics/convolution.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "statistics_golden.hpp"
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

template <class T>
void check_convolution(const golden_line& line) {
  const ndarray<T> a = operand<T>(line, 0);
  const ndarray<T> v = operand<T>(line, 1);
  constexpr gpu::dtype type = gpu::dtype_of<T>;
  const bool is_exact = gpu::facts(type).kind <= gpu::dtype_kind::integer;
  const double unit = type == gpu::dtype::float16                                    ? 0x1p-10
                      : type == gpu::dtype::float32 || type == gpu::dtype::complex64 ? 0x1p-23
                                                                                     : 0x1p-52;
  // Sums of at most 33 products of numbers below 50.
  const double tolerance = is_exact ? 0 : 33 * 50 * 50 * unit;
  const gpu::convolution_mode mode(line.call[2].c_str());
  if (line.call[0] == "convolve")
    expect_near(gpu::convolve(a, v, mode), line, tolerance);
  else
    expect_near(gpu::correlate(a, v, mode), line, tolerance);
}

class convolution : public gpu::test::on_device {};

TEST_P(convolution, is_that_of_numpy) {
  const auto check = []<class T>(std::type_identity<T>, const golden_line& line) {
    check_convolution<element<T>>(line);
  };
  gpu::test::check_lines({"convolve", "correlate"}, check);
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
            "mode must be one of 'valid', 'same', or 'full' (got 'some')");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::convolve(gpu::zeros<int>({2, 2}), a);
            }),
            "object too deep for desired array");
}

INSTANTIATE_TEST_SUITE_P(devices, convolution, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
