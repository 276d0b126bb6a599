// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/selection.hpp>

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class selection_by_condition : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (!IsSkipped()) a_ = gpu::arange<int>(6).reshape({2, 3});
  }

  ndarray<int> a_;
  const ndarray<int> nothing_ = ndarray<int>(shape{0}, 0);
};

TEST_P(selection_by_condition, compress_keeps_parts_along_an_axis) {
  EXPECT_EQ(values(gpu::compress(ndarray<int>{1, 0, 1}, a_, 1)), (std::vector<int>{0, 2, 3, 5}));
  EXPECT_EQ(values(gpu::compress(ndarray<bool>{false, true}, a_, -2)), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(gpu::compress(ndarray<int>{1}, a_, 1).shape(), (shape{2, 1}));
  EXPECT_EQ(values(gpu::compress({true, false}, ndarray<int>(5), 0)), (std::vector<int>{5}));
  EXPECT_THROW((void)gpu::compress({true}, ndarray<int>(5), 1), gpu::axis_error);
  EXPECT_EQ(gpu::compress(ndarray<int>{0, 0, 0, 0}, a_, 1).shape(), (shape{2, 0}));
  EXPECT_EQ(values(gpu::compress(ndarray<int>{1, 0, 0, 1}, a_)), (std::vector<int>{0, 3}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::compress(a_, a_); }),
            "condition must be a 1-d array");
  EXPECT_THROW((void)gpu::compress(ndarray<int>{1}, a_, 2), gpu::axis_error);
}

TEST_P(selection_by_condition, compress_takes_a_list) {
  EXPECT_EQ(values(gpu::compress({true, false, true}, a_, 1)), (std::vector<int>{0, 2, 3, 5}));
  EXPECT_EQ(values(gpu::compress({false, true}, a_)), std::vector<int>{1});
}

TEST_P(selection_by_condition, extract_looks_at_positions) {
  EXPECT_EQ(values(gpu::extract(a_ > 2, a_ * 2)), (std::vector<int>{6, 8, 10}));
  EXPECT_EQ(values(gpu::extract(gpu::transpose(a_) > 2, a_)), (std::vector<int>{1, 3, 5}));
  EXPECT_EQ(gpu::extract(a_ > 9, a_).shape(), shape{0});
}

TEST_P(selection_by_condition, conditions_are_lists_and_vectors) {
  EXPECT_EQ(values(gpu::extract({true, false, true}, a_)), (std::vector<int>{0, 2}));
  EXPECT_EQ(values(gpu::extract(std::vector<bool>{false, true}, a_ + 1)), std::vector<int>{2});
  EXPECT_EQ(values(gpu::extract(std::vector<int>{0, 3}, a_)), std::vector<int>{1});
  EXPECT_EQ(values(gpu::compress(std::vector<bool>{false, true}, a_, 0)),
            (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(values(gpu::compress(std::array{0, 1, 1}, a_, gpu::axis(1))),
            (std::vector<int>{1, 2, 4, 5}));
}

TEST_P(selection_by_condition, masks_are_lists_and_vectors) {
  ndarray<int> a{1, 2, 3, 4};
  gpu::putmask(a, {true, false, true, false}, 9);
  EXPECT_EQ(a, (ndarray<int>{9, 2, 9, 4}));
  gpu::putmask(a, std::vector<bool>{false, true, false, false}, {5, 7, 6, 8});
  EXPECT_EQ(a, (ndarray<int>{9, 7, 9, 4}));
  gpu::place(a, {true, false, true, true}, {5, 6});
  EXPECT_EQ(a, (ndarray<int>{5, 7, 6, 5}));
  gpu::place(a, std::vector<int>{0, 2, 0, 0}, 1);
  EXPECT_EQ(a, (ndarray<int>{5, 1, 6, 5}));
  EXPECT_THROW(gpu::putmask(a, {true, false}, 9), gpu::value_error);
}

TEST_P(selection_by_condition, refuses_positions_beyond_the_end) {
  const std::string message = message_of<gpu::index_error>([&] {
    const auto found = gpu::compress(ndarray<int>{1, 0, 1, 1}, a_, 1);
    GetParam().synchronize();
  });
  EXPECT_EQ(message, "index 3 is out of bounds for axis 1 with size 3");
}

TEST_P(selection_by_condition, putmask_repeats_values_over_all_elements) {
  const ndarray<int> mask{1, 0, 1, 0, 1, 1};
  const ndarray<int> before = a_;
  gpu::putmask(a_, mask, ndarray<int>{10, 20});
  EXPECT_EQ(values(a_), (std::vector<int>{10, 1, 10, 3, 10, 20}));
  EXPECT_EQ(values(before), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  gpu::putmask(a_, a_ < 9, ndarray<double>{-1.5});
  EXPECT_EQ(values(a_), (std::vector<int>{10, -1, 10, -1, 10, 20}));
  gpu::putmask(a_, mask, nothing_);
  gpu::putmask(gpu::view(a_, 0), ndarray<bool>{false, false, true}, a_);
  EXPECT_EQ(values(a_), (std::vector<int>{10, -1, 10, -1, 10, 20}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              gpu::putmask(a_, ndarray<int>{1, 0}, nothing_);
            }),
            "putmask: mask and data must be the same size: 2 and 6");
}

TEST_P(selection_by_condition, putmask_takes_one_value_for_each_element) {
  const ndarray<int> mask{1, 0, 1, 0, 1, 1};
  gpu::putmask(a_, mask, gpu::arange<int>(10, 16));
  EXPECT_EQ(values(a_), (std::vector<int>{10, 1, 12, 3, 14, 15}));
  gpu::putmask(a_, mask, gpu::flip(gpu::ravel(a_)));
  EXPECT_EQ(values(a_), (std::vector<int>{15, 1, 3, 3, 1, 10}));
  gpu::putmask(gpu::transpose(a_), mask, gpu::arange<int>(6));
  EXPECT_EQ(values(a_), (std::vector<int>{0, 2, 4, 3, 1, 5}));
}

TEST_P(selection_by_condition, place_takes_values_one_after_the_other) {
  const ndarray<int> mask{1, 0, 1, 0, 1, 1};
  gpu::place(a_, mask, ndarray<int>{10, 20, 30});
  EXPECT_EQ(values(a_), (std::vector<int>{10, 1, 20, 3, 30, 10}));
  gpu::place(gpu::view(a_, gpu::all(), gpu::range(0, 2)), ndarray<bool>{true, false, true, true},
             ndarray<int>{-1, -2, -3});
  EXPECT_EQ(values(a_), (std::vector<int>{-1, 1, 20, -2, -3, 10}));
  gpu::place(a_, ndarray<bool>(shape{6}, false), nothing_);
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::place(a_, mask, nothing_); }),
            "Cannot insert from an empty array!");
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::place(a_, ndarray<int>{1}, mask); }),
            "place: mask and data must be the same size: 1 and 6");
  EXPECT_EQ(values(a_), (std::vector<int>{-1, 1, 20, -2, -3, 10}));
}

