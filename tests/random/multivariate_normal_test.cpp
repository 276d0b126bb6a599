// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/multivariate_normal.hpp>

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/covariance.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using random::default_rng;
using random::generator;
using random::multivariate_normal;
using random::multivariate_normal_options;
using test::message_of;
using test::values;

constexpr std::string_view methods[] = {"svd", "eigh", "cholesky"};

class multivariate_normal_numbers : public test::on_device {
 protected:
  multivariate_normal_numbers() {
    mean_ = ndarray<double>{1, -2, 100};
    cov_ = ndarray<double>{{4, 1.5, -1}, {1.5, 1, 0.25}, {-1, 0.25, 9}};
  }

  /// What is thrown, and that the stream stands where it stood.
  template <class Error, class Mean, class Cov>
  std::string refused(const Mean& mean, const Cov& cov,
                      const multivariate_normal_options& options = {}, const shape& size = {2}) {
    const auto before = rng_.bit_generator().state();
    const std::string message =
        message_of<Error>([&] { (void)multivariate_normal(rng_, mean, cov, size, options); });
    EXPECT_EQ(rng_.bit_generator().state(), before);
    return message;
  }

  ndarray<double> mean_, cov_;
  generator rng_ = default_rng(17);
};

/// Means and covariances of 200000 vectors, within six of their standard deviations.
template <class T>
void expect_moments(const ndarray<T>& drawn, const ndarray<double>& mean,
                    const ndarray<double>& cov) {
  const ndarray<double> x = drawn.template astype<double>();
  const double count = static_cast<double>(x.shape(0));
  const std::ptrdiff_t n = x.shape(1);
  const ndarray<double> means = gpu::mean(x, {0});
  const ndarray<double> covs = gpu::cov(x, rowvar(false));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    EXPECT_NEAR(values(means)[i], values(mean)[i], 6 * std::sqrt(values(cov)[i * n + i] / count));
    for (std::ptrdiff_t j = 0; j < n; ++j) {
      const double own = values(cov)[i * n + j];
      const double spread =
          std::sqrt((values(cov)[i * n + i] * values(cov)[j * n + j] + own * own) / count);
      EXPECT_NEAR(values(covs)[i * n + j], own, 6 * spread);
    }
  }
}

TEST_P(multivariate_normal_numbers, have_their_means_and_covariances) {
  for (const std::string_view method : methods) {
    SCOPED_TRACE(method);
    const multivariate_normal_options options{.check_valid = "raise", .method = method};
    expect_moments<double>(multivariate_normal(rng_, mean_, cov_, {200000}, options), mean_, cov_);
    expect_moments<float>(multivariate_normal<float>(rng_, mean_, cov_, {200000}, options), mean_,
                          cov_);
  }
}

TEST_P(multivariate_normal_numbers, are_independent_ones_times_a_factor) {
  const ndarray<double> factor{{2, 0, 0}, {3, 1, 0}, {-1, 4, 3}};
  const ndarray<double> cov{{4, 6, -2}, {6, 10, 1}, {-2, 1, 26}};
  const ndarray<double> drawn =
      multivariate_normal(rng_, mean_, cov, {4, 5}, {.method = "cholesky"});
  generator same = default_rng(17);
  const std::vector<double> z = values(same.standard_normal({4, 5, 3}));
  EXPECT_EQ(same.bit_generator().state(), rng_.bit_generator().state());
  const std::vector<double> found = values(drawn);
  for (std::size_t row = 0; row < 60; row += 3)
    for (std::size_t i = 0; i < 3; ++i) {
      double expected = values(mean_)[i];
      for (std::size_t j = 0; j < 3; ++j) expected += values(factor)[i * 3 + j] * z[row + j];
      EXPECT_NEAR(found[row + i], expected, 1e-12 * 100);
    }
}

TEST_P(multivariate_normal_numbers, have_the_size_and_a_last_axis) {
  for (const std::string_view method : methods) {
    const multivariate_normal_options options{.method = method};
    EXPECT_EQ(multivariate_normal(rng_, mean_, cov_, {}, options).shape(), (shape{3}));
    EXPECT_EQ(multivariate_normal(rng_, mean_, cov_, {4, 2}, options).shape(), (shape{4, 2, 3}));
    EXPECT_EQ(multivariate_normal(rng_, mean_, cov_, {0, 2}, options).shape(), (shape{0, 2, 3}));
  }
  EXPECT_EQ(multivariate_normal(rng_, std::vector<double>{1, 2, 3}, cov_, {4}).shape(),
            (shape{4, 3}));
  EXPECT_EQ(multivariate_normal<float>(rng_, mean_, cov_).device(), GetParam());
  EXPECT_EQ(random::multivariate_normal(mean_, cov_, {2}).shape(), (shape{2, 3}));
}

