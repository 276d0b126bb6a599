// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/matrix.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using placeholders::_;
using test::matrix;
using test::values;

class near_elements : public test::on_device {};

TEST_P(near_elements, of_an_expression_are_those_of_its_value) {
  const ndarray<float> x = matrix(20, 30);
  const ndarray<float> row = matrix(1, 30);
  const ndarray<float> column = matrix(20, 1);
  const auto value = (x - row) * 0.5f + column;
  const ndarray<float> whole = value;
  EXPECT_EQ(values(ndarray<float>(roll(value, 3, 0))), values(ndarray<float>(roll(whole, 3, 0))));
  EXPECT_EQ(values(ndarray<float>(roll(value, -7, 1))), values(ndarray<float>(roll(whole, -7, 1))));
  EXPECT_EQ(values(ndarray<float>(roll(value, 65))), values(ndarray<float>(roll(whole, 65))));
  for (const pad_mode mode :
       {pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap})
    EXPECT_EQ(values(ndarray<float>(pad(value, {{2, 3}, {0, 4}}, mode))),
              values(ndarray<float>(pad(whole, {{2, 3}, {0, 4}}, mode))));
}

/// Where what stands at `place` beside an axis of `size` elements comes from, counted one by one.
std::ptrdiff_t source_of(std::ptrdiff_t place, std::ptrdiff_t size, pad_mode mode) {
  for (; place < 0 || place >= size; place += place < 0 ? 1 : -1) {
    if (mode == pad_mode::edge) continue;
    if (mode == pad_mode::wrap) return place < 0 ? place + size : place - size;
    const std::ptrdiff_t shift = mode == pad_mode::symmetric ? 1 : 0;
    return place < 0 ? -place - shift : 2 * size - 2 - place + shift;
  }
  return place;
}

std::vector<std::int64_t> sources_of(std::ptrdiff_t before, std::ptrdiff_t size,
                                     std::ptrdiff_t behind, pad_mode mode) {
  std::vector<std::int64_t> sources;
  for (std::ptrdiff_t place = -before; place < size + behind; ++place)
    sources.push_back(source_of(place, size, mode));
  return sources;
}

TEST_P(near_elements, of_large_arrays_are_those_of_their_places) {
  ndarray<float> cube = reshape(matrix(60, 90), {60, 9, 10});
  for (const pad_mode mode :
       {pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap}) {
    const auto along0 = take(cube, sources_of(20, 60, 3, mode), 0);
    const auto along1 = take(along0, sources_of(0, 9, 8, mode), 1);
    const ndarray<float> expected = take(along1, sources_of(9, 10, 0, mode), 2);
    EXPECT_EQ(values(pad(cube, {{20, 3}, {0, 8}, {9, 0}}, mode)), values(expected));
    const auto mirrored = view(cube, range(_, _, -1));
    EXPECT_EQ(values(pad(mirrored, {{1, 1}, {0, 0}, {0, 0}}, mode)),
              values(take(mirrored, sources_of(1, 60, 1, mode), 0)));
  }
  const ndarray<float> rolled = roll(cube, {7, -4, 13}, {0, 1, 2});
  for (const auto& [i, j, k] : {std::tuple(0, 0, 0), std::tuple(59, 8, 9), std::tuple(30, 4, 2)})
    EXPECT_EQ(rolled((i + 7) % 60, (j + 5) % 9, (k + 3) % 10), cube(i, j, k));
}

template <class T>
bool is_one_kernel(const expression<T>& value) {
  return explain(value).starts_with("1 kernel ");
}

TEST_P(near_elements, of_a_cheap_expression_are_computed_in_one_kernel) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "cpu() copies blocks of what is computed";
  const ndarray<float> x = matrix(200, 300);
  const ndarray<float> y = matrix(200, 300);
  EXPECT_TRUE(is_one_kernel(roll(x * y, 1, 0) + roll(x - y, 1, 1)));
  EXPECT_TRUE(is_one_kernel(pad(x * y, 1, pad_mode::edge) * 2.0f));
}

TEST_P(near_elements, of_what_takes_long_are_computed_once) {
  const ndarray<float> x = matrix(200, 300);
  EXPECT_FALSE(is_one_kernel(roll(exp(sum(x, 1, keepdims)) * x, 1, 0)));
}

INSTANTIATE_TEST_SUITE_P(devices, near_elements, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
