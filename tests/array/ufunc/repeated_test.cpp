// SPDX-License-Identifier: BSD-3-Clause
// Expressions that a thread computes again and again, with other arrays, alignments and scalars.
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::range;
using gpu::test::values;

class repeated : public gpu::test::on_device {};

TEST_P(repeated, every_size_and_alignment) {
  const ndarray<int> all = gpu::arange<int>(2000);
  for (const int size : {1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 64, 100, 255, 256, 1000, 1024})
    for (const int first : {0, 1, 2, 3, 4})
      for (const int second : {0, 4, 6}) {
        const auto a = gpu::view(all, range(first, first + size));
        const auto b = gpu::view(all, range(second, second + size));
        const ndarray<int> c = a * 3 + b - a;
        std::vector<int> wanted;
        for (int i = 0; i < size; ++i) wanted.push_back(2 * (first + i) + second + i);
        EXPECT_EQ(values(c), wanted) << size << ' ' << first << ' ' << second;
      }
}

TEST_P(repeated, scalars_are_not_those_of_the_time_before) {
  const ndarray<float> x = gpu::arange<float>(16);
  for (int i = 0; i < 600; ++i) {
    const float k = static_cast<float>(i);
    const ndarray<float> y = x * k + 1;
    if (i % 50 == 0) {
      EXPECT_EQ(values(y)[3], 3 * k + 1);
    }
  }
}

TEST_P(repeated, equal_arrays_are_one_operand_and_others_are_not) {
  const ndarray<int> a = gpu::full<int>({8}, 1);
  const ndarray<int> b = gpu::full<int>({8}, 2);
  const auto of = [](const ndarray<int>& x, const ndarray<int>& y, const ndarray<int>& z) {
    const ndarray<int> sum = x * 100 + y * 10 + z;
    return values(sum).front();
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(of(a, b, b), 122);
    EXPECT_EQ(of(a, a, b), 112);
    EXPECT_EQ(of(b, a, b), 212);
    EXPECT_EQ(of(b, b, b), 222);
  }
}

TEST_P(repeated, updates_in_place) {
  ndarray<int> a = gpu::zeros<int>({16});
  const ndarray<int> b = gpu::ones<int>({16});
  for (int i = 0; i < 300; ++i) {
    a += b;
    a += a * 0;
  }
  EXPECT_EQ(values(a), std::vector<int>(16, 300));
}

INSTANTIATE_TEST_SUITE_P(devices, repeated, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
