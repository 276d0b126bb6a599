// SPDX-License-Identifier: BSD-3-Clause
// Properties of transforms, strides, dtypes and errors. Values: see golden_test.
#include <gpu/fft/transforms.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <type_traits>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

using std::complex;
using z_array = ndarray<complex<double>>;
using complex_of_double = complex<double>;

class fft_transforms : public on_device {
 protected:
  static ndarray<double> noise(std::ptrdiff_t count) {
    return sin(arange<double>(static_cast<double>(count)) * 12.9898) * 3;
  }
  static z_array complex_noise(std::ptrdiff_t count) {
    return z_array(noise(count)) + z_array(cos(noise(count))) * complex<double>(0, 1);
  }
  template <class A, class B>
  static double difference(const A& a, const B& b) {
    return static_cast<double>(max(abs(a - b)).item());
  }
};

TEST_P(fft_transforms, have_numpys_dtypes) {
  static_assert(std::is_same_v<decltype(fft::fft(ndarray<float>())), expression<complex<float>>>);
  static_assert(std::is_same_v<decltype(fft::fft(ndarray<float16>())), expression<complex<float>>>);
  static_assert(
      std::is_same_v<decltype(fft::fft(ndarray<bfloat16>())), expression<complex<float>>>);
  static_assert(std::is_same_v<decltype(fft::rfft(ndarray<int>())), expression<complex<double>>>);
  static_assert(std::is_same_v<decltype(fft::ifft(ndarray<bool>())), expression<complex<double>>>);
  static_assert(std::is_same_v<decltype(fft::irfft(ndarray<complex<float>>())), expression<float>>);
  static_assert(std::is_same_v<decltype(fft::hfft(ndarray<int>())), expression<double>>);
  const any_expression untyped(noise(4).node());
  EXPECT_EQ(fft::fft(untyped).dtype(), dtype::complex128);
  EXPECT_EQ(fft::irfftn(untyped).dtype(), dtype::float64);
}

TEST_P(fft_transforms, of_bools) {
  const ndarray<bool> x{true, false, true, true};
  EXPECT_TRUE(allclose(fft::fft(x), z_array{3, complex<double>(0, 1), 1, complex<double>(0, -1)}));
}

TEST_P(fft_transforms, take_the_shape_of_an_array) {
  const ndarray<double> x = {{1, 2, 3}, {4, 5, 7}, {0, 1, 0}};
  const ndarray<double> again = fft::irfft2(fft::rfft2(x), x.shape());
  EXPECT_EQ(again.shape(), x.shape());
  EXPECT_LT(gpu::max(gpu::abs(again - x)).item(), 1e-14);
}

TEST_P(fft_transforms, of_an_impulse_is_flat) {
  z_array x = zeros<complex<double>>({4096});
  x(0) = 1;
  EXPECT_LT(difference(fft::fft(x), complex<double>(1)), 1e-15);
}

TEST_P(fft_transforms, inverses_give_back) {
  for (const std::ptrdiff_t count : {1, 2, 30, 97, 1024, 10007, 65536, 100003}) {
    SCOPED_TRACE(count);
    const z_array x = complex_noise(count);
    for (const char* norm : {"backward", "ortho", "forward"})
      EXPECT_LT(difference(fft::ifft(fft::fft(x, count, 0, norm), count, 0, norm), x), 1e-13);
    const ndarray<double> r = noise(count);
    EXPECT_LT(difference(fft::irfft(fft::rfft(r), count), r), 1e-13);
    EXPECT_LT(difference(fft::hfft(fft::ihfft(r), count), r), 1e-13);
  }
}

TEST_P(fft_transforms, keep_energy) {
  for (const std::ptrdiff_t count : {1000, 10007, 1 << 17}) {
    const z_array x = complex_noise(count);
    const double energy = sum(square(abs(x))).item();
    const double found = sum(square(abs(fft::fft(x, count, 0, "ortho")))).item();
    EXPECT_NEAR(found / energy, 1, 1e-13);
  }
}

