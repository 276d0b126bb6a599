// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/full.hpp>

#include <array>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/evaluation.hpp>
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

TEST_P(full, eye_has_as_many_columns_as_rows) {
  EXPECT_EQ(values(gpu::eye<int>(2, std::nullopt, 1)), (std::vector{0, 1, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, full, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
