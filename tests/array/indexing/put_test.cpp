// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/put.hpp>

#include <cmath>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_method_definitions.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::message_of;
using test::values;
using indices = ndarray<std::int64_t>;

class putting : public test::on_device {
 protected:
  static ndarray<int> matrix() {
    ndarray<int> a = arange<int>(6);
    a.reshape({2, 3});
    return a;
  }
};

TEST_P(putting, put_writes_at_positions) {
  ndarray<int> a = matrix();
  put(a, {0, -1, 2}, ndarray<int>{10, 20});
  EXPECT_EQ(values(a), (std::vector{10, 1, 10, 3, 4, 20}));
  put(a, indices{7, -8}, 9, index_mode::wrap);
  EXPECT_EQ(values(a), (std::vector{10, 9, 10, 3, 9, 20}));
  put(a, indices{70, -80}, ndarray<int>{1, 2}, index_mode::clip);
  EXPECT_EQ(values(a), (std::vector{2, 9, 10, 3, 9, 1}));
  put(a, {0}, ndarray<int>());
  EXPECT_EQ(message_of<index_error>([&] {
              put(a, {0, 6}, 5);
            }),
            "index 6 is out of bounds for axis 0 with size 6");
  EXPECT_EQ(values(a), (std::vector{2, 9, 10, 3, 9, 1}));
  ndarray<int> empty = zeros<int>({0});
  EXPECT_THROW(put(empty, {0}, 5), index_error);
}

TEST_P(putting, put_along_axis_writes_where_take_along_axis_reads) {
  ndarray<int> a = {{10, 30, 20}, {60, 40, 50}};
  put_along_axis(a, argmax(a, 1, keepdims), 99, 1);
  EXPECT_EQ(values(a), (std::vector{10, 99, 20, 99, 40, 50}));
  put_along_axis(a, indices{{0, 1, 0}}, ndarray<int>{{1, 2, 3}}, 0);
  EXPECT_EQ(values(a), (std::vector{1, 99, 3, 99, 2, 50}));
  put_along_axis(a, indices{5, 0}, ndarray<int>{7, 8}, std::nullopt);
  EXPECT_EQ(values(a), (std::vector{8, 99, 3, 99, 2, 7}));
  EXPECT_THROW(put_along_axis(a, indices{0}, 1, 0), value_error);
  ndarray<int> empty = zeros<int>({0, 3});
  EXPECT_EQ(message_of<index_error>([&] {
              put_along_axis(empty, indices{{0, 0, 0}}, 1, 0);
            }),
            "index 0 is out of bounds for axis 0 with size 0");
  EXPECT_THROW(put_along_axis(empty, indices{0}, 1, std::nullopt), index_error);
  put_along_axis(empty, zeros<std::int64_t>({0, 3}), 1, 0);
}

TEST_P(putting, fill_diagonal_is_that_of_numpy) {
  ndarray<int> a = zeros<int>({3, 3});
  fill_diagonal(a, 5);
  EXPECT_EQ(values(a), (std::vector{5, 0, 0, 0, 5, 0, 0, 0, 5}));
  ndarray<int> tall = zeros<int>({5, 2});
  fill_diagonal(tall, ndarray<int>{1, 2, 3});
  EXPECT_EQ(values(tall), (std::vector{1, 0, 0, 2, 0, 0, 0, 0, 0, 0}));
  fill_diagonal(tall, 4, true);
  EXPECT_EQ(values(tall), (std::vector{4, 0, 0, 4, 0, 0, 4, 0, 0, 4}));
  ndarray<int> cube = zeros<int>({2, 2, 2});
  fill_diagonal(cube, 1);
  EXPECT_EQ(values(cube), (std::vector{1, 0, 0, 0, 0, 0, 0, 1}));
  ndarray<int> one = zeros<int>({1, 1, 1});
  fill_diagonal(one, 1);
  EXPECT_EQ(values(one), (std::vector{1}));
  ndarray<int> uneven = zeros<int>({2, 2, 3});
  EXPECT_THROW(fill_diagonal(uneven, 1), value_error);
  ndarray<int> vector = zeros<int>({2});
  EXPECT_THROW(fill_diagonal(vector, 1), value_error);
}

