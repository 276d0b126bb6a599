// SPDX-License-Identifier: BSD-3-Clause
// Reductions of lists of arrays and numbers, as NumPy makes arrays of them.
#include <gpu/array/reduction/listed_arrays.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using ints = std::vector<std::int64_t>;
using floats = std::vector<float>;

class listed_arrays : public gpu::test::on_device {
 protected:
  ndarray<float> a_ = {{0, 1, 2}, {3, 4, 5}};
  ndarray<float> b_ = {{5, 4, 3}, {2, 1, 0}};
};

TEST_P(listed_arrays, ufuncs_reduce_along_the_new_axis) {
  EXPECT_EQ(values(gpu::maximum.reduce({a_, b_})), (floats{5, 4, 3, 3, 4, 5}));
  EXPECT_EQ(values(gpu::maximum.reduce({a_, b_}, 1)), (floats{3, 4, 5, 5, 4, 3}));
  EXPECT_EQ(values(gpu::add.reduce({a_, b_}, {0, 2}, gpu::keepdims)), (floats{15, 15}));
  EXPECT_EQ(values(gpu::subtract.reduce({a_, b_, b_})), (floats{-10, -7, -4, -1, 2, 5}));
  EXPECT_EQ(values(gpu::maximum.reduce(std::vector{a_, b_})), (floats{5, 4, 3, 3, 4, 5}));
  EXPECT_EQ(values(gpu::add.reduce(gpu::xtuple(a_, b_), 0)), floats(6, 5));
  EXPECT_EQ(gpu::multiply.reduce({2, 3, 4}).item(), 24);
  ndarray<float> c({2, 3}, 0.0F);
  EXPECT_EQ(&gpu::add.reduce({a_, b_}, gpu::axis(0), gpu::out(c)), &c);
  EXPECT_EQ(values(c), floats(6, 5));
}

TEST_P(listed_arrays, ufuncs_accumulate_along_the_new_axis) {
  EXPECT_EQ(values(gpu::add.accumulate({a_, b_})), (floats{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(values(gpu::add.accumulate({a_, b_}, 2)),
            (floats{0, 1, 3, 3, 7, 12, 5, 9, 12, 2, 3, 3}));
  EXPECT_EQ(values(gpu::maximum.accumulate({1, 3, 2})), (std::vector{1, 3, 3}));
}

TEST_P(listed_arrays, reductions_take_lists) {
  EXPECT_EQ(gpu::sum({a_, b_}).item(), 30);
  EXPECT_EQ(values(gpu::sum({a_, b_}, 0)), floats(6, 5));
  EXPECT_EQ(values(gpu::sum({a_, b_}, {0, -1})), (floats{15, 15}));
  EXPECT_EQ(values(gpu::mean({a_, b_}, gpu::axis(0))), floats(6, 2.5F));
  EXPECT_EQ(values(gpu::argmax({a_, b_}, 0)), (ints{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(values(gpu::cumsum({a_, b_}, 0)), (floats{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(gpu::sum({1, 2, 3}).item(), 6);
  EXPECT_EQ(gpu::sum<float>({1, 2, 3}).item(), 6.0F);
  EXPECT_EQ(gpu::max({1.5, 2.5}).item(), 2.5);
  EXPECT_EQ(gpu::var({1.0, 3.0}, gpu::ddof(1)).item(), 2);
  EXPECT_TRUE(bool(gpu::any({false, true})));
  EXPECT_FALSE(bool(gpu::all({false, true})));
  EXPECT_EQ(gpu::sum({1, 2}).device(), GetParam());
}

TEST_P(listed_arrays, arrays_of_several_types_have_a_dtype_at_run_time) {
  const ndarray<double> c = {{1, 1, 1}, {1, 1, 1}};
  const gpu::any_expression both = gpu::maximum.reduce({a_, c});
  EXPECT_EQ(both.dtype(), gpu::dtype::float64);
  EXPECT_EQ(values(both.as<double>()), (std::vector<double>{1, 1, 2, 3, 4, 5}));
  EXPECT_EQ(gpu::sum({a_, a_ + 1}).item<float>(), 36);
  static_assert(std::is_same_v<decltype(gpu::sum({a_, b_})), gpu::expression<float>>);
}

TEST_P(listed_arrays, arrays_of_other_shapes_are_refused) {
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              static_cast<void>(gpu::maximum.reduce({a_, ndarray<float>{1, 2}}));
            }),
            message_of<gpu::value_error>([&] {
              static_cast<void>(gpu::stack({a_, ndarray<float>{1, 2}}));
            }));
}

TEST_P(listed_arrays, nothing_is_float64) {
  EXPECT_EQ(gpu::sum({}).item<double>(), 0);
  EXPECT_EQ(gpu::prod({}, 0).item<double>(), 1);
  EXPECT_TRUE(std::isnan(gpu::mean({}).item<double>()));
  EXPECT_EQ(gpu::cumsum({}).shape(), gpu::shape{0});
  EXPECT_EQ(gpu::count_nonzero({}).item<std::int64_t>(), 0);
  EXPECT_EQ(gpu::add.reduce({}).item<double>(), 0);
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(gpu::max({})); }),
            "zero-size array to reduction operation maximum which has no identity");
  EXPECT_EQ(message_of<gpu::value_error>([] { static_cast<void>(gpu::argmin({})); }),
            "attempt to get argmin of an empty sequence");
}

TEST_P(listed_arrays, masks_are_lists_too) {
  EXPECT_EQ(gpu::sum(a_, gpu::where({true, false, true})).item(),
            gpu::sum(a_, gpu::where(ndarray<bool>{true, false, true})).item());
  EXPECT_EQ(gpu::sum(a_, 1, gpu::where({{true}, {false}})).shape(), gpu::shape{2});
  EXPECT_EQ(gpu::sum(a_, gpu::where({{true}, {false}})).item(), gpu::sum(gpu::view(a_, 0)).item());
  EXPECT_EQ(
      gpu::max(a_, gpu::where(std::vector<bool>{false, true, false}), gpu::initial(-9)).item(),
      gpu::max(gpu::view(a_, gpu::all(), 1)).item());
  EXPECT_EQ(gpu::where({true, false, true}, 1, ndarray<int>{5, 6, 7}), (ndarray<int>{1, 6, 1}));
}

INSTANTIATE_TEST_SUITE_P(devices, listed_arrays, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
