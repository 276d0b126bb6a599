// SPDX-License-Identifier: BSD-3-Clause
// Covariances, against the values that tools/golden/write_statistics.py wrote.
#include <gpu/linalg/covariance.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <type_traits>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
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

/// Products of elements are at most 100 * 100, or 120 * 120 of integers; there are at most 40.
constexpr double covariance_error = 40 * 120 * 120 * 0x1p-52;

template <class T>
void check_covariance(const golden_line& line) {
  const ndarray<T> m = operand<T>(line, 0);
  const std::string& chosen = line.call[2];
  const auto check = [&](const auto& result) { expect_near(result, line, covariance_error); };
  if (chosen == "plain") return check(gpu::cov(m));
  if (chosen == "columns") return check(gpu::cov(m, gpu::rowvar(false)));
  if (chosen == "bias") return check(gpu::cov(m, gpu::bias));
  if (chosen == "ddof") return check(gpu::cov(m, gpu::ddof(2)));
  if (chosen == "fweights")
    return check(gpu::cov(m, gpu::fweights(operand<std::int64_t>(line, 1))));
  if (chosen == "aweights") return check(gpu::cov(m, gpu::aweights(operand<double>(line, 1))));
  if (chosen == "all_weights")
    return check(gpu::cov(m, gpu::bias, gpu::aweights(operand<double>(line, 2)),
                          gpu::fweights(operand<std::int64_t>(line, 1))));
  const ndarray<T> y = operand<T>(line, 1);
  if (chosen == "both") return check(gpu::cov(m, y));
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

/// Deviations far smaller than the numbers are not lost, and results are Hermitian to the last bit.
TEST_P(covariance, of_many_observations_is_hermitian_and_accurate) {
  constexpr std::ptrdiff_t count = 5000;
  const ndarray<double> x = 1e6 + gpu::test::drawn<double>({7, count});
  const ndarray<double> c = gpu::cov(x);
  const ndarray<double> centred = x - gpu::mean(x, 1, gpu::keepdims);
  for (std::ptrdiff_t i = 0; i < 7; ++i)
    for (std::ptrdiff_t j = 0; j < 7; ++j) {
      const auto products = gpu::view(centred, i) * gpu::view(centred, j);
      EXPECT_NEAR(c(i, j), gpu::sum(products).item() / (count - 1), 1e-14);
      EXPECT_EQ(c(i, j), c(j, i));
    }
  using C = std::complex<double>;
  const ndarray<C> z = gpu::cov(gpu::test::drawn<C>({5, 300}), gpu::aweights(gpu::ones<int>(300)));
  EXPECT_EQ(gpu::matrix_transpose(gpu::conj(z)), z);
}

TEST_P(covariance, takes_weights_in_lists_and_vectors) {
  const ndarray<double> m = {{1, 2, 4}, {3, 3, 5}};
  const ndarray<int> counts = {1, 2, 3};
  EXPECT_EQ(gpu::cov(m, gpu::fweights({1, 2, 3})), gpu::cov(m, gpu::fweights(counts)));
  EXPECT_EQ(gpu::cov(m, gpu::fweights(std::vector{1, 2, 3})), gpu::cov(m, gpu::fweights(counts)));
  EXPECT_EQ(gpu::cov(m, gpu::aweights({1., 2., 3.})), gpu::cov(m, gpu::aweights(counts)));
}

TEST_P(covariance, reads_variables_as_they_lie) {
  const ndarray<double> m = gpu::test::drawn<double>({4, 30});
  const ndarray<double> transposed = gpu::transpose(m);
  const auto close = [](const auto& a, const auto& b) { return gpu::allclose(a, b, 0, 1e-15); };
  EXPECT_TRUE(close(gpu::cov(gpu::transpose(transposed)), gpu::cov(m)));
  EXPECT_TRUE(close(gpu::cov(transposed, gpu::rowvar(false)), gpu::cov(m)));
  EXPECT_TRUE(close(gpu::cov(gpu::flip(m, 1)), gpu::cov(m)));
  EXPECT_TRUE(close(gpu::cov(gpu::view(m, gpu::range(0, 4, 2))),
                    gpu::cov(ndarray<double>(gpu::view(m, gpu::range(0, 4, 2))))));
}

/// numpy.cov(m, dtype=numpy.float32), and so on.
TEST_P(covariance, has_the_dtype_that_is_asked_for) {
  const ndarray<double> m{{1, 2, 4}, {3, 1, 0}};
  const ndarray<float> single = gpu::cov<float>(m);
  EXPECT_TRUE(gpu::allclose(single, ndarray<float>{{7.F / 3, -13.F / 6}, {-13.F / 6, 7.F / 3}}));
  static_assert(decltype(gpu::cov(m, gpu::bias, gpu::as_dtype<gpu::float16>))::dtype() ==
                gpu::dtype::float16);
  const ndarray<gpu::float16> half = gpu::cov(m, gpu::bias, gpu::as_dtype<gpu::float16>);
  EXPECT_TRUE(gpu::allclose(half, ndarray<double>{{14. / 9, -13. / 9}, {-13. / 9, 14. / 9}}, 1e-3));
  EXPECT_EQ(gpu::cov<float>(m, gpu::aweights(ndarray<double>{1, 2, 1})).dtype(),
            gpu::dtype::float32);
  EXPECT_EQ(gpu::corrcoef<std::complex<float>>(m).dtype(), gpu::dtype::complex64);
  const ndarray<float> r = gpu::corrcoef(m, gpu::as_dtype<float>);
  EXPECT_TRUE(gpu::allclose(r, ndarray<float>{{1, -13.F / 14}, {-13.F / 14, 1}}));
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
              (void)gpu::cov(m, gpu::aweights(ndarray<double>{0, 0, 0}));
            }),
            "Weights sum to zero, can't be normalized");
  EXPECT_EQ(message_of<value_error>([&] {
              (void)gpu::cov(m, ndarray<double>{1, 2});
            }),
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along dimension 1, the array at index 0 has size 3 and the array at index 1 has "
            "size 2");
}

INSTANTIATE_TEST_SUITE_P(devices, covariance, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
