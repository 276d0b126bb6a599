// SPDX-License-Identifier: BSD-3-Clause
// Covariances and convolutions, against the values that tools/golden/write_statistics.py wrote.
#include <gpu/array/statistics/covariance.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/statistics/convolution.hpp>
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

/// Products of elements are at most 100 * 100, or 120 * 120 of integers; there are at most 40.
constexpr double covariance_error = 40 * 120 * 120 * 0x1p-52;

template <class T>
void check_covariance(const golden_line& line) {
  const ndarray<T> m = operand<T>(line, 0);
  const std::string& how = line.call[2];
  const auto check = [&](const auto& result) { expect_near(result, line, covariance_error); };
  if (how == "plain") return check(gpu::cov(m));
  if (how == "columns") return check(gpu::cov(m, gpu::rowvar(false)));
  if (how == "bias") return check(gpu::cov(m, gpu::bias));
  if (how == "ddof") return check(gpu::cov(m, gpu::ddof(2)));
  if (how == "fweights") return check(gpu::cov(m, gpu::fweights(operand<std::int64_t>(line, 1))));
  if (how == "aweights") return check(gpu::cov(m, gpu::aweights(operand<double>(line, 1))));
  if (how == "all_weights")
    return check(gpu::cov(m, gpu::bias, gpu::aweights(operand<double>(line, 2)),
                          gpu::fweights(operand<std::int64_t>(line, 1))));
  const ndarray<T> y = operand<T>(line, 1);
  if (how == "both") return check(gpu::cov(m, y));
  check(gpu::cov(m, y, gpu::rowvar(false)));
}

template <class T>
void check_correlation(const golden_line& line) {
  const ndarray<T> m = operand<T>(line, 0);
  const auto check = [&](const auto& result) { expect_near(result, line, 0x1p-40); };
  if (line.call[2] == "plain") return check(gpu::corrcoef(m));
  if (line.call[2] == "columns") return check(gpu::corrcoef(m, gpu::rowvar(false)));
  check(gpu::corrcoef(m, operand<T>(line, 1)));
}

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

class covariance : public gpu::test::on_device {};

TEST_P(covariance, is_that_of_numpy) {
  gpu::test::check_lines({"cov"}, []<class T>(std::type_identity<T>, const golden_line& line) {
    check_covariance<element<T>>(line);
  });
}

TEST_P(covariance, divided_by_deviations_is_that_of_numpy) {
  gpu::test::check_lines({"corrcoef"}, []<class T>(std::type_identity<T>, const golden_line& line) {
    check_correlation<element<T>>(line);
  });
}

TEST_P(covariance, refuses_what_numpy_refuses) {
  using gpu::value_error;
  const ndarray<double> m{{1, 2, 3}, {4, 5, 7}};
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::cov(gpu::zeros<int>({2, 2, 2}));
            }),
            "m has more than 2 dimensions");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::cov(m, gpu::ddof(0.5)); }),
            "ddof must be integer");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::cov(m, gpu::aweights(ndarray<double>{1, -1, 1}));
            }),
            "aweights cannot be negative");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::cov(m, gpu::fweights(ndarray<double>{1, 1.5, 1}));
            }),
            "fweights must be integer");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::cov(m, gpu::fweights(ndarray<int>{1, 1}));
            }),
            "incompatible numbers of samples and fweights");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::cov(m, ndarray<double>{1, 2});
            }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension 1, the array at index 0 has size 3 and the array at index 1 has "
            "size 2");
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

INSTANTIATE_TEST_SUITE_P(devices, covariance, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);
INSTANTIATE_TEST_SUITE_P(devices, convolution, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
