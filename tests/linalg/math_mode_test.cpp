// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/math_mode.hpp>

#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/linalg/matmul.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

TEST(math_mode, is_exact_unless_asked_otherwise_for_a_scope_of_this_thread) {
  EXPECT_EQ(get_math_options(), math_options());
  {
    const math_mode scope{{.tf32 = true}};
    EXPECT_TRUE(get_math_options().tf32);
    {
      const math_mode inner{{.reduced_accumulation = true}};
      EXPECT_FALSE(get_math_options().tf32);
      EXPECT_TRUE(get_math_options().reduced_accumulation);
    }
    EXPECT_TRUE(get_math_options().tf32);
    std::thread([] { EXPECT_EQ(get_math_options(), math_options()); }).join();
  }
  EXPECT_EQ(get_math_options(), math_options());
}

class math_mode_of_products : public test::on_device {};

/// 1 + 2^-12 needs 12 bits of fraction: TF32 has 10.
TEST_P(math_mode_of_products, counts_where_the_product_is_asked_for) {
  const float x = 1 + std::ldexp(1.0f, -12);
  const ndarray<float> a = full<float>({64, 64}, x);
  const ndarray<float> b = eye<float>(64);
  const auto exact = matmul(a, b);
  const auto fast = [&] {
    const math_mode scope{{.tf32 = true}};
    return matmul(a, b);
  }();
  EXPECT_EQ(test::values(exact)[0], x);
  EXPECT_NEAR(test::values(fast)[0], x, std::ldexp(1.0, -11));
  if (GetParam().is_cpu()) {
    EXPECT_EQ(test::values(fast)[0], x);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, math_mode_of_products, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
