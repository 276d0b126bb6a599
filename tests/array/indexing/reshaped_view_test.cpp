// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/reshaped_view.hpp>

#include <cstdint>
#include <utility>
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
using integers = std::vector<int>;

class reshaped_view : public gpu::test::on_device {
 protected:
  ndarray<int> a = {{0, 1, 2}, {3, 4, 5}};
};

TEST_P(reshaped_view, follows_the_array) {
  const auto v = gpu::reshape_view(a, {3, -1});
  EXPECT_EQ(v.shape(), (shape{3, 2}));
  EXPECT_EQ(v.device(), GetParam());
  a(1, 0) = 30;
  EXPECT_EQ(v(1, 1), 30);
  a = a * 2;
  EXPECT_EQ(values(v), (integers{0, 2, 4, 60, 8, 10}));
  const ndarray<int> b = std::move(a);
  EXPECT_EQ(values(v + 1), (integers{1, 3, 5, 61, 9, 11}));
}

TEST_P(reshaped_view, writes_to_the_array) {
  const auto v = gpu::reshape_view(a, {3, 2});
  v = ndarray<int>{7, 8};
  EXPECT_EQ(values(a), (integers{7, 8, 7, 8, 7, 8}));
  v = {{1, 2}, {3, 4}, {5, 6}};
  v *= 10;
  v(2, 0) += 1;
  v.at(0, 1) = -1;
  v[{1, 0}] = 0;
  EXPECT_EQ(values(a), (integers{10, -1, 0, 40, 51, 60}));
  v.fill(3.5);
  EXPECT_EQ(values(a), integers(6, 3));
  gpu::reshape_view(a, 6) = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(a(1, 0), 3);
}

TEST_P(reshaped_view, reads_its_array_before_it_writes) {
  const auto v = gpu::reshape_view(a, {3, 2});
  v = gpu::flip(v, 0);
  EXPECT_EQ(values(a), (integers{4, 5, 2, 3, 0, 1}));
  v = gpu::reshape_view(a, {3, 2});
  EXPECT_EQ(values(a), (integers{4, 5, 2, 3, 0, 1}));
  v += gpu::reshape(gpu::transpose(a), {3, 2});
  EXPECT_EQ(values(a), (integers{8, 8, 7, 3, 2, 2}));
}

TEST_P(reshaped_view, leaves_copies_and_snapshots_as_they_are) {
  const ndarray<int> copy = a;
  const auto v = gpu::reshape_view(a, {3, 2});
  const auto before = v + 0;
  v = 9;
  EXPECT_EQ(values(copy), (integers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(before), values(copy));
}

TEST_P(reshaped_view, keeps_the_last_value_of_an_array_that_ends) {
  const auto of_temporary = [] {
    ndarray<int> b = {{1, 2}, {3, 4}};
    return gpu::reshape_view(b, {4});
  }();
  EXPECT_EQ(values(of_temporary), (integers{1, 2, 3, 4}));
  of_temporary(1) = 7;
  EXPECT_EQ(values(of_temporary), (integers{1, 7, 3, 4}));
  const auto v = gpu::reshape_view(a, {3, 2});
  a = ndarray<int>{1};
  EXPECT_EQ(values(v), (integers{0, 1, 2, 3, 4, 5}));
}

TEST_P(reshaped_view, has_parts_that_are_kept_and_written) {
  ndarray<int> b = gpu::arange<int>(16);
  const auto v = gpu::reshape_view(b, {4, 2, 2});
  gpu::view(v, gpu::all(), 0) += 100;
  const auto last = gpu::view(v, gpu::range(3, 1, -1), 1);
  EXPECT_EQ(last.shape(), (shape{2, 2}));
  last = {{-1, -2}, {-3, -4}};
  gpu::view(last, 1, gpu::newaxis()) *= 2;
  last(0, 1) = 7;
  EXPECT_EQ(values(b),
            (integers{100, 101, 2, 3, 104, 105, 6, 7, 108, 109, -6, -8, 112, 113, -1, 7}));
  b(15) = 50;
  EXPECT_EQ(values(last + 0), (integers{-1, 50, -6, -8}));
  gpu::put(last, {0, 3}, {5, 6});
  EXPECT_EQ(b(14), 5);
  EXPECT_EQ(b(11), 6);
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(gpu::view(v, 4)); }),
            "index 4 is out of bounds for axis 0 with size 4");
  EXPECT_THROW(static_cast<void>(gpu::view(last, 0, 0, 0)), gpu::index_error);
}

TEST_P(reshaped_view, of_what_cannot_be_written_is_an_expression) {
  const ndarray<int>& constant = a;
  static_assert(
      std::is_same_v<decltype(gpu::reshape_view(constant, {3, 2})), gpu::expression<int>>);
  EXPECT_EQ(values(gpu::reshape_view(a + 1, {3, 2})), (integers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(gpu::reshape_view(gpu::view(a, 0), {3, 1})), (integers{0, 1, 2}));
}

TEST_P(reshaped_view, errors_change_nothing) {
  const auto v = gpu::reshape_view(a, {3, 2});
  EXPECT_EQ(message_of<gpu::shape_error>([&] { static_cast<void>(gpu::reshape_view(a, {4})); }),
            "cannot reshape array of size 6 into shape (4,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              v = ndarray<int>{1, 2, 3};
            }),
            "could not broadcast input array from shape (3,) into shape (3,2)");
  EXPECT_THROW(v += gpu::zeros<int>({2, 3, 2}), gpu::shape_error);
  EXPECT_THROW(v(3, 0) = 1, gpu::index_error);
  EXPECT_THROW(static_cast<void>(v.at(0, 0, 0)), gpu::index_error);
  EXPECT_THROW(v = std::int64_t{1} << 40, gpu::overflow_error);
  EXPECT_EQ(values(a), (integers{0, 1, 2, 3, 4, 5}));
}

INSTANTIATE_TEST_SUITE_P(devices, reshaped_view, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
