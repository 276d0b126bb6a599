// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/sorting/search.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::search_side;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using indices = std::vector<std::int64_t>;

class searching : public gpu::test::on_device {};

TEST_P(searching, takes_names_of_sides) {
  const ndarray<int> a{5, 1, 3};
  const auto order = gpu::argsort(a);
  EXPECT_EQ(gpu::searchsorted(gpu::sort(a), 3, "right").item(), 2);
  EXPECT_EQ(gpu::searchsorted(a, 3, "left", order).item(), 1);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::searchsorted(a, 3, "middle"); }),
            "search side must be 'left' or 'right' (got 'middle')");
}

TEST_P(searching, numbers_and_other_dtypes) {
  const ndarray<int> a{1, 3, 5, 5};
  EXPECT_EQ(gpu::searchsorted(a, 5).item(), 2);
  EXPECT_EQ(gpu::searchsorted(a, 5, search_side::right).item(), 4);
  EXPECT_EQ(gpu::searchsorted(a, 2.5).item(), 1);
  EXPECT_EQ(values(gpu::searchsorted(a, ndarray<double>{0.5, 4.5, 9})), (indices{0, 2, 4}));
  EXPECT_EQ(gpu::searchsorted(ndarray<float>{1, 2}, std::numeric_limits<float>::quiet_NaN()).item(),
            2);
  EXPECT_EQ(gpu::searchsorted(a, 5).shape(), shape());
}

TEST_P(searching, among_views_and_expressions) {
  const ndarray<int> a{9, 7, 3, 1};
  EXPECT_EQ(values(gpu::searchsorted(gpu::flip(a), ndarray<int>{1, 8})), (indices{0, 3}));
  EXPECT_EQ(values(gpu::searchsorted(-a, ndarray<int>{4, -4} - 1)), (indices{4, 2}));
  EXPECT_EQ(values(gpu::searchsorted(gpu::sort(a), a) * 2), (indices{6, 4, 2, 0}));
  EXPECT_EQ(values(gpu::searchsorted(a, 3, search_side::left, gpu::argsort(a)) + 0), indices{1});
}

TEST_P(searching, names_what_is_wrong) {
  const ndarray<int> a{1, 2, 3};
  using gpu::value_error;
  const auto with_sorter = [&](const ndarray<int>& sorter) {
    return [&] { (void)gpu::searchsorted(a, 1, search_side::left, sorter); };
  };
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::searchsorted(ndarray<int>{{1}}, 1); }),
            "object too deep for desired array");
  EXPECT_EQ(message_of<value_error>([&] { (void)gpu::searchsorted(ndarray<int>(1), 1); }),
            "object of too small depth for desired array");
  EXPECT_EQ(message_of<value_error>(with_sorter({0, 1})), "sorter.size must equal a.size: 2 and 3");
  EXPECT_EQ(message_of<value_error>(with_sorter({0, 1, 3})),
            "Sorter index out of range. Got 3 for size 3");
  EXPECT_EQ(message_of<value_error>(with_sorter({0, -1, 2})),
            "Sorter index out of range. Got -1 for size 3");
  EXPECT_EQ(message_of<gpu::dtype_error>(with_sorter(ndarray<int>{{0, 1, 2}})),
            "could not parse sorter argument");
  EXPECT_EQ(message_of<value_error>([] { (void)gpu::nonzero(ndarray<int>(3)); }),
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() "
            "instead.");
  EXPECT_EQ(message_of<value_error>([] { (void)gpu::nonzero(ndarray<bool>(true)); }),
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() "
            "instead. If the context of this error is of the form `arr[nonzero(cond)]`, just use "
            "`arr[cond]`.");
}

TEST_P(searching, what_is_not_zero) {
  const ndarray<int> a{{0, 2, 0}, {3, 0, 4}};
  const auto found = gpu::nonzero(a > 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(values(found[0]), (indices{1, 1}));
  EXPECT_EQ(values(found[1]), (indices{0, 2}));
  EXPECT_EQ(values(gpu::flatnonzero(gpu::transpose(a))), (indices{1, 2, 5}));
  EXPECT_EQ(gpu::flatnonzero(ndarray<int>(3)).shape(), shape{1});
  EXPECT_EQ(gpu::argwhere(ndarray<int>(3)).shape(), (shape{1, 0}));
  EXPECT_EQ(gpu::argwhere(ndarray<int>(0)).shape(), (shape{0, 0}));
  EXPECT_EQ(gpu::argwhere(a > 9).shape(), (shape{0, 2}));
  EXPECT_EQ(found[0].device(), GetParam());
}

TEST_P(searching, takes_lists_and_vectors) {
  const ndarray<int> v = {1, 2, 3};
  EXPECT_EQ(values(gpu::searchsorted(v, {2, 5, 0})), (indices{1, 3, 0}));
  EXPECT_EQ(values(gpu::searchsorted(v, {2, 5, 0}, "right")), (indices{2, 3, 0}));
  EXPECT_EQ(values(gpu::searchsorted(v, std::vector<int>{2})), (indices{1}));
  EXPECT_EQ(values(gpu::searchsorted(v, std::vector{2.5}, search_side::right)), (indices{2}));
  EXPECT_EQ(values(gpu::searchsorted(ndarray<int>{3, 1, 2}, {2}, "left", ndarray<int>{1, 2, 0})),
            (indices{1}));
}

TEST_P(searching, nonzero_of_so_many_axes_can_be_bound) {
  const ndarray<int> a = {{0, 1, 0}, {2, 0, 3}};
  const auto [rows, columns] = gpu::nonzero<2>(a);
  EXPECT_EQ(values(rows), (indices{0, 1, 1}));
  EXPECT_EQ(values(columns), (indices{1, 0, 2}));
  EXPECT_EQ(values(gpu::view(a, gpu::nonzero<2>(a))), (std::vector{1, 2, 3}));
  const auto [places] = gpu::nonzero<1>(gpu::ravel(a));
  EXPECT_EQ(values(places), (indices{1, 3, 5}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(gpu::nonzero<3>(a)); }),
            "nonzero<3> of an array with 2 axes");
}

TEST_P(searching, where_of_one_array_is_nonzero) {
  ndarray<int> a = {{0, 1, 0}, {2, 0, 3}};
  const auto found = gpu::where(a > 0);
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(values(found[0]), (indices{0, 1, 1}));
  EXPECT_EQ(values(found[-1]), (indices{1, 0, 2}));
  const std::vector<ndarray<std::int64_t>> both = gpu::where(a > 1);
  EXPECT_EQ(values(both[1]), (indices{0, 2}));
  EXPECT_EQ(values(gpu::view(a, found)), (std::vector{1, 2, 3}));
  gpu::view(a, gpu::where(a > 1)) += 10;
  EXPECT_EQ(values(a), (std::vector{0, 1, 0, 12, 0, 13}));
  EXPECT_EQ(values(found[1]), (indices{1, 0, 2}));  // of what the array held then
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(found[2]); }),
            "tuple index out of range: 2 of 2");
}

INSTANTIATE_TEST_SUITE_P(each, searching, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
