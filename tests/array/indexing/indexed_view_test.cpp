// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/indexed_view.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/array/indexing/index_view.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ellipsis;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::test::message_of;
using gpu::test::values;
using indices = ndarray<std::int64_t>;

class indexed_view : public gpu::test::on_device {
 protected:
  /// 0 ... 11 of shape (3, 4).
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(12);
    a.reshape({3, 4});
    return a;
  }
};

TEST_P(indexed_view, writes_elements_rows_and_columns) {
  ndarray<int> a = matrix();
  view(a, indices{2, 0}) = ndarray<int>{{1}, {2}};
  EXPECT_EQ(values(a), (std::vector{2, 2, 2, 2, 4, 5, 6, 7, 1, 1, 1, 1}));
  view(a, all(), indices{-1, 1}) = ndarray<int>{8, 9};
  EXPECT_EQ(values(a), (std::vector{2, 9, 2, 8, 4, 9, 6, 8, 1, 9, 1, 8}));
  view(a, indices{0, 1}, indices{0, 2}) = -1;
  EXPECT_EQ(values(a), (std::vector{-1, 9, 2, 8, 4, 9, -1, 8, 1, 9, 1, 8}));
  view(a, 1, indices{0, 1}) += 100;
  EXPECT_EQ(values(view(a, 1)), (std::vector{104, 109, -1, 8}));
  view(a, range(1, 3), indices{3}) *= 2;
  EXPECT_EQ(values(view(a, all(), 3)), (std::vector{8, 16, 16}));
}

TEST_P(indexed_view, writes_nothing_if_one_index_of_many_is_out_of_bounds) {
  const std::ptrdiff_t size = 21;
  const ndarray<std::int64_t> a = gpu::arange<std::int64_t>(size);
  for (std::ptrdiff_t place = 0; place < size; ++place)
    for (const std::int64_t wrong : {size, -size - 1}) {
      indices some = size - 1 - a;
      view(some, place) = wrong;
      ndarray<std::int64_t> written = gpu::copy(a);
      EXPECT_THROW(view(written, some) = a, gpu::index_error);
      EXPECT_EQ(values(written), values(a));
      EXPECT_THROW(static_cast<void>(values(view(a, some))), gpu::index_error);
    }
}

TEST_P(indexed_view, writes_at_negative_indices_as_at_others) {
  for (const std::ptrdiff_t size : {7, 8, 300}) {
    const ndarray<std::int64_t> a = gpu::arange<std::int64_t>(size);
    for (std::ptrdiff_t place = 0; place < size; place += 3) {
      indices some = size - 1 - a;
      view(some, place) -= size;
      ndarray<std::int64_t> written = gpu::zeros<std::int64_t>({size});
      view(written, some) = a;
      EXPECT_EQ(values(written), values(size - 1 - a));
      EXPECT_EQ(values(view(a, some)), values(size - 1 - a));
      view(written, some) = 5;
      EXPECT_EQ(values(written), std::vector<std::int64_t>(static_cast<std::size_t>(size), 5));
    }
  }
}

TEST_P(indexed_view, of_lists_in_braces) {
  ndarray<int> a = gpu::reshape(gpu::arange<int>(12), {4, 3});
  EXPECT_EQ(values(gpu::view(a, {2, 0})), (std::vector{6, 7, 8, 0, 1, 2}));
  EXPECT_EQ(values(gpu::view(a, gpu::range(0, 2), {2, 0})), (std::vector{2, 0, 5, 3}));
  EXPECT_EQ(values(gpu::view(a, {0, -1}, {2, 0})), (std::vector{2, 9}));
  EXPECT_EQ(values(gpu::view(a * 2, {0, 1}, 1)), (std::vector{2, 8}));
  EXPECT_EQ(values(gpu::view(a, {true, false, false, true}, 0)), (std::vector{0, 9}));
  gpu::view(a, {0, 1}) = 5;
  gpu::view(a, gpu::all(), {0}) += 10;
  gpu::view(gpu::view(a, 3), {0, 2}) = {7, 8};
  EXPECT_EQ(values(a), (std::vector{15, 5, 5, 15, 5, 5, 16, 7, 8, 7, 10, 8}));
  EXPECT_THROW((gpu::view(a, {0, 4}) = 1), gpu::index_error);
  EXPECT_EQ(a(0, 0), 15);
  gpu::view(a, {0, 1}) = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(gpu::view(a, {0, 1})), (std::vector{1, 2, 3, 4, 5, 6}));
}

