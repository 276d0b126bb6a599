// SPDX-License-Identifier: BSD-3-Clause
// Writes at indices and masks through views of arrays, against loops over the elements.
#include <gpu/array/indexing/index_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::array_view;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::test::message_of;
using gpu::test::values;
using indices = ndarray<std::int64_t>;

class view_write : public gpu::test::on_device {
 protected:
  /// 0 ... 11 of shape (3, 4).
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(12);
    a.reshape({3, 4});
    return a;
  }
  /// The whole of `a` with its axes exchanged, the first one backwards.
  static array_view<int> transposed(ndarray<int>& a) {
    const shape& extents = a.shape();
    return {a.link(), {{extents[1], extents[0]}, {0, extents[1] - 1}, {{0, 1, -1}, {1, 0, 1}}}};
  }
};

TEST_P(view_write, writes_where_a_mask_of_a_row_holds) {
  ndarray<int> a = matrix();
  const ndarray<bool> mask = {true, false, false, true};
  view(view(a, 1), mask) = 100;
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 100, 5, 6, 100, 8, 9, 10, 11}));
  auto row = view(a, 2);
  view(row, row > 9) = ndarray<int>{-1, -2};
  EXPECT_EQ(values(row), (std::vector{8, 9, -1, -2}));
  view(row, row < 0) += ndarray<int>{10, 20};
  EXPECT_EQ(values(row), (std::vector{8, 9, 9, 18}));
  gpu::filter(view(a, all(), range(1, 3)), view(a, all(), range(1, 3)) > 4) *= 2;
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 100, 10, 12, 100, 8, 18, 18, 18}));
  view(transposed(a), 0, ndarray<bool>{true, false, true}) = 1;
  EXPECT_EQ(values(view(a, all(), 3)), (std::vector{1, 100, 1}));
}

TEST_P(view_write, writes_at_indices) {
  ndarray<int> a = matrix();
  view(view(a, range(1, 3)), indices{0, -1}) += 100;
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 104, 105, 106, 107, 108, 109, 110, 111}));
  view(view(a, 0, range(3, gpu::xnone(), -1)), std::vector{0, 3}) = ndarray<int>{-3, -7};
  EXPECT_EQ(values(view(a, 0)), (std::vector{-7, 1, 2, -3}));
  gpu::index_view(view(a, range(1, 3), range(0, 2)), {{0, 1}, {1, 0}}) = ndarray<int>{7, 8};
  EXPECT_EQ(values(view(a, range(1, 3), range(0, 2))), (std::vector{104, 7, 8, 109}));
  view(transposed(a), std::vector{indices{0, 3}, indices{1, 2}}) = 0;
  EXPECT_EQ(a(1, 3), 0);
  EXPECT_EQ(a(2, 0), 0);
}

TEST_P(view_write, of_an_index_that_repeats_the_last_value_counts) {
  ndarray<int> a = matrix();
  view(view(a, all(), 1), indices{2, 0, 2}) = ndarray<int>{1, 2, 3};
  EXPECT_EQ(values(view(a, all(), 1)), (std::vector{2, 5, 3}));
  gpu::put(view(a, all(), 1), {0, 1, 0}, ndarray<int>{4, 5, 6});
  EXPECT_EQ(values(view(a, all(), 1)), (std::vector{6, 5, 3}));
}

TEST_P(view_write, an_index_out_of_bounds_leaves_the_array_as_it_is) {
  ndarray<int> a = matrix();
  const std::vector<int> before = values(a);
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              view(view(a, 1), indices{0, 4}) = 1;
            }),
            "index 4 is out of bounds for axis 0 with size 4");
  EXPECT_THROW(view(view(a, range(0, 2)), indices{0, 2}) = 1, gpu::index_error);
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::put(view(a, all(), range(0, 2)), {0, 6}, 1);
            }),
            "index 6 is out of bounds for axis 0 with size 6");
  EXPECT_THROW(gpu::put_along_axis(view(a, range(0, 2)), indices{{0, 2, 0, 0}}, 1, 0),
               gpu::index_error);
  EXPECT_THROW(view(view(a, 1), indices{0, 1}) = (ndarray<int>{1, 2, 3}), gpu::shape_error);
  EXPECT_EQ(values(a), before);
}

