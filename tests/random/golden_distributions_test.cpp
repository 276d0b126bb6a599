// SPDX-License-Identifier: BSD-3-Clause
// Distributions whose functions C++ does not have, against tables of SciPy: by the test of Pearson,
// with another seed each time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/random/generator.hpp>

#include "support/device.hpp"
#include "support/draw_count.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;

const std::ptrdiff_t count = test::draw_count();
const shape size = {count};

/// A line of tests/golden/random/distributions.txt.
struct golden_table {
  std::string name;
  std::vector<double> parameters;
  std::vector<double> edges;
  std::vector<double> shares;

  [[nodiscard]] double at(std::size_t i) const { return parameters.at(i); }
  [[nodiscard]] std::int64_t count_at(std::size_t i) const {
    // 2^63 - 1 is no double.
    const double number = at(i);
    return number < 0x1p63 ? static_cast<std::int64_t>(number) : INT64_MAX;
  }
};

golden_table read_table(const std::string& text) {
  std::istringstream line(text);
  golden_table table;
  line >> table.name;
  for (std::string word; line >> word && word != ":";) table.parameters.push_back(std::stod(word));
  for (std::string edge, share; line >> edge >> share;) {
    table.edges.push_back(std::stod(edge));
    table.shares.push_back(std::stod(share));
  }
  return table;
}

/// The sum of squared deviations of the numbers in each bin, in units of their variances.
template <class T>
double deviation(const std::vector<T>& drawn, const golden_table& table) {
  std::vector<double> found(table.edges.size());
  for (const T value : drawn) {
    const auto at =
        std::lower_bound(table.edges.begin(), table.edges.end(), static_cast<double>(value));
    if (at == table.edges.end()) return INFINITY;  // nan
    ++found[static_cast<std::size_t>(at - table.edges.begin())];
  }
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double expected = table.shares[i] * static_cast<double>(drawn.size());
    sum += (found[i] - expected) * (found[i] - expected) / expected;
  }
  return sum;
}

/// What one set of numbers in 10^7 exceeds: E. B. Wilson and M. M. Hilferty's formula (1931).
double largest_deviation(std::size_t bins) {
  const double width = 2.0 / (9 * static_cast<double>(bins - 1));
  return static_cast<double>(bins - 1) * std::pow(1 - width + 5.2 * std::sqrt(width), 3);
}

template <class T>
using real_draw = std::function<expression<T>(generator&, const golden_table&)>;
using count_draw = std::function<expression<std::int64_t>(generator&, const golden_table&)>;

template <class T>
const std::map<std::string, real_draw<T>>& real_draws() {
  using g = generator;
  using t = golden_table;
  static const std::map<std::string, real_draw<T>> all = {
      {"gamma", [](g& r, const t& p) { return r.gamma<T>(p.at(0), p.at(1), size); }},
      {"beta", [](g& r, const t& p) { return r.beta<T>(p.at(0), p.at(1), size); }},
      {"chisquare", [](g& r, const t& p) { return r.chisquare<T>(p.at(0), size); }},
      {"f", [](g& r, const t& p) { return r.f<T>(p.at(0), p.at(1), size); }},
      {"standard_t", [](g& r, const t& p) { return r.standard_t<T>(p.at(0), size); }},
      {"noncentral_chisquare",
       [](g& r, const t& p) { return r.noncentral_chisquare<T>(p.at(0), p.at(1), size); }},
      {"noncentral_f",
       [](g& r, const t& p) { return r.noncentral_f<T>(p.at(0), p.at(1), p.at(2), size); }},
      {"wald", [](g& r, const t& p) { return r.wald<T>(p.at(0), p.at(1), size); }},
      {"vonmises", [](g& r, const t& p) { return r.vonmises<T>(p.at(0), p.at(1), size); }}};
  return all;
}

const std::map<std::string, count_draw>& count_draws() {
  using g = generator;
  using t = golden_table;
  const auto poisson = [](g& r, const t& p) { return r.poisson(p.at(0), size); };
  const auto binomial = [](g& r, const t& p) { return r.binomial(p.count_at(0), p.at(1), size); };
  static const std::map<std::string, count_draw> all = {
      {"poisson", poisson},
      {"poisson_of_many", poisson},
      {"binomial", binomial},
      {"binomial_of_many", binomial},
      {"negative_binomial",
       [](g& r, const t& p) { return r.negative_binomial(p.at(0), p.at(1), size); }},
      {"geometric", [](g& r, const t& p) { return r.geometric(p.at(0), size); }},
      {"hypergeometric",
       [](g& r, const t& p) {
         return r.hypergeometric(p.count_at(0), p.count_at(1), p.count_at(2), size);
       }},
      {"logseries", [](g& r, const t& p) { return r.logseries(p.at(0), size); }},
      {"zipf", [](g& r, const t& p) { return r.zipf(p.at(0), size); }}};
  return all;
}

class random_golden_distributions : public test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    std::ifstream file(GPU_TESTS_FOLDER "/golden/random/distributions.txt");
    for (std::string text; std::getline(file, text);) tables_.push_back(read_table(text));
    ASSERT_GT(tables_.size(), 100u);
    seed_ = std::random_device()();
    RecordProperty("seed", std::to_string(seed_));
  }
  template <class Draws>
  std::size_t expect(const Draws& draws, const golden_table& table) {
    const auto at = draws.find(table.name);
    if (at == draws.end()) return 0;
    generator rng = default_rng(seed_);
    EXPECT_LT(deviation(values(at->second(rng, table)), table),
              largest_deviation(table.edges.size()))
        << table.name << ' ' << testing::PrintToString(table.parameters) << ", seed " << seed_;
    return 1;
  }

  std::vector<golden_table> tables_;
  unsigned seed_ = 0;
};

TEST_P(random_golden_distributions, of_float64) {
  std::size_t found = 0;
  for (const golden_table& table : tables_) found += expect(real_draws<double>(), table);
  EXPECT_GT(found, 50u);
}

/// Whether float32 has enough numbers where most of them are.
bool suits_float32(const golden_table& table) {
  if (table.name == "beta" && table.at(1) < 0.5) return false;  // near 1
  return table.name == "vonmises" || (table.at(0) > 0.05 && table.at(0) < 1e5);
}

TEST_P(random_golden_distributions, of_float32) {
  std::size_t found = 0;
  for (const golden_table& table : tables_)
    if (suits_float32(table)) found += expect(real_draws<float>(), table);
  EXPECT_GT(found, 40u);
}

TEST_P(random_golden_distributions, of_counts) {
  std::size_t found = 0;
  for (const golden_table& table : tables_) found += expect(count_draws(), table);
  EXPECT_GT(found, 50u);
}

INSTANTIATE_TEST_SUITE_P(devices, random_golden_distributions,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu::random