TEST_P(fft_transforms, are_linear) {
  const z_array x = complex_noise(600);
  const z_array y = z_array(flip(x)) * complex<double>(0, 2);
  EXPECT_LT(difference(fft::fft(x + 3 * y), fft::fft(x) + 3 * fft::fft(y)), 1e-11);
}

TEST_P(fft_transforms, of_a_large_batch_are_those_of_its_rows) {
  const z_array x = reshape(complex_noise(300 * 1000), {300, 1000});
  const z_array rows = fft::fft(x);
  const z_array columns = fft::fft(transpose(x), std::nullopt, 0);
  for (const std::ptrdiff_t i : {0, 1, 131, 299}) {
    const z_array row = view(x, i);
    EXPECT_LT(difference(view(rows, i), fft::fft(row)), 1e-11);
    EXPECT_LT(difference(view(columns, all(), i), fft::fft(row)), 1e-11);
  }
}

/// As the transform of a copy.
template <class A>
void expect_as_of_a_copy(const A& a) {
  using array = ndarray<typename A::value_type>;
  const array copy = a;
  for (std::ptrdiff_t axis = 0; axis < static_cast<std::ptrdiff_t>(a.dimension()); ++axis) {
    EXPECT_TRUE(allclose(fft::fft(a, std::nullopt, axis), fft::fft(copy, std::nullopt, axis)));
    EXPECT_TRUE(allclose(fft::rfft(real(a), 5, axis), fft::rfft(real(copy), 5, axis)));
    EXPECT_TRUE(allclose(fft::irfft(a, 7, axis), fft::irfft(copy, 7, axis)));
  }
  EXPECT_TRUE(allclose(fft::fftn(a), fft::fftn(copy)));
  EXPECT_TRUE(allclose(fft::rfftn(real(a)), fft::rfftn(real(copy))));
  EXPECT_TRUE(allclose(fft::irfftn(a), fft::irfftn(copy)));
}

TEST_P(fft_transforms, of_columns_are_those_of_rows) {
  for (const std::ptrdiff_t columns : {17, 1000}) {
    const z_array x = reshape(complex_noise(2 * 90 * columns), {2, 90, columns});
    const z_array rows = swapaxes(x, 1, 2);
    EXPECT_LT(difference(fft::fft(x, std::nullopt, 1), swapaxes(fft::fft(rows), 1, 2)), 1e-12);
    EXPECT_LT(difference(fft::ifft(flip(x), 128, 1), swapaxes(fft::ifft(flip(rows), 128), 1, 2)),
              1e-12);
  }
}

TEST_P(fft_transforms, of_any_strides) {
  const z_array x = reshape(complex_noise(120), {4, 5, 6});
  expect_as_of_a_copy(transpose(x));
  expect_as_of_a_copy(swapaxes(x, 1, 2));
  expect_as_of_a_copy(flip(x));
  expect_as_of_a_copy(view(x, range(1, 4), all(), range(0, 6, 2)));
  expect_as_of_a_copy(broadcast_to(view(x, 0), {3, 5, 6}));
  expect_as_of_a_copy(broadcast_to(view(x, 0, 0), {4, 6}));
  expect_as_of_a_copy(x * 2 + 1);
}

TEST_P(fft_transforms, leave_their_operands_as_they_are) {
  const z_array x = reshape(complex_noise(60), {3, 4, 5});
  const z_array before = x + 0;
  const ndarray<double> result = fft::irfftn(x);
  const ndarray<double> along = fft::irfft(x, 8, 1);
  EXPECT_EQ(x, before);
}

TEST_P(fft_transforms, of_many_axes) {
  const z_array x = reshape(complex_noise(2 * 3 * 2 * 3 * 2), {2, 3, 2, 3, 2});
  EXPECT_LT(difference(fft::ifftn(fft::fftn(x)), x), 1e-13);
  const ndarray<double> r = real(x);
  EXPECT_LT(difference(fft::irfftn(fft::rfftn(r)), r), 1e-13);
}

