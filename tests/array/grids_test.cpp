// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/grids.hpp>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/values.hpp"

namespace {

using namespace std::complex_literals;
using gpu::ndarray;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

class grids : public gpu::test::on_device {};

TEST_P(grids, of_two_vectors) {
  const ndarray<float> x{1, 2, 3};
  const ndarray<int> y{10, 20};
  const auto [a, b] = gpu::meshgrid(x, y);
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(kernels_of(a * a + b), "1 kernel");
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(values(b), (std::vector<int>{10, 10, 10, 20, 20, 20}));
  const auto [c, d] = gpu::meshgrid(x, y, gpu::indexing("ij"));
  EXPECT_EQ(values(c), (std::vector<float>{1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(values(d), (std::vector<int>{10, 20, 10, 20, 10, 20}));
  const auto [e, f] = gpu::meshgrid(x, y, gpu::sparse);
  EXPECT_EQ(e.shape(), (shape{1, 3}));
  EXPECT_EQ(f.shape(), (shape{2, 1}));
  const auto [g, h] = gpu::meshgrid(x, y, gpu::sparse, gpu::indexing("ij"));
  EXPECT_EQ(g.shape(), (shape{3, 1}));
  EXPECT_EQ(h.shape(), (shape{1, 2}));
}

TEST_P(grids, of_any_number_of_vectors) {
  const auto x = gpu::arange<int>(2), y = gpu::arange<int>(3), z = gpu::arange<int>(4);
  EXPECT_EQ(std::get<0>(gpu::meshgrid(x, y, z)).shape(), (shape{3, 2, 4}));
  EXPECT_EQ(std::get<2>(gpu::meshgrid(x, y, z, gpu::sparse)).shape(), (shape{1, 1, 4}));
  EXPECT_EQ(values(std::get<1>(gpu::meshgrid(x, y, z)))[8], 1);
  EXPECT_EQ(values(std::get<0>(gpu::meshgrid(x))), (std::vector{0, 1}));
  static_assert(std::tuple_size_v<decltype(gpu::meshgrid())> == 0);
  const auto [a, b] = gpu::meshgrid(ndarray<int>(3), gpu::ones<int>({2, 2}));
  EXPECT_EQ(a.shape(), (shape{4, 1}));
  EXPECT_EQ(values(b), std::vector<int>(4, 1));
  EXPECT_EQ(std::get<1>(gpu::meshgrid(gpu::empty<int>(0), x)).shape(), (shape{2, 0}));
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::indexing("yx"); }),
            "Valid values for `indexing` are 'xy' and 'ij'.");
}

TEST_P(grids, of_indices) {
  const auto all = gpu::indices({2, 3});
  EXPECT_EQ(all.shape(), (shape{2, 2, 3}));
  EXPECT_EQ(all.device(), GetParam());
  EXPECT_EQ(kernels_of(all * 2), "1 kernel");
  EXPECT_EQ(values(all), (std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(values(gpu::indices<float>({2, 1, 2})),
            (std::vector<float>{0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1}));
  const auto open = gpu::indices({2, 3}, gpu::sparse);
  ASSERT_EQ(open.size(), 2u);
  EXPECT_EQ(open[0].shape(), (shape{2, 1}));
  EXPECT_EQ(values(open[1]), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(gpu::indices({}).shape(), shape{0});
  EXPECT_EQ(gpu::indices({2, 0}).shape(), (shape{2, 2, 0}));
  EXPECT_THROW((void)gpu::indices({2, -3}), gpu::value_error);
  EXPECT_EQ(gpu::indices({2}, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(grids, of_many_points) {
  const auto all = gpu::indices({40, 30, 5});
  const ndarray<std::int64_t> grid = all;
  EXPECT_EQ(grid.shape(), (shape{3, 40, 30, 5}));
  EXPECT_EQ(grid(0, 7, 11, 3), 7);
  EXPECT_EQ(grid(1, 7, 11, 3), 11);
  EXPECT_EQ(grid(2, 39, 29, 4), 4);
  EXPECT_EQ(gpu::sum(all * 2).item(), gpu::sum(grid).item() * 2);
  EXPECT_EQ(gpu::cast<float>(grid), gpu::indices<float>({40, 30, 5}));
  const auto points = gpu::eval(gpu::mgrid<double>({{0, 50}, {-1, 1, 101i}}));
  EXPECT_EQ(points(0, 49, 3), 49);
  EXPECT_EQ(points(1, 0, 50), 0);
  EXPECT_EQ(values(gpu::indices({5000})), values(gpu::arange<std::int64_t>(5000)));
}

TEST_P(grids, of_ranges) {
  const auto a = gpu::mgrid<double>({{0, 5, 2}, {0, 1, 3i}});
  EXPECT_EQ(a.shape(), (shape{2, 3, 3}));
  EXPECT_EQ(kernels_of(a + 1), "1 kernel");
  EXPECT_EQ(values(a),
            (std::vector<double>{0, 0, 0, 2, 2, 2, 4, 4, 4, 0, .5, 1, 0, .5, 1, 0, .5, 1}));
  EXPECT_EQ(values(gpu::mgrid<double>({{-1, 1, 5i}})), (std::vector<double>{-1, -.5, 0, .5, 1}));
  EXPECT_EQ(values(gpu::mgrid<double>({{0, 1, 0.3}})), (std::vector<double>{0, .3, .6, 3 * .3}));
  EXPECT_EQ(values(gpu::mgrid<int>({{3, 0, -1}})), (std::vector<int>{3, 2, 1}));
  EXPECT_EQ(gpu::mgrid<double>({{0, 1, 1i}, {0, 2}}).shape(), (shape{2, 1, 2}));
  EXPECT_THROW((void)gpu::mgrid<int>({{5, 0}, {0, 2}}), gpu::value_error);
  EXPECT_THROW((void)gpu::mgrid<int>({{0, 1, 0}}), gpu::value_error);
  EXPECT_THROW((void)gpu::mgrid<double>({{0, 1, 1e300i}}), gpu::value_error);
  EXPECT_THROW((void)gpu::mgrid<double>({{0, std::nan("")}}), gpu::value_error);
  const auto [y, x] = gpu::ogrid<float>({{0, 2}, {0, 1.5, 0.5}});
  EXPECT_EQ(y.shape(), (shape{2, 1}));
  EXPECT_EQ(x.shape(), (shape{1, 3}));
  EXPECT_EQ(values(y + x), (std::vector<float>{0, .5, 1, 1, 1.5, 2}));
  EXPECT_EQ(gpu::ogrid<int>({{5, 0}, {0, 2}})[0].shape(), (shape{0, 1}));
}

TEST_P(grids, of_a_function) {
  const auto sums = gpu::fromfunction([](auto i, auto j) { return i + 10 * j; }, {2, 3});
  EXPECT_EQ(sums.dtype(), gpu::dtype::float64);
  EXPECT_EQ(kernels_of(sums), "1 kernel");
  EXPECT_EQ(values(sums), (std::vector<double>{0, 10, 20, 1, 11, 21}));
  const auto first = gpu::fromfunction<int>([](auto i, auto) { return i; }, {2, 3}, gpu::cpu());
  EXPECT_EQ(values(first), (std::vector{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(first.device(), gpu::cpu());
  EXPECT_EQ(gpu::fromfunction([](auto) { return 7; }, {3}), 7);
  EXPECT_EQ(values(gpu::fromfunction<int>([](auto i) { return i * i; }, 4)),
            (std::vector{0, 1, 4, 9}));
  EXPECT_THROW((void)gpu::fromfunction([](auto i) { return i; }, {-1}), gpu::value_error);
}

TEST_P(grids, of_mgrid_are_taken_apart) {
  auto [y, x] = gpu::mgrid<double>({{0, 2}, {1, 4}});
  EXPECT_EQ(values(y), (std::vector<double>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values(x), (std::vector<double>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(values(10 * y + x), (std::vector<double>{1, 2, 3, 11, 12, 13}));
  const auto [one] = gpu::mgrid<int>({{0, 3}});
  EXPECT_EQ(values(one), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(gpu::mgrid<int>({{0, 2}, {0, 3}}).get<1>().shape(), (shape{2, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, grids, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
