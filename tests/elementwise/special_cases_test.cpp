// SPDX-License-Identifier: BSD-3-Clause
// special_cases.txt, through arrays.
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/elementwise.hpp>
#include <gpu/core/text_of.hpp>

#include "fuzz/functor_table.hpp"
#include "fuzz/host_value.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

using words = std::vector<std::string>;
using numbers = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct special_case {
  std::string line;
  std::string op;
  words operands;
  std::string result;
  bool wide = false;  ///< not of float16 and bfloat16
};

std::vector<special_case> read_cases() {
  std::ifstream file(GPU_TESTS_FOLDER "/elementwise/special_cases.txt");
  std::vector<special_case> cases;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    special_case one{line, {}, {}, {}};
    if (!(in >> one.op) || one.op == "#") continue;
    one.wide = one.op == "wide";
    if (one.wide) in >> one.op;
    for (std::string word; in >> word && word != "=";) one.operands.push_back(word);
    for (std::string word; in >> word && word != "but";)
      one.result += (one.result.empty() ? "" : " ") + word;
    cases.push_back(one);
  }
  return cases;
}

numbers joined(std::initializer_list<numbers> lists) {
  numbers all;
  for (const numbers& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// The samples of a word; all are values of every floating-point dtype.
const std::map<std::string, numbers>& samples() {
  static const std::map<std::string, numbers> table = [] {
    const numbers pos{0x1p-10, 0.5, 1, 1.5, 2, 3, 100};
    const numbers neg{-0x1p-10, -0.5, -1, -1.5, -2, -3, -100};
    const numbers zero{0.0, -0.0};
    const numbers inf{infinity, -infinity};
    return std::map<std::string, numbers>{
        {"nan", {nan}},
        {"+inf", {infinity}},
        {"-inf", {-infinity}},
        {"inf", inf},
        {"+0", {0.0}},
        {"-0", {-0.0}},
        {"zero", zero},
        {"pos", pos},
        {"neg", neg},
        {"finite", joined({pos, neg, zero})},
        {"nonzero", joined({pos, neg})},
        {"any", joined({pos, neg, zero, inf, {nan}})},
        {"any-nan", joined({pos, neg, zero, inf})},
        {"above1", {1.5, 2, 3, 100, infinity}},
        {"below-1", {-1.5, -2, -3, -100, -infinity}},
        {"below1", {0.5, 0.0, -0.0, -1, -3, -infinity}},
        {"below0", joined({neg, {-infinity}})},
        {"whole", {1, 2, -3, 100, -7}},
        {"nonwhole", {0.5, 1.5, -2.5}},
        {"fraction", {0.5, 0.25, -0.5, 0x1p-10}},
        {"minusfraction", {-0.5, -0.25, -0x1p-10}},
        {"large", {1.5, 2, 3, -2, 100, -1.5}},
        {"not1", {0.0, -0.0, -1, 2, 0.5, -3, infinity, -infinity}},
        {"posodd", {1, 3, 7}},
        {"posnotodd", {2, 0.5, 1.5, 4, 100, infinity}},
        {"negodd", {-1, -3, -7}},
        {"negnotodd", {-2, -0.5, -1.5, -4, -infinity}},
    };
  }();
  return table;
}

/// A number, a multiple of pi such as "-3pi/4", or an operand; nothing for other words.
std::optional<double> value_of(std::string word, const numbers& operands) {
  const std::map<std::string, double> known{
      {"x", operands[0]},
      {"-x", -operands[0]},
      {"y", operands.back()},
      {"|x|", std::abs(operands[0])},
      {"|y|", std::abs(operands.back())},
      {"+inf", infinity},
      {"-inf", -infinity},
      {"pi", std::numbers::pi},
      {"pi/2", std::numbers::pi / 2},
      {"pi/4", std::numbers::pi / 4},
      {"3pi/4", 3 * std::numbers::pi / 4},
  };
  if (const auto found = known.find(word); found != known.end()) return found->second;
  const bool negative = word[0] == '-';
  if (negative || word[0] == '+') word.erase(0, 1);
  const auto found = known.find(word);
  if (found == known.end() && word.find_first_not_of("0123456789.") != std::string::npos)
    return std::nullopt;
  const double magnitude = found != known.end() ? found->second : std::stod(word);
  return negative ? -magnitude : magnitude;
}

/// Every combination of what the words stand for; "x" and "-x" follow the first one.
std::vector<numbers> combinations(const words& operands) {
  std::vector<numbers> all{{}};
  for (const std::string& word : operands) {
    std::vector<numbers> longer;
    for (const numbers& before : all) {
      const auto list = samples().find(word);
      const numbers next =
          list != samples().end()
              ? list->second
              : numbers{value_of(word, before.empty() ? numbers{0} : before).value()};
      for (const double value : next) longer.push_back(joined({before, {value}}));
    }
    all = std::move(longer);
  }
  return all;
}

/// The two words of "(re,im)"; nothing for other words.
std::optional<std::pair<std::string, std::string>> parts_of_pair(const std::string& word) {
  if (word.empty() || word[0] != '(') return std::nullopt;
  const std::size_t comma = word.find(',');
  return std::pair(word.substr(1, comma - 1), word.substr(comma + 1, word.size() - comma - 2));
}

template <class T>
bool is_as(const std::string& word, T actual, const numbers& operands, int ulp) {
  if (word == "nan") return actual != actual;
  if (word == "zero") return actual == T(0.0f);
  if (word == "inf") return std::isinf(static_cast<double>(actual));
  const T expected = T(value_of(word, operands).value());
  return fuzz::distance(dtype_of<T>, &actual, &expected) <= ulp;
}

template <class T>
bool is_as(const std::string& word, std::complex<T> actual, const numbers& operands, int ulp) {
  if (const auto parts = parts_of_pair(word))
    return is_as(parts->first, actual.real(), operands, ulp) &&
           is_as(parts->second, actual.imag(), operands, ulp);
  const double factor = value_of(word.substr(0, word.find(' ')), operands).value();  // "+inf cis y"
  const auto part = [&](T part, double direction) {
    const T expected = static_cast<T>(factor * direction);
    return part == expected && std::signbit(part) == std::signbit(expected);
  };
  return part(actual.real(), std::cos(operands[1])) && part(actual.imag(), std::sin(operands[1]));
}

bool is_as(const std::string& word, bool actual, const numbers&, int) {
  return actual == (word == "true");
}

template <class T>
inline constexpr bool is_complex_type = false;
template <class T>
inline constexpr bool is_complex_type<std::complex<T>> = true;

template <class T>
struct real_part_of {
  using type = T;
};
template <class T>
struct real_part_of<std::complex<T>> {
  using type = T;
};

const fuzz::op_entry& entry_of(const std::string& name) {
  for (const fuzz::op_entry& entry : fuzz::op_entries())
    if (entry.info->name == name) return entry;
  throw value_error(text_of("special_cases.txt: no op ", name));
}

/// One array of `T` for each operand of the op.
template <class T>
std::vector<any_expression> arrays_of(const std::vector<numbers>& rows, device where) {
  const auto count = static_cast<std::ptrdiff_t>(rows.size());
  std::vector<any_expression> arrays;
  for (std::size_t i = 0; i < (is_complex_type<T> ? 1 : rows[0].size()); ++i) {
    std::vector<T> column;
    for (const numbers& row : rows) {
      if constexpr (is_complex_type<T>)
        column.emplace_back(static_cast<typename T::value_type>(row[0]),
                            static_cast<typename T::value_type>(row[1]));
      else
        column.push_back(T(row[i]));
    }
    arrays.emplace_back(from_host(column.data(), {count}, where).node());
  }
  return arrays;
}

template <class Result>
void expect_results(const special_case& one, const std::vector<numbers>& rows,
                    const any_expression& value, int ulp) {
  const ndarray<Result> results(value);
  std::ptrdiff_t i = 0;
  for (const numbers& row : rows) {
    const Result actual = std::as_const(results)(i++);
    EXPECT_TRUE(is_as(one.result, actual, row, ulp))
        << one.line << ": " << row[0] << ' ' << row.back() << " gives "
        << fuzz::element_text(dtype_of<Result>, &actual);
  }
}

template <class T>
void expect_case(const special_case& one, device where) {
  using real = typename real_part_of<T>::type;
  words operands = one.operands;
  if (const auto parts = parts_of_pair(operands[0])) operands = {parts->first, parts->second};
  const std::vector<numbers> rows = combinations(operands);
  const fuzz::op_entry& entry = entry_of(one.op);
  const any_expression value = entry.call(arrays_of<T>(rows, where)).front();
  const int ulp = is_complex_type<T> ? std::max(entry.info->max_ulp, entry.info->complex_ulp)
                                     : entry.info->max_ulp;
  if (value.dtype() == dtype::bool_)
    expect_results<bool>(one, rows, value, 0);
  else if (value.dtype() == dtype_of<real>)
    expect_results<real>(one, rows, value, ulp);
  else
    expect_results<T>(one, rows, value, ulp);
}

struct special_cases : on_device {
  template <class T>
  static void expect_all() {
    for (const special_case& one : read_cases())
      if ((one.operands[0][0] == '(') == is_complex_type<T> && !(one.wide && sizeof(T) == 2))
        expect_case<T>(one, GetParam());
  }
};

TEST_P(special_cases, of_float16) {
  expect_all<float16>();
}
TEST_P(special_cases, of_bfloat16) {
  expect_all<bfloat16>();
}
TEST_P(special_cases, of_float32) {
  expect_all<float>();
}
TEST_P(special_cases, of_float64) {
  expect_all<double>();
}
TEST_P(special_cases, of_complex64) {
  expect_all<std::complex<float>>();
}
TEST_P(special_cases, of_complex128) {
  expect_all<std::complex<double>>();
}

INSTANTIATE_TEST_SUITE_P(devices, special_cases, testing::ValuesIn(cpu_and_gpu()), device_name);

TEST(special_cases_file, has_as_many_lines_as_the_standard_has_cases) {
  EXPECT_GE(read_cases().size(), 510u);
}

}  // namespace
}  // namespace gpu::test
