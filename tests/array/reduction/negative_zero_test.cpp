// SPDX-License-Identifier: BSD-3-Clause
// Sums that begin with -0 keep it, as NumPy 2.4's do.
#include <gpu/array/reduction/reduction.hpp>

#include <cmath>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::initial;
using gpu::ndarray;
using gpu::test::values;

class negative_zero : public gpu::test::on_device {
 protected:
  template <class A>
  static std::vector<bool> signs(const A& zeros) {
    std::vector<bool> negative;
    for (const auto zero : values(zeros)) {
      EXPECT_EQ(zero, 0);
      negative.push_back(std::signbit(zero));
    }
    return negative;
  }
  ndarray<double> nothing_;
  ndarray<double> zeros_ = {{-0.0, -0.0, 0.0}, {-0.0, -0.0, -0.0}};
};

TEST_P(negative_zero, is_what_a_sum_of_nothing_began_with) {
  using signs_of = std::vector<bool>;
  EXPECT_EQ(signs(gpu::sum(nothing_)), signs_of{false});
  EXPECT_EQ(signs(gpu::sum(nothing_, initial(0.0))), signs_of{false});
  EXPECT_EQ(signs(gpu::sum(nothing_, initial(-0.0))), signs_of{true});
  EXPECT_EQ(signs(gpu::add.reduce(nothing_, 0, gpu::keepdims, initial(-0.0))), signs_of{true});
  EXPECT_EQ(signs(gpu::nansum(nothing_, initial(-0.0))), signs_of{true});
  EXPECT_EQ(signs(gpu::prod(nothing_, initial(-0.0))), signs_of{true});
  EXPECT_EQ(signs(gpu::max(nothing_, initial(-0.0))), signs_of{true});
  EXPECT_EQ(signs(gpu::sum(gpu::zeros<float>({0, 2}), 0, initial(-0.0))), (signs_of{true, true}));
  EXPECT_EQ(signs(gpu::astype<float>(gpu::sum(ndarray<gpu::float16>(), initial(-0.0)))),
            signs_of{true});
  EXPECT_EQ(gpu::sum(ndarray<int>(), initial(-0.0)).item(), 0);
}

TEST_P(negative_zero, stays_with_elements_that_are_that) {
  EXPECT_EQ(signs(gpu::sum(zeros_, 1)), (std::vector{false, false}));
  EXPECT_EQ(signs(gpu::sum(zeros_, 1, initial(-0.0))), (std::vector{false, true}));
  EXPECT_EQ(signs(gpu::sum(zeros_, 0, initial(-0.0))), (std::vector{true, true, false}));
  EXPECT_EQ(signs(gpu::sum(zeros_, std::vector<int>{}, initial(-0.0))),
            (std::vector{true, true, false, true, true, true}));
  const ndarray<bool> first = {true, true, false};
  EXPECT_EQ(signs(gpu::sum(zeros_, 1, gpu::where(first), initial(-0.0))),
            (std::vector{true, true}));
  EXPECT_EQ(signs(gpu::sum(zeros_ + 1, 1, gpu::where(first && !first), initial(-0.0))),
            (std::vector{true, true}));
  EXPECT_EQ(values(gpu::sum(zeros_ + 1, 1, initial(-0.0))), (std::vector<double>{3, 3}));
  EXPECT_EQ(signs(gpu::sum(ndarray<double>{1, -1}, initial(-0.0))), std::vector{false});
}

TEST_P(negative_zero, is_kept_in_each_part_of_complex_numbers) {
  using complex = std::complex<double>;
  const ndarray<complex> z = {complex(-0.0, -0.0), complex(-0.0, 0.0)};
  const complex of_all = gpu::sum(z, initial(complex(-0.0, -0.0))).item();
  EXPECT_EQ(of_all, 0.0);
  EXPECT_TRUE(std::signbit(of_all.real()));
  EXPECT_FALSE(std::signbit(of_all.imag()));
  const complex of_none = gpu::sum(ndarray<complex>(), initial(-0.0)).item();
  EXPECT_TRUE(std::signbit(of_none.real()));
  EXPECT_FALSE(std::signbit(of_none.imag()));
  const ndarray<bool> none = {false, false};
  const complex masked = gpu::sum(z + 1.0, gpu::where(none), initial(complex(-0.0, 5))).item();
  EXPECT_EQ(masked, complex(0, 5));
  EXPECT_TRUE(std::signbit(masked.real()));
}

INSTANTIATE_TEST_SUITE_P(devices, negative_zero, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
