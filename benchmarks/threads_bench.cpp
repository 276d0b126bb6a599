// SPDX-License-Identifier: BSD-3-Clause
// Threads that issue small work on one device, each on a stream and on arrays of its own: the time
// between two launches of all of them, beside that of as many threads with bare launches. Nothing
// may be lost: each thread counts in its array.
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr int all_calls = 32'000;
constexpr int first_calls = 100;

/// Seconds from the moment when all threads go until the device has done what they issued. Each
/// thread has a stream of its own, on which it makes a `Work`, calls it, and lets it check itself.
template <class Work>
double seconds_of_threads(int count) {
  using clock = std::chrono::steady_clock;
  const device where = bench_device();
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&] {
      const stream own(where);
      const stream_guard guard(own);
      Work work;
      for (int i = 0; i < first_calls; ++i) work();
      where.synchronize();
      ++ready;
      while (!go) std::this_thread::yield();
      for (int i = 0; i < all_calls / count; ++i) work();
      ready.fetch_sub(1);
      if (!work.is_right(first_calls + all_calls / count)) ++wrong;
    });
  while (ready < count) std::this_thread::yield();
  finish_compiling();
  const clock::time_point start = clock::now();
  go = true;
  while (ready > 0) std::this_thread::yield();
  where.synchronize();
  const double seconds = std::chrono::duration<double>(clock::now() - start).count();
  for (std::thread& thread : threads) thread.join();
  if (wrong > 0) throw std::runtime_error(text_of(wrong.load(), " threads lost work"));
  return seconds;
}

class counting {
 public:
  void operator()() { total_ = total_ + one_; }
  bool is_right(int calls) const {
    for (std::ptrdiff_t i = 0; i < total_.shape()[0]; ++i)
      if (std::as_const(total_)(i) != static_cast<float>(calls)) return false;
    return true;
  }

 private:
  ndarray<float> one_ = ones<float>({16}, bench_device());
  ndarray<float> total_ = zeros<float>({16}, bench_device());
};

struct bare {
  void operator()() { bare_launch(); }
  static bool is_right(int) { return true; }
};

/// Argument 0 is the number of threads.
void issue(benchmark::State& state) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    const int count = static_cast<int>(state.range(0));
    std::vector<double> samples;
    std::vector<double> launches;
    for (auto _ : state) {
      launches.push_back(seconds_of_threads<bare>(count));
      samples.push_back(seconds_of_threads<counting>(count));
      state.SetIterationTime(samples.back());
    }
    state.counters["median_us"] = median(samples) / all_calls * 1e6;
    state.counters["bare_us"] = median(launches) / all_calls * 1e6;
    state.counters["of_bare"] = median(samples) / median(launches);
  });
}

BENCHMARK(issue)
    ->Name("threads/add")
    ->RangeMultiplier(2)
    ->Range(1, 32)
    ->Iterations(3)
    ->UseManualTime();

}  // namespace
}  // namespace gpu::bench
