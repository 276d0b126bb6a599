// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/memory_sharing.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/stride_tricks.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"

namespace {

using gpu::all;
using gpu::as_strided;
using gpu::may_share_memory;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::shares_memory;
using gpu::view;
using gpu::placeholders::_;

class memory_sharing : public gpu::test::on_device {
 protected:
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(12);
    a.reshape({3, 4});
    return a;
  }
};

TEST_P(memory_sharing, of_an_array_its_views_and_its_copies) {
  ndarray<int> a = matrix();
  EXPECT_TRUE(shares_memory(a, a));
  EXPECT_TRUE(shares_memory(a, gpu::transpose(a)));
  EXPECT_TRUE(shares_memory(view(a, 1), gpu::flip(a)));
  EXPECT_TRUE(shares_memory(a, a.to(a.device())));
  EXPECT_FALSE(shares_memory(a, a.copy_to(a.device())));
  EXPECT_FALSE(may_share_memory(a, matrix()));
  ndarray<int> b = a;
  EXPECT_TRUE(shares_memory(a, b));
  b(0, 0) = 7;
  EXPECT_FALSE(shares_memory(a, b));
  EXPECT_FALSE(may_share_memory(a, b));
}

TEST_P(memory_sharing, what_is_not_computed_is_in_no_memory) {
  const ndarray<int> a = matrix();
  const auto sum = a + 1;
  EXPECT_FALSE(may_share_memory(sum, sum));
  EXPECT_FALSE(shares_memory(sum, a));
  const auto column = gpu::view(sum, all(), 1);
  const ndarray<int> result = sum;
  EXPECT_TRUE(shares_memory(sum, result));
  EXPECT_TRUE(shares_memory(column, result));
  EXPECT_TRUE(shares_memory(gpu::ravel(sum), result));
  EXPECT_FALSE(shares_memory(column, gpu::view(result, all(), 2)));
}

TEST_P(memory_sharing, is_exact_for_slices) {
  ndarray<int> a = matrix();
  const auto even = view(a, all(), range(_, _, 2));
  const auto odd = view(a, all(), range(1, _, 2));
  EXPECT_TRUE(may_share_memory(even, odd));
  EXPECT_FALSE(shares_memory(even, odd));
  EXPECT_FALSE(may_share_memory(view(a, 0), view(a, 1)));
  EXPECT_FALSE(shares_memory(view(a, all(), range(0, 2)), view(a, all(), range(2, 4))));
  EXPECT_TRUE(shares_memory(view(a, all(), range(0, 3)), view(a, all(), range(2, 4))));
  EXPECT_FALSE(shares_memory(view(a, range(0, 0)), a));
  const auto triangle = as_strided(a, {3}, {4});
  EXPECT_FALSE(shares_memory(triangle, as_strided(view(a, 0, range(1, _)), {2}, {1})));
  EXPECT_TRUE(shares_memory(view(a, 2, range(_, _, -1)), gpu::broadcast_to(view(a, 2, 3), {5})));
}

/// The reference: the elements that the layouts name.
bool have_common_element(std::ptrdiff_t start, const shape& extents, const shape& strides,
                         std::ptrdiff_t other_start, std::ptrdiff_t step, std::ptrdiff_t count) {
  std::vector<bool> named(400, false);
  for (std::ptrdiff_t i = 0; i < extents[0]; ++i)
    for (std::ptrdiff_t j = 0; j < extents[1]; ++j)
      named[static_cast<std::size_t>(start + i * strides[0] + j * strides[1])] = true;
  for (std::ptrdiff_t k = 0; k < count; ++k)
    if (named[static_cast<std::size_t>(other_start + k * step)]) return true;
  return false;
}

TEST_P(memory_sharing, is_exact_for_strides) {
  ndarray<std::int16_t> a = gpu::zeros<std::int16_t>({400});
  int shared = 0;
  int apart = 0;
  for (std::ptrdiff_t n = 0; n < 300; ++n) {
    const shape extents = {2 + n % 5, 2 + n % 3};
    const shape strides = {3 + n % 17, 1 + n % 11};
    const std::ptrdiff_t start = 100 + n % 7;
    const std::ptrdiff_t step = n % 2 == 0 ? 5 + n % 13 : -5 - n % 13;
    const std::ptrdiff_t other_start = 150 + n % 19;
    const auto first = as_strided(view(a, range(start, _)), extents, strides);
    const auto second = view(a, range(other_start, other_start + 6 * step, step));
    const bool expected = have_common_element(start, extents, strides, other_start, step, 6);
    EXPECT_EQ(shares_memory(first, second), expected) << n;
    EXPECT_EQ(shares_memory(second, first), expected) << n;
    (expected ? shared : apart) += 1;
  }
  EXPECT_GT(shared, 30);
  EXPECT_GT(apart, 30);
}

TEST_P(memory_sharing, is_fortran_of_views) {
  ndarray<int> a = matrix();
  EXPECT_FALSE(gpu::isfortran(a));
  EXPECT_TRUE(gpu::isfortran(gpu::transpose(a)));
  EXPECT_FALSE(gpu::isfortran(gpu::transpose(gpu::zeros<int>({3, 1}))));
  EXPECT_FALSE(gpu::isfortran(gpu::transpose(gpu::flip(a, 1))));
  EXPECT_FALSE(gpu::isfortran(gpu::transpose(a) + 1));
}

INSTANTIATE_TEST_SUITE_P(devices, memory_sharing, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
