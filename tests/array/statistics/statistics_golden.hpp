// SPDX-License-Identifier: BSD-3-Clause
// Arrays in the lines of tests/golden/array/statistics.txt and sorting.txt: DTYPE:SHAPE:BYTES.
// Elements of int64 have eight bytes each, or one where all are indices below 256.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/elementwise/support/cast.hpp>

#include "support/golden_lines.hpp"
#include "support/ulp.hpp"

namespace gpu::test {

/// The C++ type of the array that a text holds.
struct golden_array {
  std::string type;
  shape extents;
  std::vector<unsigned char> bytes;

  explicit golden_array(const std::string& text) {
    const std::vector<std::string> parts = parts_of(text + ":", ':');
    type = parts.at(0);
    if (parts.at(1) != "-")
      for (const std::string& extent : parts_of(parts[1], 'x'))
        extents.push_back(std::stoll(extent));
    const std::string hex = parts.size() > 2 ? parts[2] : "";
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    if (type == "int64" && std::ssize(bytes) == element_count(extents)) widen();
  }

 private:
  void widen() {
    const std::vector<std::int64_t> indices(bytes.begin(), bytes.end());
    bytes.resize(indices.size() * sizeof(std::int64_t));
    std::copy_n(reinterpret_cast<const unsigned char*>(indices.data()), bytes.size(),
                bytes.begin());
  }
};

template <class T>
ndarray<T> operand(const golden_line& line, std::size_t position) {
  const golden_array array(parts_of(line.first, ' ').at(position));
  EXPECT_EQ(array.type, traits(dtype_of<T>).name) << line.whole.substr(0, 60);
  return from_host<T>(reinterpret_cast<const T*>(array.bytes.data()), array.extents);
}

/// The result at `position` of the line: shape, dtype and elements.
template <class Result>
void expect_result(const Result& result, const golden_line& line, std::size_t position = 0,
                   double max_ulp = 0) {
  using T = typename Result::value_type;
  const std::string name = line.whole.substr(0, 70);
  const golden_array expected(parts_of(line.second, ' ').at(position));
  const ndarray<T> actual = result;
  ASSERT_EQ(traits(dtype_of<T>).name, expected.type) << name;
  ASSERT_EQ(actual.shape(), expected.extents) << name;
  std::size_t k = 0;
  for (const T element : actual) {
    T wanted;
    std::memcpy(static_cast<void*>(&wanted), expected.bytes.data() + k * sizeof(T), sizeof(T));
    ASSERT_LE(ulp_distance(computed_t<T>(element), computed_t<T>(wanted)), max_ulp)
        << name << " element " << k << ": " << +element << ", expected " << +wanted;
    ++k;
  }
}

/// The same for results that are sums: the error is at most `tolerance`.
template <class Result>
void expect_near(const Result& result, const golden_line& line, double tolerance) {
  using T = computed_t<typename Result::value_type>;
  const std::string name = line.whole.substr(0, 70);
  const golden_array expected(line.second);
  const ndarray<typename Result::value_type> actual = result;
  ASSERT_EQ(traits(dtype_of<T>).name, expected.type) << name;
  ASSERT_EQ(actual.shape(), expected.extents) << name;
  std::size_t k = 0;
  for (const auto element : actual) {
    T wanted;
    std::memcpy(static_cast<void*>(&wanted), expected.bytes.data() + k * sizeof(T), sizeof(T));
    const auto wide = math::cast<complex<double>>(T(element));
    const auto wide_wanted = math::cast<complex<double>>(wanted);
    if (ulp_distance(wide, wide_wanted) > 0) {
      ASSERT_NEAR(wide.real(), wide_wanted.real(), tolerance) << name << " element " << k;
      ASSERT_NEAR(wide.imag(), wide_wanted.imag(), tolerance) << name << " element " << k;
    }
    ++k;
  }
}

/// Calls `function` with the C++ type of a dtype's name.
template <class Function>
void visit_name(const std::string& name, const Function& function) {
  for (int type = 0; type < dtype_count; ++type)
    if (name == traits(static_cast<dtype>(type)).name)
      return visit_dtype(static_cast<dtype>(type), function);
  FAIL() << name;
}

/// Calls `check(type, line)` for the lines of these functions.
template <class Check>
void check_lines(const std::set<std::string>& functions, const Check& check) {
  std::set<std::string> seen;
  for (const golden_line& line : golden_lines("array/statistics.txt")) {
    if (!functions.contains(line.call[0])) continue;
    seen.insert(line.call[0]);
    visit_name(line.call[1], [&](auto type) { check(type, line); });
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(seen, functions);
}

}  // namespace gpu::test
