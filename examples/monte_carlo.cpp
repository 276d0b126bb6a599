// SPDX-License-Identifier: BSD-3-Clause
// Estimates by random numbers: pi, an integral and the price of an option, each with its standard
// error, on the processor and on every GPU by the same code.
//
//     monte_carlo [samples] [cpu|gpu]        else 4,000,000, on all devices
//
// Exits with 0 if all estimates are within five standard errors of the known values and all devices
// agree, with 1 if not, with 77 if there is no GPU and one was asked for.
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

namespace {

/// What is estimated, by the mean of samples.
struct estimate {
  double value;
  double error;  ///< standard error of the value
  double milliseconds;
};

/// Draws `count` samples and takes their mean. Samples are drawn, computed and added up while they
/// are in registers: they never lie in memory.
template <class Samples>
estimate mean_of(const Samples& samples, std::ptrdiff_t count) {
  const auto start = std::chrono::steady_clock::now();
  auto rng = gpu::random::default_rng(7);
  const auto drawn = samples(rng, gpu::shape{count});
  const auto [sum, sum_of_squares] = gpu::fuse(gpu::sum(drawn), gpu::sum(gpu::square(drawn)));
  const auto n = static_cast<double>(count);
  const double mean = sum.item() / n;
  const double variance = (sum_of_squares.item() - n * mean * mean) / (n - 1);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return {mean, std::sqrt(variance / n), taken.count()};
}

/// 4 for a point of the unit square that is in the quarter of the unit circle, else 0.
constexpr auto quarter_circle = [](gpu::random::generator& rng, const gpu::shape& size) {
  const auto x = rng.uniform(0, 1, size);
  const auto y = rng.uniform(0, 1, size);
  return gpu::where(x * x + y * y < 1, 4.0, 0.0);
};

/// exp(-x^2 / 2) of a uniform x in [-1, 1], times the length of the interval.
constexpr auto bell = [](gpu::random::generator& rng, const gpu::shape& size) {
  const auto x = rng.uniform(-1, 1, size);
  return 2 * gpu::exp(-gpu::square(x) / 2);
};

/// A European call: the right to buy a share at a price some time from now.
struct call_option {
  double share = 100;   ///< its price now
  double strike = 105;  ///< the price that it may be bought at
  double rate = 0.03;   ///< interest for a year, continuously compounded
  double volatility = 0.2;
  double years = 1;

  /// What the option pays in one possible future, in money of today. The share follows a geometric
  /// Brownian motion.
  auto operator()(gpu::random::generator& rng, const gpu::shape& size) const {
    const auto shock = rng.standard_normal(size);
    const double drift = (rate - volatility * volatility / 2) * years;
    const auto later = share * gpu::exp(drift + volatility * std::sqrt(years) * shock);
    return std::exp(-rate * years) * gpu::maximum(later - strike, 0);
  }
  /// The formula of Black and Scholes (1973).
  [[nodiscard]] double price() const {
    const auto below = [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; };
    const double spread = volatility * std::sqrt(years);
    const double d = std::log(share / strike) / spread + (rate * years) / spread + spread / 2;
    return share * below(d) - strike * std::exp(-rate * years) * below(d - spread);
  }
};

/// Prints a row, and returns whether the estimate is believable.
bool report(const char* what, double exact, const estimate& found) {
  const double distance = (found.value - exact) / found.error;
  std::cout << std::left << std::setw(16) << what << std::right << std::fixed
            << std::setprecision(6) << std::setw(12) << exact << std::setw(12) << found.value
            << std::setw(12) << found.error << std::setprecision(1) << std::setw(8) << distance
            << std::setw(10) << found.milliseconds << '\n';
  return std::abs(distance) < 5;
}

/// All estimates on one device.
std::vector<double> estimate_all(gpu::device where, std::ptrdiff_t count, bool& good) {
  gpu::device_guard scope{where};
  std::cout << "\non " << where << ", " << gpu::properties(where).name << '\n'
            << "what                   exact    estimate       error  off by        ms\n";
  const call_option call;
  const estimate pi = mean_of(quarter_circle, count);
  const estimate integral = mean_of(bell, count);
  const estimate price = mean_of(call, count);
  good &= report("pi", std::numbers::pi, pi);
  good &= report("integral", std::sqrt(2 * std::numbers::pi) * std::erf(std::numbers::sqrt2 / 2),
                 integral);
  good &= report("price of a call", call.price(), price);
  return {pi.value, integral.value, price.value};
}

/// How the error falls with the number of samples: by 10 for 100 times as many.
void print_convergence(std::ptrdiff_t count) {
  std::cout << "\nsamples          pi       error\n";
  for (std::ptrdiff_t n = 100; n <= count; n *= 10) {
    const estimate pi = mean_of(quarter_circle, n);
    const auto bar = static_cast<std::size_t>(std::max(0.0, 10 * std::log10(pi.error * 1e4)));
    std::cout << std::left << std::setw(10) << n << std::right << std::setprecision(5)
              << std::setw(9) << pi.value << std::setw(12) << pi.error << "  "
              << std::string(bar, '*') << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 2 ? argv[2] : "";
  if (wanted == "gpu" && gpu::num_gpus() == 0) {
    std::cout << "There is no GPU here.\n";
    return 77;
  }
  try {
    const std::ptrdiff_t count = argc > 1 ? std::stol(argv[1]) : 4'000'000;
    std::vector<gpu::device> devices;
    if (wanted != "gpu") devices.push_back(gpu::cpu());
    if (wanted != "cpu")
      for (const gpu::device device : gpu::try_all_gpus())
        if (device.is_gpu()) devices.push_back(device);
    std::cout << count << " samples; \"off by\" counts standard errors\n";
    bool good = true;
    std::vector<double> first;
    for (const gpu::device device : devices) {
      const std::vector<double> values = estimate_all(device, count, good);
      if (first.empty()) first = values;
      // The numbers are the same on every device, and so are the results but for rounding.
      for (std::size_t i = 0; i < values.size(); ++i)
        good &= std::abs(values[i] - first[i]) <= 1e-9 * std::abs(first[i]);
    }
    const gpu::device_guard scope{devices.back()};
    print_convergence(count);
    return good ? 0 : 1;
  } catch (const std::exception& wrong) {
    std::cerr << "monte_carlo: " << wrong.what() << '\n';
    return 1;
  }
}
