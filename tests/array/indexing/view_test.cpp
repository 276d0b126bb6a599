// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/view.hpp>

#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ellipsis;
using gpu::ndarray;
using gpu::newaxis;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::placeholders::_;
using gpu::test::message_of;
using gpu::test::values;

class view_of_array : public gpu::test::on_device {
 protected:
  /// 0 ... 23 of shape (2, 3, 4).
  static ndarray<int> cube() {
    ndarray<int> a = gpu::arange<int>(24);
    a.reshape({2, 3, 4});
    return a;
  }
};

TEST_P(view_of_array, every_sort_of_slice_selects_what_numpy_selects) {
  ndarray<int> a = cube();
  EXPECT_EQ(values(view(a, 1, 2)), (std::vector{20, 21, 22, 23}));
  EXPECT_EQ(values(view(a, -1, -3, range(1, 3))), (std::vector{13, 14}));
  EXPECT_EQ(values(view(a, 0, all(), 1)), (std::vector{1, 5, 9}));
  EXPECT_EQ(values(view(a, ellipsis(), 3)), (std::vector{3, 7, 11, 15, 19, 23}));
  EXPECT_EQ(view(a, ellipsis(), 3).shape(), (shape{2, 3}));
  EXPECT_EQ(view(a, newaxis(), ellipsis(), newaxis()).shape(), (shape{1, 2, 3, 4, 1}));
  EXPECT_EQ(view(a, 0, newaxis(), range(2)).shape(), (shape{1, 2, 4}));
  EXPECT_EQ(values(view(a, 0, 0, range(_, 2))), (std::vector{0, 1}));
  EXPECT_EQ(values(view(a, 0, 0, range(2, _))), (std::vector{2, 3}));
  EXPECT_EQ(values(view(a, 0, 0, range(-3, -1))), (std::vector{1, 2}));
  EXPECT_EQ(values(view(a, 0, 0, range(1, 100, 2))), (std::vector{1, 3}));
  EXPECT_EQ(values(view(a)), values(a));
  EXPECT_EQ(view(a).shape(), a.shape());
}

