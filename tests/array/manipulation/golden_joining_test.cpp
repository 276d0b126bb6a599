// SPDX-License-Identifier: BSD-3-Clause
// Joining, splitting, and elements inserted and deleted by masks and slices, against what
// tools/golden/write_joining.py wrote; the others are in inserting_test.cpp.
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation/inserting.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/manipulation/splitting.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

/// A function's operands, and its argument.
template <class T>
struct joining_call {
  std::vector<ndarray<T>> arrays;
  std::string argument;

  [[nodiscard]] std::optional<std::ptrdiff_t> axis() const {
    return argument == "-" ? std::nullopt : std::optional<std::ptrdiff_t>(std::stoll(argument));
  }
  /// What stands before "/", and the axis after it.
  [[nodiscard]] std::string places() const { return argument.substr(0, argument.find('/')); }
  [[nodiscard]] std::optional<std::ptrdiff_t> axis_of_places() const {
    const std::size_t end = argument.find('/');
    if (end == std::string::npos) return std::nullopt;
    return std::stoll(argument.substr(end + 1));
  }
};

axis_places places_of(const std::string& text) {
  const std::vector<std::string> parts = parts_of(text.substr(1) + ":::", ':');
  if (text[0] == 'm') {
    const std::vector<std::ptrdiff_t> holds = numbers_of(parts[0]);
    return std::vector<bool>(holds.begin(), holds.end());
  }
  const auto bound = [&](std::size_t i) {
    return parts[i].empty() ? std::nullopt : slice::bound(std::stoll(parts[i]));
  };
  return slice(slice::kind::range, bound(0), bound(1), bound(2).value_or(1));
}

template <class T>
ndarray<T> blocks_of(const joining_call<T>& call) {
  std::vector<std::vector<std::vector<ndarray<T>>>> all(1);
  std::size_t next = 0;
  const std::string& text = call.argument;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/' && i > 0 && text[i - 1] == '/') {
      all.back().pop_back();
      all.emplace_back(1);
    } else if (text[i] == '/') {
      all.back().emplace_back();
    } else {
      if (all.back().empty()) all.back().emplace_back();
      all.back().back().push_back(call.arrays.at(next++));
    }
  }
  if (all.size() > 1) return block(all);
  return all[0].size() > 1 ? block(all[0]) : block(all[0][0]);
}

template <class T>
using results = std::vector<ndarray<T>>;

template <class T>
results<T> parts_of_array(const joining_call<T>& call) {
  const std::string places = call.places();
  const std::ptrdiff_t axis = call.axis_of_places().value_or(0);
  results<T> parts;
  const auto take_all = [&](const auto& list) {
    for (const auto& part : list) parts.push_back(part);
  };
  if (places.find(',') == std::string::npos)
    take_all(array_split(call.arrays[0], std::stoll(places), axis));
  else
    take_all(array_split(call.arrays[0], numbers_of(places), axis));
  return parts;
}

template <class T>
const auto& functions() {
  using call_of = const joining_call<T>&;
  static const std::map<std::string, std::function<results<T>(call_of)>> all{
      {"concatenate",
       [](call_of call) { return results<T>{concatenate(call.arrays, call.axis())}; }},
      {"stack", [](call_of call) { return results<T>{stack(call.arrays, *call.axis())}; }},
      {"vstack", [](call_of call) { return results<T>{vstack(call.arrays)}; }},
      {"hstack", [](call_of call) { return results<T>{hstack(call.arrays)}; }},
      {"dstack", [](call_of call) { return results<T>{dstack(call.arrays)}; }},
      {"column_stack", [](call_of call) { return results<T>{column_stack(call.arrays)}; }},
      {"block", [](call_of call) { return results<T>{blocks_of(call)}; }},
      {"append",
       [](call_of call) {
         return results<T>{append(call.arrays[0], call.arrays[1], call.axis())};
       }},
      {"array_split", parts_of_array<T>},
      {"delete",
       [](call_of call) {
         return results<T>{
             delete_(call.arrays[0], places_of(call.places()), call.axis_of_places())};
       }},
      {"insert",
       [](call_of call) {
         return results<T>{insert(call.arrays[0], places_of(call.places()), call.arrays[1],
                                  call.axis_of_places())};
       }},
  };
  return all;
}

template <class T>
joining_call<T> call_of(const golden_line& line) {
  joining_call<T> call{{}, line.call.at(2)};
  std::ptrdiff_t first = 0;
  for (const std::string& text : parts_of(line.call.at(1), '|')) {
    const shape extents(numbers_of(text));
    const auto elements = arange<std::int64_t>(first, first + element_count(extents));
    call.arrays.push_back(reshape(elements, extents).template astype<T>());
    first += 20;
  }
  return call;
}

template <class T>
void expect_numpys_result(const golden_line& line) {
  const auto& function = functions<T>().at(line.call[0]);
  if (line.first.ends_with("Error")) {
    const auto act = [&] { (void)function(call_of<T>(line)); };
    EXPECT_EQ(line.first == "AxisError" ? message_of<axis_error>(act) : message_of<error>(act),
              line.second);
    return;
  }
  const results<T> found = function(call_of<T>(line));
  const std::vector<std::string> extents = parts_of(line.first, '|');
  ASSERT_EQ(found.size(), extents.size());
  std::vector<T> elements;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].shape(), shape(numbers_of(extents[i])));
    EXPECT_EQ(found[i].device(), current_device());
    const std::vector<T> part = values(found[i]);
    elements.insert(elements.end(), part.begin(), part.end());
  }
  std::vector<T> expected;
  for (const std::ptrdiff_t number : numbers_of(line.second))
    expected.push_back(static_cast<T>(static_cast<float>(number)));
  EXPECT_EQ(elements, expected);
}

class joining_golden : public on_device {
 protected:
  template <class T>
  static void expect_numpys_results() {
    std::map<std::string, int> counts;
    for (const golden_line& line : golden_lines("array/joining.txt")) {
      SCOPED_TRACE(line.whole);
      expect_numpys_result<T>(line);
      ++counts[line.call[0]];
    }
    EXPECT_EQ(counts.size(), functions<T>().size());
  }
};

TEST_P(joining_golden, of_integers) {
  expect_numpys_results<std::int8_t>();
  expect_numpys_results<std::int64_t>();
}
TEST_P(joining_golden, of_floats_and_complex_numbers) {
  expect_numpys_results<float16>();
  expect_numpys_results<double>();
  expect_numpys_results<std::complex<float>>();
}

INSTANTIATE_TEST_SUITE_P(devices, joining_golden, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
