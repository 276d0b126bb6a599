// SPDX-License-Identifier: BSD-3-Clause
// Vectors and lists on the host where NumPy makes arrays of them.
#include <gpu/array/array_argument.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;

class vectors : public gpu::test::on_device {
 protected:
  static ndarray<double> array() { return ndarray<double>{3, 1, 2}; }

  const std::vector<double> numbers_{3, 1, 2};
};

TEST_P(vectors, are_arrays) {
  EXPECT_EQ(ndarray<double>(numbers_), array());
  EXPECT_EQ(ndarray<float>(numbers_), array().astype<float>());
  EXPECT_EQ(ndarray<std::complex<double>>(numbers_), array().astype<std::complex<double>>());
  EXPECT_EQ(ndarray<double>(std::array{3.0, 1.0, 2.0}), array());
  EXPECT_EQ(ndarray<double>(numbers_, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(ndarray<int>(std::vector<int>{2, 3}).shape(), (gpu::shape{2, 3}));  // extents
  ndarray<double> x;
  x = numbers_;
  EXPECT_EQ(x, array());
  x = std::vector<int>{2, 3};
  EXPECT_EQ(x, (ndarray<double>{2, 3}));
  EXPECT_EQ(x.device(), GetParam());
}

TEST_P(vectors, are_written_to_views) {
  ndarray<double> m = gpu::zeros<double>({3, 2});
  gpu::view(m, gpu::all(), 1) = numbers_;
  EXPECT_EQ(m, (ndarray<double>{{0, 3}, {0, 1}, {0, 2}}));
  gpu::view(m, ndarray<int>{2, 0}) = std::vector<int>{7, 8};
  EXPECT_EQ(m, (ndarray<double>{{7, 8}, {0, 1}, {7, 8}}));
  gpu::diagonal(m) = std::vector<float>{5, 6};
  EXPECT_EQ(m, (ndarray<double>{{5, 8}, {0, 6}, {7, 8}}));
  const ndarray<double> before = m;
  EXPECT_EQ(message_of<gpu::shape_error>([&] { gpu::view(m, 0) = numbers_; }),
            "could not broadcast input array from shape (3,) into shape (2,)");
  EXPECT_EQ(m, before);
}

TEST_P(vectors, of_bools_are_masks) {
  ndarray<double> x = array();
  const std::vector<bool> mask{true, false, true};
  EXPECT_EQ(gpu::view(x + 0, mask), (ndarray<double>{3, 2}));
  EXPECT_EQ(gpu::filter(x, mask), (ndarray<double>{3, 2}));
  gpu::view(x, mask) += 1;
  gpu::filter(x, std::vector<bool>{false, true, false}) = 0;
  EXPECT_EQ(x, (ndarray<double>{4, 0, 3}));
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::view(x, std::vector<bool>{true}) = 1; }),
            "boolean index did not match indexed array along axis 0; size of axis is 3 but size of "
            "corresponding boolean axis is 1");
}

TEST_P(vectors, are_quantiles_or_have_them) {
  const std::vector<double> q{0.25, 0.5};
  const ndarray<double> m{{1, 2}, {3, 4}};
  EXPECT_EQ(gpu::quantile(array(), q), gpu::quantile(array(), {0.25, 0.5}));
  EXPECT_EQ(gpu::quantile(m, q, 0), gpu::quantile(m, {0.25, 0.5}, 0));
  EXPECT_EQ(gpu::percentile(m, std::vector<int>{25, 50}, 1, gpu::keepdims),
            gpu::percentile(m, ndarray<int>{25, 50}, 1, gpu::keepdims));
  EXPECT_EQ(gpu::quantile(numbers_, 0.5), 2);
  EXPECT_EQ(gpu::quantile(numbers_, q), gpu::quantile(array(), {0.25, 0.5}));
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { (void)gpu::quantile(array(), std::vector<double>{2}); }),
      "Quantiles must be in the range [0, 1]");
  EXPECT_EQ(gpu::median(numbers_), 2);
  EXPECT_EQ(gpu::median({3, 1, 2}), 2.0);
  EXPECT_EQ(gpu::median({1.0, 2.0}, 0, gpu::keepdims), (ndarray<double>{1.5}));
  EXPECT_EQ(gpu::nanmedian({1.0, std::nan(""), 2.0}), 1.5);
}

TEST_P(vectors, are_searched) {
  const std::vector<double> sorted{1, 2, 3};
  EXPECT_EQ(gpu::searchsorted(sorted, array()), (ndarray<std::int64_t>{2, 0, 1}));
  EXPECT_EQ(gpu::searchsorted(sorted, numbers_, "right"), (ndarray<std::int64_t>{3, 1, 2}));
  EXPECT_EQ(gpu::searchsorted(sorted, 2.5), 2);
  EXPECT_EQ(gpu::searchsorted(sorted, {2, 4}), (ndarray<std::int64_t>{1, 3}));
  EXPECT_EQ(gpu::searchsorted(gpu::sort(array()), numbers_), (ndarray<std::int64_t>{2, 0, 1}));
}

TEST_P(vectors, are_counted) {
  EXPECT_EQ(gpu::unique({3, 1, 1}), (ndarray<int>{1, 3}));
  EXPECT_EQ(gpu::unique(numbers_), (ndarray<double>{1, 2, 3}));
  const auto [values, counts] = gpu::unique({3, 1, 1}, gpu::return_counts);
  EXPECT_EQ(counts, (ndarray<std::int64_t>{2, 1}));
  EXPECT_EQ(values, (ndarray<int>{1, 3}));
  const std::vector<int> items{0, 1, 1};
  EXPECT_EQ(gpu::bincount({0, 1, 1}), (ndarray<std::int64_t>{1, 2}));
  EXPECT_EQ(gpu::bincount(items), (ndarray<std::int64_t>{1, 2}));
  EXPECT_EQ(gpu::bincount(items, 4), (ndarray<std::int64_t>{1, 2, 0, 0}));
  EXPECT_EQ(gpu::bincount(items, numbers_), (ndarray<double>{3, 3}));
  EXPECT_EQ(gpu::bincount(ndarray<int>{0, 1, 1}, numbers_, 3), (ndarray<double>{3, 3, 0}));
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)gpu::bincount({0, -1});
            }),
            "'list' argument must have no negative elements");
}

