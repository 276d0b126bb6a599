// SPDX-License-Identifier: BSD-3-Clause
// Writes to most of an array that others share, or that what is written reads elsewhere.
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::values;

/// Enough that the rest of it is copied by itself, on a GPU as well.
constexpr std::ptrdiff_t rows = 2100;
constexpr std::ptrdiff_t columns = 2003;

class box_write : public test::on_device {
 protected:
  static ndarray<float> numbers() {
    return reshape(remainder(arange<float>(0.0f, static_cast<float>(rows * columns)), 1013.0f),
                   {rows, columns});
  }
  static float& at(std::vector<float>& all, std::ptrdiff_t row, std::ptrdiff_t column) {
    return all[static_cast<std::size_t>(row * columns + column)];
  }
};

TEST_P(box_write, of_an_array_that_is_shared_changes_it_alone) {
  ndarray<float> x = numbers();
  const ndarray<float> before = x;
  const std::vector<float> old = values(before);
  view(x, range(1, -1), range(2, -3)) = -before(5, 7);
  std::vector<float> wanted = old;
  for (std::ptrdiff_t i = 1; i < rows - 1; ++i)
    for (std::ptrdiff_t k = 2; k < columns - 3; ++k) at(wanted, i, k) = -old[5 * columns + 7];
  EXPECT_EQ(values(x), wanted);
  EXPECT_EQ(values(before), old);
}

TEST_P(box_write, of_neighbours_reads_what_was_there_before) {
  ndarray<float> x = numbers();
  std::vector<float> old = values(x);
  std::vector<float> wanted = old;
  for (std::ptrdiff_t i = 1; i < rows; ++i)
    for (std::ptrdiff_t k = 0; k < columns - 1; ++k)
      at(wanted, i, k) = at(old, i - 1, k) + at(old, i, k + 1);
  view(x, range(1, placeholders::_), range(placeholders::_, -1)) =
      view(x, range(0, -1), range(0, -1)) +
      view(x, range(1, placeholders::_), range(1, placeholders::_));
  EXPECT_EQ(values(x), wanted);
}

TEST_P(box_write, may_go_backwards_and_leave_out_axes) {
  ndarray<float> x = numbers();
  const ndarray<float> before = x;
  std::vector<float> old = values(x);
  std::vector<float> wanted = old;
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    for (std::ptrdiff_t k = 1; k < columns; ++k) at(wanted, i, k) = at(old, rows - 1 - i, k);
  view(x, range(placeholders::_, placeholders::_, -1), range(1, placeholders::_)) =
      view(before, all(), range(1, placeholders::_));
  EXPECT_EQ(values(x), wanted);

  ndarray<float> line = reshape(numbers(), {1, -1});
  const ndarray<float> kept = line;
  view(line, 0, range(3, placeholders::_)) = 1.0f;
  EXPECT_EQ(line(0, 2), kept(0, 2));
  EXPECT_EQ(line(0, 3), 1.0f);
  EXPECT_EQ(sum(line).item(), sum(view(kept, 0, range(0, 3))).item() + rows * columns - 3.0f);
}

TEST_P(box_write, that_is_refused_changes_nothing) {
  ndarray<float> x = numbers();
  const ndarray<float> before = x;
  EXPECT_THROW((view(x, range(1, -1), range(1, -1)) = ones<float>({3, 5})), shape_error);
  EXPECT_TRUE(x == before);
}

TEST_P(box_write, through_a_view_reaches_other_views_of_the_array) {
  ndarray<float> x = numbers();
  const ndarray<float> before = x;
  const auto corner = view(x, range(0, 2), range(0, 2));
  view(x, range(1, placeholders::_), range(1, placeholders::_)) = 7.0f;
  EXPECT_EQ(values(ndarray<float>(corner)), (std::vector<float>{0, 1, before(1, 0), 7}));
}

INSTANTIATE_TEST_SUITE_P(devices, box_write, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
