// SPDX-License-Identifier: BSD-3-Clause
// Rows of every awkward length, on each way that reductions, rows and scans go over them, against
// loops on the host. The elements are small whole numbers, so that sums are exact in any order.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

constexpr std::ptrdiff_t lengths[] = {1,   2,    31,   32,   33,   511,  512,
                                      513, 1023, 1024, 1025, 4095, 65537};
const float nan = std::numeric_limits<float>::quiet_NaN();
const float infinity = std::numeric_limits<float>::infinity();

/// From -5 to 5, with many of each.
int element(std::ptrdiff_t i) {
  return static_cast<int>((i * 7 + i / 11) % 11) - 5;
}

template <class T>
std::vector<T> elements(std::ptrdiff_t count) {
  std::vector<T> all;
  for (std::ptrdiff_t i = 0; i < count; ++i) all.push_back(static_cast<T>(element(i)));
  return all;
}

/// What the rows of a matrix give, one element after the other.
struct expected_rows {
  std::vector<double> sum;
  std::vector<double> largest;
  std::vector<std::int64_t> first_largest;
  std::vector<double> sums_so_far;  ///< in the order of the matrix

  /// @param along  whether rows lie along the last axis
  expected_rows(const std::vector<float>& x, std::ptrdiff_t rows, std::ptrdiff_t length, bool along)
      : sums_so_far(x.size()) {
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      double total = 0;
      std::ptrdiff_t best = 0;
      const auto at = [&](std::ptrdiff_t k) {
        return static_cast<std::size_t>(along ? row * length + k : k * rows + row);
      };
      for (std::ptrdiff_t k = 0; k < length; ++k) {
        total += x[at(k)];
        sums_so_far[at(k)] = total;
        if (x[at(k)] > x[at(best)]) best = k;
      }
      sum.push_back(total);
      largest.push_back(x[at(best)]);
      first_largest.push_back(best);
    }
  }
};

class reduction_extents : public gpu::test::on_device {
 protected:
  /// `rows` rows of `length` elements, along the last axis or the first.
  static void check(std::ptrdiff_t rows, std::ptrdiff_t length, bool along) {
    SCOPED_TRACE(gpu::text_of(rows, " rows of ", length, along ? "" : ", side by side"));
    const shape extents = along ? shape{rows, length} : shape{length, rows};
    const std::vector<float> host = elements<float>(rows * length);
    const ndarray<float> x = gpu::from_host(host.data(), extents);
    const int axis = along ? 1 : 0;
    const expected_rows wanted(host, rows, length, along);
    EXPECT_EQ(values(gpu::sum<double>(x, axis)), wanted.sum);
    EXPECT_EQ(values(gpu::astype<double>(gpu::sum(x, axis))), wanted.sum);
    EXPECT_EQ(values(gpu::astype<double>(gpu::sum(x.astype<std::int8_t>(), axis))), wanted.sum);
    EXPECT_EQ(values(gpu::astype<double>(gpu::max(x, axis))), wanted.largest);
    EXPECT_EQ(values(gpu::argmax(x, axis)), wanted.first_largest);
    EXPECT_EQ(values(gpu::argmin(-x, axis)), wanted.first_largest);
    EXPECT_EQ(values(gpu::count_nonzero(gpu::equal(x, x), axis)),
              std::vector<std::int64_t>(static_cast<std::size_t>(rows), length));
    EXPECT_FALSE(gpu::any(gpu::any(x > 5.0f, axis)).item());
    EXPECT_TRUE(gpu::all(gpu::any(x <= 5.0f, axis)).item());
    EXPECT_EQ(values(gpu::astype<double>(gpu::cumsum(x, axis))), wanted.sums_so_far);
    check_rows(x, axis, wanted, length);
  }

  /// Reductions that are broadcast back.
  static void check_rows(const ndarray<float>& x, int axis, const expected_rows& wanted,
                         std::ptrdiff_t length) {
    const auto shifted = x - gpu::max(x, axis, gpu::keepdims);
    EXPECT_EQ(values(gpu::astype<double>(gpu::max(shifted, axis))),
              std::vector<double>(wanted.sum.size(), 0));
    const ndarray<float> softmax =
        gpu::exp(shifted) / gpu::sum(gpu::exp(shifted), axis, gpu::keepdims);
    EXPECT_TRUE(gpu::allclose(gpu::sum<double>(softmax, axis), 1.0, 0, 1e-6));
    const ndarray<float> centred = x - gpu::mean(x, axis, gpu::keepdims);
    const double error = 2e-6 * static_cast<double>(length);
    EXPECT_TRUE(gpu::allclose(gpu::sum<double>(centred, axis), 0.0, 0, error));
    EXPECT_TRUE(gpu::allclose(gpu::var(x, axis), gpu::mean(gpu::square(centred), axis), 1e-5));
  }
};

