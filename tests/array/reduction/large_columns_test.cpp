// SPDX-License-Identifier: BSD-3-Clause
// Reductions along the first axes of arrays so large that each block of a GPU has whole rows, with
// numbers whose sums are exact.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"

namespace {

using gpu::all;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::placeholders::_;

/// Element i: from -100 to 100.
int element(std::ptrdiff_t i) {
  return static_cast<int>(i % 1013 % 201) - 100;
}

/// What is expected of one column.
struct column {
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  int max = -1000;
  std::int64_t argmax = 0;
};

std::vector<column> columns_of(std::ptrdiff_t rows, std::ptrdiff_t count) {
  std::vector<column> columns(static_cast<std::size_t>(count));
  for (std::ptrdiff_t r = 0; r < rows; ++r)
    for (std::ptrdiff_t c = 0; c < count; ++c) {
      const int value = element(r * count + c);
      column& one = columns[static_cast<std::size_t>(c)];
      one.sum += value;
      one.squares += value * value;
      if (value > one.max) {
        one.max = value;
        one.argmax = r;
      }
    }
  return columns;
}

class large_columns : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (!IsSkipped() && GetParam().is_cpu()) GTEST_SKIP() << "large arrays as small ones for cpu()";
  }

  template <class T>
  static ndarray<T> elements(const shape& extents) {
    const auto places = gpu::arange<std::int32_t>(
        std::int32_t{0}, static_cast<std::int32_t>(gpu::element_count(extents)));
    return gpu::reshape(ndarray<T>((places % 1013 % 201 - 100).template astype<T>()), extents);
  }

  template <class T, class X>
  static void expect_columns(const X& x, const std::vector<column>& wanted, std::int64_t rows) {
    const auto on_host = [](const auto& result) { return gpu::asarray(result).to(gpu::cpu()); };
    const auto sums = on_host(gpu::sum(x, 0));
    const auto largest = on_host(gpu::max(x, 0));
    const auto places = on_host(gpu::argmax(x, 0));
    const auto variances = on_host(gpu::var(x, 0));
    ASSERT_EQ(sums.size(), wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const column& one = wanted[k];
      const double mean = static_cast<double>(one.sum) / static_cast<double>(rows);
      const double square = static_cast<double>(one.squares) / static_cast<double>(rows);
      ASSERT_EQ(sums.data()[k], static_cast<std::decay_t<decltype(sums.data()[k])>>(one.sum)) << k;
      ASSERT_EQ(static_cast<int>(largest.data()[k]), one.max) << k;
      ASSERT_EQ(places.data()[k], one.argmax) << k;
      ASSERT_NEAR(static_cast<double>(variances.data()[k]), square - mean * mean, 1e-6 * square)
          << k;
    }
  }

  template <class T>
  static void check(std::ptrdiff_t rows, std::ptrdiff_t count) {
    SCOPED_TRACE(testing::Message() << rows << " x " << count);
    expect_columns<T>(elements<T>({rows, count}), columns_of(rows, count), rows);
  }
};

/// 72 MB: for sums, and maxima.
TEST_P(large_columns, of_every_width) {
  for (const std::ptrdiff_t count : {1, 3, 4, 20, 36, 50, 100, 101, 130, 260, 1000, 4097})
    check<float>(18000000 / count, count);
}

/// 288 MB: for deviations as well.
TEST_P(large_columns, of_large_accumulators) {
  for (const std::ptrdiff_t count : {2, 100, 101, 1000}) check<float>(72000000 / count, count);
  check<double>(360000, 100);
  check<double>(1200000, 30);
}

TEST_P(large_columns, of_other_dtypes) {
  check<std::int16_t>(720000, 50);
  check<std::int16_t>(360000, 100);
  check<std::int8_t>(700000, 100);
  check<std::int64_t>(90000, 101);
}

TEST_P(large_columns, along_several_axes_and_beside_kept_ones) {
  const ndarray<float> x = elements<float>({3, 60000, 100});
  const auto wanted = columns_of(180000, 100);
  expect_columns<float>(gpu::reshape(x, {180000, 100}), wanted, 180000);
  const auto over_two = gpu::asarray(gpu::sum(x, {0, 1})).to(gpu::cpu());
  const auto over_one = gpu::asarray(gpu::sum(x, 1)).to(gpu::cpu());
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_EQ(static_cast<std::int64_t>(over_two.data()[k]), wanted[k].sum);
    float sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += over_one.data()[i * 100 + k];
    EXPECT_EQ(static_cast<std::int64_t>(sum), wanted[k].sum);
  }
}

TEST_P(large_columns, of_views) {
  constexpr std::ptrdiff_t rows = 180000;
  constexpr std::ptrdiff_t count = 101;
  const ndarray<float> x = elements<float>({rows, count});
  std::vector<column> wanted = columns_of(rows, count);
  wanted.erase(wanted.begin());
  expect_columns<float>(view(x, all(), range(1, _)), wanted, rows);
  std::vector<column> reversed(wanted.rbegin(), wanted.rend());
  expect_columns<float>(view(x, all(), range(_, 0, -1)), reversed, rows);
}

INSTANTIATE_TEST_SUITE_P(, large_columns, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
