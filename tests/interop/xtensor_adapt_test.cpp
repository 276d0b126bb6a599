// SPDX-License-Identifier: BSD-3-Clause
// Arrays of xtensor seen by this library, and arrays here seen by xtensor, without a copy.
#include <type_traits>
#include <utility>
#include <vector>

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

#include <gtest/gtest.h>

#include <gpu/array/adapt.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/xtensor.hpp>

#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

TEST(xtensor_adapted, array_is_read_and_written_where_it_lies) {
  xt::xarray<float> host = {{1, 2, 3}, {4, 5, 6}};
  const auto a = gpu::adapt(host);
  EXPECT_EQ(a.device(), gpu::cpu());
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  a += 10;
  EXPECT_EQ(host(1, 2), 16);
  host(0, 0) = 7;
  EXPECT_EQ(a(0, 0), 7);
}

TEST(xtensor_adapted, columns_and_views_keep_their_strides) {
  xt::xtensor<int, 2, xt::layout_type::column_major> host = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(values(gpu::adapt(host)), (std::vector{1, 2, 3, 4, 5, 6}));
  auto part = xt::view(host, xt::all(), xt::range(1, 3));
  const auto a = gpu::adapt(part);
  EXPECT_EQ(values(a), (std::vector{2, 3, 5, 6}));
  a = 0;
  EXPECT_EQ(values(gpu::adapt(host)), (std::vector{1, 0, 0, 4, 0, 0}));
  xt::xarray<int> row = {{1, 2, 3}};
  EXPECT_EQ(values(gpu::adapt(row)), (std::vector{1, 2, 3}));
}

TEST(xtensor_adapted, constant_array_is_only_read) {
  const xt::xarray<double> host = {1, 2, 3};
  const auto read = gpu::adapt(host);
  static_assert(std::is_same_v<decltype(read), const gpu::expression<double>>);
  const ndarray<double> a = read;
  EXPECT_EQ(a.data(), host.data());
}

TEST(xtensor_adapted, memory_that_xtensor_adapts_is_shared) {
  std::vector<float> v{1, 2, 3, 4};
  auto host = xt::adapt(v.data(), v.size(), xt::no_ownership(), std::vector<std::size_t>{2, 2});
  gpu::adapt(host) *= 2;
  EXPECT_EQ(v, (std::vector<float>{2, 4, 6, 8}));
}

TEST(xtensor_adapted, array_on_the_host_is_seen_by_xtensor) {
  ndarray<float> x({{1, 2, 3}, {4, 5, 6}}, gpu::cpu());
  const std::vector<std::size_t> extents(x.shape().begin(), x.shape().end());
  auto host = xt::adapt(x.data(), x.size(), xt::no_ownership(), extents);
  host(1, 0) = 7;
  host += 1;
  EXPECT_EQ(values(x), (std::vector<float>{2, 3, 4, 8, 6, 7}));
}

}  // namespace
