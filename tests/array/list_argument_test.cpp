// SPDX-License-Identifier: BSD-3-Clause
// Lists of numbers of several types, and of rows, where functions take lists.
#include <gpu/array/list_argument.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::detail::list_argument;
using gpu::test::values;
using doubles = std::vector<double>;
using integers = std::vector<std::int64_t>;

class lists : public gpu::test::on_device {
 protected:
  const ndarray<double> x{0, 1, 2.5, 4};
  const ndarray<int> n{0, 1, 2, 4};
  const ndarray<int> m{{1, 2, 3}, {4, 5, 6}};
};

TEST_P(lists, have_the_dtype_that_holds_their_numbers) {
  const auto type = [](const list_argument& list) { return list.on(GetParam()).dtype(); };
  EXPECT_EQ(type({true, false}), gpu::dtype::bool_);
  EXPECT_EQ(type({true, 2}), gpu::dtype::int64);
  EXPECT_EQ(type({1, std::size_t{2}}), gpu::dtype::int64);
  EXPECT_EQ(type({1, 2.5F}), gpu::dtype::float64);
  EXPECT_EQ(type({1, std::complex<float>(2)}), gpu::dtype::complex128);
  EXPECT_EQ(type({}), gpu::dtype::float64);
  EXPECT_EQ(type({1, ~std::uint64_t{}}), gpu::dtype::float64);
  EXPECT_EQ(type({n(0), x(0)}), gpu::dtype::float64);
  EXPECT_EQ(list_argument({{1}, {2}}).shape(), (shape{2, 1}));
  EXPECT_THROW((void)list_argument({{1}, {2, 3}}), gpu::shape_error);
  EXPECT_THROW((void)list_argument({1, std::complex<double>(2)}).doubles(), gpu::dtype_error);
  EXPECT_EQ(values(list_argument({1, std::int64_t{1} << 60}).on(GetParam()).as<std::int64_t>()),
            (integers{1, std::int64_t{1} << 60}));
}

TEST_P(lists, are_compared_with_arrays) {
  const int one = 1;
  EXPECT_TRUE(gpu::array_equal(x, {0, one, 2.5, 4}));
  EXPECT_TRUE(gpu::array_equal(m, {{1, 2, 3}, {4, 5, 6}}));
  EXPECT_FALSE(gpu::array_equal(m, {{1, 2, 3}}));
  EXPECT_TRUE(gpu::array_equal(ndarray<int>{{1}, {2}}, {{1}, {2}}));
  EXPECT_TRUE(gpu::allclose(x, {0, 1, 2.5, 4}));
  EXPECT_TRUE(gpu::allclose(m, {{1, 2, 3.0}, {4, 5, 6}}));
  EXPECT_TRUE(gpu::array_equiv(ndarray<int>{{1, 2}, {1, 2}}, {1, 2.0}));
  EXPECT_EQ(values(gpu::isin(x, {0, 2.5})), (std::vector<bool>{1, 0, 1, 0}));
  EXPECT_EQ(values(gpu::isin(n, {{0, 1}, {3, 5}}, false, true)), (std::vector<bool>{0, 0, 1, 1}));
}

TEST_P(lists, are_edges_points_and_weights) {
  EXPECT_EQ(values(gpu::digitize(x, {0, 1.5, 3})), (integers{1, 1, 2, 3}));
  EXPECT_EQ(values(gpu::histogram(x, {0, 1.5, 4}).counts), (integers{2, 2}));
  EXPECT_EQ(values(gpu::histogram(x, {0, 1.5, 4}, gpu::weights({1, 0.5, 2, 1})).counts),
            (doubles{1.5, 3}));
  EXPECT_EQ(values(gpu::histogram_bin_edges(x, {0, 1.5, 4})), (doubles{0, 1.5, 4}));
  EXPECT_EQ(values(gpu::searchsorted(x, {0, 2.5})), (integers{0, 2}));
  EXPECT_EQ(gpu::searchsorted(x, {{0, 2.5}, {1, 1}}, "right"), (ndarray<int>{{1, 3}, {2, 2}}));
  EXPECT_EQ(gpu::linspace({0, 1.5}, {2, 5}, 3), (ndarray<double>{{0, 1.5}, {1, 3.25}, {2, 5}}));
  EXPECT_EQ(values(gpu::polyval({1, 0.5}, x)), (doubles{0.5, 1.5, 3, 4.5}));
}

TEST_P(lists, are_sets) {
  EXPECT_EQ(values(gpu::union1d(n, {1, 2.5}).as<double>()), (doubles{0, 1, 2, 2.5, 4}));
  EXPECT_EQ(values(gpu::intersect1d(n, {1, 2.5}).as<double>()), (doubles{1}));
  EXPECT_EQ(values(gpu::setxor1d(n, {1, 2.5}).as<double>()), (doubles{0, 2, 2.5, 4}));
  EXPECT_EQ(values(gpu::setdiff1d(n, {1, 2.5})), (std::vector{0, 2, 4}));
}