TEST_P(view_write, of_no_elements_and_of_no_axes) {
  ndarray<int> a = matrix();
  const std::vector<int> before = values(a);
  view(view(a, range(0, 0)), gpu::zeros<bool>({0, 4})) = 1;
  view(view(a, 1), gpu::zeros<std::int64_t>({0})) = 1;
  view(view(a, 1), gpu::zeros<bool>({4})) = ndarray<int>();
  gpu::put(view(a, 1), gpu::zeros<std::int64_t>({0}), 1);
  gpu::fill_diagonal(view(a, range(0, 0)), 1);
  EXPECT_EQ(values(a), before);
  EXPECT_THROW(gpu::put(view(a, range(0, 0)), {0}, 1), gpu::index_error);
  gpu::put(view(a, 1, 2), {0}, 60);
  EXPECT_EQ(a(1, 2), 60);
}

TEST_P(view_write, values_and_indices_of_the_same_array) {
  ndarray<int> a = {{2, 0, 1}, {5, 6, 7}};
  view(view(a, 1), view(a, 0)) = view(a, 1);
  EXPECT_EQ(values(a), (std::vector{2, 0, 1, 6, 7, 5}));
  view(view(a, 0), view(a, 0)) = ndarray<int>{0, 1, 2};
  EXPECT_EQ(values(view(a, 0)), (std::vector{1, 2, 0}));
  view(view(a, 1), view(a, 1) > 5) = view(a, 0, range(0, 2));
  EXPECT_EQ(values(view(a, 1)), (std::vector{1, 2, 5}));
  const ndarray<int> copy = a;
  view(view(a, 0), view(a, 0) > 0) = 9;
  EXPECT_EQ(values(a), (std::vector{9, 9, 0, 1, 2, 5}));
  EXPECT_EQ(values(copy), (std::vector{1, 2, 0, 1, 2, 5}));
}

TEST_P(view_write, of_a_view_that_outlives_its_array) {
  const auto row = [] {
    ndarray<int> a = matrix();
    return view(a, 1);
  }();
  view(row, indices{1}) = 50;
  view(row, row > 0) = row + 1;
  EXPECT_EQ(values(row), (std::vector{5, 51, 7, 8}));
}

TEST_P(view_write, masked_views_write_and_show_what_they_are_of) {
  ndarray<int> a = matrix();
  auto part = view(a, range(0, 2), range(1, 3));
  gpu::masked_view(part, part > 1) = 20;
  gpu::masked_view(part, part < 20) -= 1;
  EXPECT_EQ(values(a), (std::vector{0, 0, 20, 3, 4, 20, 20, 7, 8, 9, 10, 11}));
  const auto masked = gpu::masked_view(part, part > 1);
  EXPECT_EQ(values(masked.value()), (std::vector{0, 20, 20, 20}));
  EXPECT_EQ(values(masked.visible()), (std::vector{false, true, true, true}));
}

TEST_P(view_write, masked_views_are_filled_and_assigned_to_each_other) {
  ndarray<int> a = {{1, 2}, {3, 4}};
  ndarray<double> b = {{50, 60}, {70, 80}};
  auto large = gpu::masked_view(a, a > 1);
  EXPECT_EQ(large.shape(), (gpu::shape{2, 2}));
  EXPECT_EQ(large.size(), 4u);
  EXPECT_EQ(large.dimension(), 2u);
  large = gpu::masked_view(b, b < 80);
  EXPECT_EQ(values(a), (std::vector{1, 60, 70, 4}));
  ndarray<int> c = {{7, 8}, {9, 10}};
  large = gpu::masked_view(c, view(c, 1) > 9);
  EXPECT_EQ(values(a), (std::vector{1, 8, 70, 10}));
  large.fill(0);
  EXPECT_EQ(values(a), (std::vector{1, 0, 0, 0}));
}

