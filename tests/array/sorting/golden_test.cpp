// SPDX-License-Identifier: BSD-3-Clause
// Sorting, searching, unique elements and sets, against what tools/golden/write_sorting.py wrote:
// bit for bit, so that -0 and 0 differ.
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sets.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>

#include "array/statistics/statistics_golden.hpp"
#include "support/device.hpp"

namespace {

using gpu::ndarray;
using gpu::search_side;
using gpu::test::golden_line;
using gpu::test::operand;

class sorting_golden : public gpu::test::on_device {};

/// The result at `position` of the line: shape, dtype and the bits of the elements.
template <class Result>
void expect_same(const Result& result, const golden_line& line, std::size_t position = 0) {
  using T = typename Result::value_type;
  const std::string name = line.whole.substr(0, 100);
  const gpu::test::golden_array expected(gpu::test::parts_of(line.second, ' ').at(position));
  const ndarray<T> actual = result;
  ASSERT_EQ(actual.device(), gpu::current_device());
  ASSERT_EQ(gpu::traits(gpu::dtype_of<T>).name, expected.type) << name;
  ASSERT_EQ(actual.shape(), expected.extents) << name;
  std::size_t k = 0;
  for (const T element : actual) {
    const unsigned char* const wanted = expected.bytes.data() + k * sizeof(T);
    ASSERT_EQ(std::memcmp(&element, wanted, sizeof(T)), 0) << name << " element " << k;
    ++k;
  }
}

template <class T>
void check_sorts(const golden_line& line, const ndarray<T>& a) {
  const std::string& name = line.call[0];
  std::optional<std::ptrdiff_t> axis;
  if (line.call[2] != "none") axis = std::stoll(line.call[2]);
  if (name == "sort") {
    expect_same(gpu::sort(a, axis, false, true), line);
    const bool is_same =
        gpu::array_equal(gpu::sort(a, axis), gpu::sort(a, axis, false, true), true);
    EXPECT_TRUE(is_same) << line.whole.substr(0, 100);
  } else if (name == "argsort") {
    expect_same(gpu::argsort(a, axis), line);
  } else {
    expect_same(gpu::lexsort(a, *axis), line);
  }
}

template <class T>
void check_searches(const golden_line& line, const ndarray<T>& a) {
  const std::string& name = line.call[0];
  const search_side side = line.call[2] == "left" ? search_side::left : search_side::right;
  if (name == "searchsorted") {
    expect_same(gpu::searchsorted(a, operand<T>(line, 1), side), line);
  } else if (name == "sorter") {
    const auto sorter = operand<std::int64_t>(line, 2);
    expect_same(gpu::searchsorted(a, operand<T>(line, 1), side, sorter), line);
  } else if (name == "argwhere") {
    expect_same(gpu::argwhere(a), line);
  } else if (name == "flatnonzero") {
    expect_same(gpu::flatnonzero(a), line);
  } else {
    std::size_t axis = 0;
    for (const auto& indices : gpu::nonzero(a)) expect_same(indices, line, axis++);
    EXPECT_EQ(axis, a.dimension());
  }
}

template <class T>
void check_unique(const golden_line& line, const ndarray<T>& a) {
  if (line.call[0] == "unique_all") {
    const auto all = gpu::unique_all(a);
    expect_same(all.values, line);
    expect_same(all.indices, line, 1);
    expect_same(all.inverse_indices, line, 2);
    expect_same(all.counts, line, 3);
    return expect_same(gpu::unique_values(a), line);
  }
  const auto compare = [&](const auto& all) {
    const auto& [values, index, inverse, counts] = all;
    expect_same(values, line);
    expect_same(index, line, 1);
    expect_same(inverse, line, 2);
    expect_same(counts, line, 3);
  };
  using gpu::return_counts;
  using gpu::return_index;
  using gpu::return_inverse;
  if (line.call[2] != "-")
    return compare(
        gpu::unique(a, std::stoll(line.call[2]), return_index, return_inverse, return_counts));
  compare(gpu::unique(a, return_counts, return_index, return_inverse));
  const auto [values, counts] = gpu::unique(a, return_counts);
  expect_same(values, line);
  expect_same(counts, line, 3);
}

template <class T>
void check_sets(const golden_line& line, const ndarray<T>& a) {
  const std::string& name = line.call[0];
  const auto b = operand<T>(line, 1);
  if (name == "union1d") return expect_same(gpu::union1d(a, b), line);
  if (name == "setdiff1d") return expect_same(gpu::setdiff1d(a, b), line);
  if (name == "setxor1d") return expect_same(gpu::setxor1d(a, b), line);
  if (name == "isin") {
    const bool invert = line.call[2] == "invert";
    return expect_same(gpu::isin(a, b, false, invert), line);
  }
  if (line.call[2] == "-") return expect_same(gpu::intersect1d(a, b), line);
  const auto [values, first, second] = gpu::intersect1d(a, b, gpu::return_index);
  expect_same(values, line);
  expect_same(first, line, 1);
  expect_same(second, line, 2);
}

TEST_P(sorting_golden, is_that_of_numpy) {
  int compared = 0;
  for (const golden_line& line : gpu::test::golden_lines("array/sorting.txt")) {
    gpu::test::visit_name(line.call[1], [&]<class C>(std::type_identity<C>) {
      using T = gpu::element_t<gpu::dtype_of<C>>;
      const std::string& name = line.call[0];
      const auto a = operand<T>(line, 0);
      if (name.ends_with("sort")) return check_sorts(line, a);
      if (name.starts_with("unique")) return check_unique(line, a);
      if (name.ends_with("1d") || name == "isin") return check_sets(line, a);
      check_searches(line, a);
    });
    if (HasFatalFailure()) return;
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

INSTANTIATE_TEST_SUITE_P(each, sorting_golden, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
