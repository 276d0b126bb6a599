// SPDX-License-Identifier: BSD-3-Clause
// Scans of lines that several blocks scan, around the extents where their tiles, and groups of
// tiles, end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <gpu/array/reduction/scan.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

class scan_tiles : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, scan_tiles, ::testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class T>
std::vector<T> drawn(const shape& extents) {
  std::vector<T> elements(static_cast<std::size_t>(gpu::element_count(extents)));
  std::mt19937 random(11);
  for (T& element : elements) element = static_cast<T>(static_cast<int>(random() % 7) - 3);
  return elements;
}

/// Along axis 0 of (length, side), whole numbers that every T has.
template <class T>
void check_sums(std::ptrdiff_t length, std::ptrdiff_t side) {
  const std::vector<T> elements = drawn<T>({length, side});
  const auto step = static_cast<std::size_t>(side);
  const ndarray<T> a = gpu::from_host(elements.data(), {length, side});
  const auto sums = values(gpu::cumsum(a, 0));
  std::vector<std::int64_t> expected(step);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    expected[i % step] += static_cast<std::int64_t>(elements[i]);
    ASSERT_EQ(static_cast<std::int64_t>(sums[i]), expected[i % step])
        << length << " x " << side << " at " << i / step << ", " << i % step;
  }
}

TEST_P(scan_tiles, of_one_line) {
  for (const std::ptrdiff_t tiles : {1, 2, 63, 64, 65, 127, 128, 129, 192, 193, 320})
    for (const std::ptrdiff_t more : {-1, 0, 1}) check_sums<float>(tiles * 4096 + more, 1);
  for (const std::ptrdiff_t tiles : {64, 128, 129, 192})
    for (const std::ptrdiff_t more : {-1, 1}) check_sums<std::int32_t>(tiles * 2048 + more, 1);
}

TEST_P(scan_tiles, of_one_long_line) {
  for (const std::ptrdiff_t tiles : {512, 576, 577})
    for (const std::ptrdiff_t more : {-1, 1}) check_sums<float>(tiles * 16384 + more, 1);
}

TEST_P(scan_tiles, of_lines_side_by_side) {
  for (const std::ptrdiff_t side : {3, 8, 16, 33})
    for (const std::ptrdiff_t tiles : {15, 16, 17, 31, 32, 33, 48, 49, 64, 65, 128, 129})
      for (const std::ptrdiff_t more : {-1, 0, 1}) check_sums<float>(tiles * 128 + more, side);
  for (const std::ptrdiff_t length : {1023, 1024, 1025, 2049, 3071, 3073, 5000})
    check_sums<float>(length, 4100);
}

TEST_P(scan_tiles, give_the_same_bits_whatever_else_runs) {
  const bool is_gpu = GetParam().is_gpu();
  const std::vector<shape> sizes =
      is_gpu ? std::vector<shape>{{20'000'003}, {9000, 4100}, {1'000'000, 16}, {70, 300'000}}
             : std::vector<shape>{{2'000'003}, {900, 4100}, {100'000, 16}, {70, 30'000}};
  for (const shape& extents : sizes) {
    std::vector<float> elements = drawn<float>(extents);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] /= static_cast<float>(i % 89 + 3);
    const ndarray<float> a = gpu::from_host(elements.data(), extents);
    const std::ptrdiff_t axis = extents.front() < 100 ? 1 : 0;
    const std::vector<float> first = values(gpu::cumsum(a, axis));
    for (int again = 0; again < 8; ++again) {
      const ndarray<float> beside = gpu::eval(a * static_cast<float>(again));
      const std::vector<float> second = values(gpu::cumsum(a, axis));
      ASSERT_EQ(std::memcmp(first.data(), second.data(), first.size() * sizeof(float)), 0)
          << extents;
    }
  }
}

TEST_P(scan_tiles, find_the_largest_so_far) {
  std::vector<float> elements = drawn<float>({700'001});
  for (std::size_t i = 0; i < elements.size(); i += 9973) elements[i] = static_cast<float>(i);
  const ndarray<float> a = gpu::from_host(elements.data(), {700'001});
  const std::vector<float> largest = values(gpu::maximum.accumulate(a));
  float expected = elements[0];
  for (std::size_t i = 0; i < largest.size(); ++i) {
    expected = std::max(expected, elements[i]);
    ASSERT_EQ(largest[i], expected) << i;
  }
}

}  // namespace