TEST_P(indexed_view, of_lists_in_braces_beside_other_entries) {
  ndarray<int> a = gpu::reshape(gpu::arange<int>(24), {2, 3, 4});
  EXPECT_EQ(values(gpu::view(a, {0, 1}, all(), 0)), (std::vector{0, 4, 8, 12, 16, 20}));
  EXPECT_EQ(values(gpu::view(a, {0, 1}, 0, all())), (std::vector{0, 1, 2, 3, 12, 13, 14, 15}));
  EXPECT_EQ(values(gpu::view(a, 0, {0, 2}, range(1, 3))), (std::vector{1, 2, 9, 10}));
  EXPECT_EQ(values(gpu::view(a, all(), {0, 2}, range(1, 3))),
            (std::vector{1, 2, 9, 10, 13, 14, 21, 22}));
  EXPECT_EQ(gpu::view(a, all(), {{0}, {2}}, 0).shape(), (shape{2, 2, 1}));
  EXPECT_EQ(values(gpu::view(a, 0, all(), {1, 3})), (std::vector{1, 5, 9, 3, 7, 11}));
  EXPECT_EQ(values(gpu::view(a, 0, {1, 2}, {0, 3})), (std::vector{4, 11}));
  EXPECT_EQ(values(gpu::view(a, {1, 0}, {1, 2}, all())),
            (std::vector{16, 17, 18, 19, 8, 9, 10, 11}));
  gpu::view(a, {0, 1}, all(), 0) = -1;
  EXPECT_EQ(values(gpu::view(a, all(), all(), 0)), (std::vector{-1, -1, -1, -1, -1, -1}));
  ndarray<int> m = matrix();
  EXPECT_EQ(values(gpu::view(m, {{0}, {2}}, {0, 3})), (std::vector{0, 3, 8, 11}));
  EXPECT_EQ(values(gpu::view(m, {{0, 1}, {2, 0}}, {{0}, {3}})), (std::vector{0, 4, 11, 3}));
  EXPECT_EQ(gpu::view(m, {{0}, {2}}).shape(), (shape{2, 1, 4}));
  gpu::view(m, {{0}, {2}}, {0, 3}) += 100;
  EXPECT_EQ(values(m), (std::vector{100, 1, 2, 103, 4, 5, 6, 7, 108, 9, 10, 111}));
}

TEST_P(indexed_view, of_lists_on_the_host) {
  ndarray<int> a = matrix();
  const std::vector<int> rows{2, 0, -1};
  EXPECT_EQ(values(view(a, rows, 1)), (std::vector{9, 1, 9}));
  EXPECT_EQ(values(view(a + 1, range(0, 1), std::vector<std::size_t>{3, 3})), (std::vector{4, 4}));
  EXPECT_EQ(view(a, std::vector<long>()).shape(), (shape{0, 4}));
  view(a, rows, 0) = ndarray<int>{-1, -2, -3};
  EXPECT_EQ(values(view(a, all(), 0)), (std::vector{-2, 4, -3}));
  EXPECT_EQ(message_of<gpu::index_error>([&] { view(a, std::vector{3}) = 0; }),
            "index 3 is out of bounds for axis 0 with size 3");
}

TEST_P(indexed_view, of_one_array_for_each_axis) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(view(a, gpu::nonzero(a > 9))), (std::vector{10, 11}));
  EXPECT_EQ(values(view(a * 2, gpu::unravel_index(indices{1, 6}, {3, 4}))), (std::vector{2, 12}));
  EXPECT_EQ(values(view(a, gpu::ix_(indices{0, 2}, indices{1, 3}))), (std::vector{1, 3, 9, 11}));
  view(a, gpu::triu_indices(3)) = 0;
  view(a, gpu::nonzero(a > 9)) += 1;
  EXPECT_EQ(values(a), (std::vector{0, 0, 0, 3, 4, 0, 0, 7, 8, 9, 0, 12}));
  EXPECT_THROW(static_cast<void>(view(view(a, 0), gpu::triu_indices(3))), gpu::index_error);
}

TEST_P(indexed_view, of_rows_of_indices) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(gpu::index_view(a, gpu::argwhere(a > 9))), (std::vector{10, 11}));
  gpu::index_view(a, indices{{0, 1}, {2, -1}}) = ndarray<int>{-1, -2};
  EXPECT_EQ(values(a), (std::vector{0, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -2}));
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              static_cast<void>(gpu::index_view(a, indices{{1, 1, 1}}));
            }),
            "indices of shape (1,3) for an array with 2 axes");
  EXPECT_THROW(static_cast<void>(gpu::index_view(a, indices{1, 1})), gpu::index_error);
}

