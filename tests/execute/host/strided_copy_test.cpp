// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/strided_copy.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace {

using gpu::execute::copy_grid;

TEST(strided_copy, turns_elements_of_every_size) {
  for (const std::ptrdiff_t size : {1, 2, 4, 8, 16})
    for (const std::ptrdiff_t rows : {1, 3, 9, 16, 17, 33, 64, 70, 135})
      for (const std::ptrdiff_t columns : {1, 2, 5, 8, 16, 31, 48, 66}) {
        const std::ptrdiff_t step = rows + 3;  // between columns
        std::vector<char> from(static_cast<std::size_t>(columns * step * size));
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i * 37 + i / 251);
        std::vector<char> to(static_cast<std::size_t>(rows * columns * size));
        std::vector<char> expected;
        for (std::ptrdiff_t r = 0; r < rows; ++r)
          for (std::ptrdiff_t c = 0; c < columns; ++c)
            for (std::ptrdiff_t b = 0; b < size; ++b)
              expected.push_back(from[static_cast<std::size_t>((r + c * step) * size + b)]);
        copy_grid({to.data(), columns, 1}, {from.data(), 1, step}, rows, columns,
                  static_cast<std::size_t>(size));
        EXPECT_EQ(to, expected) << rows << " x " << columns << " of " << size << " bytes";
      }
}

TEST(strided_copy, takes_every_second_element_of_every_size) {
  for (const std::ptrdiff_t size : {1, 2, 4, 8, 16})
    for (const std::ptrdiff_t step : {2, -2, 3})
      for (const std::ptrdiff_t columns : {1, 2, 7, 16, 17, 33, 100}) {
        constexpr std::ptrdiff_t rows = 3;
        // The memory ends with the last element.
        const std::ptrdiff_t row = (columns - 1) * std::abs(step) + 1;
        std::vector<char> from(static_cast<std::size_t>(rows * row * size));
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i * 37 + i / 251);
        std::vector<char> to(static_cast<std::size_t>(rows * columns * size));
        const std::ptrdiff_t first = step < 0 ? row - 1 : 0;
        std::vector<char> expected;
        for (std::ptrdiff_t r = 0; r < rows; ++r)
          for (std::ptrdiff_t c = 0; c < columns; ++c)
            for (std::ptrdiff_t b = 0; b < size; ++b)
              expected.push_back(
                  from[static_cast<std::size_t>((r * row + first + c * step) * size + b)]);
        copy_grid({to.data(), columns, 1}, {from.data() + first * size, row, step}, rows, columns,
                  static_cast<std::size_t>(size));
        EXPECT_EQ(to, expected) << columns << " of " << size << " bytes, step " << step;
      }
}

TEST(fill_affine, reaches_both_ends_of_the_integers) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> to(6);
  gpu::execute::fill_affine(to.data(), most, -most, -(most / 2), 2, 3);
  EXPECT_EQ(to, (std::vector<std::int64_t>{most, most / 2 + 1, 1, 0, -(most / 2), -most + 1}));
}

}  // namespace
