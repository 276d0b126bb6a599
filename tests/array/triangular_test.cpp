// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/triangular.hpp>

#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/diag.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

using array = ndarray<std::int64_t>;
using result = gpu::expression<std::int64_t>;

result called(const std::string& name, const array& a, const std::vector<std::ptrdiff_t>& x) {
  if (name == "tril") return gpu::tril(a, x[0]);
  if (name == "triu") return gpu::triu(a, x[0]);
  if (name == "diag") return gpu::diag(a, x[0]);
  if (name == "diagflat") return gpu::diagflat(a, x[0]);
  if (name == "vander") return gpu::vander(a, x[0], x[1] != 0);
  throw std::logic_error("no function of matrices: " + name);
}

class matrices : public gpu::test::on_device {};

TEST_P(matrices, are_those_of_numpy) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/matrices.txt")) {
    const auto arguments = gpu::test::numbers_of(line.call.at(2));
    if (line.call[0] == "tri") {
      const auto extents = gpu::test::numbers_of(line.call[1]);
      const auto e = gpu::tri<std::int64_t>(extents[0], extents[1], arguments[0]);
      EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
      EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
      continue;
    }
    const shape extents(gpu::test::numbers_of(line.call[1]));
    array a = gpu::arange<std::int64_t>(1, gpu::element_count(extents) + 1);
    a.reshape(extents);
    if (line.first == "ValueError") {
      EXPECT_EQ(message_of<gpu::value_error>([&] { (void)called(line.call[0], a, arguments); }),
                line.second)
          << line.whole;
      continue;
    }
    const result e = called(line.call[0], a, arguments);
    EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
    EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
    EXPECT_EQ(e.device(), GetParam());
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

