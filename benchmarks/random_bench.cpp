// SPDX-License-Identifier: BSD-3-Clause
// Random numbers. CuPy: cupy.random.default_rng().standard_normal(n), .standard_gamma(2, n),
// .poisson(20, n), .binomial(100, 0.3, n).
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include <gpu/random/generator.hpp>

#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Times `draw`, whose numbers have to have a mean that is about `wanted`.
template <class T, class Draw>
void measure(benchmark::State& state, double wanted, const Draw& draw) {
  guarded(state, [&] {
    random::generator rng = random::default_rng(7);
    const shape size = {static_cast<std::ptrdiff_t>(state.range(0))};
    const double found = mean(draw(rng, size, bench_device()).template astype<double>()).item();
    if (!(std::abs(found - wanted) <= 0.05 * (1 + std::abs(wanted))))
      throw std::runtime_error("wrong mean");
    const auto count = static_cast<double>(state.range(0));
    const auto work = [&] { const ndarray<T> x = draw(rng, size, bench_device()); };
    (void)first_launches(work);
    const double seconds = time_calls(state, work);
    state.counters["GB/s"] = count * sizeof(T) / seconds * 1e-9;
    state.counters["of_copy"] = count * sizeof(T) / seconds / copy_bandwidth();
    state.counters["Gnumbers/s"] = count / seconds * 1e-9;
  });
}

/// So many numbers of a distribution.
template <class T>
using drawing = std::function<ndarray<T>(random::generator&, const shape&, device)>;

template <class T>
void add(const char* name, double wanted, const drawing<T>& draw, int most = 1 << 26) {
  benchmark::RegisterBenchmark(name,
                               [=](benchmark::State& state) { measure<T>(state, wanted, draw); })
      ->Arg(1 << 20)
      ->Arg(most)
      ->Iterations(throughput_batches)
      ->UseManualTime();
}

/// What is limited by the write of the result.
constexpr int large = 1 << 28;

template <class T>
void add_real(const std::string& type) {
  using g = random::generator;
  const auto named = [&](const char* name) { return name + ("/" + type); };
  add<T>(
      named("random").c_str(), 0.5,
      [](g& r, const shape& n, device on) { return r.random<T>(n, on); }, large);
  add<T>(
      named("random_used").c_str(), 0,
      [](g& r, const shape& n, device on) { return T(2) * r.random<T>(n, on) - T(1); }, large);
  add<T>(
      named("normal").c_str(), 0,
      [](g& r, const shape& n, device on) { return r.standard_normal<T>(n, on); }, large);
  add<T>(
      named("normal_used").c_str(), 3,
      [](g& r, const shape& n, device on) { return T(3) + T(2) * r.standard_normal<T>(n, on); },
      large);
  add<T>(named("gamma").c_str(), 2,
         [](g& r, const shape& n, device on) { return r.standard_gamma<T>(2, n, on); });
  add<T>(named("gamma_below_one").c_str(), 0.5,
         [](g& r, const shape& n, device on) { return r.standard_gamma<T>(0.5, n, on); });
  add<T>(named("beta").c_str(), 0.4,
         [](g& r, const shape& n, device on) { return r.beta<T>(2, 3, n, on); });
  add<T>(named("vonmises").c_str(), 0,
         [](g& r, const shape& n, device on) { return r.vonmises<T>(0, 4, n, on); });
}

void add_counts() {
  using g = random::generator;
  using count = std::int64_t;
  add<count>("poisson/3", 3, [](g& r, const shape& n, device on) { return r.poisson(3, n, on); });
  add<count>("poisson/20", 20,
             [](g& r, const shape& n, device on) { return r.poisson(20, n, on); });
  add<count>("poisson/1e6", 1e6,
             [](g& r, const shape& n, device on) { return r.poisson(1e6, n, on); });
  add<count>("binomial/10", 3,
             [](g& r, const shape& n, device on) { return r.binomial(10, 0.3, n, on); });
  add<count>("binomial/100", 30,
             [](g& r, const shape& n, device on) { return r.binomial(100, 0.3, n, on); });
  add<count>("geometric", 10,
             [](g& r, const shape& n, device on) { return r.geometric(0.1, n, on); });
}

/// Integers below `count`.
template <class T>
void add_integers(const char* name, int count) {
  const auto draw = [count](random::generator& r, const shape& n, device on) {
    return r.integers<T>(0, count, n, false, on);
  };
  add<T>(name, (count - 1) / 2.0, draw, large);
}

const bool added = [] {
  add_real<float>("float32");
  add_real<double>("float64");
  add_counts();
  add_integers<std::int32_t>("integers/int32", 1000);  // some words are drawn again
  add_integers<std::uint8_t>("integers/uint8", 256);   // none
  return true;
}();

}  // namespace
}  // namespace gpu::bench
