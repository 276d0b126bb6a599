// SPDX-License-Identifier: BSD-3-Clause
// What a program writes twice is computed once.
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using namespace gpu::placeholders;
using gpu::test::kernels_of;
using gpu::test::values;

class repeated_values : public test::on_device {};

ndarray<float> numbers() {
  return {1, 5, 2, 4, 3, 6};
}

TEST_P(repeated_values, of_scans) {
  const ndarray<float> x = numbers();
  const auto sums = view(cumsum(x), range(2, _)) - view(cumsum(x), range(_, -2));
  EXPECT_EQ(kernels_of(sums), "2 kernels");
  EXPECT_EQ(values(sums), (std::vector<float>{7, 6, 7, 9}));
}

TEST_P(repeated_values, of_sorted_rows) {
  const ndarray<float> x = numbers();
  const auto once = sort(x);
  const auto twice = view(sort(x), range(_, 3)) + view(sort(x), range(3, _));
  const auto shared = view(once, range(_, 3)) + view(once, range(3, _));
  EXPECT_EQ(kernels_of(twice), kernels_of(shared));
  EXPECT_EQ(values(twice), (std::vector<float>{5, 7, 9}));
  const auto other = view(sort(x), range(_, 3)) + view(sort(x, -1, true), range(_, 3));
  EXPECT_EQ(values(other), (std::vector<float>{7, 7, 7}));
}

TEST_P(repeated_values, of_gathered_rows) {
  const ndarray<float> table = reshape(arange<float>(4096), {512, 8});
  const ndarray<std::int64_t> index = {500, 3, 3, 0};
  const auto spread = take(table, index, 0) - mean(take(table, index, 0), {1}, keepdims);
  EXPECT_EQ(values(sum(gpu::abs(spread))), (std::vector<float>{64}));
}

TEST_P(repeated_values, that_change_between_are_computed_again) {
  ndarray<float> x = numbers();
  const auto before = cumsum(x);
  x += 1;
  EXPECT_EQ(values(cumsum(x) - before), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

INSTANTIATE_TEST_SUITE_P(devices, repeated_values, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