TEST_P(fft_transforms, of_nothing_are_nothing) {
  EXPECT_EQ(fft::fft(zeros<float>({0, 3})).shape(), (shape{0, 3}));
  EXPECT_EQ(values(fft::rfft(zeros<float>({0, 4}))).size(), 0U);
  EXPECT_EQ(fft::fftn(zeros<double>({3, 0}), std::nullopt, {0}).shape(), (shape{3, 0}));
  EXPECT_EQ(fft::irfftn(zeros<double>({3, 0}), std::nullopt, {0}).shape(), (shape{4, 0}));
  EXPECT_EQ(values(fft::fft(zeros<double>({2, 0}), 2)), (std::vector<complex<double>>(4)));
  EXPECT_EQ(fft::fftn(ndarray<double>(2.0)).item(), 2.0);
}

TEST_P(fft_transforms, fuse_the_division_with_what_follows) {
  const z_array x = complex_noise(64);
  EXPECT_EQ(std::stoi(explain(fft::ifft(x) * 2 + 1)), std::stoi(explain(fft::fft(x) * 2 + 1)));
}

TEST_P(fft_transforms, below_a_held_expression_are_kept) {
  const auto power = square(abs(fft::rfft(sin(arange<double>(1000)))));
  const auto part = [&] { return sum(view(power, range(0, 10))); };
  EXPECT_GT(std::stoi(explain(part())), 1);
  const double first = part().item();
  EXPECT_EQ(std::stoi(explain(part())), 1);
  EXPECT_EQ(part().item(), first);
}

TEST_P(fft_transforms, refuse_what_numpy_refuses) {
  const ndarray<double> x = ones<double>({3});
  const ndarray<double> m = ones<double>({3, 3});
  const auto wrong_value = [](const auto& act) { return message_of<value_error>(act); };
  const auto wrong_axis = [](const auto& act) { return message_of<axis_error>(act); };
  EXPECT_EQ(wrong_value([&] { (void)fft::fft(x, 0); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(wrong_value([&] { (void)fft::rfft(x, -2); }),
            "Invalid number of FFT data points (-2) specified.");
  EXPECT_EQ(wrong_value([&] { (void)fft::irfft(ones<double>({1})); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(wrong_value([&] {
              (void)fft::fft(zeros<double>({2, 0}));
            }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(wrong_value([&] { (void)fft::fft(x, 3, 0, "x"); }),
            "Invalid norm value x; should be \"backward\",\"ortho\" or \"forward\".");
  EXPECT_EQ(wrong_value([&] {
              (void)fft::fftn(m, 2, {0, 1});
            }),
            "Shape and axes have different lengths.");
  EXPECT_EQ(wrong_axis([&] { (void)fft::fft(x, 3, 2); }),
            "axis 2 is out of bounds for array of dimension 1");
  EXPECT_EQ(wrong_axis([&] { (void)fft::fft(ndarray<double>(1.0)); }),
            "axis -1 is out of bounds for array of dimension 0");
  EXPECT_EQ(wrong_axis([&] { (void)fft::fft2(x); }),
            "axis -2 is out of bounds for array of dimension 1");
  EXPECT_EQ(message_of<index_error>([&] { (void)fft::rfftn(x, std::nullopt, {}); }),
            "list index out of range");
  EXPECT_EQ(message_of<index_error>([&] { (void)fft::irfftn(ndarray<double>(1.0)); }),
            "list index out of range");
  const std::string text = message_of<dtype_error>([&] { (void)fft::rfft(z_array(x)); });
  EXPECT_EQ(text.rfind("ufunc 'rfft_n_odd' not supported for the input types", 0), 0U) << text;
}

INSTANTIATE_TEST_SUITE_P(devices, fft_transforms, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
