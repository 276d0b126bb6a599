// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/gpu.hpp>

#include <complex>

#include <gtest/gtest.h>

#include "support/device.hpp"

namespace gpu::test {

struct expm1_of_complex : on_device {};

/// exp(-61) is less than half a unit in the last place of 1, whatever it is multiplied by.
TEST_P(expm1_of_complex, is_minus_one_where_the_exponential_vanishes) {
  const ndarray<double> angles = linspace(-50.0, 50.0, 4001);
  const ndarray<std::complex<double>> z = to_complex(full<double>({4001}, -61.0), angles);
  EXPECT_TRUE(all(equal(real(expm1(z)), -1.0)));
}

INSTANTIATE_TEST_SUITE_P(, expm1_of_complex, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace gpu::test
