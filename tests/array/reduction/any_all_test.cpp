// SPDX-License-Identifier: BSD-3-Clause
// `any` and `all`, which end at the first element that decides.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using gpu::test::values;

class any_all : public test::on_device {
 protected:
  /// One element that differs from all others, in each place of a block and beside its ends.
  template <class T>
  void expect_one_that_decides(std::ptrdiff_t count) {
    for (const std::ptrdiff_t place : {std::ptrdiff_t{0}, count / 3, count - 2, count - 1}) {
      if (place < 0) continue;
      ndarray<T> none = zeros<T>({count});
      ndarray<T> every = ones<T>({count});
      EXPECT_FALSE(any(none).item());
      EXPECT_TRUE(all(every).item());
      none(place) = T(1);
      every(place) = T(0);
      EXPECT_TRUE(any(none).item()) << count << ' ' << place;
      EXPECT_FALSE(all(every).item()) << count << ' ' << place;
      EXPECT_EQ(argmax(none).item(), place);
      EXPECT_EQ(argmin(every).item(), place);
      EXPECT_EQ(count_nonzero(every).item(), count - 1);
    }
  }
};

TEST_P(any_all, of_many_elements) {
  for (const std::ptrdiff_t count : {1, 2, 31, 33, 2047, 2048, 2049, 10000}) {
    expect_one_that_decides<bool>(count);
    expect_one_that_decides<std::int16_t>(count);
    expect_one_that_decides<float>(count);
    expect_one_that_decides<double>(count);
  }
}

TEST_P(any_all, along_each_axis) {
  ndarray<bool> a = zeros<bool>({40, 70});
  a(3, 5) = true;
  a(39, 69) = true;
  std::vector<bool> columns(70);
  columns[5] = columns[69] = true;
  std::vector<bool> rows(40);
  rows[3] = rows[39] = true;
  const auto as_bools = [](const auto& value) {
    const auto all = values(value);
    return std::vector<bool>(all.begin(), all.end());
  };
  EXPECT_EQ(as_bools(any(a, {0})), columns);
  EXPECT_EQ(as_bools(any(a, {1})), rows);
  columns.flip();
  rows.flip();
  EXPECT_EQ(as_bools(all(logical_not(a), {0})), columns);
  EXPECT_EQ(as_bools(all(logical_not(a), {1})), rows);
  EXPECT_EQ(values(sum(a, {1}))[3], 1);
  EXPECT_EQ(as_bools(amax(a, {0})), as_bools(any(a, {0})));
}

/// cpu() counts in bytes, of 64 elements side by side, each up to 255.
TEST_P(any_all, are_counted_in_bytes_that_do_not_overflow) {
  for (const std::ptrdiff_t count : {0, 1, 63, 64, 65, 255 * 64, 255 * 64 + 1, 256 * 64, 40001}) {
    EXPECT_EQ(count_nonzero(ones<bool>({count})).item(), count);
    EXPECT_EQ(count_nonzero(full<std::int8_t>({count}, -128)).item(), count);
    EXPECT_EQ(count_nonzero(zeros<std::uint8_t>({count})).item(), 0);
    EXPECT_EQ(count_nonzero(remainder(arange<std::uint8_t>(0, 200, 1), 3)).item(), 133);
  }
}

TEST_P(any_all, where_a_mask_holds) {
  const ndarray<bool> a = {false, true, false};
  const ndarray<bool> without = {true, false, true};
  EXPECT_FALSE(any(a, where(without)).item());
  EXPECT_TRUE(all(a, where(logical_not(without))).item());
}

INSTANTIATE_TEST_SUITE_P(devices, any_all, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
