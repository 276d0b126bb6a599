// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/selection_out.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class selection_out : public gpu::test::on_device {};

TEST_P(selection_out, of_take) {
  const ndarray<int> a = {{1, 2, 3}, {4, 5, 6}};
  ndarray<int> c = gpu::zeros<int>({2, 2});
  const int* const memory = std::as_const(c).data();
  ndarray<int>& same = gpu::take(a, {2, 0}, 1, gpu::out(c));
  EXPECT_EQ(&same, &c);
  EXPECT_EQ(std::as_const(c).data(), memory);
  EXPECT_EQ(values(c), (std::vector{3, 1, 6, 4}));
  EXPECT_EQ(values(gpu::take(a, {2}, 1, gpu::out(gpu::zeros<int>({2, 1})))), (std::vector{3, 6}));
  ndarray<double> d = gpu::zeros<double>({2, 2});
  gpu::take(a, {0, 7}, gpu::out(gpu::view(d, 1)), gpu::index_mode::wrap);
  EXPECT_EQ(values(d), (std::vector<double>{0, 0, 1, 2}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::take(a, {0}, gpu::out(c)); }),
            "output array does not match result of ndarray.take");
  EXPECT_THROW(gpu::take(a * 0.5, {{0, 1}, {2, 3}}, gpu::out(c)), gpu::dtype_error);
}

TEST_P(selection_out, of_the_elements_that_it_is_made_of) {
  ndarray<int> a = {1, 2, 3};
  gpu::take(a, {2, 1, 0}, 0, gpu::out(a));
  EXPECT_EQ(values(a), (std::vector{3, 2, 1}));
}

TEST_P(selection_out, of_compress) {
  const ndarray<int> a = {1, 2, 3};
  ndarray<int> c = gpu::zeros<int>({2});
  gpu::compress({true, false, true}, a, 0, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{1, 3}));
  gpu::compress(a > 1, a, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{2, 3}));
  EXPECT_THROW(gpu::compress(a > 2, a, gpu::out(c)), gpu::value_error);
}

TEST_P(selection_out, of_choose) {
  const ndarray<int> a = {1, 2, 3};
  const ndarray<std::int64_t> which = {1, 0, 1};
  ndarray<int> c = gpu::zeros<int>({3});
  gpu::choose(which, {a, a * 10 + 0}, gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{10, 2, 30}));
  gpu::choose(which, gpu::xtuple(a, 7), gpu::out(c));
  EXPECT_EQ(values(c), (std::vector{7, 2, 7}));
  ndarray<int> less = gpu::zeros<int>({2});
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::choose(which, {a, a}, gpu::out(less));
            }),
            "choose: invalid shape for output array.");
}

INSTANTIATE_TEST_SUITE_P(devices, selection_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
