// SPDX-License-Identifier: BSD-3-Clause
// The table "From numpy to xtensor" of xtensor's documentation (docs/source/numpy.rst), with
// `gpu::` for `xt::`: what the tests of its other pages, in tests/array/xtensor/, leave out.
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::values;
using integers = std::vector<int>;
using positions = std::vector<std::int64_t>;
using numbers = std::vector<double>;
using bools = std::vector<bool>;

class xtensor_cheat_sheet : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    a = gpu::reshape(gpu::arange<int>(24), {6, 4});
    m = {{4, 1}, {1, 3}};
    v = {1, 2};
  }
  gpu::xarray<int> a;
  gpu::xarray<double> m;
  gpu::xarray<double> v;
};

TEST_P(xtensor_cheat_sheet, containers) {
  EXPECT_EQ(values(gpu::xarray<double>({{3, 4}, {5, 6}})), (numbers{3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::xtensor<double, 2>({{3, 4}, {5, 6}})), (numbers{3, 4, 5, 6}));
  static_assert(std::is_same_v<decltype(gpu::cast<double>(a))::value_type, double>);
  EXPECT_EQ(values(gpu::arange(3, 7)), (integers{3, 4, 5, 6}));
  EXPECT_EQ(gpu::linspace<double>(1.0, 10.0, 100).size(), 100u);
  EXPECT_EQ(gpu::sum(gpu::eye(4))(), 4);
}

TEST_P(xtensor_cheat_sheet, slicing_and_indexing) {
  using namespace gpu::placeholders;
  EXPECT_EQ(a(3, 2), 14);
  EXPECT_EQ(a.flat(4), 4);
  EXPECT_EQ(values(gpu::view(a, 3, gpu::all())), (integers{12, 13, 14, 15}));
  EXPECT_EQ(values(gpu::row(a, 3)), (integers{12, 13, 14, 15}));
  EXPECT_EQ(values(gpu::view(a, gpu::all(), 2)), (integers{2, 6, 10, 14, 18, 22}));
  EXPECT_EQ(values(gpu::col(a, 2)), (integers{2, 6, 10, 14, 18, 22}));
  EXPECT_EQ(gpu::view(a, gpu::range(_, 5), gpu::range(1, _)).shape(), (shape{5, 3}));
  EXPECT_EQ(gpu::view(a, gpu::range(5, 1, -1), gpu::all())(0, 0), 20);
  EXPECT_EQ(values(gpu::strided_view(a, {gpu::ellipsis(), 3})), (integers{3, 7, 11, 15, 19, 23}));
  EXPECT_EQ(gpu::view(a, gpu::all(), gpu::newaxis()).shape(), (shape{6, 1, 4}));
  EXPECT_EQ(gpu::broadcast(a, {5, 6, 4}).shape(), (shape{5, 6, 4}));
  EXPECT_EQ(values(gpu::filter(a, a > 21)), (integers{22, 23}));
  EXPECT_EQ(values(gpu::index_view(a, {{0, 0}, {1, 0}})), (integers{0, 4}));
}

TEST_P(xtensor_cheat_sheet, random) {
  gpu::random::seed(0);
  EXPECT_EQ(gpu::random::randn<double>({10, 10}).shape(), (shape{10, 10}));
  EXPECT_EQ(gpu::random::randint<int>({10, 10}).shape(), (shape{10, 10}));
  gpu::xarray<double> r = gpu::random::rand<double>({3, 4}, 2., 3.);
  EXPECT_TRUE(gpu::all(r >= 2.) && gpu::all(r < 3.));
  auto generated = gpu::random::rand<double>({10, 10});
  EXPECT_EQ(generated(0, 0), generated(0, 0));
  gpu::xarray<int> i = gpu::random::randint<int>({10, 10}, 3, 5);
  EXPECT_TRUE(gpu::all(i >= 3) && gpu::all(i < 5));
  gpu::xarray<int> successes = gpu::random::binomial<int>({3}, 4, 0.5);
  EXPECT_TRUE(gpu::all(successes <= 4));
  EXPECT_TRUE(gpu::all(gpu::isin(gpu::random::choice(v, 5), v)));
  gpu::xarray<double> shuffled = v;
  gpu::random::shuffle(shuffled);
  EXPECT_TRUE(gpu::sort(shuffled) == v);
  EXPECT_TRUE(gpu::sort(gpu::random::permutation(30)) == gpu::arange<std::int64_t>(30));
}

TEST_P(xtensor_cheat_sheet, joining_and_rearranging) {
  EXPECT_EQ(gpu::stack(gpu::xtuple(a, a, a), 1).shape(), (shape{6, 3, 4}));
  EXPECT_EQ(gpu::concatenate(gpu::xtuple(a, a, a), 1).shape(), (shape{6, 12}));
  EXPECT_EQ(values(gpu::tile(v, 2)), (numbers{1, 2, 1, 2}));
  EXPECT_EQ(gpu::expand_dims(a, 1).shape(), (shape{6, 1, 4}));
  EXPECT_EQ(gpu::hsplit(a, 4).size(), 4u);
  EXPECT_EQ(values(gpu::pad(v, 1, gpu::pad_mode::constant, 0)), (numbers{0, 1, 2, 0}));
  EXPECT_EQ(values(gpu::diag(m)), (numbers{4, 3}));
  EXPECT_EQ(values(gpu::triu(m)), (numbers{4, 1, 0, 3}));
  EXPECT_EQ(values(gpu::tril(m, -1)), (numbers{0, 0, 1, 0}));
  const gpu::xarray<int> cube = gpu::reshape(a, {2, 3, 4});
  EXPECT_EQ(gpu::transpose(cube, {1, 0, 2}).shape(), (shape{3, 2, 4}));
  EXPECT_EQ(values(gpu::rot90<2>(cube, {1, 2})), values(gpu::flip(cube, {1, 2})));
  EXPECT_EQ(values(gpu::roll(v, 1, 0)), (numbers{2, 1}));
}

TEST_P(xtensor_cheat_sheet, conditions_and_sorting) {
  EXPECT_EQ(values(gpu::where(v > 1, v, 0.)), (numbers{0, 2}));
  EXPECT_EQ(values(gpu::argwhere(a > 22)), (positions{5, 3}));
  EXPECT_EQ(values(gpu::isin(v, gpu::xarray<double>{2, 3})), (bools{false, true}));
  EXPECT_EQ(values(gpu::in1d(v, gpu::xarray<double>{2, 3})), (bools{false, true}));
  EXPECT_EQ(values(gpu::nonzero(v > 1)[0]), (positions{1}));
  EXPECT_EQ(values(gpu::flatnonzero(a > 21)), (positions{22, 23}));
  EXPECT_EQ(gpu::argmin(m)(), 1);
  EXPECT_EQ(values(gpu::argmax(m, 1)), (positions{0, 1}));
  EXPECT_EQ(values(gpu::sort(m, 1)), (numbers{1, 4, 1, 3}));
  EXPECT_EQ(values(gpu::argsort(m, 1)), (positions{1, 0, 0, 1}));
  EXPECT_EQ(values(gpu::unique(m)), (numbers{1, 3, 4}));
  EXPECT_EQ(values(gpu::setdiff1d(m, v)), (numbers{3, 4}));
  EXPECT_EQ(gpu::partition(gpu::xarray<int>{3, 1, 2}, 1)(1), 2);
  EXPECT_EQ(gpu::argpartition(gpu::xarray<int>{3, 1, 2}, 1)(1), 2);
  EXPECT_EQ(values(gpu::median(m, 0)), (numbers{2.5, 2}));
}

TEST_P(xtensor_cheat_sheet, reducers_and_functions) {
  EXPECT_EQ(gpu::sum(a, {0, 1})(), 276);
  EXPECT_EQ(gpu::trapz(v, 2.0, -1)(), 3);
  EXPECT_EQ(gpu::trapz(v, gpu::xarray<double>{0, 4}, -1)(), 6);
  EXPECT_EQ(gpu::count_nonzero(a, {0, 1})(), 23);
  EXPECT_EQ(values(gpu::count_nonzero(m, 1)), (positions{2, 2}));
  EXPECT_EQ(values(gpu::reduce(gpu::maximum, m, {0})), (numbers{4, 3}));
  EXPECT_EQ(values(gpu::interp(gpu::xarray<double>{0, 1.5, 9}, v, v, -1., -2.)),
            (numbers{-1, 1.5, -2}));
  EXPECT_EQ(values(gpu::bincount(gpu::xarray<int>{0, 1, 1})), (positions{1, 2}));
  EXPECT_EQ(values(gpu::searchsorted(v, m)), (positions{2, 0, 0, 2}));
  using complex = std::complex<double>;
  const gpu::xarray<complex> z = {complex(1, 2), complex(3, -4)};
  EXPECT_EQ(values(gpu::real(z)), (numbers{1, 3}));
  EXPECT_EQ(values(gpu::imag(gpu::conj(z))), (numbers{-2, 4}));
  EXPECT_EQ(gpu::numeric_constants<double>::PI, std::acos(-1.0));
  EXPECT_TRUE(gpu::allclose(gpu::deg2rad(gpu::rad2deg(v)), gpu::radians(gpu::degrees(v))));
}

TEST_P(xtensor_cheat_sheet, input_and_output) {
  const std::string path = testing::TempDir() + "xtensor_cheat_sheet.npy";
  gpu::dump_npy(path, m);
  EXPECT_TRUE(gpu::load_npy<double>(path) == m);
  std::remove(path.c_str());
}

TEST_P(xtensor_cheat_sheet, products) {
  namespace linalg = gpu::linalg;
  EXPECT_EQ(values(linalg::dot(m, v)), (numbers{6, 7}));
  EXPECT_EQ(linalg::vdot(v, v)(), 5);
  EXPECT_EQ(values(linalg::outer(v, v)), (numbers{1, 2, 2, 4}));
  EXPECT_EQ(values(linalg::matrix_power(m, 2)), (numbers{17, 7, 7, 10}));
  EXPECT_EQ(values(linalg::kron(v, v)), (numbers{1, 2, 2, 4}));
  EXPECT_EQ(values(linalg::tensordot(m, v, 1)), (numbers{6, 7}));
  EXPECT_EQ(values(linalg::tensordot(m, m, {0}, {1})), (numbers{17, 7, 7, 10}));
}

TEST_P(xtensor_cheat_sheet, matrices) {
  namespace linalg = gpu::linalg;
  const gpu::xarray<double> lower = linalg::cholesky(m);
  EXPECT_TRUE(gpu::allclose(linalg::dot(lower, gpu::transpose(lower)), m));
  const auto [q, r] = linalg::qr(m);
  EXPECT_TRUE(gpu::allclose(linalg::dot(q, r), m));
  const auto [u, s, vt] = linalg::svd(m);
  EXPECT_TRUE(gpu::allclose(linalg::dot(u * s, vt), m));
  EXPECT_TRUE(gpu::allclose(gpu::sum(linalg::eigvalsh(m)), 7.));
  EXPECT_TRUE(gpu::allclose(gpu::sum(gpu::real(linalg::eigvals(m))), 7.));
  EXPECT_TRUE(gpu::allclose(linalg::norm(m, 2), linalg::cond(m) * gpu::min(s)));
  EXPECT_TRUE(gpu::allclose(linalg::det(m), 11.));
  EXPECT_EQ(linalg::matrix_rank(m)(), 2);
  const auto [sign, logarithm] = linalg::slogdet(m);
  EXPECT_TRUE(gpu::allclose(sign * gpu::exp(logarithm), 11.));
  EXPECT_EQ(linalg::trace(m)(), 7);
  EXPECT_TRUE(gpu::allclose(linalg::inv(m), linalg::pinv(m)));
  EXPECT_TRUE(gpu::allclose(linalg::dot(m, linalg::solve(m, v)), v));
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_cheat_sheet, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