TEST_P(lists, are_sets_of_the_dtype_of_their_numbers) {
  const ndarray<std::int8_t> a{1, 2};
  const long three = 3;
  EXPECT_EQ(gpu::union1d(a, {1, three}).dtype(), gpu::dtype::int64);
  EXPECT_EQ(gpu::union1d(a, {true, false}).dtype(), gpu::dtype::int8);
  EXPECT_EQ(gpu::union1d(a, {1, 2.5}).as<double>(), (ndarray<double>{1, 2, 2.5}));
  EXPECT_EQ(gpu::union1d({1, three}, a).as<std::int64_t>(), (ndarray<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(gpu::union1d({3, 1}, a), (ndarray<int>{1, 2, 3}));
  EXPECT_EQ(gpu::union1d({3, 1}, {1, 2}), (ndarray<int>{1, 2, 3}));
  EXPECT_EQ(gpu::union1d({3, 1.5}, {1, 2}).as<double>(), (ndarray<double>{1, 1.5, 2, 3}));
  EXPECT_EQ(gpu::union1d(std::vector{3, 1}, a), (ndarray<int>{1, 2, 3}));
  EXPECT_EQ(gpu::intersect1d(a, {2, three}).dtype(), gpu::dtype::int64);
  EXPECT_EQ(gpu::intersect1d({2, 3}, a, true), (ndarray<int>{2}));
  EXPECT_EQ(gpu::setxor1d(a, {2, three}).as<std::int64_t>(), (ndarray<std::int64_t>{1, 3}));
  EXPECT_EQ(gpu::setdiff1d(a, {2, 2.5}), (ndarray<std::int8_t>{1}));
  EXPECT_EQ(gpu::setdiff1d({2, 2.5}, a).as<double>(), (ndarray<double>{2.5}));
  EXPECT_EQ(gpu::setdiff1d({2, 3, 4}, {3}), (ndarray<int>{2, 4}));
  EXPECT_EQ(values(gpu::isin({2, 3}, a)), (std::vector{true, false}));
  EXPECT_EQ(values(gpu::in1d(a, {1, 2.5})), (std::vector{true, false}));
}

TEST_P(lists, are_sequences_between_them) {
  EXPECT_EQ(gpu::logspace({0, 1.5}, {2, 2.5}, 2, true, 4.0, 1),
            (ndarray<double>{{1, 16}, {8, 32}}));
  EXPECT_EQ(gpu::linspace({0, 1}, {2, 5}, 2, gpu::axis(1), GetParam()),
            (ndarray<double>{{0, 2}, {1, 5}}));
  EXPECT_EQ(gpu::geomspace<float>({1, 2}, {4, 8}, 3), (ndarray<float>{{1, 2}, {2, 4}, {4, 8}}));
  const auto [samples, step] = gpu::linspace({0, 1}, {2, 5}, 3, gpu::retstep);
  EXPECT_EQ(samples, gpu::linspace({0, 1}, {2, 5}, 3));
  EXPECT_EQ(step, (ndarray<double>{1, 2}));
}

TEST_P(lists, are_joined_with_arrays) {
  EXPECT_EQ(values(gpu::append(n, {1, 2.5})), (doubles{0, 1, 2, 4, 1, 2.5}));
  EXPECT_EQ(gpu::append(m, {{1, 2.5, 3}}, 0), (ndarray<double>{{1, 2, 3}, {4, 5, 6}, {1, 2.5, 3}}));
  EXPECT_EQ(values(gpu::insert(x, 1, {1, 2.5})), (doubles{0, 1, 2.5, 1, 2.5, 4}));
  EXPECT_EQ(gpu::insert(m, {1}, {{7}, {8}}, 1), (ndarray<int>{{1, 7, 2, 3}, {4, 8, 5, 6}}));
}

TEST_P(lists, are_written_to_arrays) {
  ndarray<double> a = x;
  gpu::put(a, {0, 1}, {9, 7.5});
  EXPECT_EQ(values(a), (doubles{9, 7.5, 2.5, 4}));
  gpu::place(a, a > 8, {1, 0.5});
  EXPECT_EQ(values(a), (doubles{1, 7.5, 2.5, 4}));
  gpu::putmask(a, a > 2, {1, 0.5, 2, 3});
  EXPECT_EQ(values(a), (doubles{1, 0.5, 2, 3}));
  gpu::copyto(a, {1, 2, 3.5, 4});
  EXPECT_EQ(values(a), (doubles{1, 2, 3.5, 4}));
  ndarray<int> b = m;
  gpu::copyto(b, {{4, 5, 6}, {7, 8, 9}});
  EXPECT_EQ(values(b), (std::vector{4, 5, 6, 7, 8, 9}));
  EXPECT_THROW(gpu::copyto(b, {{4, 5.5, 6}, {7, 8, 9}}), gpu::dtype_error);
  gpu::copyto(b, {{1}, {2}}, gpu::where(b > 5));
  EXPECT_EQ(values(b), (std::vector{4, 5, 1, 2, 2, 2}));
  gpu::put_along_axis(b, {{0}, {1}}, {{9}, {8}}, 1);
  EXPECT_EQ(values(b), (std::vector{9, 5, 1, 2, 8, 2}));
  gpu::fill_diagonal(b, {1, 2.5});
  EXPECT_EQ(values(b), (std::vector{1, 5, 1, 2, 2, 2}));
}

INSTANTIATE_TEST_SUITE_P(devices, lists, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
