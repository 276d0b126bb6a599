// SPDX-License-Identifier: BSD-3-Clause
// Assignments behave as if the right side were complete first.
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ndarray;
using gpu::range;
using gpu::test::values;

/// 0, 1, ... with a shape.
ndarray<int> counting(const gpu::shape& extents) {
  ndarray<int> a = gpu::arange<int>(static_cast<int>(gpu::element_count(extents)));
  a.reshape(extents);
  return a;
}

class aliasing : public gpu::test::on_device {};

TEST_P(aliasing, an_array_assigned_a_function_of_itself_stays_in_its_block) {
  ndarray<int> a = counting({1000});
  const int* place = std::as_const(a).data();
  a = a * 2 + a;
  EXPECT_EQ(std::as_const(a).data(), place);
  a += a;
  EXPECT_EQ(std::as_const(a).data(), place);
  EXPECT_EQ(a(999), 5994);
}

TEST_P(aliasing, an_array_assigned_its_transpose_is_transposed) {
  ndarray<int> a = counting({3, 3});
  a = gpu::transpose(a);
  EXPECT_EQ(values(a), (std::vector{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  ndarray<int> b = counting({2, 3});
  b = b.transpose();
  EXPECT_EQ(b.shape(), (gpu::shape{3, 2}));
  EXPECT_EQ(values(b), (std::vector{0, 3, 1, 4, 2, 5}));
}

TEST_P(aliasing, adding_the_transpose_gives_a_symmetric_matrix) {
  ndarray<int> a = counting({101, 101});
  const ndarray<int> before = gpu::eval(a + 0);
  a += a.transpose();
  EXPECT_TRUE(a == before + before.transpose());
  EXPECT_TRUE(a == a.transpose());
}

TEST_P(aliasing, an_array_assigned_its_reverse_is_reversed) {
  for (const int count : {1, 2, 7, 1023, 5000}) {
    ndarray<int> a = counting({count});
    a = gpu::flip(a);
    EXPECT_TRUE(a == count - 1 - gpu::arange<int>(count)) << count;
    a += gpu::flip(a);
    EXPECT_TRUE(a == gpu::full<int>({count}, count - 1)) << count;
  }
}

TEST_P(aliasing, views_that_overlap_may_be_shifted_both_ways) {
  for (const int count : {5, 64, 10'001}) {
    ndarray<int> left = counting({count});
    gpu::view(left, range(0, -1)) = gpu::view(left, range(1, count));
    EXPECT_EQ(left(0), 1);
    EXPECT_TRUE(gpu::view(left, range(0, -1)) == gpu::arange<int>(1, count));
    EXPECT_EQ(left(count - 1), count - 1);

    ndarray<int> right = counting({count});
    gpu::view(right, range(1, count)) = gpu::view(right, range(0, -1));
    EXPECT_EQ(right(0), 0);
    EXPECT_TRUE(gpu::view(right, range(1, count)) == gpu::arange<int>(count - 1));
  }
}

TEST_P(aliasing, rows_that_overlap_may_be_shifted) {
  ndarray<int> a = counting({100, 100});
  const ndarray<int> before = a;
  gpu::view(a, range(1, 100), range(1, 100)) += gpu::view(a, range(0, 99), range(0, 99));
  EXPECT_EQ(a(0, 5), 5);
  EXPECT_TRUE(gpu::view(a, range(1, 100), range(1, 100)) ==
              gpu::view(before, range(1, 100), range(1, 100)) +
                  gpu::view(before, range(0, 99), range(0, 99)));
}

TEST_P(aliasing, a_view_may_be_assigned_a_function_of_itself) {
  ndarray<int> a = counting({4, 5});
  gpu::view(a, all(), range(0, 5, 2)) = gpu::view(a, all(), range(0, 5, 2)) + 100;
  EXPECT_EQ(values(gpu::view(a, 1)), (std::vector{105, 6, 107, 8, 109}));
  gpu::view(a, 0) = gpu::flip(gpu::view(a, 0));
  EXPECT_EQ(values(gpu::view(a, 0)), (std::vector{104, 3, 102, 1, 100}));
}

TEST_P(aliasing, a_view_in_place_allocates_nothing) {
  ndarray<int> a = counting({100});
  const int* place = std::as_const(a).data();
  const auto before = gpu::memory_pool::statistics(GetParam()).allocations;
  gpu::view(a, range(10, 20)) = gpu::view(a, range(10, 20)) + 1;
  gpu::view(a, range(10, 20)) *= 2;
  gpu::view(a, range(0, 10)) = gpu::view(a, range(90, 100));
  EXPECT_EQ(gpu::memory_pool::statistics(GetParam()).allocations, before);
  EXPECT_EQ(std::as_const(a).data(), place);
  EXPECT_EQ(a(10), 22);
  EXPECT_EQ(a(9), 99);
}

TEST_P(aliasing, an_operand_broadcast_from_the_target_is_read_first) {
  ndarray<int> a = counting({3, 3});
  a += gpu::view(a, 0);
  EXPECT_EQ(values(a), (std::vector{0, 2, 4, 3, 5, 7, 6, 8, 10}));
  a -= gpu::view(a, all(), range(1, 2));
  EXPECT_EQ(values(a), (std::vector{-2, 0, 2, -2, 0, 2, -2, 0, 2}));
  ndarray<int> b = counting({4});
  b -= gpu::view(b, 3);
  EXPECT_EQ(values(b), (std::vector{-3, -2, -1, 0}));
  gpu::view(b, all()) = gpu::view(b, 0);
  EXPECT_EQ(values(b), std::vector(4, -3));
}

TEST_P(aliasing, swapping_halves_through_views_needs_one_copy) {
  ndarray<int> a = counting({6});
  const ndarray<int> low = gpu::view(a, range(0, 3));
  gpu::view(a, range(0, 3)) = gpu::view(a, range(3, 6));
  gpu::view(a, range(3, 6)) = low;
  EXPECT_EQ(values(a), (std::vector{3, 4, 5, 0, 1, 2}));
}

TEST_P(aliasing, an_update_by_an_expression_that_someone_keeps_leaves_that_expression) {
  ndarray<int> a = counting({3});
  const auto doubled = a * 2;
  a += doubled;
  EXPECT_EQ(values(doubled), (std::vector{0, 2, 4}));
  EXPECT_EQ(values(a), (std::vector{0, 3, 6}));
  const auto shifted = a + 1;
  a = shifted;
  a *= 10;
  EXPECT_EQ(values(shifted), (std::vector{1, 4, 7}));
  EXPECT_EQ(values(a), (std::vector{10, 40, 70}));
}

TEST_P(aliasing, casts_read_before_they_write) {
  ndarray<float> a{1.5f, 2.5f, -3.5f};
  a = a.astype<int>();
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, -3}));
  gpu::view(a, range(1, 3)) = gpu::view(a, range(0, 2)).astype<double>();
  EXPECT_EQ(values(a), (std::vector<float>{1, 1, 2}));
}

TEST_P(aliasing, the_same_array_may_be_every_operand) {
  ndarray<int> a = counting({2, 2});
  a = gpu::where(a > 1, a * a, a - a.transpose());
  EXPECT_EQ(values(a), (std::vector{0, -1, 4, 9}));
}

INSTANTIATE_TEST_SUITE_P(devices, aliasing, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
