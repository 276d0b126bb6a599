// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_arrays.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::message_of;
using test::values;
using indices = ndarray<std::int64_t>;
using numbers = std::vector<std::int64_t>;

class index_arrays : public test::on_device {};

TEST_P(index_arrays, of_triangles_and_diagonals) {
  const auto [i, j] = tril_indices(3);
  EXPECT_EQ(values(i), (numbers{0, 1, 1, 2, 2, 2}));
  EXPECT_EQ(values(j), (numbers{0, 0, 1, 0, 1, 2}));
  const auto [k, l] = triu_indices(2, 1, 4);
  EXPECT_EQ(values(k), (numbers{0, 0, 0, 1, 1}));
  EXPECT_EQ(values(l), (numbers{1, 2, 3, 2, 3}));
  ndarray<int> a = zeros<int>({3, 3});
  const auto lower = tril_indices_from(a, -1);
  view(a, lower[0], lower[1]) = 7;
  const auto upper = triu_indices_from(a, 2);
  view(a, upper[0], upper[1]) = 8;
  const auto [m, n] = diag_indices_from(a);
  view(a, m, n) = 1;
  EXPECT_EQ(values(a), (std::vector{1, 0, 8, 7, 1, 0, 7, 7, 1}));
  EXPECT_EQ(tril_indices(0)[0].size(), 0u);
  EXPECT_THROW(static_cast<void>(tril_indices_from(zeros<int>({3}))), value_error);
  EXPECT_THROW(static_cast<void>(diag_indices_from(zeros<int>({3, 2}))), value_error);
}

TEST_P(index_arrays, ix_takes_every_combination) {
  ndarray<int> a = arange<int>(12);
  a.reshape({3, 4});
  const auto [rows, columns] = ix_(indices{0, 2}, ndarray<bool>{true, false, false, true});
  EXPECT_EQ(rows.shape(), (shape{2, 1}));
  EXPECT_EQ(values(view(a, rows, columns)), (std::vector{0, 3, 8, 11}));
  view(a, rows, columns) = 0;
  EXPECT_EQ(values(view(a, 2)), (std::vector{0, 9, 10, 0}));
  EXPECT_THROW(static_cast<void>(ix_(zeros<std::int64_t>({2, 2}))), value_error);
}

TEST_P(index_arrays, positions_and_indices_along_axes) {
  const std::vector<indices> at = {indices{3, 6, 6}, indices{4, 5, 1}};
  EXPECT_EQ(values(ravel_multi_index(at, {7, 6})), (numbers{22, 41, 37}));
  EXPECT_EQ(values(ravel_multi_index(at, {4, 6}, index_mode::clip)), (numbers{22, 23, 19}));
  EXPECT_EQ(values(ravel_multi_index(at, {4, 4}, index_mode::wrap)), (numbers{12, 9, 9}));
  const auto along = unravel_index(indices{22, 41, 37}, {7, 6});
  EXPECT_EQ(values(along[0]), (numbers{3, 6, 6}));
  EXPECT_EQ(values(along[1]), (numbers{4, 5, 1}));
  EXPECT_EQ(message_of<value_error>([] {
              static_cast<void>(unravel_index(indices{6}, {2, 3}));
            }),
            "index 6 is out of bounds for array with size 6");
  EXPECT_THROW(static_cast<void>(ravel_multi_index(at, {7})), value_error);
  EXPECT_EQ(values(ravel_multi_index({indices{3, 6}, indices{4, 5}}, {7, 6})), (numbers{22, 41}));
}

