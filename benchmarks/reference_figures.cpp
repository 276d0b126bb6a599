// SPDX-License-Identifier: BSD-3-Clause
#include "reference_figures.hpp"

#include <cstddef>
#include <vector>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include "cuda/copy.hpp"
#include "jit/cache.hpp"
#include "median.hpp"
#include "stopwatch.hpp"

namespace gpu::bench {
namespace {

constexpr std::size_t copy_size_bytes = std::size_t{1} << 30;

double measure_copy() {
  const device where = bench_device();
  const stream_ref stream = current_stream(where);
  const ref_ptr<memory_block> from = memory_block::allocate(where, copy_size_bytes);
  const ref_ptr<memory_block> to = memory_block::allocate(where, copy_size_bytes);
  fill_bytes(from->data(), where, 0x5a, copy_size_bytes, stream);
  const auto copy = [&] {
    copy_bytes(to->data(), where, from->data(), where, copy_size_bytes, stream);
  };
  const int calls = where.is_gpu() ? 4 : 1;
  (void)device_seconds(where, calls, copy);
  std::vector<double> samples;
  for (int i = 0; i < 15; ++i) samples.push_back(device_seconds(where, calls, copy));
  return 2 * static_cast<double>(copy_size_bytes) / median(samples);
}

}  // namespace

device bench_device() {
  return try_gpu();
}

double copy_bandwidth() {
  static const double measured = measure_copy();
  return measured;
}

void bare_launch() {
  static const kernel_ref nothing =
      load_kernel({"nothing", "extern \"C\" __global__ void nothing() {}\n", {}, {}}, gpu());
  launch_config config;
  config.block[0] = 32;
  cuda::launch(nothing, config, current_stream(gpu()), nullptr, 0);
}

}  // namespace gpu::bench