TEST_P(multivariate_normal_numbers, take_any_real_arrays) {
  const ndarray<int> mean{3, 4};
  const ndarray<int> cov{{2, 1}, {1, 2}};
  generator same = default_rng(17);
  EXPECT_EQ(values(multivariate_normal(rng_, mean, cov, {5})),
            values(multivariate_normal(same, mean.astype<double>() + 0, cov.astype<float>(), {5})));
  const ndarray<double> wide{{2, 7, 1}, {7, 7, 7}, {1, 7, 2}};
  const ndarray<double> corners = view(wide, range(placeholders::_, placeholders::_, 2),
                                       range(placeholders::_, placeholders::_, 2));
  EXPECT_EQ(values(corners), (std::vector<double>{2, 1, 1, 2}));
  generator first = default_rng(3), second = default_rng(3);
  EXPECT_EQ(values(multivariate_normal(first, mean,
                                       view(wide, range(placeholders::_, placeholders::_, 2),
                                            range(placeholders::_, placeholders::_, 2)))),
            values(multivariate_normal(second, mean, corners)));
}

TEST_P(multivariate_normal_numbers, are_the_means_without_variance) {
  const ndarray<double> none = zeros<double>({3, 3});
  for (const std::string_view method : {"svd", "eigh"})
    EXPECT_EQ(values(multivariate_normal(rng_, mean_, none, {2},
                                         {.check_valid = "raise", .method = method})),
              (std::vector<double>{1, -2, 100, 1, -2, 100}));
  EXPECT_EQ(refused<linalg_error>(mean_, none, {.method = "cholesky"}),
            "Matrix is not positive definite");
}

TEST_P(multivariate_normal_numbers, refuse_covariances_only_if_asked_to) {
  const ndarray<double> mean{0, 0};
  const ndarray<double> indefinite{{1, 2}, {2, 1}};
  const ndarray<double> uneven{{1, 0.5}, {0.2, 1}};
  const char* message = "covariance is not symmetric positive-semidefinite.";
  EXPECT_EQ(refused<value_error>(mean, indefinite, {.check_valid = "raise"}), message);
  EXPECT_EQ(refused<value_error>(mean, uneven, {.check_valid = "raise"}), message);
  EXPECT_EQ(refused<value_error>(mean, indefinite, {.check_valid = "raise", .method = "eigh"}),
            message);
  EXPECT_EQ(refused<linalg_error>(mean, indefinite, {.method = "cholesky"}),
            "Matrix is not positive definite");
  // Eigenvalues are those of one triangle, which is fine; -1 is not below -tol.
  for (const std::string_view check : {"warn", "ignore"})
    for (const std::string_view method : {"svd", "eigh"})
      EXPECT_TRUE(all(isfinite(multivariate_normal(rng_, mean, indefinite, {9},
                                                   {.check_valid = check, .method = method})))
                      .item());
  EXPECT_NO_THROW((void)multivariate_normal(rng_, mean, uneven, {2},
                                            {.check_valid = "raise", .method = "eigh"}));
  EXPECT_NO_THROW((void)multivariate_normal(
      rng_, mean, indefinite, {2}, {.check_valid = "raise", .tol = 1.5, .method = "eigh"}));
  EXPECT_NO_THROW(
      (void)multivariate_normal(rng_, mean, indefinite, {2}, {.check_valid = "raise", .tol = 4}));
}

TEST_P(multivariate_normal_numbers, refuse_what_numpy_refuses) {
  const ndarray<double> square = eye<double>(3);
  EXPECT_EQ(refused<value_error>(mean_, square, {.method = "qr"}),
            "method must be one of {'eigh', 'svd', 'cholesky'}");
  EXPECT_EQ(refused<value_error>(mean_, square, {.check_valid = "x"}),
            "check_valid must equal 'warn', 'raise', or 'ignore'");
  EXPECT_NO_THROW((void)multivariate_normal(rng_, mean_, square, {2},
                                            {.check_valid = "x", .method = "cholesky"}));
  EXPECT_EQ(refused<value_error>(square, square), "mean must be 1 dimensional");
  EXPECT_EQ(refused<value_error>(mean_, mean_), "cov must be 2 dimensional and square");
  EXPECT_EQ(refused<value_error>(mean_, ones<double>({3, 4})),
            "cov must be 2 dimensional and square");
  EXPECT_EQ(refused<value_error>(ones<double>({2}), square), "mean and cov must have same length");
  EXPECT_EQ(refused<dtype_error>(mean_, square.astype<std::complex<double>>()),
            "mean and cov must not be complex");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refused<linalg_error>(mean_, square * nan), "SVD did not converge");
}

TEST_P(multivariate_normal_numbers, of_no_means_have_no_elements) {
  const ndarray<double> nothing = zeros<double>({0});
  for (const std::string_view method : methods)
    EXPECT_EQ(
        multivariate_normal(rng_, nothing, zeros<double>({0, 0}), {3}, {.method = method}).shape(),
        (shape{3, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, multivariate_normal_numbers,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu
