// SPDX-License-Identifier: BSD-3-Clause
// Variances from a mean that is given. What is expected here is what NumPy 2.4 gives.
#include <gpu/array/reduction/given_mean.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::dtype;
using gpu::given_mean;
using gpu::ndarray;
using gpu::shape;
using gpu::var;
using gpu::test::message_of;
using gpu::test::values;

using numbers = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class given_means : public gpu::test::on_device {
 protected:
  static void expect_near(const numbers& found, const numbers& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
  }

  const ndarray<double> a = {{0, 1, 2}, {3, 4, 5}};
  const ndarray<double> m = {{1}, {4}};
};

TEST_P(given_means, are_what_deviations_are_from) {
  expect_near(values(var(a, 1, given_mean(m))), {2. / 3, 2. / 3});
  expect_near(values(var(a, 1, given_mean({{0}, {4}}))), {5. / 3, 2. / 3});
  expect_near(values(gpu::std(a, given_mean(2.5))), {1.707825127659933});
  expect_near(values(gpu::std(a, 0, given_mean(std::vector{1.5, 2.5, 3.5}))), {1.5, 1.5, 1.5});
  expect_near(values(gpu::std(a, 0, given_mean({1.5, 2, 3.5}))), {1.5, std::sqrt(2.5), 1.5});
  expect_near(values(a.var(1, given_mean(m(0, 0)))), {2. / 3, 29. / 3});
  expect_near(values(gpu::variance(ndarray<double>(3.0), given_mean(1))), {4});
  EXPECT_EQ(var(a, 1, given_mean(gpu::mean(a, 1, gpu::keepdims)), gpu::keepdims).shape(),
            (shape{2, 1}));
  EXPECT_TRUE(std::isnan(var(gpu::empty<double>(0), given_mean(1)).item()));
}

TEST_P(given_means, go_with_the_other_options) {
  expect_near(values(var(a, 1, gpu::ddof(1), given_mean(m))), {1, 1});
  expect_near(values(var(a, 1, given_mean(m), gpu::where(ndarray<bool>{true, false, true}))),
              {1, 1});
  ndarray<double> written(shape{2});
  var(a, 1, given_mean(m), gpu::out(written), gpu::ddof(1));
  expect_near(values(written), {1, 1});
  const ndarray<double> holes = {{1, nan, 3}, {4, 5, 6}};
  expect_near(values(gpu::nanvar(holes, 1, given_mean({{2}, {5}}))), {1, 2. / 3});
  expect_near(values(gpu::nanstd(holes, 1, given_mean({{2}, {5}}), gpu::ddof(1))),
              {std::sqrt(2), 1});
}

TEST_P(given_means, leave_the_dtype_of_the_result) {
  EXPECT_EQ(var(gpu::astype<float>(a), 1, given_mean(m)).dtype(), dtype::float32);
  EXPECT_EQ(var(gpu::astype<gpu::float16>(a), given_mean(2.5)).dtype(), dtype::float16);
  EXPECT_EQ(var(a, given_mean(2.5), gpu::as_dtype<float>).dtype(), dtype::float32);
  expect_near(values(var(gpu::astype<int>(a), 1, given_mean(m))), {2. / 3, 2. / 3});
  expect_near(values(var(ndarray<bool>{true, false}, given_mean(0.5))), {0.25});
  using complex = std::complex<double>;
  expect_near(
      values(var(ndarray<complex>{complex(0, 1), complex(2, 3)}, given_mean(complex(1, 2)))), {2});
  expect_near(values(var(ndarray<complex>{complex(0, 1), complex(2, 3)}, given_mean(1))), {6});
}

TEST_P(given_means, that_do_not_fit_are_refused) {
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              (void)var(a, 1, given_mean({1, 4}));
            }),
            "operands could not be broadcast together with shapes (2,3) (2,) ");
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { (void)var(a, given_mean(std::complex<double>(0, 1))); }),
      "Cannot cast the mean from dtype('complex128') to dtype('float64')");
}

INSTANTIATE_TEST_SUITE_P(devices, given_means, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
