// SPDX-License-Identifier: BSD-3-Clause
// The limits: a copy within the device, and the launch of a kernel that does nothing.
#include <vector>

#include "reference_figures.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

void copy(benchmark::State& state) {
  guarded(state, [&] {
    const double bytes_per_second = copy_bandwidth();
    for (auto _ : state) state.SetIterationTime(0x1p31 / bytes_per_second);
    state.counters["median_us"] = 0x1p31 / bytes_per_second * 1e6;
    state.counters["GB/s"] = bytes_per_second * 1e-9;
    state.counters["of_copy"] = 1;
  });
}
BENCHMARK(copy)->Name("limits/copy")->Iterations(1)->UseManualTime();

template <class Work>
void measure_launch(benchmark::State& state, int calls, Work work) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    (void)host_seconds(gpu(), calls, work);
    std::vector<double> samples;
    for (auto _ : state) {
      samples.push_back(host_seconds(gpu(), calls, work));
      state.SetIterationTime(samples.back());
    }
    state.counters["median_us"] = median(samples) * 1e6;
  });
}

void launch_back_to_back(benchmark::State& state) {
  measure_launch(state, 10'000, bare_launch);
}
BENCHMARK(launch_back_to_back)->Name("limits/launch")->Iterations(11)->UseManualTime();

void launch_and_wait(benchmark::State& state) {
  measure_launch(state, 1'000, [] {
    bare_launch();
    gpu().synchronize();
  });
}
BENCHMARK(launch_and_wait)->Name("limits/launch_and_wait")->Iterations(11)->UseManualTime();

}  // namespace
}  // namespace gpu::bench