TEST_P(indexed_view, of_a_mask_in_place_is_updated) {
  ndarray<double> a{{1, -2, 3}, {4, 5, -6}};
  const ndarray<bool> mask{{true, true, false}, {false, true, true}};
  auto where_it_holds = gpu::masked_view(a, mask);
  where_it_holds += 10;
  EXPECT_EQ(values(a), (std::vector<double>{11, 8, 3, 4, 15, 4}));
  gpu::masked_view(a, mask) *= ndarray<int>{2, 3, 0};
  EXPECT_EQ(values(a), (std::vector<double>{22, 24, 3, 4, 45, 0}));
  gpu::masked_view(a, a > 20) -= 20;
  gpu::masked_view(a, a < 1) /= 2;
  EXPECT_EQ(values(a), (std::vector<double>{2, 4, 3, 4, 25, 0}));
  EXPECT_THROW((gpu::masked_view(a, mask) += ndarray<int>{1, 2}), gpu::shape_error);
  ndarray<int> whole{1, 2};
  EXPECT_THROW((gpu::masked_view(whole, whole > 1) /= 2), gpu::dtype_error);
  EXPECT_EQ(values(whole), (std::vector{1, 2}));
}

TEST_P(indexed_view, of_a_mask_is_updated_by_one_number) {
  ndarray<int> a = matrix();
  gpu::filter(a, a > 6) += 10;
  gpu::view(a, a < 3) *= -1;
  gpu::view(a, gpu::equal(a % 2, 1)) -= std::int64_t{1};
  EXPECT_EQ(values(a), (std::vector{0, -2, -2, 2, 4, 4, 6, 16, 18, 18, 20, 20}));
  auto part = view(a, range(1, 3), range(0, 4, 2));
  gpu::filter(part, part > 5) %= 4;
  gpu::filter(part, part < 100) <<= 1;
  EXPECT_EQ(values(a), (std::vector{0, -2, -2, 2, 8, 4, 4, 16, 4, 18, 0, 20}));
  ndarray<float> b{1, -2, 3};
  const ndarray<float> before = b;
  const auto negative = gpu::view(b, b < 0);
  negative /= 2;
  negative += 7;  // the mask is as it was
  EXPECT_EQ(values(b), (std::vector<float>{1, 6, 3}));
  EXPECT_EQ(values(negative), (std::vector<float>{6}));
  EXPECT_EQ(values(before), (std::vector<float>{1, -2, 3}));
}

TEST_P(indexed_view, takes_values_with_more_axes_of_extent_1_in_front) {
  ndarray<int> a = gpu::zeros<int>({2, 3});
  view(a, indices{1}) = ndarray<int>{{{1, 2, 3}}};
  view(a, 0, indices{0, 2}) = ndarray<int>{{7, 8}};
  EXPECT_EQ(values(a), (std::vector{7, 0, 8, 1, 2, 3}));
  const ndarray<int> wide = gpu::ones<int>({2, 1, 3});
  EXPECT_EQ(message_of<gpu::shape_error>([&] { view(a, indices{1}) = wide; }),
            "shape mismatch: value array of shape (2,1,3) could not be broadcast to indexing "
            "result of shape (1,3)");
}

TEST_P(indexed_view, of_an_index_that_comes_several_times_keeps_the_last_value) {
  ndarray<int> a = gpu::zeros<int>(4);
  view(a, indices{1, 3, 1, 1}) = ndarray<int>{1, 2, 3, 4};
  EXPECT_EQ(values(a), (std::vector{0, 4, 0, 2}));
  view(a, indices{0, 0}) += 1;
  EXPECT_EQ(values(a), (std::vector{1, 4, 0, 2}));
}

TEST_P(indexed_view, takes_masks_of_no_axes) {
  ndarray<double> number(2.5);
  const ndarray<double> chosen = gpu::view(number, number > 1);
  EXPECT_EQ(chosen.shape(), gpu::shape{1});
  EXPECT_EQ(values(chosen), std::vector{2.5});
  EXPECT_EQ(ndarray<double>(gpu::view(number, number > 3)).shape(), gpu::shape{0});
  gpu::view(number, number > 1) = 9;
  gpu::view(number, number > 10) = 5;
  EXPECT_EQ(number.item(), 9);
  ndarray<int> line = {3, 1, 2};
  const ndarray<bool> yes(true);
  const ndarray<bool> no(false);
  EXPECT_EQ(ndarray<int>(gpu::view(line, yes)).shape(), (gpu::shape{1, 3}));
  EXPECT_EQ(ndarray<int>(gpu::view(line, no)).shape(), (gpu::shape{0, 3}));
  gpu::view(line, yes) = ndarray<int>{4, 5, 6};
  gpu::view(line, no) = 0;
  EXPECT_EQ(values(line), (std::vector{4, 5, 6}));
}

