// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/keep.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::message_of;
using test::values;

class listed_slices : public test::on_device {
 protected:
  /// 0 ... 11 of shape (3, 4).
  static ndarray<int> matrix() {
    ndarray<int> a = arange<int>(12);
    a.reshape({3, 4});
    return a;
  }
};

TEST_P(listed_slices, each_stands_for_its_own_axis) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(view(a, keep(0, 2), keep(3, 1))), (std::vector{3, 1, 11, 9}));
  EXPECT_EQ(values(view(a, drop(1), drop(0, -1))), (std::vector{1, 2, 9, 10}));
  EXPECT_EQ(values(view(a, keep(-1))), (std::vector{8, 9, 10, 11}));
  EXPECT_EQ(values(view(a, 1, keep(0, 0))), (std::vector{4, 4}));
  EXPECT_EQ(values(view(a, range(1, 3), keep(2))), (std::vector{6, 10}));
  EXPECT_EQ(view(a, keep(0, 2), newaxis(), drop(0)).shape(), (shape{2, 1, 3}));
  EXPECT_EQ(values(view(a, ellipsis(), keep(1))), (std::vector{1, 5, 9}));
  EXPECT_EQ(values(view(a + 1, drop(0, 1), range(0, 2))), (std::vector{9, 10}));
  EXPECT_EQ(view(a, drop(0, 1, 2)).shape(), (shape{0, 4}));
  EXPECT_EQ(values(view(a, keep(std::vector<std::ptrdiff_t>{2}), 0)), (std::vector{8}));
}

TEST_P(listed_slices, write_to_the_array) {
  ndarray<int> a = matrix();
  view(a, keep(0, 2), keep(3, 1)) = ndarray<int>{{-1, -2}, {-3, -4}};
  EXPECT_EQ(values(a), (std::vector{0, -2, 2, -1, 4, 5, 6, 7, 8, -4, 10, -3}));
  view(a, 1, drop(0)) += 100;
  EXPECT_EQ(values(view(a, 1)), (std::vector{4, 105, 106, 107}));
  view(a, range(1, 3), keep(0)) = 0;
  EXPECT_EQ(values(view(a, all(), 0)), (std::vector{0, 0, 0}));
}

TEST_P(listed_slices, refuse_indices_out_of_bounds) {
  ndarray<int> a = matrix();
  EXPECT_EQ(message_of<index_error>([&] { static_cast<void>(view(a, all(), keep(4))); }),
            "index 4 is out of bounds for axis 1 with size 4");
  EXPECT_THROW(static_cast<void>(view(a, drop(-4))), index_error);
  EXPECT_THROW(static_cast<void>(view(a, keep(0), 0, 0)), index_error);
}

INSTANTIATE_TEST_SUITE_P(devices, listed_slices, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