TEST_P(putting, choose_and_select) {
  const std::vector<ndarray<int>> choices = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
  EXPECT_EQ(values(choose(indices{2, 0, 1, 0}, choices)), (std::vector{20, 1, 12, 3}));
  EXPECT_EQ(values(choose(indices{2, 4, 1, -1}, choices, index_mode::clip)),
            (std::vector{20, 21, 12, 3}));
  EXPECT_EQ(values(choose(indices{2, 4, 1, -1}, choices, index_mode::wrap)),
            (std::vector{20, 11, 12, 23}));
  EXPECT_EQ(choose(indices{{0}, {1}}, choices).shape(), (shape{2, 4}));
  EXPECT_THROW(static_cast<void>(choose(indices{3}, choices)), value_error);
  const ndarray<int> x = arange<int>(6);
  const std::vector<expression<bool>> conditions = {x<3, x> 3};
  EXPECT_EQ(values(select(conditions, std::vector<expression<int>>{x + 0, x * x}, 42)),
            (std::vector{0, 1, 2, 42, 16, 25}));
  EXPECT_THROW(static_cast<void>(select(conditions, std::vector<ndarray<int>>{x})), value_error);
  EXPECT_THROW(static_cast<void>(select(std::vector<ndarray<bool>>{}, std::vector<ndarray<int>>{})),
               value_error);
  EXPECT_EQ(values(choose(indices{2, 0},
                          {ndarray<int>{0, 1}, ndarray<int>{10, 11}, ndarray<int>{20, 21}})),
            (std::vector{20, 1}));
  EXPECT_EQ(values(select({x<3, x> 3}, {x + 0, x * x}, 42)), (std::vector{0, 1, 2, 42, 16, 25}));
}

TEST_P(putting, choices_of_several_types) {
  const ndarray<int> v = {1, 2, 3};
  const indices which = {0, 1, 0};
  const ndarray<int> mixed = choose(which, {v, v * 10}).as<int>();
  EXPECT_EQ(values(mixed), (std::vector{1, 20, 3}));
  EXPECT_EQ(choose(which, {v, v * 0.5}).dtype(), dtype::float64);
  EXPECT_EQ(choose(which, {v, 7}).dtype(), dtype::int32);
  EXPECT_EQ(choose(which, {v, 2.5}).dtype(), dtype::float64);
  EXPECT_EQ(values(choose(which, {v, 2.5}).as<double>()), (std::vector{1.0, 2.5, 3.0}));
  EXPECT_EQ(values(choose(which, xtuple(v, v + 1, 2.5))), (std::vector{1.0, 3.0, 3.0}));
  EXPECT_EQ(values(choose(which, xtuple(v, 7))), (std::vector{1, 7, 3}));
  EXPECT_EQ(values(choose(which, {4, 5})), (std::vector<std::int64_t>{4, 5, 4}));
  EXPECT_EQ(values(choose(which, ndarray<int>{{1, 2, 3}, {4, 5, 6}})), (std::vector{1, 5, 3}));
  EXPECT_EQ(values(choose(v > 1, {v, v * 10}).as<int>()), (std::vector{1, 20, 30}));
  // As in NumPy, where numbers wrap.
  const ndarray<std::int8_t> bytes = {1, 2, 3};
  EXPECT_EQ(values(choose(which, xtuple(bytes, 300))), (std::vector<std::int8_t>{1, 44, 3}));
}

TEST_P(putting, cases_of_several_types) {
  const ndarray<int> a = {1, 4, 7};
  EXPECT_EQ(values(select({a > 5, a < 2}, {a, a * 10}).as<int>()), (std::vector{10, 0, 7}));
  EXPECT_EQ(values(select({a > 5, a + a < 2.5}, {a * 1, a * 10}, 3)), (std::vector{10, 3, 7}));
  EXPECT_EQ(values(select(xtuple(a > 5, a < 2), xtuple(a, 0.5), a * 2)),
            (std::vector{0.5, 8.0, 7.0}));
  EXPECT_EQ(select({a > 5, a < 2}, {a, a * 10}, -1.5).dtype(), dtype::float64);
  EXPECT_EQ(values(select({a > 5}, {8}, a)), (std::vector{1, 4, 8}));
  EXPECT_EQ(values(select({a > 5}, {a}, ndarray<float>{0.5f, 1.5f, 2.5f})),
            (std::vector{0.5, 1.5, 7.0}));
}

