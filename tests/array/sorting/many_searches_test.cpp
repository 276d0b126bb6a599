// SPDX-License-Identifier: BSD-3-Clause
// So many elements that a search prepares a table of the sorted ones on the host: compared with
// searches for a few at a time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/statistics/interp.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

constexpr std::ptrdiff_t at_a_time = 250;
constexpr std::ptrdiff_t searches = 20000;

class many_searches : public gpu::test::on_device {
 protected:
  /// What `function` gives for parts of `x`, one after the other.
  template <class T, class Function>
  static auto in_parts(const ndarray<T>& x, const Function& function) {
    auto all = values(function(gpu::view(x, gpu::range(0, 0))));
    for (std::ptrdiff_t i = 0; i < x.shape(0); i += at_a_time) {
      const auto part = values(function(gpu::view(x, gpu::range(i, i + at_a_time))));
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

  template <class T>
  static ndarray<T> from(const std::vector<T>& elements) {
    return gpu::from_host<T>(elements.data(), gpu::shape{std::ptrdiff_t(elements.size())});
  }

  template <class T>
  static std::vector<T> random_elements(std::ptrdiff_t count, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> elements(static_cast<std::size_t>(count));
    for (T& one : elements) {
      if constexpr (std::is_integral_v<T>)
        one = static_cast<T>(random());
      else
        one = static_cast<T>(static_cast<float>(std::int64_t(random() % 4001) - 2000) / 8);
    }
    return elements;
  }

  template <class T>
  static void check(std::vector<T> table) {
    const ndarray<T> sorted = gpu::sort(from(table));
    std::vector<T> wanted = random_elements<T>(searches, 1);
    std::copy_n(table.begin(), std::min<std::size_t>(table.size(), 500), wanted.begin() + 250);
    if constexpr (std::is_integral_v<T>) {
      for (std::size_t i = 0; i < 100; ++i)
        wanted[i] = static_cast<T>(std::uint64_t(table[i % table.size()]) + i % 2 + 1);
    } else {
      wanted[3] = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
      wanted[4] = static_cast<T>(std::numeric_limits<float>::infinity());
      wanted[5] = static_cast<T>(-std::numeric_limits<float>::infinity());
      wanted[6] = static_cast<T>(-0.0F);
      wanted[7] = static_cast<T>(0.0F);
    }
    const ndarray<T> x = from(wanted);
    for (const auto side : {"left", "right"}) {
      const auto search = [&](const auto& part) { return gpu::searchsorted(sorted, part, side); };
      ASSERT_EQ(values(search(x)), in_parts(x, search)) << table.size() << " " << side;
    }
    for (const bool invert : {false, true}) {
      const auto search = [&](const auto& part) { return gpu::isin(part, sorted, false, invert); };
      ASSERT_EQ(values(search(x)), in_parts(x, search)) << table.size();
    }
  }

  template <class T>
  static void check_tables() {
    for (const std::ptrdiff_t count : {1, 2, 7, 8, 9, 1000, 30000}) {
      std::vector<T> table = random_elements<T>(count, 2);
      check(table);
      check(std::vector<T>(static_cast<std::size_t>(count), static_cast<T>(3)));
      if constexpr (std::is_integral_v<T>) {
        for (const T least : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()}) {
          for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = static_cast<T>(std::uint64_t(least) + 3 * (i % 20) * (i % 7));
          check(table);  // about the least or greatest number, close together
        }
      } else {
        table[0] = static_cast<T>(0.0F);
        table.back() = static_cast<T>(-std::numeric_limits<float>::infinity());
        check(table);
        table[0] = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
        check(table);
      }
    }
  }
};

TEST_P(many_searches, find_what_few_find) {
  check_tables<float>();
  check_tables<double>();
  check_tables<gpu::float16>();
  check_tables<std::int8_t>();
  check_tables<std::int64_t>();
  check_tables<std::uint64_t>();
}

TEST_P(many_searches, interpolate_as_few_do) {
  for (const std::ptrdiff_t count : {1, 2, 8, 100, 5000}) {
    std::vector<double> points(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < points.size(); ++k)
      points[k] = std::sqrt(static_cast<double>(k)) * 10 - 200;
    const ndarray<double> xp = from(points);
    const ndarray<double> fp = from(random_elements<double>(count, 3));
    std::vector<double> wanted = random_elements<double>(searches, 4);
    std::copy(points.begin(), points.end(), wanted.begin() + 20);
    wanted[3] = std::numeric_limits<double>::infinity();
    wanted[5] = -std::numeric_limits<double>::infinity();
    const ndarray<double> x = from(wanted);
    const auto search = [&](const auto& part) { return gpu::interp(part, xp, fp); };
    ASSERT_EQ(values(search(x)), in_parts(x, search)) << count;
    wanted[4] = std::numeric_limits<double>::quiet_NaN();
    const double of_nan = values(search(from(wanted)))[4];
    EXPECT_TRUE(count == 1 ? of_nan == values(fp)[0] : std::isnan(of_nan));
  }
}

INSTANTIATE_TEST_SUITE_P(devices, many_searches, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
