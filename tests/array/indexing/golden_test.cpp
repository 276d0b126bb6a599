// SPDX-License-Identifier: BSD-3-Clause
// Combinations of indices, to read and to write with, against what tools/golden/write_indexing.py
// wrote.
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

using numbers = std::vector<std::ptrdiff_t>;

/// A slice, or an array of integers or a mask.
using entry = std::variant<slice, any_expression>;

slice::bound bound_of(const std::string& text) {
  return text.empty() ? std::nullopt : slice::bound(std::stoll(text));
}

entry entry_of(const std::string& text) {
  if (text == "n") return newaxis();
  if (text == "...") return ellipsis();
  const std::vector<std::string> parts = parts_of(text + "::", ':');
  if (text[0] == 'i' || text[0] == 'm') {
    const ndarray<std::int64_t> elements = asarray(numbers_of(parts[1]));
    const auto array = reshape(elements, shape(numbers_of(parts[0].substr(1))));
    return any_expression(text[0] == 'm' ? array.astype<bool>().node() : array.node());
  }
  if (text.find(':') == std::string::npos) return slice(std::stoll(text));
  return slice(slice::kind::range, bound_of(parts[0]), bound_of(parts[1]),
               bound_of(parts[2]).value_or(1));
}

/// Calls `act(entries...)`, with as many arguments as there are entries: at most four.
template <class Act, class... Done>
void call_with(std::span<const entry> entries, const Act& act, const Done&... done) {
  if (entries.empty()) return act(done...);
  if constexpr (sizeof...(Done) < 4) {
    const auto call = [&](const auto& one) { call_with(entries.subspan(1), act, done..., one); };
    std::visit(call, entries[0]);
  } else {
    FAIL() << "too many entries";
  }
}

/// Adds to elements at positions, or replaces them: one after the other.
numbers written(numbers elements, const numbers& positions, const numbers& values, bool adds) {
  const numbers old = elements;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto position = static_cast<std::size_t>(positions[i]);
    elements[position] = values[i] + (adds ? old[position] : 0);
  }
  return elements;
}

class indexing_golden : public on_device {
 protected:
  static ndarray<std::int64_t> counted(const shape& extents, std::ptrdiff_t from = 0) {
    return reshape(arange<std::int64_t>(from, from + element_count(extents)), extents);
  }
  static std::vector<entry> entries_of(const golden_line& line) {
    std::vector<entry> entries;
    for (std::size_t i = 1; i < line.call.size(); ++i) entries.push_back(entry_of(line.call[i]));
    return entries;
  }
  static void expect_numpys_elements(const golden_line& line) {
    const ndarray<std::int64_t> a = counted(shape(numbers_of(line.call[0])));
    const ndarray<std::int64_t> backwards = transpose(a);
    call_with(entries_of(line), [&](const auto&... entries) {
      const auto part = view(a, entries...);
      EXPECT_EQ(part.shape(), shape(numbers_of(line.first)));
      EXPECT_EQ(values(part), numbers_of(line.second));
      EXPECT_EQ(values(view(a + 0, entries...) + 0), numbers_of(line.second));
      EXPECT_EQ(values(view(transpose(backwards), entries...)), numbers_of(line.second));
    });
  }
  static void expect_refusal(const golden_line& line) {
    ndarray<std::int64_t> a = counted(shape(numbers_of(line.call[0])));
    const numbers before = values(a);
    call_with(entries_of(line), [&](const auto&... entries) {
      const auto read = [&] { (void)values(view(std::as_const(a), entries...)); };
      EXPECT_EQ(message_of<index_error>(read), line.second);
      const auto write = [&] { view(a, entries...) = 1; };
      EXPECT_EQ(message_of<index_error>(write), line.second);
    });
    EXPECT_EQ(values(a), before);
  }
  /// The positions, which are the elements, get 20, 21 ...: one each, or those of the last axis.
  static void expect_written(const golden_line& line, bool adds, bool is_broadcast) {
    ndarray<std::int64_t> a = counted(shape(numbers_of(line.call[0])));
    const numbers before = values(a), positions = numbers_of(line.second);
    shape extents(numbers_of(line.first));
    if (is_broadcast && extents.size() > 1) extents = {extents.back()};
    const ndarray<std::int64_t> given = counted(extents, 20);
    numbers expected;
    for (std::size_t i = 0; i < positions.size(); ++i)
      expected.push_back(20 + static_cast<std::ptrdiff_t>(i % given.size()));
    call_with(entries_of(line), [&](const auto&... entries) {
      if (adds)
        view(a, entries...) += given;
      else
        view(a, entries...) = given;
    });
    EXPECT_EQ(values(a), written(before, positions, expected, adds));
  }
};

TEST_P(indexing_golden, is_that_of_numpy) {
  int shown = 0, refused = 0;
  for (const golden_line& line : golden_lines("array/indexing.txt")) {
    SCOPED_TRACE(line.whole);
    if (line.first == "IndexError") {
      expect_refusal(line);
      ++refused;
      continue;
    }
    expect_numpys_elements(line);
    for (const bool adds : {false, true})
      for (const bool is_broadcast : {false, true}) expect_written(line, adds, is_broadcast);
    ++shown;
  }
  EXPECT_GT(shown, 65);
  EXPECT_GT(refused, 8);
}

INSTANTIATE_TEST_SUITE_P(devices, indexing_golden, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