TEST_P(view_of_array, negative_steps_go_backwards) {
  ndarray<int> a = gpu::arange<int>(6);
  EXPECT_EQ(values(view(a, range(_, _, -1))), (std::vector{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(values(view(a, range(4, 1, -2))), (std::vector{4, 2}));
  EXPECT_EQ(values(view(a, range(-1, 0, -3))), (std::vector{5, 2}));
  EXPECT_EQ(values(view(a, range(1, 4, -1))), (std::vector<int>{}));
  EXPECT_EQ(values(view(a, range(100, _, -4))), (std::vector{5, 1}));
  view(a, range(_, _, -1)) = gpu::arange<int>(10, 16);
  EXPECT_EQ(values(a), (std::vector{15, 14, 13, 12, 11, 10}));
}

TEST_P(view_of_array, a_view_of_a_view_is_a_view_of_the_array) {
  ndarray<int> a = cube();
  auto outer = view(a, all(), range(0, 3, 2), range(_, _, -1));
  auto inner = view(outer, 1, 1, range(1, 4, 2));
  EXPECT_EQ(values(inner), (std::vector{22, 20}));
  inner = -1;
  EXPECT_EQ(values(view(a, 1, 2)), (std::vector{-1, 21, -1, 23}));
}

TEST_P(view_of_array, all_integers_give_an_assignable_0_d_view) {
  ndarray<int> a = cube();
  auto one = view(a, 1, 1, 1);
  EXPECT_EQ(one.dimension(), 0u);
  EXPECT_EQ(one.item(), 17);
  one = 5;
  one += 1;
  EXPECT_EQ(a(1, 1, 1), 6);
}

TEST_P(view_of_array, assignment_writes_scalars_arrays_and_broadcasts) {
  ndarray<float> a = gpu::zeros<float>({2, 3});
  view(a, 0) = 1;
  view(a, 1) = ndarray<float>{4, 5, 6};
  EXPECT_EQ(values(a), (std::vector<float>{1, 1, 1, 4, 5, 6}));
  view(a, all()) = ndarray<int>{7, 8, 9};
  EXPECT_EQ(values(a), (std::vector<float>{7, 8, 9, 7, 8, 9}));
  view(a, all(), range(1, 3)) = ndarray<double>{{0.5}, {1.5}};
  EXPECT_EQ(values(a), (std::vector<float>{7, .5, .5, 7, 1.5, 1.5}));
  view(a, all(), 0) = view(a, all(), 1) * 2;
  EXPECT_EQ(values(a), (std::vector<float>{1, .5, .5, 3, 1.5, 1.5}));
  view(a, 0).fill(2);
  EXPECT_EQ(values(view(a, 0)), (std::vector<float>{2, 2, 2}));
}

TEST_P(view_of_array, assigning_a_view_to_a_view_copies_elements) {
  ndarray<int> a = cube();
  ndarray<int> b = gpu::zeros<int>({3, 4});
  auto target = view(b, all());
  target = view(a, 1);
  EXPECT_EQ(values(b), values(view(a, 1)));
  view(b, 0) = view(b, 1);
  EXPECT_EQ(b(0, 0), 16);
  EXPECT_EQ(a(1, 0, 0), 12);
}

TEST_P(view_of_array, leading_axes_of_extent_one_are_dropped_from_what_is_assigned) {
  ndarray<int> a = gpu::zeros<int>({3});
  view(a, all()) = ndarray<int>{{{1, 2, 3}}};
  EXPECT_EQ(values(a), (std::vector{1, 2, 3}));
}

TEST_P(view_of_array, in_place_operators_write_through) {
  ndarray<int> a = gpu::arange<int>(6);
  view(a, range(0, 6, 2)) += 10;
  view(a, range(1, 6, 2)) *= ndarray<int>{1, 2, 3};
  view(a, range(0, 2)) -= 1;
  view(a, range(4, 6)) %= 10;
  view(a, range(0, 1)) <<= 2;
  EXPECT_EQ(values(a), (std::vector{36, 0, 12, 6, 4, 5}));
  view(a, range(2, 4)) |= 1;
  view(a, range(2, 4)) ^= 3;
  view(a, range(2, 4)) &= 14;
  view(a, range(2, 4)) >>= 1;
  EXPECT_EQ(values(view(a, range(2, 4))), (std::vector{7, 2}));
  ndarray<float> x{2, 4};
  view(x, all()) /= 4;
  EXPECT_EQ(values(x), (std::vector<float>{.5, 1}));
}

TEST_P(view_of_array, what_does_not_fit_is_refused_and_changes_nothing) {
  ndarray<int> a = cube();
  const ndarray<int> before = a;
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              view(a, 0, 0, range(0, 2)) = ndarray<int>{1, 2, 3};
            }),
            "could not broadcast input array from shape (3,) into shape (2,)");
  EXPECT_THROW((view(a, 0) = ndarray<int>{{1, 2, 3, 4}, {1, 2, 3, 4}}), gpu::shape_error);
  EXPECT_THROW((view(a, 0, 0) += gpu::ones<int>({2, 4})), gpu::shape_error);
  EXPECT_THROW((view(a, 0, 0) = 1l << 40), gpu::overflow_error);
  EXPECT_TRUE(a == before);
}

TEST_P(view_of_array, indices_that_do_not_fit_are_refused_in_numpys_words) {
  ndarray<int> a = cube();
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)view(a, 2); }),
            "index 2 is out of bounds for axis 0 with size 2");
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)view(a, 0, -4); }),
            "index -4 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)view(a, 0, 0, 0, 0); }),
            "too many indices for array: array is 3-dimensional, but 4 were indexed");
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)view(a, ellipsis(), ellipsis()); }),
            "an index can only have a single ellipsis ('...')");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)view(a, range(0, 2, 0)); }),
            "slice step cannot be zero");
  ndarray<int> empty({0}, 0);
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)view(empty, 0); }),
            "index 0 is out of bounds for axis 0 with size 0");
  ndarray<int> scalar(shape{}, 0);
  EXPECT_THROW((void)view(scalar, 0), gpu::index_error);
}

