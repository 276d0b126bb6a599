// SPDX-License-Identifier: BSD-3-Clause
// Times of what is computed, and what it costs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gpu/core/text_of.hpp>
#include <gpu/gpu.hpp>

/// One line of the table.
struct run {
  static constexpr int repetitions = 10;

  std::string what;
  std::string where;
  double first_milliseconds = 0;
  double best_milliseconds = 0;
  std::int64_t kernels = 0;
  std::int64_t bytes = 0;
};

/// What an expression that has not been computed yet will cost.
struct cost {
  std::int64_t kernels = 0;
  std::int64_t bytes = 0;
};

/// Takes the numbers from the first line of `gpu::explain`: "1 kernel on gpu(0), reading 4096 bytes
/// and writing 4096 bytes".
template <class Expression>
cost cost_of(const Expression& value) {
  std::istringstream text(gpu::explain(value));
  std::string word;
  cost total;
  std::int64_t written = 0;
  text >> total.kernels >> word >> word >> word >> word >> total.bytes >> word >> word >> word >>
      written;
  if (!text) throw std::runtime_error("gpu::explain says something unexpected");
  total.bytes += written;
  return total;
}

/// Calls `compute` repeatedly, waiting for `where` each time, and notes the first and the best
/// time.
template <class Compute>
run timed(std::string what, gpu::device where, const Compute& compute) {
  run result{std::move(what), gpu::text_of(where), 0, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < run::repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    compute();
    where.synchronize();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    if (i == 0) result.first_milliseconds = taken.count();
    result.best_milliseconds = std::min(result.best_milliseconds, taken.count());
  }
  return result;
}

inline void print_table(const std::vector<run>& runs) {
  std::cout << std::left << std::setw(34) << "what" << std::setw(14) << "where" << std::right
            << std::setw(11) << "first ms" << std::setw(11) << "best ms" << std::setw(9)
            << "kernels" << std::setw(12) << "bytes" << '\n'
            << std::fixed << std::setprecision(3);
  for (const run& r : runs)
    std::cout << std::left << std::setw(34) << r.what << std::setw(14) << r.where << std::right
              << std::setw(11) << r.first_milliseconds << std::setw(11) << r.best_milliseconds
              << std::setw(9) << (r.kernels > 0 ? std::to_string(r.kernels) : "-") << std::setw(12)
              << r.bytes << '\n';
}