TEST_P(view_write, put_along_axis_and_fill_diagonal) {
  ndarray<int> a = matrix();
  gpu::put_along_axis(view(a, range(2, gpu::xnone(), -2)), indices{{1}, {3}}, 70, 1);
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 70, 4, 5, 6, 7, 8, 70, 10, 11}));
  gpu::put_along_axis(view(a, all(), 2), indices{0, 2}, ndarray<int>{1, 2}, std::nullopt);
  EXPECT_EQ(values(view(a, all(), 2)), (std::vector{1, 6, 2}));
  gpu::fill_diagonal(view(a, range(0, 2)), 0);
  gpu::fill_diagonal(view(a, all(), range(2, 4)), -1, true);
  EXPECT_EQ(values(a), (std::vector{0, 1, -1, 70, 4, 0, 6, -1, 8, 70, 2, 11}));
  gpu::fill_diagonal(transposed(a), ndarray<int>{5, 6, 7});
  EXPECT_EQ(values(a), (std::vector{0, 1, -1, 5, 4, 0, 6, -1, 8, 7, 2, 11}));
}

/// A part of an array of shape (5, 6, 7): its view, and where each of its elements lies.
struct strided_part {
  gpu::affine_view affine;
  std::vector<std::size_t> places;
};

strided_part random_part(std::mt19937& random) {
  const shape extents = {5, 6, 7};
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::shuffle(order.begin(), order.end(), random);
  gpu::affine_view affine{{0, 0, 0}, {0, 0, 0}, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t in = order[axis];
    const std::ptrdiff_t step = 1 + static_cast<std::ptrdiff_t>(random() % 2);
    const bool is_backwards = random() % 2 != 0;
    affine.extents[axis] = (extents[in] + step - 1) / step;
    affine.start[in] = is_backwards ? (affine.extents[axis] - 1) * step : 0;
    affine.terms.push_back({axis, in, is_backwards ? -step : step});
  }
  const gpu::layout place = gpu::apply(affine, gpu::row_major(extents));
  std::vector<std::size_t> places;
  for (std::ptrdiff_t i = 0; i < place.extents[0]; ++i)
    for (std::ptrdiff_t j = 0; j < place.extents[1]; ++j)
      for (std::ptrdiff_t k = 0; k < place.extents[2]; ++k)
        places.push_back(static_cast<std::size_t>(place.offset + i * place.strides[0] +
                                                  j * place.strides[1] + k * place.strides[2]));
  return {affine, places};
}

TEST_P(view_write, agrees_with_loops_for_parts_of_any_strides) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    ndarray<int> a = gpu::arange<int>(5 * 6 * 7);
    a.reshape({5, 6, 7});
    std::vector<int> expected = values(a);
    const strided_part part = random_part(random);
    const array_view<int> seen(a.link(), part.affine);
    const shape& extents = seen.shape();
    const auto rows = static_cast<std::size_t>(extents[0]);
    const std::size_t inner = part.places.size() / rows;

    std::vector<std::int64_t> chosen;
    for (int i = 0; i < 4; ++i) chosen.push_back(static_cast<std::int64_t>(random() % rows));
    view(seen, chosen) = gpu::reshape(gpu::arange<int>(1000, 1004), {4, 1, 1});
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < inner; ++j)
        expected[part.places[static_cast<std::size_t>(chosen[i]) * inner + j]] =
            1000 + static_cast<int>(i);
    ASSERT_EQ(values(a), expected);

    const auto wanted = [](int x) { return x % 3 == 1; };
    int next = 2000;
    for (const std::size_t place : part.places)
      if (wanted(expected[place])) expected[place] = next++;
    view(seen, gpu::equal(seen % 3, 1)) = gpu::arange<int>(2000, next);
    ASSERT_EQ(values(a), expected);
    for (const std::size_t place : part.places)
      if (wanted(expected[place])) expected[place] = -1;
    view(seen, gpu::equal(seen % 3, 1)) = -1;
    ASSERT_EQ(values(a), expected);

    const std::size_t last = part.places.size() - 1;
    gpu::put(seen, {3, -1, 17}, ndarray<int>{5, 6});
    expected[part.places[3]] = expected[part.places[17]] = 5;
    expected[part.places[last]] = 6;
    ASSERT_EQ(values(a), expected);
    gpu::put_along_axis(seen, gpu::zeros<std::int64_t>({1, extents[1], extents[2]}), 8, 0);
    for (std::size_t j = 0; j < inner; ++j) expected[part.places[j]] = 8;
    ASSERT_EQ(values(a), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, view_write, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
