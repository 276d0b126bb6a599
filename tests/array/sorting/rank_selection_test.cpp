// SPDX-License-Identifier: BSD-3-Clause
// Elements by their rank: compared with what sorting gives.
#include "array/sorting/rank_selection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/statistics/quantile.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;

/// Elements in several orders, with few and with many that are equal.
template <class T>
std::vector<std::vector<T>> samples(std::size_t count) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::vector<std::vector<T>> result(6, std::vector<T>(count));
  for (std::size_t i = 0; i < count; ++i) {
    result[0][i] = static_cast<T>(random() % 1000000);
    result[1][i] = static_cast<T>(i);
    result[2][i] = static_cast<T>(count - i);
    result[3][i] = static_cast<T>(random() % 3);
    result[4][i] = static_cast<T>(5);
    result[5][i] = static_cast<T>(i % 64 == 0 ? i : 1);
  }
  return result;
}

template <class T>
void expect_elements_of_ranks(std::size_t size) {
  const auto count = static_cast<std::ptrdiff_t>(size);
  std::vector<T> room(size);
  for (const std::vector<T>& elements : samples<T>(size)) {
    std::vector<T> sorted = elements;
    std::sort(sorted.begin(), sorted.end());
    for (const std::ptrdiff_t rank :
         {std::ptrdiff_t{0}, std::ptrdiff_t{1}, count / 7, count / 2, count - 2, count - 1}) {
      EXPECT_EQ(gpu::detail::element_of_rank(elements.data(), count, rank, room.data()),
                sorted[static_cast<std::size_t>(rank)])
          << rank << " of " << count;
      const std::ptrdiff_t last = std::min(rank + 3, count - 1);
      const gpu::detail::ranked_elements<T> few =
          gpu::detail::narrowed(elements.data(), count, rank, last, room.data());
      ASSERT_LE(few.before, rank);
      ASSERT_LT(last, few.before + few.count);
      std::sort(few.data, few.data + few.count);
      for (std::ptrdiff_t i = rank; i <= last; ++i)
        EXPECT_EQ(few.data[i - few.before], sorted[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(rank_selection, finds_what_sorting_finds) {
  for (const std::size_t size : {2, 100, 2047, 2048, 2049, 33000, 300000}) {
    expect_elements_of_ranks<float>(size);
    expect_elements_of_ranks<std::uint64_t>(size);
  }
}

TEST(rank_selection, looks_at_few_of_many_elements) {
  const std::vector<double> elements = samples<double>(100000)[0];
  std::vector<double> room(elements.size());
  EXPECT_LT(gpu::detail::narrowed(elements.data(), 100000, 50000, 50000, room.data()).count, 20000);
}

class long_rows : public gpu::test::on_device {};

TEST_P(long_rows, have_the_quantiles_of_sorted_ones) {
  for (const std::ptrdiff_t count : {2047, 2048, 2049, 50001}) {
    for (std::vector<double> elements : samples<double>(static_cast<std::size_t>(count))) {
      const ndarray<double> a = gpu::from_host<double>(elements.data(), gpu::shape{count});
      std::vector<double> sorted = elements;
      std::sort(sorted.begin(), sorted.end());
      const auto at = [&](std::ptrdiff_t i) { return sorted[static_cast<std::size_t>(i)]; };
      EXPECT_EQ(ndarray<double>(gpu::median(a)).item(), (at((count - 1) / 2) + at(count / 2)) / 2);
      const std::vector<double> some =
          gpu::test::values(gpu::quantile(a, {0.0, 1.0, 0.5}, gpu::quantile_method::lower));
      EXPECT_EQ(some, (std::vector<double>{at(0), at(count - 1), at((count - 1) / 2)}));
      const std::vector<double> more =
          gpu::test::values(gpu::quantile(a, {0.0, 1.0, 0.5, 0.25}, gpu::quantile_method::higher));
      EXPECT_EQ(more, (std::vector<double>{at(0), at(count - 1), at(count / 2),
                                           at(static_cast<std::ptrdiff_t>(
                                               std::ceil(static_cast<double>(count - 1) / 4)))}));
      elements[static_cast<std::size_t>(count) - 1] = std::numeric_limits<double>::quiet_NaN();
      const ndarray<double> b = gpu::from_host<double>(elements.data(), gpu::shape{count});
      EXPECT_TRUE(std::isnan(ndarray<double>(gpu::median(b)).item()));
      elements.pop_back();
      const ndarray<double> c = gpu::from_host<double>(elements.data(), gpu::shape{count - 1});
      EXPECT_EQ(ndarray<double>(gpu::nanmedian(b)).item(), ndarray<double>(gpu::median(c)).item());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(devices, long_rows, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