TEST_P(indexed_view, takes_masks) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(view(a, a > 8)), (std::vector{9, 10, 11}));
  EXPECT_EQ(values(view(a + 1, a > 9)), (std::vector{11, 12}));
  view(a, a > 8) = ndarray<int>{1, 2, 3};
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3}));
  const ndarray<bool> rows = {true, false, true};
  EXPECT_EQ(view(a, rows).shape(), (shape{2, 4}));
  EXPECT_EQ(values(view(a, rows, 1)), (std::vector{1, 1}));
  view(a, rows, range(0, 2)) = 7;
  EXPECT_EQ(values(a), (std::vector{7, 7, 2, 3, 4, 5, 6, 7, 7, 7, 2, 3}));
  const ndarray<bool> columns = {false, true, false, false};
  view(a, ellipsis(), columns) = 0;
  EXPECT_EQ(values(view(a, all(), 1)), (std::vector{0, 0, 0}));
  view(a, a > 100) = 5;
  gpu::filter(a, a > 6) += 1;
  gpu::filtration(a, gpu::equal(a, 8)) = -8;
  EXPECT_EQ(values(gpu::filter(a, a < 0)), (std::vector{-8, -8, -8}));
}

TEST_P(indexed_view, of_a_mask_takes_as_many_values_as_it_has) {
  ndarray<int> a = matrix();
  const ndarray<int> before = a;
  const auto refused = [&](const ndarray<int>& value) {
    return message_of<gpu::shape_error>([&] { view(a, a > 8) = value; });
  };
  EXPECT_EQ(refused({1, 2}),
            "NumPy boolean array indexing assignment cannot assign 2 input values to the 3 output "
            "values where the mask is true");
  EXPECT_EQ(refused(ndarray<int>::from_shape({0})),
            "NumPy boolean array indexing assignment cannot assign 0 input values to the 3 output "
            "values where the mask is true");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::filter(a, a > 8) = ndarray<int>{{1, 2, 3}};
            }),
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input "
            "has 2 dimensions");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              view(view(a, 0), ndarray<bool>{true, false, true, true}) = ndarray<int>{1, 2};
            }),
            "NumPy boolean array indexing assignment cannot assign 2 input values to the 3 output "
            "values where the mask is true");
  view(a, a > 100) = ndarray<int>::from_shape({0});
  EXPECT_TRUE(a == before);
  view(a, a > 8) = ndarray<int>{5};
  EXPECT_EQ(values(view(a, 2)), (std::vector{8, 5, 5, 5}));
}

TEST_P(indexed_view, reads_all_before_it_writes) {
  ndarray<int> a = gpu::arange<int>(4);
  view(a, indices{0, 1, 2, 3}) = view(a, indices{3, 2, 1, 0});
  EXPECT_EQ(values(a), (std::vector{3, 2, 1, 0}));
  const ndarray<int> copy = a;
  view(a, indices{0}) = 9;
  EXPECT_EQ(values(copy), (std::vector{3, 2, 1, 0}));
}

TEST_P(indexed_view, follows_the_array_and_may_outlive_it) {
  ndarray<int> a = gpu::arange<int>(4);
  const auto kept = view(a, indices{3, 1});
  a += 10;
  EXPECT_EQ(values(kept), (std::vector{13, 11}));
  kept = 5;
  kept += 1;
  EXPECT_EQ(values(a), (std::vector{10, 6, 12, 6}));
  kept = view(a, indices{0, 2});
  EXPECT_EQ(values(a), (std::vector{10, 12, 12, 10}));
  const gpu::expression<int> snapshot = kept + 0;
  kept.fill(0);
  EXPECT_EQ(values(snapshot), (std::vector{10, 12}));
  auto outliving = [] {
    ndarray<int> mine = {1, 2, 3};
    return view(mine, indices{2});
  }();
  outliving += 1;
  EXPECT_EQ(values(outliving), (std::vector{4}));
}

