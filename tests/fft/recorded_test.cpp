// SPDX-License-Identifier: BSD-3-Clause
// Transforms that are recorded and launched again, when their plans are in no cache any more.
#include <gpu/fft/plan_cache.hpp>
#include <gpu/fft/transforms.hpp>

#include "capture/replay.hpp"

namespace gpu::test {
namespace {

class recorded_transform : public on_device {};

TEST_P(recorded_transform, of_rows_columns_and_images) {
  ndarray<float> x = numbers({64, 60});
  const auto replay = [&](const auto& make) {
    expect_replay(x, [&](const auto& a) {
      const auto result = eval(make(a));
      fft::plan_cache(GetParam()).clear();
      return result;
    });
  };
  replay([](const auto& a) { return fft::fft(a); });
  replay([](const auto& a) { return fft::rfft(a, 100, 0); });
  replay([](const auto& a) { return fft::irfft2(fft::rfft2(a)); });
}

INSTANTIATE_TEST_SUITE_P(each, recorded_transform, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