TEST_P(putting, the_default_of_select_promotes) {
  const ndarray<int> v = {1, 2};
  EXPECT_EQ(values(select({v > 1}, {v}, -1.5)), (std::vector{-1.5, 2.0}));
  EXPECT_EQ(values(select({v > 1}, {v > 0}, 2)), (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(values(select({v > 1}, {v > 0}, false)), (std::vector<bool>{false, true}));
  EXPECT_TRUE(std::isnan(select({v > 1}, {v}, std::nan("")).item(0)));
  const ndarray<float> real = {1, 2};
  EXPECT_EQ(values(select({v > 1}, {real}, -1.5)), (std::vector{-1.5f, 2.0f}));
  EXPECT_EQ(values(select({v > 1}, {real}, std::complex<double>(0, 1))),
            (std::vector{std::complex<float>(0, 1), std::complex<float>(2, 0)}));
  const ndarray<std::int8_t> bytes = {1, 2};
  EXPECT_EQ(values(select({v > 1}, {bytes}, 300)), (std::vector<std::int8_t>{44, 2}));
}

TEST_P(putting, indices_and_values_in_any_form) {
  ndarray<int> a = matrix();
  put(a, 3, 7);
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 7, 4, 5}));
  put(a, {0, -1}, {7, 8});
  EXPECT_EQ(values(a), (std::vector{7, 1, 2, 7, 4, 8}));
  put(a, std::vector{1, 2}, std::vector{5, 6});
  EXPECT_EQ(values(a), (std::vector{7, 5, 6, 7, 4, 8}));
  put(a, {{0, 1}, {2, 3}}, 0);
  EXPECT_EQ(values(a), (std::vector{0, 0, 0, 0, 4, 8}));
  put(a, indices{7}, {1, 2}, index_mode::wrap);
  EXPECT_EQ(values(a), (std::vector{0, 1, 0, 0, 4, 8}));
  ndarray<int> square = zeros<int>({3, 3});
  fill_diagonal(square, {1, 2});
  EXPECT_EQ(values(square), (std::vector{1, 0, 0, 0, 2, 0, 0, 0, 1}));
  fill_diagonal(square, std::vector{3});
  EXPECT_EQ(values(square), (std::vector{3, 0, 0, 0, 3, 0, 0, 0, 3}));
}

TEST_P(putting, select_takes_conditions_of_bools_alone) {
  const ndarray<int> a = {1, 0, 2};
  const auto refused = [](const auto& act) { return test::message_of<dtype_error>(act); };
  EXPECT_EQ(refused([&] {
              (void)select({a, a}, {a, a});
            }),
            "invalid entry 0 in condlist: should be boolean ndarray, not int32");
  EXPECT_EQ(refused([&] {
              (void)select({a > 1, a * 0.5}, {a, a});
            }),
            "invalid entry 1 in condlist: should be boolean ndarray, not float64");
  EXPECT_EQ(refused([&] { (void)select({1}, {a}); }),
            "invalid entry 0 in condlist: should be boolean ndarray, not int32");
  EXPECT_EQ(values(select({true}, {a})), values(a));
}

TEST_P(putting, modes_have_names) {
  ndarray<int> a = matrix();
  put(a, {7}, {9}, "wrap");
  put(a, 70, 8, "clip");
  a.put({-60}, std::vector{7}, "clip");
  EXPECT_EQ(values(a), (std::vector{7, 9, 2, 3, 4, 8}));
  EXPECT_THROW(put(a, {7}, {9}, "raise"), index_error);
  EXPECT_THROW(put(a, {7}, {9}, "none"), value_error);
  EXPECT_EQ(values(a), (std::vector{7, 9, 2, 3, 4, 8}));
  const ndarray<int> which = {0, 5}, x = {1, 2}, y = {3, 4};
  EXPECT_EQ(values(choose(which, {x, y}, "clip")), (std::vector{1, 4}));
  EXPECT_EQ(values(choose(which, {x, y}, "wrap")), (std::vector{1, 4}));
  EXPECT_EQ(values(choose(which, xtuple(x, 7.5), "clip")), (std::vector{1.0, 7.5}));
  EXPECT_THROW((void)choose(which, {x, y}, "raise"), value_error);
}

TEST_P(putting, choices_and_their_numbers_are_lists) {
  const ndarray<int> x = {1, 2}, y = {3, 4};
  EXPECT_EQ(values(choose({0, 1}, {x, y})), (std::vector{1, 4}));
  EXPECT_EQ(values(choose({0, 5}, {x, y}, "clip")), (std::vector{1, 4}));
  EXPECT_EQ(values(choose(std::vector{1, 0}, {x, y})), (std::vector{3, 2}));
  EXPECT_EQ(values(choose({0, 1}, std::vector{x, y})), (std::vector{1, 4}));
  EXPECT_EQ(values(choose({0, 1}, {10, 20})), (std::vector<std::int64_t>{10, 20}));
}

INSTANTIATE_TEST_SUITE_P(devices, putting, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