TEST_P(indexed_view, refuses_what_does_not_fit_and_changes_nothing) {
  ndarray<int> a = matrix();
  EXPECT_EQ(
      message_of<gpu::shape_error>([&] {
        view(a, indices{0, 1}, 0) = ndarray<int>{1, 2, 3};
      }),
      "shape mismatch: value array of shape (3,) could not be broadcast to indexing result of "
      "shape (2,)");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              view(a, indices{0, 3}) = 5;
            }),
            "index 3 is out of bounds for axis 0 with size 3");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              view(a, ndarray<bool>{true, false}) = 5;
            }),
            "boolean index did not match indexed array along axis 0; size of axis is 3 but size of "
            "corresponding boolean axis is 2");
  EXPECT_THROW(view(a, gpu::ones<bool>({3, 4}), 0) = 5, gpu::index_error);
  ndarray<std::int8_t> small = {1, 2};
  EXPECT_THROW(view(small, indices{0}) = 300, gpu::overflow_error);
  EXPECT_EQ(values(a), values(matrix()));
}

TEST_P(indexed_view, of_every_element_size) {
  const auto written = []<class T>(std::type_identity<T>) {
    ndarray<T> a = gpu::zeros<T>({5});
    view(a, indices{4, 0}) = gpu::ones<T>({2});
    return values(a) == values(ndarray<T>{T(1), T(0), T(0), T(0), T(1)});
  };
  EXPECT_TRUE(written(std::type_identity<bool>()));
  EXPECT_TRUE(written(std::type_identity<std::int8_t>()));
  EXPECT_TRUE(written(std::type_identity<std::uint16_t>()));
  EXPECT_TRUE(written(std::type_identity<float>()));
  EXPECT_TRUE(written(std::type_identity<double>()));
  EXPECT_TRUE(written(std::type_identity<std::complex<double>>()));
}

TEST_P(indexed_view, of_no_elements_writes_nothing) {
  ndarray<int> a = gpu::zeros<int>({0, 3});
  view(a, gpu::zeros<std::int64_t>({0})) = 5;
  view(a, all(), indices{0, 1}) = 5;
  ndarray<int> b = matrix();
  view(b, gpu::zeros<std::int64_t>({0})) = 5;
  EXPECT_EQ(values(b), values(matrix()));
}

TEST_P(indexed_view, agrees_with_elements_one_by_one) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto extent = [&] { return static_cast<std::ptrdiff_t>(1 + random() % 5); };
    const shape extents = {extent(), extent(), extent()};
    ndarray<int> a = gpu::arange<int>(gpu::element_count(extents));
    a.reshape(extents);
    std::vector<int> expected = values(a);
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(random() % 6);
    std::vector<std::int64_t> first, last;
    std::vector<int> written;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      first.push_back(static_cast<std::int64_t>(random() % (2 * extents[0])) - extents[0]);
      last.push_back(static_cast<std::int64_t>(random() % (2 * extents[2])) - extents[2]);
    }
    const std::ptrdiff_t rows = extents[1];
    for (std::ptrdiff_t i = 0; i < count * rows; ++i)
      written.push_back(static_cast<int>(random() % 1000));
    const indices i0 = gpu::from_host(first.data(), {count});
    const indices i2 = gpu::from_host(last.data(), {count});
    // Separated by a slice: the indices' axis comes first.
    view(a, i0, all(), i2) = gpu::from_host(written.data(), {count, rows});
    for (std::ptrdiff_t i = 0; i < count; ++i)
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        const std::ptrdiff_t x = (first[i] + extents[0]) % extents[0];
        const std::ptrdiff_t z = (last[i] + extents[2]) % extents[2];
        expected[(x * rows + row) * extents[2] + z] = written[i * rows + row];
      }
    ASSERT_EQ(values(a), expected);
  }
}

TEST_P(indexed_view, of_a_list_of_indices) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(gpu::index_view(a, {{0, 0}, {2, 3}})), (std::vector{0, 11}));
  gpu::index_view(a, {{0, 0}, {2, 3}}) = ndarray<int>{5, 6};
  gpu::index_view(a, {{1, 1}}) += 1;
  EXPECT_EQ(values(a), (std::vector{5, 1, 2, 3, 4, 6, 6, 7, 8, 9, 10, 6}));
  EXPECT_EQ(values(gpu::index_view(a + 1, {{0, 0}})), (std::vector{6}));
  EXPECT_THROW(static_cast<void>(gpu::index_view(a, {{0}})), gpu::index_error);
}

TEST_P(indexed_view, masked_views_write_where_the_mask_holds) {
  ndarray<int> a = {1, 2, 3};
  gpu::masked_view(a, a > 1) = ndarray<int>{7, 8, 9};
  EXPECT_EQ(values(a), (std::vector{1, 8, 9}));
  gpu::masked_view(a, a > 8) = 0;
  EXPECT_EQ(values(a), (std::vector{1, 8, 0}));
}

INSTANTIATE_TEST_SUITE_P(devices, indexed_view, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
