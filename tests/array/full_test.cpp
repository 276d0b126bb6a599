// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/full.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation_dtype.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/like.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class full : public gpu::test::on_device {};

TEST_P(full, of_an_array_repeats_it) {
  const ndarray<int> row{1, 2, 3};
  const std::vector twice{1, 2, 3, 1, 2, 3};
  EXPECT_EQ(values(gpu::full({2, 3}, row)), twice);
  EXPECT_EQ(values(gpu::full({2, 3}, row - 0)), twice);
  EXPECT_EQ(values(gpu::full<float>({2, 3}, row)), (std::vector<float>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(gpu::full<gpu::float16>({0, 3}, row).shape(), (shape{0, 3}));
  const ndarray<int> column = gpu::reshape(row, {3, 1});
  EXPECT_EQ(values(gpu::full({3, 2}, column)), (std::vector{1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              (void)gpu::full({2, 2}, row);
            }),
            "could not broadcast input array from shape (3,) into shape (2,2)");
}

TEST_P(full, of_a_vector_or_a_list) {
  EXPECT_EQ(values(gpu::full({2, 2}, std::vector<float>{1, 2})), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full<int>({2, 2}, std::array{1.5, 2.5})), (std::vector{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full<int>({2, 2}, {1, 2})), (std::vector{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full({2, 2}, {1, 2})), (std::vector{1, 2, 1, 2}));
}

TEST_P(full, of_a_list_of_complex_numbers) {
  using complex = std::complex<double>;
  EXPECT_EQ(values(gpu::full<complex>({2, 2}, {1, 2})), (std::vector<complex>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full<complex>(3, {1, 2, 3})), (std::vector<complex>{1, 2, 3}));
  EXPECT_EQ(values(gpu::full<complex>(2, {complex(1, 2), complex(3)})),
            (std::vector<complex>{{1, 2}, 3}));
  EXPECT_EQ(values(gpu::full<complex>(2, complex(1, 2))), (std::vector<complex>{{1, 2}, {1, 2}}));
  const ndarray<complex> z({2, 2}, 0);
  EXPECT_EQ(values(gpu::full_like(z, {1, 2})), (std::vector<complex>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full_like(z, {{1, 2}, {3, 4}})), (std::vector<complex>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::full_like(z, complex(1, 2))), std::vector<complex>(4, {1, 2}));
}

TEST_P(full, of_a_list_of_rows) {
  EXPECT_EQ(values(gpu::full<int>({2, 2}, {{1}, {2}})), (std::vector{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::full({2, 2}, {{1}, {2}})), (std::vector{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::full<double>({2, 2}, {{1., 2.}, {3., 4.}})),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(gpu::full<double>({2, 2}, {{1, 2.5}})), (std::vector{1.0, 2.5, 1.0, 2.5}));
  const ndarray<float> a({2, 2}, 0.0F);
  EXPECT_EQ(values(gpu::full_like(a, {{1}, {2}})), (std::vector<float>{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::full_like(a, {{1, 2}, {3, 4}})), (std::vector<float>{1, 2, 3, 4}));
}

TEST_P(full, like_another_has_its_dtype) {
  const ndarray<float> a({2, 2}, 0.0F);
  const ndarray<int> row{1, 2};
  const std::vector<float> twice{1, 2, 1, 2};
  EXPECT_EQ(values(gpu::full_like(a, row)), twice);
  EXPECT_EQ(values(gpu::full_like(a + 1, std::vector{1.0, 2.0})), twice);
  EXPECT_EQ(values(gpu::full_like(a, {1, 2})), twice);
  EXPECT_EQ(values(gpu::full_like<int>(a, row)), (std::vector{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full_like<double>(a, {1, 2.5})), (std::vector<double>{1, 2.5, 1, 2.5}));
  EXPECT_EQ(values(gpu::full_like<int>(a, {{1}, {2}})), (std::vector{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::full_like(a, {{1}, {2.5}})), (std::vector<float>{1, 1, 2.5, 2.5}));
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              (void)gpu::full_like(a, {1, 2, 3});
            }),
            "could not broadcast input array from shape (3,) into shape (2,2)");
}

TEST_P(full, of_a_dtype_known_at_run_time) {
  const auto zeros = gpu::zeros({2, 3}, gpu::dtype::float16);
  EXPECT_EQ(zeros.dtype(), gpu::dtype::float16);
  EXPECT_EQ(zeros.device(), GetParam());
  EXPECT_EQ(values(zeros.as<gpu::float16>()), std::vector(6, gpu::float16(0)));
  const auto ones = gpu::ones({2}, gpu::dtype::complex64, gpu::cpu());
  EXPECT_EQ(values(ones.as<gpu::complex<float>>()), std::vector(2, gpu::complex<float>(1)));
  EXPECT_EQ(ones.device(), gpu::cpu());
  EXPECT_EQ(gpu::ones({0, 2}, gpu::dtype::bool_).shape(), (gpu::shape{0, 2}));
  EXPECT_EQ(gpu::ones({}, gpu::dtype::int8).as<std::int8_t>().item(), 1);
  EXPECT_THROW((void)gpu::zeros({-1}, gpu::dtype::int8), gpu::value_error);
}

TEST_P(full, takes_a_dtype_known_at_run_time) {
  const auto sevens = gpu::full({2, 2}, 7.9, gpu::dtype::int8);
  EXPECT_EQ(values(sevens.as<std::int8_t>()), std::vector<std::int8_t>(4, 7));
  EXPECT_EQ(sevens.device(), GetParam());
  EXPECT_EQ(gpu::full(2, 1, gpu::dtype::bool_, gpu::cpu()).device(), gpu::cpu());
  const ndarray<double> row{1.5, 2.5};
  EXPECT_EQ(values(gpu::full({2, 2}, row, gpu::dtype::int16).as<std::int16_t>()),
            (std::vector<std::int16_t>{1, 2, 1, 2}));
  EXPECT_EQ(
      values(gpu::full({2}, std::vector{1.5, 2.5}, gpu::dtype::float32, gpu::cpu()).as<float>()),
      (std::vector{1.5F, 2.5F}));
  EXPECT_EQ(gpu::full({1}, row(1), gpu::dtype::float32).as<float>().item(), 2.5F);
  EXPECT_EQ(gpu::empty({0, 3}, gpu::dtype::float16).shape(), (shape{0, 3}));
  EXPECT_EQ(gpu::empty({2}, gpu::dtype::float16, gpu::cpu()).dtype(), gpu::dtype::float16);
}

TEST_P(full, of_a_dtype_known_at_run_time_refuses_what_does_not_fit) {
  EXPECT_EQ(message_of<gpu::overflow_error>([] { (void)gpu::full({2}, 300, gpu::dtype::int8); }),
            "integer 300 out of bounds for int8");
  const std::complex<double> z(1, 2);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)gpu::full({2}, z, gpu::dtype::float32); }),
            "a complex number does not become a real element: float32");
  EXPECT_THROW((void)gpu::full({1}, ndarray<std::complex<double>>{z}, gpu::dtype::float32),
               gpu::dtype_error);
  EXPECT_EQ(gpu::full({}, z, gpu::dtype::complex128).as<std::complex<double>>().item(), z);
}

TEST_P(full, takes_a_dtype_option) {
  const ndarray<float> sevens = gpu::full({2}, 7, gpu::as_dtype<float>);
  EXPECT_EQ(values(sevens), (std::vector<float>{7, 7}));
  EXPECT_EQ(values(gpu::full({2, 2}, {1, 2.5}, gpu::as_dtype<float>)),
            (std::vector<float>{1, 2.5, 1, 2.5}));
  EXPECT_EQ(values(gpu::full({2, 2}, {{1}, {2}}, gpu::as_dtype<int>)),
            (std::vector<int>{1, 1, 2, 2}));
  EXPECT_EQ(values(gpu::zeros({2}, gpu::as_dtype<int>)), (std::vector<int>{0, 0}));
  EXPECT_EQ(values(gpu::ones(2, gpu::as_dtype<int>, gpu::cpu())), (std::vector<int>{1, 1}));
  EXPECT_EQ(gpu::empty({0, 2}, gpu::as_dtype<int>), gpu::empty<int>({0, 2}));
}

TEST_P(full, like_another_has_another_shape) {
  const ndarray<float> a({3}, 0.0F);
  const ndarray<int> row{1, 2};
  EXPECT_EQ(gpu::full_like(a, 7, {2, 2}), gpu::full<float>({2, 2}, 7));
  EXPECT_EQ(gpu::full_like<int>(a, 7, {2, 2}), gpu::full<int>({2, 2}, 7));
  EXPECT_EQ(gpu::full_like(a, row(1), {2}), gpu::full<float>({2}, 2));
  EXPECT_EQ(values(gpu::full_like(a, row, {2, 2})), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::full_like(a, {1, 2.5}, {2, 2})), (std::vector<float>{1, 2.5, 1, 2.5}));
  EXPECT_EQ(values(gpu::full_like<int>(a, {{1}, {2}}, {2, 2})), (std::vector{1, 1, 2, 2}));
  EXPECT_EQ(gpu::full_like(a, 7, gpu::as_dtype<int>, {2, 2}), gpu::full<int>({2, 2}, 7));
  EXPECT_EQ(values(gpu::full_like(a, row, gpu::dtype::int16, {2, 2}).as<std::int16_t>()),
            (std::vector<std::int16_t>{1, 2, 1, 2}));
  EXPECT_EQ(
      message_of<gpu::overflow_error>([&] { (void)gpu::full_like(a, 300, gpu::dtype::uint8); }),
      "integer 300 out of bounds for uint8");
  EXPECT_EQ(gpu::full_like(a, 7, {2}, gpu::cpu()).device(), gpu::cpu());
}

TEST_P(full, eye_has_as_many_columns_as_rows) {
  EXPECT_EQ(values(gpu::eye<int>(2, std::nullopt, 1)), (std::vector{0, 1, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, full, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
