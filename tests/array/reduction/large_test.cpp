// SPDX-License-Identifier: BSD-3-Clause
// Reductions, rows and scans of 2^31 + 1 elements, which 31 bits cannot count.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/memory_pool.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

constexpr std::ptrdiff_t size = (std::ptrdiff_t{1} << 31) + 1;
constexpr std::ptrdiff_t third = size / 3;
static_assert(third * 3 == size);
constexpr std::ptrdiff_t window = 512;

/// Element i: from -50 to 50.
std::int64_t element(std::ptrdiff_t i) {
  return i % 101 - 50;
}
/// The sum of the elements up to i: those of a whole period add up to 0.
std::int64_t sum_up_to(std::ptrdiff_t i) {
  const std::int64_t last = i % 101;
  return last * (last + 1) / 2 - 50 * (last + 1);
}

class large_reductions : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (IsSkipped()) return;
    constexpr std::size_t needed = 6 * static_cast<std::size_t>(size);
    const std::size_t free_bytes = gpu::memory_info(GetParam()).free_bytes;
    if (free_bytes < needed)
      GTEST_SKIP() << "too little free memory: " << free_bytes << " of " << needed << " bytes";
  }
  void TearDown() override {
    if (!IsSkipped()) gpu::memory_pool::trim(GetParam());
    on_device::TearDown();
  }

  static ndarray<std::int8_t> counted() {
    return (gpu::arange<std::int64_t>(std::int64_t{size}) % 101 - 50).astype<std::int8_t>();
  }

  /// Compares both ends, and what is around element 2^31 of the elements of one line.
  template <class T, class Wanted>
  static void expect_windows(const ndarray<T>& found, Wanted wanted) {
    const auto count = static_cast<std::ptrdiff_t>(found.size());
    for (const std::ptrdiff_t start : {std::ptrdiff_t{0}, count / 2, count - window}) {
      std::vector<T> expected;
      for (std::ptrdiff_t i = start; i < start + window; ++i)
        expected.push_back(static_cast<T>(wanted(i)));
      EXPECT_EQ(values(gpu::view(found, gpu::range(start, start + window))), expected)
          << "from element " << start;
    }
  }
};

TEST_P(large_reductions, over_all) {
  ndarray<std::int8_t> x = counted();
  EXPECT_EQ(gpu::sum(x).item(), sum_up_to(size - 1));
  EXPECT_EQ(gpu::sum(gpu::flip(x)).item(), sum_up_to(size - 1));
  EXPECT_EQ(gpu::max(x).item(), 50);
  EXPECT_EQ(gpu::argmax(x).item(), 100);
  EXPECT_EQ(gpu::argmin(x).item(), 0);
  EXPECT_EQ(gpu::count_nonzero(x).item(), size - (size + 50) / 101);
  EXPECT_FALSE(gpu::any(x > std::int8_t{50}).item());
  gpu::view(x, size - 1) = std::int8_t{51};
  EXPECT_EQ(gpu::max(x).item(), 51);
  EXPECT_EQ(gpu::argmax(x).item(), size - 1);
  EXPECT_EQ(gpu::argmax(gpu::flip(x)).item(), 0);
  EXPECT_TRUE(gpu::any(x > std::int8_t{50}).item());
}

TEST_P(large_reductions, over_one_axis) {
  const ndarray<std::int8_t> x = counted();
  const auto long_rows = gpu::reshape(x, {3, third});
  const std::int64_t first = sum_up_to(third - 1);
  const std::int64_t second = sum_up_to(2 * third - 1);
  EXPECT_EQ(values(gpu::sum(long_rows, 1)),
            (std::vector<std::int64_t>{first, second - first, sum_up_to(size - 1) - second}));
  expect_windows(ndarray<std::int32_t>(gpu::sum<std::int32_t>(long_rows, 0)),
                 [](auto i) { return element(i) + element(i + third) + element(i + 2 * third); });
  expect_windows(ndarray<std::int32_t>(gpu::sum<std::int32_t>(gpu::reshape(x, {third, 3}), 1)),
                 [](auto i) { return element(3 * i) + element(3 * i + 1) + element(3 * i + 2); });
  std::vector<std::int64_t> columns(3);
  for (std::ptrdiff_t i = third / 101 * 101; i < third; ++i)
    for (std::ptrdiff_t k = 0; k < 3; ++k)
      columns[static_cast<std::size_t>(k)] += element(3 * i + k);
  EXPECT_EQ(values(gpu::sum(gpu::reshape(x, {third, 3}), 0)), columns);
}

TEST_P(large_reductions, of_one_row) {
  const ndarray<std::int8_t> x = counted();
  expect_windows(ndarray<std::int8_t>(x - gpu::max(x, 0, gpu::keepdims)),
                 [](auto i) { return element(i) - 50; });
}

TEST_P(large_reductions, of_running_sums) {
  expect_windows(ndarray<std::int16_t>(gpu::cumsum<std::int16_t>(counted())), sum_up_to);
}

// The name ends in gpu0: a processor would take too long.
INSTANTIATE_TEST_SUITE_P(devices, large_reductions, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

}  // namespace