TEST_P(selection_by_condition, place_begins_again_with_the_first_value) {
  for (const std::ptrdiff_t size : {1, 7, 300}) {
    const auto every_third = gpu::equal(gpu::arange<int>(size) % 3, 0);
    for (const std::ptrdiff_t count : {2, 3, 7, 500}) {
      ndarray<double> placed = gpu::zeros<double>({size}) - 1;
      const ndarray<std::int16_t> given = gpu::arange<std::int16_t>(2 * count);
      gpu::place(placed, every_third, gpu::view(given, gpu::range(0, 2 * count, 2)));
      const std::vector<double> found = values(placed);
      for (std::ptrdiff_t i = 0; i < size; ++i)
        ASSERT_EQ(found[static_cast<std::size_t>(i)],
                  i % 3 != 0 ? -1. : static_cast<double>(i / 3 % count * 2));
    }
  }
}

TEST_P(selection_by_condition, values_are_numbers_and_lists_too) {
  gpu::place(a_, a_ > 4, 9);
  EXPECT_EQ(values(a_), (std::vector<int>{0, 1, 2, 3, 4, 9}));
  gpu::place(a_, a_ > 1, {1, 2, 3});
  EXPECT_EQ(values(a_), (std::vector<int>{0, 1, 1, 2, 3, 1}));
  gpu::putmask(a_, gpu::equal(a_, 1), 7);
  EXPECT_EQ(values(a_), (std::vector<int>{0, 7, 7, 2, 3, 7}));
  gpu::putmask(a_, gpu::equal(a_, 7), {4, 5});
  EXPECT_EQ(values(a_), (std::vector<int>{0, 5, 4, 2, 3, 5}));
  gpu::putmask(a_, gpu::equal(a_, 5), std::vector{8, 6});
  EXPECT_EQ(values(a_), (std::vector<int>{0, 6, 4, 2, 3, 6}));
  gpu::place(gpu::view(a_, 1), gpu::view(a_, 1) > 2, std::vector{-1});
  EXPECT_EQ(values(a_), (std::vector<int>{0, 6, 4, 2, -1, -1}));
  EXPECT_THROW(gpu::place(a_, a_ > 0, 1ll << 40), gpu::overflow_error);
}

INSTANTIATE_TEST_SUITE_P(each, selection_by_condition, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