TEST_P(matrices, of_every_dtype) {
  const ndarray<std::complex<float>> z{{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::tril(z)), (std::vector<std::complex<float>>{1, 0, 3, 4}));
  const ndarray<bool> mask{{true, true}, {true, true}};
  EXPECT_EQ(values(gpu::triu(mask, 1)), (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(values(gpu::tri<bool>(2)), (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(values(gpu::diag({1, 2})), (std::vector{1, 0, 0, 2}));
  EXPECT_EQ(values(gpu::diag(std::vector{0.5}, -1)), (std::vector<double>{0, 0, 0.5, 0}));
  EXPECT_EQ(values(gpu::diag(ndarray<gpu::float16>{gpu::float16(1.5f)}, 1))[1], gpu::float16(1.5f));
  static_assert(std::is_same_v<decltype(gpu::vander(ndarray<float>()))::value_type, double>);
  static_assert(std::is_same_v<decltype(gpu::vander(ndarray<bool>()))::value_type, std::int64_t>);
  EXPECT_EQ(values(gpu::vander(ndarray<bool>{true, false})),
            (std::vector<std::int64_t>{1, 1, 0, 1}));
}

TEST_P(matrices, identity_is_a_square_eye) {
  EXPECT_EQ(values(gpu::identity<float>(2)), (std::vector<float>{1, 0, 0, 1}));
  EXPECT_EQ(gpu::identity<int>(0).shape(), (shape{0, 0}));
  EXPECT_THROW((void)gpu::identity<int>(-1), gpu::value_error);
  EXPECT_EQ(gpu::identity<int>(2, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(matrices, are_made_where_they_are_asked_for) {
  EXPECT_EQ(gpu::tri<int>(3).device(), GetParam());
  EXPECT_EQ(gpu::tri<int>(3, std::nullopt, 0, gpu::cpu()).device(), gpu::cpu());
  EXPECT_EQ(gpu::diag_indices(3, gpu::cpu())[0].device(), gpu::cpu());
}

TEST_P(matrices, of_diagonals_far_outside) {
  constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
  const ndarray<int> a{{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::tril(a, most)), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::tril(a, -most - 1)), std::vector<int>(4, 0));
  EXPECT_EQ(values(gpu::triu(a, most)), std::vector<int>(4, 0));
  EXPECT_EQ(values(gpu::triu(a, -most - 1)), (std::vector{1, 2, 3, 4}));
  EXPECT_THROW((void)gpu::diag(ndarray<int>{1}, most), gpu::value_error);
  EXPECT_THROW((void)gpu::diag(ndarray<int>{1}, -most - 1), gpu::value_error);
}

TEST_P(matrices, a_number_has_no_triangle) {
  EXPECT_THROW((void)gpu::tril(ndarray<int>(3)), gpu::value_error);
}

TEST_P(matrices, fuse_with_what_reads_them) {
  const auto a = gpu::ones<float>({3, 3});
  const ndarray<float> v{1, 2, 3};
  EXPECT_EQ(kernels_of(gpu::tril(a * 2) + gpu::triu(a, 1) * 3), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::tri<float>(3) * a), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::diag(v + 1) * 2 + a), "1 kernel");
  EXPECT_EQ(kernels_of(gpu::diag(v, -1) * 2), "1 kernel");
  EXPECT_EQ(values(gpu::diag(gpu::diag(v * 2, 2), 2)), (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(values(gpu::diag(a + gpu::diag(v))), (std::vector<float>{2, 3, 4}));
}

TEST_P(matrices, of_many_elements_are_what_small_ones_are) {
  const auto all = gpu::cast<std::int16_t>(gpu::reshape(gpu::arange<int>(1, 6001), {2, 60, 50}));
  const ndarray<std::int16_t> a = all;
  const auto row = gpu::eval(gpu::arange<double>(1, 71));
  for (const std::ptrdiff_t k : {0, 1, -1, 45, -55, 1000, -1000}) {
    const auto lower = gpu::eval(gpu::tril(all, k));
    const auto upper = gpu::eval(gpu::triu(gpu::transpose(a), k));  // of shape (50, 60, 2)
    const auto ones = gpu::eval(gpu::tri<float>(60, 80, k));
    const auto rows = gpu::eval(gpu::triu(row, k));
    bool is_right = true;
    for (int i = 0; i < 60; ++i) {
      for (int j = 0; j < 50; ++j) {
        is_right = is_right && lower(1, i, j) == (j <= i + k ? a(1, i, j) : 0);
        if (j < 2) is_right = is_right && upper(7, i, j) == (j >= i + k ? a(j, i, 7) : 0);
      }
      for (int j = 0; j < 70; ++j) {
        is_right = is_right && ones(i, j) == (j <= i + k ? 1 : 0);
        is_right = is_right && rows(i, j) == (j >= i + k ? row(j) : 0);
      }
    }
    EXPECT_TRUE(is_right) << k;
    const std::ptrdiff_t extent = 70 + std::abs(k);
    const auto diagonal = gpu::eval(gpu::diag(row * 2, k));
    EXPECT_EQ(diagonal.shape(), (shape{extent, extent}));
    EXPECT_EQ(gpu::diag(diagonal, k), row * 2);
    EXPECT_EQ(gpu::count_nonzero(diagonal).item(), 70);
    EXPECT_EQ(gpu::diagflat(gpu::flip(row), k), gpu::diag(gpu::flip(row), k));
  }
  ndarray<double> square = gpu::ones<double>({70, 70});
  gpu::view(square, gpu::all(), gpu::all()) = gpu::tril(gpu::transpose(gpu::triu(square, 1)));
  EXPECT_EQ(gpu::sum(square).item(), 70 * 69 / 2);
}

TEST_P(matrices, keep_what_other_elements_are) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ndarray<float> a{{1, nan}, {nan, 1}};
  EXPECT_EQ(values(gpu::tril(gpu::triu(a))), (std::vector<float>{1, 0, 0, 1}));
}

TEST_P(matrices, diag_indices_name_a_diagonal) {
  const ndarray<int> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const auto [i, j] = gpu::diag_indices(3);
  EXPECT_EQ(values(gpu::view(a, i, j)), (std::vector{1, 5, 9}));
  EXPECT_EQ(gpu::diag_indices<3>(2).size(), 3u);
  EXPECT_EQ(gpu::diag_indices(-2)[0].size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(devices, matrices, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