TEST_P(vectors, are_weights) {
  const ndarray<double> m{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(gpu::average(array(), numbers_), gpu::average(array(), array()));
  EXPECT_EQ(gpu::average(m, 1, numbers_), gpu::average(m, 1, array()));
  EXPECT_EQ(gpu::average(m, 0, std::vector<int>{1, 2}), gpu::average(m, 0, ndarray<int>{1, 2}));
  EXPECT_EQ(gpu::average(m, std::vector<int>{0}), gpu::mean(m, 0));
  EXPECT_EQ(gpu::average(m, 1, {3.0, 1.0, 2.0}), gpu::average(m, 1, array()));
  EXPECT_EQ(gpu::average(m, 1, {3, 1, 2.0}, gpu::keepdims),
            gpu::average(m, 1, array(), gpu::keepdims));
  EXPECT_EQ(gpu::average(m, {0, 1}, {{1, 2, 3}, {4, 5, 6}}), gpu::average(m, m));
  EXPECT_EQ(gpu::average(m, m, {0, 1}), gpu::average(m, m));
  EXPECT_EQ(gpu::average(m, {0, 1}), 3.5);
  EXPECT_EQ(std::get<1>(gpu::average(array(), numbers_, gpu::returned)), 6);
  EXPECT_THROW((void)gpu::average(array(), std::vector<double>{1, 2}), gpu::dtype_error);
}

TEST_P(vectors, are_tables) {
  const std::vector<double> points{0, 1, 2};
  EXPECT_EQ(gpu::interp(numbers_, points, points), (ndarray<double>{2, 1, 2}));
  EXPECT_EQ(gpu::interp(0.5, points, numbers_), 2);
  EXPECT_EQ(gpu::interp(array(), points, ndarray<double>(points)), (ndarray<double>{2, 1, 2}));
  EXPECT_EQ(gpu::interp(numbers_, points, points, 0.0, 9.0), (ndarray<double>{9, 1, 2}));
  EXPECT_EQ(gpu::interp(numbers_, points, points, {.right = 9.0}), (ndarray<double>{9, 1, 2}));
  EXPECT_EQ(gpu::interp(2.5, {1, 2, 3}, {3, 2, 0}), 1);
  EXPECT_EQ(gpu::interp(array(), {1, 2}, {1.5, 2.5}, {.left = -1, .right = 9}),
            gpu::interp(array(), ndarray<int>{1, 2}, ndarray<double>{1.5, 2.5}, -1, 9));
  EXPECT_THROW((void)gpu::interp(numbers_, points, std::vector<double>{1}), gpu::value_error);
}

TEST_P(vectors, of_arrays_are_keys) {
  const ndarray<int> a{1, 1, 0};
  const ndarray<double> b = array();
  const auto order = gpu::lexsort(std::tuple(b, a));
  EXPECT_EQ(gpu::lexsort({b, a}), order);
  EXPECT_EQ(gpu::lexsort({b, a}, 0), order);
  EXPECT_EQ(gpu::lexsort(std::vector<ndarray<double>>{b, a.astype<double>()}), order);
  EXPECT_EQ(gpu::lexsort({a, a}), gpu::lexsort(std::tuple(a, a)));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::lexsort({b, gpu::take(a, {0})});
            }),
            "all keys need to be the same shape: (3,) and (1,)");
}

TEST_P(vectors, lists_stand_beside_arrays) {
  using gpu::test::values;
  const ndarray<double> x = array();
  EXPECT_EQ(values(gpu::concatenate({{0.0}, x}).as<double>()), (std::vector<double>{0, 3, 1, 2}));
  EXPECT_EQ(gpu::vstack({{1, 2}, {3, 4}}).as<int>(), (ndarray<int>{{1, 2}, {3, 4}}));
  EXPECT_TRUE(gpu::allclose(x, {3.0, 1.0, 2.000001}));
  EXPECT_FALSE(gpu::allclose(x, {3.0, 1.0, 2.1}));
  EXPECT_TRUE(gpu::array_equal(x, {3, 1, 2}));
  EXPECT_FALSE(gpu::array_equal(x, {3, 1}));
  const ndarray<int> set{1, 4};
  EXPECT_EQ(values(gpu::union1d(set, {2, 4})), (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(values(gpu::intersect1d(set, {2, 4})), std::vector<int>{4});
  EXPECT_EQ(values(gpu::setdiff1d(set, {2, 4})), std::vector<int>{1});
  EXPECT_EQ(values(gpu::setxor1d(set, {2, 4})), (std::vector<int>{1, 2}));
}

TEST_P(vectors, an_array_of_indices_says_where_another_is_split) {
  ndarray<int> x = gpu::arange<int>(7);
  const auto parts = gpu::split(x, ndarray<std::int64_t>{2, -2});
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(gpu::test::values(parts[0]), (std::vector<int>{0, 1}));
  EXPECT_EQ(gpu::test::values(parts[1]), (std::vector<int>{2, 3, 4}));
  parts[2] = -1;
  EXPECT_EQ(x(6), -1);
}

INSTANTIATE_TEST_SUITE_P(devices, vectors, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