TEST_P(view_of_array, a_view_outlives_its_array) {
  std::optional<gpu::array_view<int>> kept;
  {
    ndarray<int> a{1, 2, 3};
    kept.emplace(view(a, range(1, 3)));
  }
  EXPECT_EQ(values(*kept), (std::vector{2, 3}));
  *kept = 9;
  EXPECT_EQ(values(*kept), (std::vector{9, 9}));
  EXPECT_EQ(kept->device(), GetParam());
}

TEST_P(view_of_array, a_view_follows_its_value_when_arrays_are_exchanged) {
  ndarray<int> a{1, 2, 3};
  ndarray<int> b{{4, 5}};
  auto of_a = gpu::view(a, gpu::range(1, 3));
  auto of_b = gpu::view(b, 0);
  std::swap(a, b);
  of_a = 0;
  of_b += 10;
  EXPECT_EQ(values(a), (std::vector{14, 15}));
  EXPECT_EQ(values(b), (std::vector{1, 0, 0}));
  a.swap(b);
  of_a = 7;
  EXPECT_EQ(values(a), (std::vector{1, 7, 7}));
  EXPECT_EQ(values(of_b), (std::vector{14, 15}));
}

TEST_P(view_of_array, a_view_follows_its_array_when_that_is_moved_to_another) {
  ndarray<int> a{1, 2, 3};
  ndarray<int> b{4, 5};
  auto of_a = gpu::view(a, 0);
  gpu::view(b, 1) = 6;  // a view that has ended
  b = std::move(a);
  of_a = 9;
  EXPECT_EQ(values(b), (std::vector{9, 2, 3}));
  // An array keeps its own views. Those of the other one are left with the value.
  ndarray<int> c{7, 7, 7};
  auto of_c = gpu::view(c, 2);
  c = std::move(b);
  EXPECT_EQ(values(of_c), (std::vector{3}));
  of_a = 1;
  EXPECT_EQ(values(of_a), (std::vector{1}));
  EXPECT_EQ(values(c), (std::vector{9, 2, 3}));
}

TEST_P(view_of_array, a_view_follows_its_array_when_that_is_moved) {
  ndarray<int> a{1, 2, 3};
  auto tail = view(a, range(1, 3));
  ndarray<int> b = std::move(a);
  tail = 7;
  EXPECT_EQ(values(b), (std::vector{1, 7, 7}));
  EXPECT_EQ(a.size(), 0u);  // NOLINT(bugprone-use-after-move)
}

TEST_P(view_of_array, a_view_does_not_write_to_copies) {
  ndarray<int> a{1, 2, 3};
  auto whole = view(a, all());
  const ndarray<int> before = a;
  whole = 0;
  const ndarray<int> after = a;
  whole = 5;
  EXPECT_EQ(values(before), (std::vector{1, 2, 3}));
  EXPECT_EQ(values(after), (std::vector{0, 0, 0}));
  EXPECT_EQ(values(a), (std::vector{5, 5, 5}));
}

TEST_P(view_of_array, a_view_shows_what_is_assigned_to_the_array_later) {
  ndarray<int> a{1, 2, 3};
  auto tail = view(a, range(1, 3));
  a = a * 10;
  EXPECT_EQ(values(tail), (std::vector{20, 30}));
  a(2) = 4;
  EXPECT_EQ(values(tail), (std::vector{20, 4}));
}

TEST_P(view_of_array, a_view_of_an_array_that_gets_another_shape_keeps_the_old_elements) {
  ndarray<int> a = cube();
  auto last = view(a, 1, 2, 3);
  a = ndarray<int>{1, 2};
  EXPECT_EQ(last.item(), 23);
  last = 5;
  EXPECT_EQ(last.item(), 5);
  EXPECT_EQ(values(a), (std::vector{1, 2}));

  ndarray<int> b = cube();
  auto row = view(b, 1, 2);
  b.reshape({24});
  EXPECT_EQ(values(row), (std::vector{20, 21, 22, 23}));
  row = 0;
  EXPECT_EQ(b(23), 23);

  ndarray<int> c = cube();
  auto corner = view(c, 1, 2);
  c.resize({1});
  EXPECT_EQ(values(corner), (std::vector{20, 21, 22, 23}));

  ndarray<int> d = cube();
  auto end = view(d, 1, 2);
  const ndarray<int> small{7};
  d = small;
  EXPECT_EQ(values(end), (std::vector{20, 21, 22, 23}));
  EXPECT_EQ(values(d), (std::vector{7}));
}