TEST_P(reduction_extents, along_the_last_axis) {
  for (const std::ptrdiff_t length : lengths)
    for (const std::ptrdiff_t rows : {1, 3}) check(rows, length, true);
}
TEST_P(reduction_extents, along_the_first_axis) {
  for (const std::ptrdiff_t length : lengths)
    for (const std::ptrdiff_t rows : {1, 3, 40}) check(rows, length, false);
}
TEST_P(reduction_extents, many_short_rows) {
  for (const std::ptrdiff_t length : {1, 2, 31, 33})
    for (const std::ptrdiff_t rows : {511, 1025, 4095})
      for (const bool along : {true, false}) check(rows, length, along);
}

TEST_P(reduction_extents, of_several_axes_and_of_windows) {
  const std::vector<double> host = elements<double>(70 * 30 * 20);
  const ndarray<double> x = gpu::from_host(host.data(), {70, 30, 20});
  for (const std::ptrdiff_t length : {1, 2, 31, 32, 33, 70}) {
    const auto part = gpu::view(x, gpu::range(0, length), gpu::range(1, 30, 3), gpu::range(2, 5));
    std::vector<double> outer(10);
    std::vector<double> middle(3);
    for (std::ptrdiff_t i = 0; i < length; ++i)
      for (std::size_t j = 0; j < 10; ++j)
        for (std::size_t k = 0; k < 3; ++k) {
          const double own = element((i * 30 + 1 + 3 * static_cast<std::ptrdiff_t>(j)) * 20 + 2 +
                                     static_cast<std::ptrdiff_t>(k));
          outer[j] += own;
          middle[k] += own;
        }
    EXPECT_EQ(values(gpu::sum(part, {0, 2})), outer) << length;
    EXPECT_EQ(values(gpu::sum(part, {0, 1})), middle) << length;
    EXPECT_EQ(values(gpu::sum(gpu::transpose(part), {2, 0})), outer) << length;
  }
}

TEST_P(reduction_extents, none_have_identities_or_no_results) {
  for (const shape& extents : {shape{0}, shape{3, 0}, shape{0, 3}, shape{0, 0}}) {
    const ndarray<float> x = gpu::zeros<float>(extents);
    const int last = static_cast<int>(extents.size()) - 1;
    EXPECT_EQ(gpu::sum(x).item(), 0);
    EXPECT_EQ(gpu::prod(x).item(), 1);
    for (const float one : values(gpu::sum(x, last))) EXPECT_EQ(one, 0);
    for (const float one : values(gpu::mean(x, last))) EXPECT_TRUE(std::isnan(one));
    EXPECT_EQ(gpu::cumsum(x, last).shape(), extents);
    EXPECT_EQ(ndarray<float>(x - gpu::sum(x, last, gpu::keepdims)).shape(), extents);
  }
}

TEST_P(reduction_extents, special_values_wherever_they_are) {
  for (const std::ptrdiff_t length : lengths) {
    for (const std::ptrdiff_t at : {std::ptrdiff_t{0}, length / 2, length - 1}) {
      SCOPED_TRACE(gpu::text_of("element ", at, " of ", length));
      ndarray<float> x = gpu::full<float>({length, 2}, -1.0f);
      gpu::view(x, at, 0) = nan;
      gpu::view(x, at, 1) = infinity;
      for (const bool along : {false, true}) {
        const ndarray<float> rows = along ? ndarray<float>(gpu::transpose(x)) : x;
        const int axis = along ? 1 : 0;
        EXPECT_EQ(values(gpu::argmax(rows, axis)), (std::vector<std::int64_t>{at, at}));
        EXPECT_EQ(values(gpu::argmin(rows, axis))[0], at);
        EXPECT_TRUE(std::isnan(values(gpu::max(rows, axis))[0]));
        EXPECT_TRUE(std::isnan(values(gpu::min(rows, axis))[0]));
        EXPECT_EQ(values(gpu::max(rows, axis))[1], infinity);
        EXPECT_EQ(values(gpu::sum(rows, axis))[1], infinity);
        EXPECT_TRUE(std::isnan(values(gpu::var(rows, axis))[1]));
        EXPECT_EQ(values(gpu::nansum(rows, axis))[0], 1.0f - static_cast<float>(length));
        EXPECT_TRUE(values(gpu::any(gpu::isnan(rows), axis))[0]);
        const std::vector<float> sums = values(gpu::view(gpu::cumsum(x, 0), gpu::all(), 0));
        for (const std::ptrdiff_t i : {std::ptrdiff_t{0}, at, length - 1})
          EXPECT_EQ(std::isnan(sums[static_cast<std::size_t>(i)]), i >= at) << i;
      }
    }
  }
}

TEST_P(reduction_extents, zeros_keep_their_sign_where_all_have_it) {
  for (const std::ptrdiff_t length : lengths) {
    const ndarray<float> x = gpu::full<float>({length, 3}, -0.0f);
    for (const int axis : {0, 1}) {
      for (const float one : values(gpu::max(x, axis))) EXPECT_TRUE(std::signbit(one)) << length;
      for (const float one : values(gpu::min(x, axis))) EXPECT_TRUE(std::signbit(one)) << length;
    }
    EXPECT_EQ(gpu::argmax(x).item(), 0);
    EXPECT_EQ(gpu::argmin(gpu::where(gpu::equal(x, 0.0f), 0.0f, -0.0f)).item(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, reduction_extents, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
