// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined in memory that is there: NumPy's out=.
#include <gpu/array/manipulation/joining_out.hpp>

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::concatenate;
using gpu::ndarray;
using gpu::shape;
using gpu::stack;
using gpu::xtuple;
using gpu::test::message_of;
using gpu::test::values;

class joining_out : public gpu::test::on_device {};

TEST_P(joining_out, writes_to_the_memory_of_the_array) {
  ndarray<float> c = gpu::zeros<float>({5});
  const float* const memory = std::as_const(c).data();
  const ndarray<int> a = {1, 2};
  ndarray<float>& same = concatenate(xtuple(a, ndarray<float>{2.5f, 3, 4} * 2), 0, gpu::out(c));
  EXPECT_EQ(&same, &c);
  EXPECT_EQ(std::as_const(c).data(), memory);
  EXPECT_EQ(values(c), (std::vector<float>{1, 2, 5, 6, 8}));
  EXPECT_EQ(values(concatenate({a, a}, 0, gpu::out(gpu::empty<double>(4)))),
            (std::vector<double>{1, 2, 1, 2}));
  concatenate({ndarray<float>{1}, ndarray<float>{2, 3, 4, 5}}, -1, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector<float>{1, 2, 3, 4, 5}));
  EXPECT_EQ(std::as_const(c).data(), memory);
}

TEST_P(joining_out, without_an_axis_and_along_a_new_one) {
  ndarray<int> c = gpu::zeros<int>({4});
  const ndarray<int> a = {{1}, {2}};
  gpu::concat(std::vector{a + 0, a + 2}, std::nullopt, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{1, 2, 3, 4}));
  ndarray<int> pairs = gpu::zeros<int>({2, 2});
  stack({ndarray<int>{1, 2}, ndarray<int>{3, 4}}, 1, gpu::out(pairs));
  EXPECT_EQ(values(pairs), (std::vector{1, 3, 2, 4}));
}

TEST_P(joining_out, writes_through_views) {
  ndarray<int> c = gpu::zeros<int>({3, 2});
  auto column = gpu::view(c, gpu::all(), 1);
  concatenate({ndarray<int>{1, 2}, ndarray<int>{3}}, 0, gpu::out(column)) += 1;
  EXPECT_EQ(values(c), (std::vector{0, 2, 0, 3, 0, 4}));
  stack(xtuple(1, 2, 3), 0, gpu::out(gpu::view(c, gpu::all(), 0)));
  EXPECT_EQ(values(c), (std::vector{1, 2, 2, 3, 3, 4}));
}

TEST_P(joining_out, of_parts_of_the_array_itself) {
  ndarray<int> c = {1, 2, 3, 4};
  const ndarray<int> before = c;
  concatenate({gpu::view(c, gpu::range(2, 4)) + 0, gpu::view(c, gpu::range(0, 2)) + 0}, 0,
              gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{3, 4, 1, 2}));
  concatenate({gpu::view(c, gpu::range(1, 4)), gpu::view(c, gpu::range(0, 1))}, 0, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{4, 1, 2, 3}));
  EXPECT_EQ(values(before), (std::vector{1, 2, 3, 4}));
}

TEST_P(joining_out, refuses_other_shapes_and_dtypes) {
  ndarray<int> c = {7, 8, 9};
  const ndarray<int> a = {1, 2};
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              concatenate({a, a}, 0, gpu::out(c));
            }),
            "Output array is the wrong shape: (3,) for an array of shape (4,)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              stack({a, a}, 0, gpu::out(c));
            }),
            "Output array has wrong dimensionality: (3,) for an array of shape (2,2)");
  EXPECT_EQ(message_of<gpu::dtype_error>(
                [&] { concatenate(xtuple(a, ndarray<double>{1.5}), 0, gpu::out(c)); }),
            "Cannot cast array data from dtype('float64') to dtype('int32') according to the rule "
            "'same_kind'");
  EXPECT_EQ(values(c), (std::vector{7, 8, 9}));
  concatenate(xtuple(a, ndarray<double>{1.5}), 0, gpu::out(c), gpu::casting::unsafe);
  EXPECT_EQ(values(c), (std::vector{1, 2, 1}));
}

TEST_P(joining_out, refuses_arrays_elsewhere) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "needs a second device";
  ndarray<int> c = gpu::zeros<int>({2}, gpu::cpu());
  const ndarray<int> a = {1};
  EXPECT_THROW(concatenate({a, a}, 0, gpu::out(c)), gpu::device_mismatch);
  EXPECT_EQ(values(c), (std::vector{0, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, joining_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
