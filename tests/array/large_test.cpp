// SPDX-License-Identifier: BSD-3-Clause
// Arrays of more elements than 31 and 32 bits can count: what lies around the boundaries.
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

constexpr std::ptrdiff_t columns = std::ptrdiff_t{1} << 20;
constexpr std::ptrdiff_t window = 512;

/// Element i of the array that the tests begin with.
int element(std::ptrdiff_t i) {
  return static_cast<int>(i % columns % 101 - i / columns % 23);
}

class large_arrays : public gpu::test::on_device {
 protected:
  void TearDown() override {
    if (!IsSkipped()) gpu::memory_pool::trim(GetParam());
    on_device::TearDown();
  }

  template <class T>
  ndarray<T> counted(std::ptrdiff_t rows) const {
    const ndarray<int> row = gpu::arange<int>(static_cast<int>(columns)) % 101;
    const ndarray<int> column = gpu::arange<int>(static_cast<int>(rows)) % 23;
    ndarray<T> all = gpu::astype<T>(row - gpu::reshape(column, {rows, 1}));
    all.reshape({rows * columns});
    return all;
  }

  /// Compares windows at both ends and around each power of two from 2^31 on with `wanted(i)`.
  template <class T, class Wanted>
  static void expect_windows(const ndarray<T>& found, Wanted wanted, const std::string& what) {
    const auto size = static_cast<std::ptrdiff_t>(found.size());
    std::vector<std::ptrdiff_t> starts{0, size - window};
    for (const int bits : {31, 32})
      if (std::ptrdiff_t{1} << bits < size)
        starts.push_back((std::ptrdiff_t{1} << bits) - window / 2);
    for (const std::ptrdiff_t start : starts) {
      std::vector<T> expected;
      for (std::ptrdiff_t i = start; i < start + window; ++i)
        expected.push_back(static_cast<T>(static_cast<float>(wanted(i))));
      EXPECT_EQ(values(gpu::view(found, gpu::range(start, start + window))), expected)
          << what << ", from element " << start;
    }
  }

  template <class T>
  void check_contiguous_and_reversed(std::ptrdiff_t rows) const {
    const ndarray<T> x = counted<T>(rows);
    const std::ptrdiff_t size = rows * columns;
    expect_windows(x, element, "broadcast");
    const ndarray<T> negative = -x;
    expect_windows(
        negative, [](auto i) { return -element(i); }, "contiguous");
    ndarray<T> flipped = gpu::flip(x);
    expect_windows(
        flipped, [&](auto i) { return element(size - 1 - i); }, "reversed");
    gpu::view(flipped, gpu::range(0, size, 3)) = gpu::view(x, gpu::range(0, size, 3));
    expect_windows(
        flipped, [&](auto i) { return element(i % 3 == 0 ? i : size - 1 - i); }, "every third");
  }

  template <class T>
  void check_transposed(std::ptrdiff_t rows) const {
    ndarray<T> x = counted<T>(rows);
    x.reshape({rows, columns});
    ndarray<T> transposed = gpu::transpose(x);
    transposed.reshape({rows * columns});
    expect_windows(
        transposed, [&](auto i) { return element(i % rows * columns + i / rows); }, "transposed");
  }
};

/// Skips unless so many arrays of so many bytes fit.
#define GPU_REQUIRE_MEMORY(arrays, bytes)                                                   \
  if (gpu::memory_info(GetParam()).free_bytes < (arrays) * static_cast<std::size_t>(bytes)) \
  GTEST_SKIP() << "too little free memory: "                                                \
               << gpu::text_of(gpu::memory_info(GetParam()).free_bytes, " of ",             \
                               (arrays) * static_cast<std::size_t>(bytes), " bytes")

TEST_P(large_arrays, of_more_than_2_to_the_31_bytes) {
  GPU_REQUIRE_MEMORY(5, 2049 * columns);
  check_contiguous_and_reversed<std::int8_t>(2049);
  check_transposed<std::int8_t>(2049);
}

TEST_P(large_arrays, of_more_than_2_to_the_32_bytes) {
  GPU_REQUIRE_MEMORY(5, 4099 * columns);
  check_contiguous_and_reversed<std::int8_t>(4099);
  check_transposed<std::int8_t>(4099);
}

TEST_P(large_arrays, of_more_than_2_to_the_31_float16) {
  GPU_REQUIRE_MEMORY(5, 2 * 2050 * columns);
  check_contiguous_and_reversed<gpu::float16>(2050);
  check_transposed<gpu::float16>(2050);
}

TEST_P(large_arrays, of_more_than_2_to_the_32_float16) {
  GPU_REQUIRE_MEMORY(5, 2 * 4099 * columns);
  check_contiguous_and_reversed<gpu::float16>(4099);
  check_transposed<gpu::float16>(4099);
}

// The name ends in gpu0: a processor would take too long.
TEST_P(large_arrays, of_more_than_2_to_the_31_elements_those_where_a_mask_holds) {
  constexpr std::ptrdiff_t rows = 2049;
  constexpr std::ptrdiff_t step = 1000003;
  GPU_REQUIRE_MEMORY(14, rows * columns);
  const auto position = gpu::arange<std::int64_t>(rows * columns);
  const auto is_wanted = gpu::equal(position % step, 5);
  const ndarray<std::int64_t> places = gpu::flatnonzero(is_wanted);
  std::vector<std::int64_t> expected;
  for (std::ptrdiff_t i = 5; i < rows * columns; i += step) expected.push_back(i);
  EXPECT_EQ(values(places), expected);
  const auto x = counted<std::int8_t>(rows);
  std::vector<std::int8_t> elements;
  for (const std::int64_t i : expected) elements.push_back(static_cast<std::int8_t>(element(i)));
  EXPECT_EQ(values(gpu::filter(x, is_wanted)), elements);
  const ndarray<std::int8_t> all = gpu::filter(x, x < 127);
  ASSERT_EQ(all.size(), x.size());
  expect_windows(all, element, "all elements");
}

INSTANTIATE_TEST_SUITE_P(devices, large_arrays, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

}  // namespace
