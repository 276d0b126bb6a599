// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/device_product.hpp"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using linalg::detail::cublas_calls;
using linalg::detail::product_memory;
using linalg::detail::stacked_product;
using vendor::matrix_operand;

class device_product : public testing::Test {
 protected:
  static product_memory memory() { return {dtype::float32, a_, b_, out_}; }
  static auto calls(const layout& a, const layout& b) {
    return cublas_calls(stacked_product(a, b), memory());
  }
  /// Elements of a call's operands behind the first ones.
  static std::ptrdiff_t elements(const void* at, const std::byte* first) {
    return (static_cast<const std::byte*>(at) - first) / 4;
  }

  static constexpr std::byte a_[4096] = {};
  static constexpr std::byte b_[4096] = {};
  static inline std::byte out_[4096] = {};
};

TEST_F(device_product, of_two_matrices_is_one_call) {
  const auto found = calls(row_major({2, 3}), row_major({3, 4}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].m, 2);
  EXPECT_EQ(found[0].n, 4);
  EXPECT_EQ(found[0].k, 3);
  EXPECT_EQ(found[0].count, 1);
  EXPECT_EQ(found[0].a.place, (matrix_operand{false, 3}));
  EXPECT_EQ(found[0].b.place, (matrix_operand{false, 4}));
  EXPECT_EQ(found[0].out, out_);
}

TEST_F(device_product, transposed_matrices_are_flags) {
  const auto found = calls({0, {2, 3}, {1, 7}}, {0, {3, 4}, {1, 3}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a.place, (matrix_operand{true, 7}));
  EXPECT_EQ(found[0].b.place, (matrix_operand{true, 3}));
}

TEST_F(device_product, stacks_are_one_call_with_steps) {
  const auto found = calls(row_major({2, 3}), row_major({5, 6, 3, 4}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 30);
  EXPECT_EQ(found[0].a.step, 0);
  EXPECT_EQ(found[0].b.step, 12);
}

TEST_F(device_product, stacks_that_broadcast_crosswise_are_a_call_for_each_row) {
  const auto found = calls(row_major({5, 1, 2, 3}), row_major({6, 3, 4}));
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[4].count, 6);
  EXPECT_EQ(found[4].a.step, 0);
  EXPECT_EQ(found[4].b.step, 12);
  EXPECT_EQ(elements(found[4].a.data, a_), 4 * 6);
  EXPECT_EQ(elements(found[4].b.data, b_), 0);
  EXPECT_EQ(elements(found[4].out, out_), 4 * 6 * 8);
}

TEST_F(device_product, stacks_in_reverse_are_a_call_each) {
  const auto found = calls({0, {3, 2, 2}, {-4, 2, 1}}, row_major({3, 2, 2}));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[2].count, 1);
  EXPECT_EQ(elements(found[2].a.data, a_), -8);
  EXPECT_EQ(elements(found[2].b.data, b_), 8);
  EXPECT_EQ(elements(found[2].out, out_), 8);
}

TEST_F(device_product, overlapping_rows_are_not_for_cublas) {
  const layout windows{0, {5, 1, 3}, {1, 0, 1}};
  EXPECT_TRUE(calls(windows, row_major({3, 4})).empty());
}

}  // namespace
}  // namespace gpu::test