TEST_P(view_of_array, of_a_const_array_or_an_expression_is_a_snapshot) {
  ndarray<int> a{1, 2, 3};
  const auto part = view(std::as_const(a), range(0, 2));
  const auto of_sum = view(a + 1, range(_, _, -1));
  static_assert(std::is_same_v<std::remove_const_t<decltype(part)>, gpu::expression<int>>);
  a.fill(0);
  EXPECT_EQ(values(part), (std::vector{1, 2}));
  EXPECT_EQ(values(of_sum), (std::vector{4, 3, 2}));
  EXPECT_EQ(values(view(ndarray<int>{4, 5, 6}, 1)), (std::vector{5}));
}

TEST_P(view_of_array, a_view_is_an_operand_of_every_function) {
  ndarray<float> a{1, 4, 9, 16};
  auto part = view(a, range(0, 4, 2));
  EXPECT_EQ(values(gpu::sqrt(part)), (std::vector<float>{1, 3}));
  EXPECT_EQ(values(part + part), (std::vector<float>{2, 18}));
  EXPECT_EQ(values(gpu::flip(part)), (std::vector<float>{9, 1}));
  EXPECT_TRUE(part == (ndarray<float>{1, 9}));
  EXPECT_EQ(part(1), 9.f);
  EXPECT_EQ(part.at(0), 1.f);
  const ndarray<float> value = part;
  part = 0;
  EXPECT_EQ(values(value), (std::vector<float>{1, 9}));
  EXPECT_FALSE(gpu::shares_memory(a, value));
}

TEST_P(view_of_array, parts_share_memory_where_they_share_an_element) {
  ndarray<int> a = gpu::arange<int>(10);
  EXPECT_TRUE(gpu::shares_memory(a, view(a, range(9, 10))));
  EXPECT_TRUE(gpu::shares_memory(view(a, range(0, 6)), view(a, range(5, 10))));
  EXPECT_FALSE(gpu::shares_memory(view(a, range(0, 5)), view(a, range(5, 10))));
  EXPECT_FALSE(gpu::shares_memory(view(a, range(0, 0)), a));
  EXPECT_TRUE(gpu::shares_memory(gpu::flip(a), view(a, 0)));
}

TEST_P(view_of_array, empty_views_can_be_read_and_written) {
  ndarray<int> a = cube();
  const ndarray<int> before = a;
  auto none = view(a, all(), range(2, 2));
  EXPECT_EQ(none.shape(), (shape{2, 0, 4}));
  none = 7;
  none = gpu::ones<int>({1, 4});
  none += 1;
  EXPECT_EQ(values(none), (std::vector<int>{}));
  EXPECT_TRUE(a == before);
}

TEST_P(view_of_array, const_views_write_through_too) {
  ndarray<int> a{1, 2, 3};
  const auto whole = view(a, all());
  whole = 4;
  whole += 1;
  EXPECT_EQ(values(a), (std::vector{5, 5, 5}));
}

TEST_P(view_of_array, large_strided_views_are_written_exactly) {
  ndarray<int> a = gpu::zeros<int>({301, 257});
  view(a, range(0, 301, 3), range(256, _, -2)) = 1;
  view(a, range(1, 301, 3), range(1, 257, 2)) = gpu::arange<int>(128);
  int ones = 0, sum = 0;
  for (std::ptrdiff_t i = 0; i < 301; ++i) {
    const ndarray<int> row = view(a, i);
    for (const int x : values(row)) (i % 3 == 0 ? ones : sum) += x;
  }
  EXPECT_EQ(ones, 101 * 129);
  EXPECT_EQ(sum, 100 * (127 * 128 / 2));
}

INSTANTIATE_TEST_SUITE_P(devices, view_of_array, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
