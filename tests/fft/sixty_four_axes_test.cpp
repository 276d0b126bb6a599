// SPDX-License-Identifier: BSD-3-Clause
// Arrays of 64 axes, NumPy's most: transforms give what they give without the axes of extent 1.
#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::test::values;

class fft_rank_64 : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, fft_rank_64, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class A, class B>
void expect_same(const A& wide, const B& few) {
  EXPECT_EQ(gpu::eval(wide).dimension(), 64u);
  EXPECT_EQ(values(gpu::eval(wide)), values(gpu::eval(few)));
}

TEST_P(fft_rank_64, transforms) {
  const gpu::ndarray<double> few = gpu::reshape(gpu::sin(gpu::arange<double>(12)), {3, 2, 2});
  gpu::shape extents(64, 1);
  extents[30] = 3;
  extents[62] = extents[63] = 2;
  const gpu::ndarray<double> wide = gpu::reshape(few, extents);
  expect_same(gpu::fft::fft(wide), gpu::fft::fft(few));
  expect_same(gpu::fft::rfft(wide), gpu::fft::rfft(few));
  expect_same(gpu::fft::irfft(wide), gpu::fft::irfft(few));
  expect_same(gpu::fft::fft2(wide), gpu::fft::fft2(few));
  expect_same(gpu::fft::fft(wide, 3, 30), gpu::fft::fft(few, 3, 0));
  expect_same(gpu::fft::fftshift(wide), gpu::fft::fftshift(few));
}

}  // namespace
