// SPDX-License-Identifier: BSD-3-Clause
// Short programs as their NumPy twins read; the numbers are those of NumPy.
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

using gpu::all;
using gpu::axis;
using gpu::keepdims;
using gpu::ndarray;
using gpu::newaxis;
using gpu::range;
using gpu::shape;
using gpu::test::values;
using namespace gpu::placeholders;
using matrix = ndarray<double>;

class programs : public gpu::test::on_device {};

TEST_P(programs, kalman_filter) {
  const matrix f = {{1, 1}, {0, 1}};
  const matrix h = {{1, 0}};
  const matrix q = gpu::eye(2) * 0.01;
  const matrix r = {{1.0}};
  matrix p = gpu::eye(2);
  matrix x = gpu::zeros({2, 1});
  for (const double z : {1.0, 2.1, 2.9}) {
    x = gpu::matmul(f, x);
    p = gpu::matmul(gpu::matmul(f, p), f.T()) + q;
    const matrix s = gpu::matmul(gpu::matmul(h, p), h.T()) + r;
    const matrix gain = gpu::matmul(gpu::matmul(p, h.T()), gpu::linalg::inv(s));
    x += gpu::matmul(gain, z - gpu::matmul(h, x));
    p = gpu::matmul(gpu::eye(2) - gpu::matmul(gain, h), p);
  }
  EXPECT_TRUE(gpu::allclose(x, matrix{{2.72795542}, {0.81785913}}));
}

TEST_P(programs, page_rank) {
  const matrix links = {{0, 1, 1}, {1, 0, 0}, {0, 1, 0}};
  const matrix m = links / gpu::sum(links, axis(0), keepdims);
  matrix rank = gpu::ones({3}) / 3;
  for (int step = 0; step < 200; ++step) {
    const matrix next = 0.85 * gpu::matmul(m, rank) + 0.15 / 3;
    const bool is_near = (gpu::linalg::norm(next - rank, 1) < 1e-12).item();
    rank = next;
    if (is_near) break;
  }
  EXPECT_TRUE(gpu::allclose(rank, matrix{0.39739966, 0.38778971, 0.21481063}, 1e-4));
}

TEST_P(programs, mandelbrot) {
  auto [x, y] = gpu::meshgrid(gpu::linspace(-2, 1, 6), gpu::linspace(-1, 1, 5));
  const ndarray<std::complex<double>> c = x + std::complex<double>(0, 1) * y;
  ndarray<std::complex<double>> z = gpu::zeros_like(c);
  ndarray<int> count = gpu::zeros<int>(c.shape());
  for (int i = 0; i < 20; ++i) {
    const ndarray<bool> inside = gpu::abs(z) < 2;
    z = gpu::where(inside, z * z + c, z);
    count += inside;
  }
  EXPECT_TRUE(count == (ndarray<int>{{1, 3, 3, 7, 3, 2},
                                     {1, 3, 6, 20, 7, 2},
                                     {1, 20, 20, 20, 7, 2},
                                     {1, 3, 6, 20, 7, 2},
                                     {1, 3, 3, 7, 3, 2}}));
}

TEST_P(programs, heat_equation) {
  matrix u = gpu::zeros({10, 10});
  const auto inner = range(1, -1);
  gpu::view(u, 0) = 1;
  for (int i = 0; i < 10; ++i)
    gpu::view(u, inner, inner) +=
        0.2 * (gpu::view(u, range(2, _), inner) + gpu::view(u, range(_, -2), inner) +
               gpu::view(u, inner, range(2, _)) + gpu::view(u, inner, range(_, -2)) -
               4 * gpu::view(u, inner, inner));
  EXPECT_NEAR(gpu::sum(u)(), 18.021257216, 1e-12);
  EXPECT_NEAR(u(2, 5), 0.3246312448, 1e-12);
}

TEST_P(programs, game_of_life) {
  ndarray<int> cells = gpu::zeros<int>({6, 6});
  gpu::view(cells, 2, range(1, 4)) = 1;
  const ndarray<int> first = cells;
  for (int step = 0; step < 2; ++step) {
    ndarray<int> near = gpu::zeros_like(cells);
    for (const int dx : {-1, 0, 1})
      for (const int dy : {-1, 0, 1})
        if (dx != 0 || dy != 0) near += gpu::roll(cells, {dx, dy}, {0, 1});
    cells = (gpu::equal(near, 3) || (gpu::equal(cells, 1) && gpu::equal(near, 2))).astype<int>();
  }
  EXPECT_TRUE(cells == first);
}

TEST_P(programs, confusion_matrix_and_one_hot) {
  const ndarray<int> truth = {0, 1, 2, 1, 0};
  const ndarray<int> guess = {0, 2, 2, 1, 0};
  ndarray<int> counts = gpu::zeros<int>({3, 3});
  gpu::add.at(counts, std::tuple(truth, guess), 1);
  EXPECT_TRUE(counts == (ndarray<int>{{2, 0, 0}, {0, 1, 1}, {0, 0, 1}}));
  EXPECT_TRUE(gpu::all(gpu::equal(counts, gpu::reshape(gpu::bincount(truth * 3 + guess), {3, 3}))));
  const ndarray<int> one_hot = gpu::take(gpu::eye<int>(3), truth, axis(0));
  EXPECT_TRUE(one_hot == gpu::equal(gpu::view(truth, all(), newaxis()), gpu::arange<int>(3)));
}

TEST_P(programs, k_means) {
  matrix points = {{0, 0}, {0, 1}, {10, 10}, {10, 11}, {-5, 8}, {-5, 9}};
  matrix centres = gpu::take(points, {0, 2, 4}, axis(0));
  for (int step = 0; step < 3; ++step) {
    const auto distance = gpu::sum(
        gpu::square(gpu::view(points, all(), newaxis()) - gpu::view(centres, newaxis(), all())),
        axis(2));
    const ndarray<std::int64_t> label = gpu::argmin(distance, axis(1));
    for (int k = 0; k < 3; ++k)
      gpu::view(centres, k) = gpu::mean(gpu::view(points, gpu::equal(label, k)), axis(0));
  }
  EXPECT_TRUE(centres == (matrix{{0, 0.5}, {10, 10.5}, {-5, 8.5}}));
}

TEST_P(programs, weighted_median_and_sums_of_groups) {
  const matrix v = {3, 1, 2};
  const matrix w = {1, 2, 1};
  const ndarray<std::int64_t> order = gpu::argsort(v);
  const matrix sorted = gpu::take(v, order);
  matrix share = gpu::cumsum(gpu::take(w, order));
  share /= share.back();
  EXPECT_EQ(gpu::interp(0.5, share, sorted).item(), 1);
  EXPECT_EQ(sorted(gpu::searchsorted(share, 0.5).item()), 1);
  const ndarray<int> group = {0, 1, 0, 2};
  const matrix value = {1, 2, 3, 4};
  auto [names, first] = gpu::unique(gpu::sort(group), gpu::return_index);
  EXPECT_EQ(values(gpu::add.reduceat(gpu::take(value, gpu::argsort(group)), first)),
            (std::vector<double>{4, 2, 4}));
}

INSTANTIATE_TEST_SUITE_P(devices, programs, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
