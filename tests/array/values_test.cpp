// SPDX-License-Identifier: BSD-3-Clause
// Arrays are values: copies are independent, and cost nothing until one side writes.
#include <gpu/array/ndarray.hpp>

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

/// Where the elements are, without pinning them.
template <class T>
const T* address(const ndarray<T>& a) {
  return a.data();
}

class value_semantics : public gpu::test::on_device {
 protected:
  [[nodiscard]] std::uint64_t allocations() const {
    return gpu::memory_pool::statistics(GetParam()).allocations;
  }
};

TEST_P(value_semantics, a_copy_shares_memory_until_one_side_writes) {
  ndarray<float> a{1, 2, 3};
  const std::uint64_t before = allocations();
  ndarray<float> b = a;
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(address(a), address(b));
  EXPECT_TRUE(gpu::shares_memory(a, b));

  b(0) = 7;
  EXPECT_EQ(allocations(), before + 1);
  EXPECT_NE(address(a), address(b));
  EXPECT_FALSE(gpu::shares_memory(a, b));
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(b), (std::vector<float>{7, 2, 3}));
}

TEST_P(value_semantics, writing_the_original_leaves_the_copy) {
  ndarray<float> a{1, 2, 3};
  const ndarray<float> b = a;
  a += 1;
  EXPECT_EQ(values(b), (std::vector<float>{1, 2, 3}));
  const ndarray<float> c = a;
  a.fill(0);
  EXPECT_EQ(values(c), (std::vector<float>{2, 3, 4}));
  const ndarray<float> d = a;
  gpu::view(a, 1) = 5;
  EXPECT_EQ(values(d), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(values(a), (std::vector<float>{0, 5, 0}));
}

TEST_P(value_semantics, an_array_that_nobody_shares_is_written_in_place) {
  ndarray<float> a{1, 2, 3};
  const float* place = address(a);
  a(1) = 5;
  a += 1;
  a = a * 2 + 1;
  gpu::view(a, gpu::range(1, 3)) = 0;
  a.fill(4);
  EXPECT_EQ(address(a), place);
  { const ndarray<float> copy = a; }
  a(0) = 1;
  EXPECT_EQ(address(a), place);
}

TEST_P(value_semantics, copy_assignment_shares_and_is_safe_from_itself) {
  ndarray<int> a{1, 2};
  ndarray<int> b{{3, 4}, {5, 6}};
  b = a;
  EXPECT_EQ(address(a), address(b));
  EXPECT_EQ(b.shape(), gpu::shape{2});
  ndarray<int>& same = b;
  b = same;
  EXPECT_EQ(values(b), (std::vector{1, 2}));
  b = std::move(same);
  EXPECT_EQ(values(b), (std::vector{1, 2}));
}

TEST_P(value_semantics, moving_never_allocates_and_leaves_no_elements) {
  ndarray<float> a{1, 2, 3};
  const float* place = address(a);
  {
    ndarray<float> warm_up = std::move(a);
    a = std::move(warm_up);
  }
  const std::uint64_t before = allocations();
  ndarray<float> b = std::move(a);
  ndarray<float> c = std::move(b);
  std::swap(b, c);
  b.swap(c);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(address(c), place);
  EXPECT_EQ(a.size(), 0u);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(b.size(), 0u);
  a = ndarray<float>{4, 5};
  EXPECT_EQ(values(a), (std::vector<float>{4, 5}));
  static_assert(std::is_nothrow_move_constructible_v<ndarray<float>> &&
                std::is_nothrow_move_assignable_v<ndarray<float>>);
}

TEST_P(value_semantics, a_moved_from_array_can_still_be_used) {
  ndarray<float> a{1, 2, 3};
  const ndarray<float> b = std::move(a);
  const ndarray<float> sum = a + 1;  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(sum.size(), 0u);
  ndarray<float> c = a;
  c = b;
  EXPECT_EQ(values(c), (std::vector<float>{1, 2, 3}));
}

TEST_P(value_semantics, arrays_in_containers_and_returned_from_functions_keep_their_memory) {
  std::vector<ndarray<float>> many;
  many.push_back(gpu::ones<float>({4}));
  const float* place = address(many[0]);
  for (int i = 0; i < 10; ++i) many.push_back(many[0]);
  EXPECT_EQ(address(many[0]), place);
  EXPECT_EQ(address(many[10]), place);
  many[3](0) = 9;
  EXPECT_EQ(values(many[4]), std::vector<float>(4, 1.f));
}

TEST_P(value_semantics, mutable_data_pins_the_block_and_copies_become_deep) {
  ndarray<float> a{1, 2, 3};
  const ndarray<float> before = a;
  float* pinned = a.data();
  EXPECT_NE(pinned, address(before));  // detached from the copy made before

  const ndarray<float> after = a;
  EXPECT_NE(address(after), pinned);
  const gpu::expression<float> twice = a * 2;
  if (GetParam().is_cpu()) {  // foreign code writes, whenever it likes
    pinned[0] = 10;
    EXPECT_EQ(values(a), (std::vector<float>{10, 2, 3}));
    EXPECT_EQ(a(0), 10.f);
  }
  EXPECT_EQ(values(before), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(after), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values(twice), (std::vector<float>{2, 4, 6}));
}

TEST_P(value_semantics, a_pinned_array_keeps_its_address_whatever_is_written) {
  ndarray<float> a{1, 2, 3};
  const float* pinned = a.data();
  a += 1;
  a = a * 2;
  a(0) = 1;
  gpu::view(a, 2) = 5;
  a.fill(3);
  EXPECT_EQ(a.data(), pinned);
  EXPECT_EQ(values(a), (std::vector<float>{3, 3, 3}));
  const ndarray<float> other{4, 5, 6};
  a = other;
  EXPECT_EQ(address(a), pinned);
  EXPECT_EQ(values(a), (std::vector<float>{4, 5, 6}));
  ndarray<float> given{7, 8, 9};
  auto seen = gpu::view(given, gpu::range(0, 1));
  a = std::move(given);
  EXPECT_EQ(address(a), pinned);
  EXPECT_EQ(values(a), (std::vector<float>{7, 8, 9}));
  seen = 1;
  EXPECT_EQ(values(seen), (std::vector<float>{1}));
  EXPECT_EQ(values(a), (std::vector<float>{7, 8, 9}));
  a = gpu::view(a, gpu::range(gpu::placeholders::_, gpu::placeholders::_, -1));
  EXPECT_EQ(address(a), pinned);
  EXPECT_EQ(values(a), (std::vector<float>{9, 8, 7}));
  EXPECT_EQ(given.size(), 0u);  // NOLINT(bugprone-use-after-move)
  const ndarray<float> moved = std::move(a);
  EXPECT_EQ(address(moved), pinned);
}

TEST_P(value_semantics, a_pinned_array_of_another_shape_has_other_memory) {
  ndarray<float> a{1, 2, 3};
  const float* pinned = a.data();
  const ndarray<float> other{4, 5};
  a = other;
  EXPECT_NE(address(a), pinned);
  EXPECT_EQ(address(a), address(other));
  EXPECT_EQ(values(a), (std::vector<float>{4, 5}));
}

TEST_P(value_semantics, const_data_pins_nothing) {
  const ndarray<float> a{1, 2, 3};
  const float* read = a.data();
  const ndarray<float> b = a;
  EXPECT_EQ(b.data(), read);
}

TEST_P(value_semantics, resize_and_reshape_change_no_copy) {
  ndarray<int> a{1, 2, 3, 4};
  const ndarray<int> copy = a;
  a.reshape({2, 2});
  EXPECT_EQ(a.shape(), (gpu::shape{2, 2}));
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(copy.shape(), gpu::shape{4});
  const std::uint64_t before = allocations();
  a.reshape({4, 1});
  EXPECT_EQ(allocations(), before);
  a.resize({3});
  EXPECT_EQ(values(a), (std::vector{1, 2, 3}));
  a.resize({2, 3});
  EXPECT_EQ(a.shape(), (gpu::shape{2, 3}));
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 0, 0, 0}));
  EXPECT_THROW(a.resize({-1}), gpu::value_error);
  EXPECT_EQ(values(copy), (std::vector{1, 2, 3, 4}));
}

INSTANTIATE_TEST_SUITE_P(devices, value_semantics, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
