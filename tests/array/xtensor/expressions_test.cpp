// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of expressions and of scalars (docs/source/expression.rst and
// scalar.rst), with `gpu::` for `xt::`.
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::values;
using numbers = std::vector<double>;

class xtensor_expressions : public gpu::test::on_device {};

TEST_P(xtensor_expressions, are_made_of_others_and_assigned) {
  gpu::xarray<double> w = {1, 2, 3};
  gpu::xarray<double> x = {2, 3, 4};
  gpu::xarray<double> y = {3, 4, 5};
  gpu::xarray<double> z = {0, 1, 2};
  auto f = x + y * sin(z);
  auto f2 = w + 2 * cos(f);
  gpu::xarray<double> res = f2;
  gpu::xarray<double> by_loop(std::vector<std::size_t>{3});
  for (std::size_t i = 0; i < 3; ++i)
    by_loop(i) = w(i) + 2 * std::cos(x(i) + y(i) * std::sin(double(z(i))));
  EXPECT_TRUE(gpu::allclose(res, by_loop, 0, 1e-12));
}

TEST_P(xtensor_expressions, are_read_at_an_index) {
  gpu::xarray<double> x = gpu::linspace<double>(0, 1, 3000);
  gpu::xarray<double> y = 1 - x;
  auto f = cos(x) + sin(y);
  double first_res = f(1200);
  double second_res = f(2500);
  EXPECT_NEAR(first_res, std::cos(double(x(1200))) + std::sin(double(y(1200))), 1e-12);
  EXPECT_NEAR(second_res, std::cos(double(x(2500))) + std::sin(double(y(2500))), 1e-12);
}

TEST_P(xtensor_expressions, are_evaluated_when_they_are_told_to) {
  gpu::xarray<double> a = {1, 2, 3};
  gpu::xarray<double> b = {3, 2, 1};
  auto calc = a + b;
  auto&& e = gpu::eval(calc);
  EXPECT_EQ(values(e), (numbers{4, 4, 4}));
  auto&& a_ref = gpu::eval(a);
  EXPECT_TRUE(gpu::shares_memory(a_ref, a));
}

TEST_P(xtensor_expressions, broadcast) {
  gpu::xarray<double> a = gpu::ones<double>({2, 3});
  gpu::xarray<double> b = gpu::ones<double>({4, 2, 3});
  gpu::xarray<double> c = gpu::ones<double>({4, 2, 1});
  EXPECT_EQ((a + b).shape(), (shape{4, 2, 3}));
  EXPECT_EQ((1 + b).shape(), (shape{4, 2, 3}));
  EXPECT_EQ((a + c).shape(), (shape{4, 2, 3}));
}

TEST_P(xtensor_expressions, have_shapes_and_elements) {
  const std::vector<std::size_t> extents = {3, 2, 4};
  gpu::xarray<double> a(extents);
  std::size_t d = a.dimension();
  const auto& s = a.shape();
  bool res = (d == extents.size()) && (s == shape(extents));
  EXPECT_TRUE(res);
  a = gpu::reshape(gpu::arange<double>(24), extents);
  const std::vector<std::size_t> index = {1, 1, 1};
  double v1 = a(1, 1, 1);
  double v2 = a[index];
  double v3 = a.element(index.begin(), index.end());
  EXPECT_EQ(v1, 13);
  EXPECT_EQ(v2, v1);
  EXPECT_EQ(v3, v1);
  EXPECT_EQ((a + 1)[index], 14);
}

TEST_P(xtensor_expressions, of_no_axes_are_what_scalars_are) {
  gpu::xarray<double> a = {{0., 1., 2.}, {3., 4., 5.}};
  double s = 1.2;
  a = s;
  EXPECT_EQ(a.dimension(), 0u);
  EXPECT_EQ(a(), 1.2);
  gpu::xarray<double> b(1.2);
  EXPECT_EQ(b.dimension(), 0u);
  gpu::xarray<double> c({2, 3}, 1.2);
  EXPECT_EQ(values(c), numbers(6, 1.2));
}

template <class E1, class E2>
void assign_mean(const E1& e1, E2& e2) {
  e2 = sum(e1) / e1.size();
}
template <class E1, class E2>
double assign_mean_and_return_sum(const E1& e1, E2& e2) {
  double s = sum(e1)();
  e2 = s / static_cast<double>(e1.size());
  return s;
}

TEST_P(xtensor_expressions, of_no_axes_replace_arrays) {
  gpu::xarray<double> a = {{1., 2., 3.}, {4., 5., 6.}};
  gpu::xarray<double> b = a;
  assign_mean(a, b);
  EXPECT_EQ(b.dimension(), 0u);
  EXPECT_EQ(b(), 3.5);
  gpu::xarray<double> c = a;
  EXPECT_EQ(assign_mean_and_return_sum(a, c), 21);
  EXPECT_EQ(c.dimension(), 0u);
  EXPECT_EQ(c(), 3.5);
}

TEST_P(xtensor_expressions, are_shared) {
  gpu::xarray<double> a = {1, 2, 3};
  const auto shared = gpu::share(a + 1);
  const auto copy = gpu::make_xshared(shared);
  EXPECT_EQ(shared.node(), copy.node());
  a = a * 0;
  EXPECT_EQ(values(copy * copy), (std::vector<double>{4, 9, 16}));
  EXPECT_EQ(values(gpu::share(a)), (std::vector<double>{0, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_expressions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
