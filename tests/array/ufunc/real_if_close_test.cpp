// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/real_if_close.hpp>

#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::real_if_close;
using gpu::test::values;

using number = std::complex<double>;
using single = std::complex<float>;
using complex_array = ndarray<number>;

class real_if_close_test : public gpu::test::on_device {};

TEST_P(real_if_close_test, gives_real_parts_of_what_is_nearly_real) {
  const ndarray<double> x =
      real_if_close(complex_array{number(2.1, 4e-14), number(5.2, 3e-15)}, 1000);
  EXPECT_EQ(values(x), (std::vector{2.1, 5.2}));
  const ndarray<float> y = real_if_close(ndarray<single>{single(2.5f, 1e-5f)});
  EXPECT_EQ(values(y), std::vector{2.5f});
  EXPECT_EQ(real_if_close(complex_array{number(1, 0.5)}, 1).dtype(), gpu::dtype::float64);
  EXPECT_EQ(real_if_close(complex_array::from_shape({0})).dtype(), gpu::dtype::float64);
}

TEST_P(real_if_close_test, gives_other_complex_numbers_as_they_are) {
  const complex_array z = {number(2.1, 4e-13), number(5.2, 3e-15)};
  const gpu::any_expression same = real_if_close(z, 1000);
  EXPECT_EQ(same.dtype(), gpu::dtype::complex128);
  EXPECT_EQ(values(same.as<std::complex<double>>()), values(z));
  EXPECT_THROW(static_cast<void>(same.as<double>()), gpu::dtype_error);
  EXPECT_EQ(real_if_close(ndarray<single>{single(2.5f, 1.2e-5f)}).dtype(), gpu::dtype::complex64);
  EXPECT_EQ(
      real_if_close(complex_array{number(0, std::numeric_limits<double>::quiet_NaN())}).dtype(),
      gpu::dtype::complex128);
}

TEST_P(real_if_close_test, gives_real_arrays_as_they_are) {
  const auto x = real_if_close(ndarray<int>{1, 2});
  static_assert(std::is_same_v<decltype(x), const gpu::expression<int>>);
  EXPECT_EQ(values(x), (std::vector{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(devices, real_if_close_test, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
