// SPDX-License-Identifier: BSD-3-Clause
// Results that are computed with other extents than they have.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/fuse.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

ndarray<float> counted(const gpu::shape& extents) {
  return gpu::reshape(gpu::arange<float>(0, static_cast<float>(gpu::element_count(extents))),
                      extents);
}

/// The same, each step in memory.
template <class A>
ndarray<float> kept(const A& value) {
  return ndarray<float>(value);
}

template <class... A>
int kernels(const A&... all) {
  return std::stoi(gpu::explain(all...));
}

class reshaped_results : public gpu::test::on_device {};

TEST_P(reshaped_results, are_computed_by_one_kernel) {
  const ndarray<float> x = counted({3, 4, 5});
  const auto flat = gpu::reshape(gpu::transpose(x + 1.0f, {1, 0, 2}), {4, 15});
  EXPECT_EQ(kernels(flat), 1);
  const ndarray<float> found = flat;
  EXPECT_EQ(found.shape(), (gpu::shape{4, 15}));
  const ndarray<float> swapped = kept(gpu::transpose(x + 1.0f, {1, 0, 2}));
  EXPECT_EQ(values(found), values(kept(gpu::reshape(swapped, {4, 15}))));
  EXPECT_EQ(values(kept(flat * 2.0f)), values(kept(gpu::reshape(swapped, {4, 15}) * 2.0f)));
}

TEST_P(reshaped_results, are_those_of_finer_extents) {
  const ndarray<float> x = counted({3, 4, 5});
  const ndarray<float> y = counted({4, 15});
  const ndarray<float> row = counted({15});
  const auto flat = gpu::reshape(gpu::transpose(x + 1.0f, {1, 0, 2}), {4, 15});
  const auto mixed = flat * y - row;
  EXPECT_EQ(kernels(mixed), 1);
  const ndarray<float> known = kept(flat);
  EXPECT_EQ(values(kept(mixed)), values(kept(known * y - row)));
}

TEST_P(reshaped_results, keep_the_rows_of_blocks) {
  const ndarray<float> x = counted({96});
  const auto blocks = gpu::reshape(x, {12, 8});
  const auto scaled = blocks / gpu::max(blocks, 1, gpu::keepdims);
  EXPECT_EQ(kernels(gpu::reshape(scaled, {96})), 1);
  EXPECT_EQ(kernels(gpu::reshape(scaled, {96}) * 2.0f + x), 1);
  const ndarray<float> largest = kept(gpu::max(blocks, 1, gpu::keepdims));
  const ndarray<float> quotients = kept(blocks / largest);
  EXPECT_EQ(values(kept(gpu::reshape(scaled, {96}))), values(quotients));
  EXPECT_EQ(values(kept(gpu::reshape(scaled, {96}) * 2.0f + x)),
            values(kept(gpu::reshape(quotients, {96}) * 2.0f + x)));
}

TEST_P(reshaped_results, are_what_evaluating_twice_hands_out) {
  const auto flat = gpu::reshape(gpu::transpose(counted({3, 4}) + 1.0f), {12});
  const ndarray<float> first = flat;
  const ndarray<float> second = flat;
  EXPECT_EQ(values(first), values(second));
  EXPECT_EQ(kernels(flat), 0);
}

TEST_P(reshaped_results, of_fuse_are_all_there) {
  const ndarray<float> x = counted({3, 4});
  const ndarray<float> y = counted({12});
  const auto flat = gpu::reshape(gpu::transpose(x + 1.0f), {12});
  EXPECT_EQ(kernels(flat + y, flat, y * y), 1);
  const auto [sum, same, square] = gpu::fuse(flat + y, flat, y * y);
  const ndarray<float> known = kept(gpu::transpose(x + 1.0f));
  EXPECT_EQ(values(sum), values(kept(gpu::reshape(known, {12}) + y)));
  EXPECT_EQ(values(same), values(known));
  EXPECT_EQ(values(square), values(kept(y * y)));
}

TEST_P(reshaped_results, without_elements_have_their_shape) {
  const ndarray<float> x = counted({0, 4, 5});
  const ndarray<float> found = gpu::reshape(gpu::transpose(x + 1.0f, {1, 0, 2}), {4, 0});
  EXPECT_EQ(found.shape(), (gpu::shape{4, 0}));
}

TEST_P(reshaped_results, may_replace_what_they_are_computed_from) {
  ndarray<float> x = counted({2, 3});
  x = gpu::transpose(gpu::reshape(gpu::transpose(x + 1.0f), {2, 3}) * 2.0f);
  EXPECT_EQ(values(x), (std::vector<float>{2, 10, 8, 6, 4, 12}));
}

INSTANTIATE_TEST_SUITE_P(devices, reshaped_results, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