TEST_P(index_arrays, positions_are_refused_in_the_words_of_numpy) {
  const auto refused = [](const std::vector<indices>& at, const shape& extents) {
    return message_of<value_error>([&] { static_cast<void>(ravel_multi_index(at, extents)); });
  };
  EXPECT_EQ(refused({indices{0, 3}, indices{0, 0}}, {3, 4}), "invalid entry in coordinates array");
  EXPECT_EQ(refused({indices{0, 0}, indices{0, -1}}, {3, 4}), "invalid entry in coordinates array");
  EXPECT_EQ(refused({indices{1}}, {3, 4}),
            "parameter multi_index must be a sequence of length 2, not 1");
  EXPECT_EQ(refused({indices{0}, indices{0}}, {3, 0}),
            "cannot unravel if shape has zero entries (is empty): (3, 0)");
  EXPECT_EQ(message_of<shape_error>([] {
              static_cast<void>(ravel_multi_index({indices{0, 1, 2}, indices{0, 1}}, {3, 4}));
            }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
  const std::vector<indices> none(2, indices::from_shape({0}));
  EXPECT_EQ(ravel_multi_index(none, {3, 0}).shape(), shape{0});
  EXPECT_EQ(ravel_multi_index(std::vector<indices>(), shape()).item(), 0);
}

TEST_P(index_arrays, positions_have_64_bits) {
  const std::ptrdiff_t huge = std::ptrdiff_t{1} << 40;
  const shape extents{huge, huge};
  EXPECT_EQ(message_of<value_error>([&] {
              static_cast<void>(ravel_multi_index({indices{0}, indices{1}}, extents));
            }),
            "invalid dims: array size defined by dims is larger than the maximum possible size. "
            "dims: (1099511627776, 1099511627776)");
  EXPECT_THROW(static_cast<void>(ravel_multi_index({indices{huge}, indices{1}}, {huge, huge},
                                                   index_mode::clip, "F")),
               value_error);
  EXPECT_EQ(message_of<value_error>([&] { static_cast<void>(unravel_index(indices{3}, extents)); }),
            "dimensions are too large; arrays and shapes with a total size greater than 'intp' are "
            "not supported: (1099511627776, 1099511627776)");
  const std::ptrdiff_t half = std::ptrdiff_t{1} << 61;
  EXPECT_EQ(values(ravel_multi_index({indices{1}, indices{half - 1}}, {2, half})),
            numbers{2 * half - 1});
}

TEST_P(index_arrays, of_positions_in_lists) {
  const auto column = unravel_index({{1}, {3}}, {2, 2});
  EXPECT_EQ(column[0].shape(), (shape{2, 1}));
  EXPECT_EQ(values(column[0]), (numbers{0, 1}));
  EXPECT_EQ(unravel_index({{0, 1, 2}}, {2, 2})[1].shape(), (shape{1, 3}));
  EXPECT_EQ(unravel_index({1}, {2, 2})[0].shape(), shape{1});
  EXPECT_EQ(values(unravel_index({2, 3}, {2, 2})[1]), (numbers{0, 1}));
  EXPECT_EQ(values(unravel_index({std::size_t{2}, 3}, {2, 2})[1]), (numbers{0, 1}));
}

TEST_P(index_arrays, the_index_of_one_position) {
  EXPECT_EQ(unravel_index(22, {7, 6}), (shape{3, 4}));
  EXPECT_EQ(unravel_index(1621, {6, 7, 8, 9}), (shape{3, 1, 4, 1}));
  EXPECT_EQ(unravel_index(0, shape()), shape());
  EXPECT_EQ(message_of<value_error>([] {
              static_cast<void>(unravel_index(42, {7, 6}));
            }),
            "index 42 is out of bounds for array with size 42");
  EXPECT_EQ(message_of<value_error>([] {
              static_cast<void>(unravel_index(-1, {7, 6}));
            }),
            "index -1 is out of bounds for array with size 42");
  EXPECT_THROW(static_cast<void>(unravel_index(0, {0, 3})), value_error);
}

TEST_P(index_arrays, of_lists_and_vectors) {
  const auto places = unravel_index({1, 11}, {3, 4});
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(values(places[0]), (numbers{0, 2}));
  EXPECT_EQ(values(places[1]), (numbers{1, 3}));
  EXPECT_EQ(values(unravel_index({5}, {3, 4})[1]), numbers{1});
  EXPECT_EQ(values(unravel_index(std::vector{5}, {3, 4})[0]), numbers{1});
  EXPECT_EQ(unravel_index({{5, 6}, {7, 8}}, {3, 4})[0].shape(), (shape{2, 2}));
  EXPECT_THROW((void)unravel_index({1, 12}, {3, 4}), value_error);
  const auto [i, j] = ix_({0, 2}, {1, 3});
  EXPECT_EQ(i.shape(), (shape{2, 1}));
  EXPECT_EQ(values(i), (numbers{0, 2}));
  EXPECT_EQ(j.shape(), (shape{1, 2}));
  EXPECT_EQ(values(j), (numbers{1, 3}));
  const auto [rows, columns] = ix_({true, false, true}, {2, 4});
  EXPECT_EQ(rows, (ndarray<std::int64_t>{{0}, {2}}));
  EXPECT_EQ(columns, (ndarray<std::int64_t>{{2, 4}}));
  const auto crossed = ix_(std::vector{1}, ndarray<bool>{false, true}, {4, 5, 6});
  EXPECT_EQ(values(crossed[1]), numbers{1});
  EXPECT_EQ(crossed[2].shape(), (shape{1, 1, 3}));
}

TEST_P(index_arrays, multi_indices_in_any_form) {
  const indices rows{3, 6, 6};
  const ndarray<std::uint8_t> columns{4, 5, 1};
  const numbers positions{22, 41, 37};
  EXPECT_EQ(values(ravel_multi_index(xtuple(rows, columns), {7, 6})), positions);
  EXPECT_EQ(values(ravel_multi_index({rows, columns}, {7, 6})), positions);
  EXPECT_EQ(values(ravel_multi_index({{3, 6, 6}, {4, 5, 1}}, {7, 6})), positions);
  EXPECT_EQ(values(ravel_multi_index({std::vector{3, 6, 6}, std::vector{4, 5, 1}}, {7, 6})),
            positions);
  EXPECT_EQ(values(ravel_multi_index(ndarray<int>{{3, 6, 6}, {4, 5, 1}}, {7, 6})), positions);
  EXPECT_EQ(values(ravel_multi_index(tril_indices(2), {2, 2})), (numbers{0, 2, 3}));
  EXPECT_EQ(values(ravel_multi_index(xtuple(rows, 2), {7, 6})), (numbers{20, 38, 38}));
  EXPECT_EQ(values(ravel_multi_index({3, 1, 4, 1}, {6, 7, 8, 9})), numbers{1621});
  EXPECT_EQ(values(ravel_multi_index({{3, 9}, {4, 5}}, {7, 6}, index_mode::wrap)),
            (numbers{22, 17}));
  EXPECT_THROW(static_cast<void>(ravel_multi_index(xtuple(ndarray<float>{1}, rows), {7, 6})),
               dtype_error);
  EXPECT_EQ(message_of<value_error>([&] {
              static_cast<void>(ravel_multi_index({{3, 7}, {4, 5}}, {7, 6}));
            }),
            "invalid entry in coordinates array");
}

TEST_P(index_arrays, masks_on_the_host_are_crossed) {
  const auto [i, j] = ix_(std::vector<bool>{true, false, true}, {1});
  EXPECT_EQ(i.shape(), (shape{2, 1}));
  EXPECT_EQ(values(i), (numbers{0, 2}));
  EXPECT_EQ(values(j), numbers{1});
  EXPECT_EQ(values(ix_({4, 5})[0]), (numbers{4, 5}));
}

TEST_P(index_arrays, of_a_diagonal_have_the_rank_of_the_array) {
  const ndarray<int> cube({3, 3, 3}, 0);
  EXPECT_EQ(diag_indices_from<3>(cube).size(), 3);
  EXPECT_EQ(message_of<value_error>([&] { static_cast<void>(diag_indices_from(cube)); }),
            "diag_indices_from<2> of an array with 3 axes");
}

TEST_P(index_arrays, each_axis_may_have_a_mode) {
  const indices rows{1, 9, -3}, columns{2, -1, 7};
  const auto at = [&](const index_modes& modes) {
    return values(ravel_multi_index({rows, columns}, {2, 3}, modes));
  };
  EXPECT_EQ(at({"wrap", "clip"}), (numbers{5, 3, 5}));
  EXPECT_EQ(at({index_mode::clip, index_mode::wrap}), (numbers{5, 5, 1}));
  EXPECT_EQ(at("wrap"), (numbers{5, 5, 4}));
  EXPECT_EQ(at("clip"), (numbers{5, 3, 2}));
  EXPECT_EQ(message_of<value_error>([&] {
              at({"wrap", "raise"});
            }),
            "invalid entry in coordinates array");
  EXPECT_EQ(message_of<value_error>([&] { at({"wrap"}); }),
            "list of clipmodes has wrong length (1 instead of 2)");
  EXPECT_EQ(
      values(ravel_multi_index({ndarray<std::uint8_t>{1, 5}, {4, 1}}, {2, 3}, {"wrap", "clip"})),
      (numbers{5, 4}));
  EXPECT_EQ(ravel_multi_index({empty<int>(0), empty<int>(0)}, {0, 3}, {"wrap", "raise"}).shape(),
            shape{0});
}

TEST_P(index_arrays, fortran_order_counts_the_first_axis_first) {
  const indices rows{0, 1, 1}, columns{2, 1, 0};
  EXPECT_EQ(values(ravel_multi_index({rows, columns}, {2, 3}, "raise", "F")), (numbers{4, 3, 1}));
  EXPECT_EQ(values(ravel_multi_index({{1, 9}, {2, -1}}, {2, 3}, {"clip", "wrap"}, "F")),
            (numbers{5, 5}));
  EXPECT_EQ(values(ravel_multi_index({rows, columns}, {2, 3}, "raise", "C")), (numbers{2, 4, 3}));
  const auto along = unravel_index({4, 3, 1}, {2, 3}, "F");
  EXPECT_EQ(values(along[0]), values(rows));
  EXPECT_EQ(values(along[1]), values(columns));
  EXPECT_EQ(unravel_index(4, {2, 3}, "F"), (shape{0, 2}));
  EXPECT_EQ(unravel_index(17, {2, 3, 4}, "F"), (shape{1, 2, 2}));
  EXPECT_EQ(message_of<value_error>([] {
              (void)unravel_index(4, {2, 3}, "A");
            }),
            "only 'C' or 'F' order is permitted, not 'A'");
  EXPECT_EQ(message_of<value_error>([] {
              (void)unravel_index({6}, {2, 3}, "F");
            }),
            "index 6 is out of bounds for array with size 6");
  EXPECT_THROW((void)ravel_multi_index({rows, columns}, {2, 3}, "raise", "K"), value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, index_arrays, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
