// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gpu_qr.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include <gtest/gtest.h>

#include <gpu/kernels/primitives/householder.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/products.hpp>

#include "jit/cache.hpp"
#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"

namespace gpu::linalg {
namespace {

using kernels::reflector;

TEST(gpu_qr, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  for (const dtype type : {dtype::float32, dtype::float64, dtype::complex64, dtype::complex128})
    for (const int rows : {1, 2, 4}) {
      const program code = detail::qr_program(type, rows);
      EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
    }
}

TEST(gpu_qr, takes_stacks_of_matrices_that_fit_a_block) {
  const auto takes = [](const shape& batch, std::ptrdiff_t rows, std::ptrdiff_t columns) {
    return detail::takes_one_launch(detail::matrix_stack(dtype::float64, batch, rows, columns));
  };
  EXPECT_TRUE(takes({2}, 8, 8));
  EXPECT_TRUE(takes({2, 3}, 128, 40));
  EXPECT_TRUE(takes({2}, 3, 500));
  EXPECT_FALSE(takes({}, 8, 8));
  EXPECT_FALSE(takes({2}, 129, 2));
  EXPECT_FALSE(takes({2}, 80, 80));
}

/// dgeqrf of (3, 4): R is -5, tau is 1.6, v is (1, 0.5).
TEST(gpu_qr, reflectors_are_those_of_lapack) {
  const double scale = 4;
  const reflector<double> h(3, 4, scale, reflector<double>::square(4, scale));
  EXPECT_FALSE(h.is_unit());
  EXPECT_DOUBLE_EQ(h.beta(), -5);
  EXPECT_DOUBLE_EQ(h.tau(), 1.6);
  EXPECT_DOUBLE_EQ(h.of(4), 0.5);
  const reflector<double> negative(-3, 4, scale, reflector<double>::square(4, scale));
  EXPECT_DOUBLE_EQ(negative.beta(), 5);
  EXPECT_DOUBLE_EQ(negative.of(4), -0.5);
}

TEST(gpu_qr, a_column_that_is_zero_below_a_real_number_is_left) {
  const reflector<double> h(-3, 0, 3, 0);
  EXPECT_TRUE(h.is_unit());
  EXPECT_EQ(h.beta(), -3);
  EXPECT_EQ(h.tau(), 0);
  const reflector<float> zero(0, 0, 0, 0);
  EXPECT_TRUE(zero.is_unit());
  EXPECT_EQ(zero.beta(), 0);
}

/// zgeqrf of (3 + 4i): R is -5, and H turns the number.
TEST(gpu_qr, a_complex_number_becomes_real) {
  using z = complex<double>;
  const reflector<z> h(z(3, 4), 0, 4, 0);
  EXPECT_FALSE(h.is_unit());
  EXPECT_EQ(h.beta(), z(-5));
  EXPECT_DOUBLE_EQ(h.tau().real(), 1.6);
  EXPECT_DOUBLE_EQ(h.tau().imag(), 0.8);
}

TEST(gpu_qr, squares_of_large_and_small_elements_are_in_range) {
  for (const double size : {1e300, 1e-300, 1e-310}) {
    const double scale = 4 * size;
    const reflector<double> h(3 * size, scale, scale, reflector<double>::square(4 * size, scale));
    EXPECT_NEAR(h.beta() / size, -5, 1e-12);
    EXPECT_NEAR(h.tau(), 1.6, 1e-12);
    EXPECT_NEAR(h.of(4 * size), 0.5, 1e-12);
  }
}

class gpu_qr_of_stacks : public test::on_device {};

/// The matrices one by one, by LAPACK, where those of a stack are done at once. They are far from
/// singular ones, whose factors have no exact digits.
template <class T>
void expect_that_of_each(const shape& extents) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << extents);
  const std::ptrdiff_t n = std::max(extents[1], extents[2]);
  const auto size = static_cast<T>(2 * std::sqrt(static_cast<float>(n)));
  const ndarray<T> a = test::drawn<T>(extents) + eye<T>(extents[1], extents[2]) * size;
  const auto raw = qr(a, "raw");
  const auto complete = qr(a, "complete");
  for (std::ptrdiff_t i = 0; i < extents[0]; ++i) {
    const ndarray<T> one = ndarray<T>(view(a, i)).to(cpu());
    const auto expect_near = [&](const ndarray<T>& found, const ndarray<T>& expected) {
      EXPECT_LT(test::error_of(ndarray<T>(view(found, i)).to(cpu()), expected, n), 30);
    };
    expect_near(raw.Q, qr(one, "raw").Q);
    expect_near(raw.R, qr(one, "raw").R);
    expect_near(complete.Q, qr(one, "complete").Q);
    expect_near(complete.R, qr(one, "complete").R);
  }
}

TEST_P(gpu_qr_of_stacks, are_those_of_each_matrix) {
  for (const shape& extents : {shape{2, 1, 1}, shape{3, 8, 8}, shape{2, 5, 9}, shape{2, 9, 5},
                               shape{2, 40, 33}, shape{2, 33, 40}, shape{9, 100, 6}}) {
    expect_that_of_each<float>(extents);
    expect_that_of_each<double>(extents);
    expect_that_of_each<std::complex<float>>(extents);
    expect_that_of_each<std::complex<double>>(extents);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, gpu_qr_of_stacks, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::linalg
