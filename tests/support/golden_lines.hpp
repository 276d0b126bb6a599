// SPDX-License-Identifier: BSD-3-Clause
// The golden files of lines "what was called;result;more" that tools/golden/write_array.py writes.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gpu/core/shape.hpp>

namespace gpu::test {

/// The parts of `text` between the separators.
inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// "2,3" as {2, 3}; "-" is an empty list.
inline std::vector<std::ptrdiff_t> numbers_of(const std::string& text) {
  std::vector<std::ptrdiff_t> numbers;
  if (text == "-") return numbers;
  for (const std::string& part : parts_of(text, ',')) numbers.push_back(std::stoll(part));
  return numbers;
}

struct golden_line {
  std::vector<std::string> call;  ///< function and arguments
  std::string first;              ///< shape, or name of an exception
  std::string second;             ///< elements, or its message
  std::string whole;              ///< all of it, to be shown
};

/// The lines of tests/golden/`name`.
inline std::vector<golden_line> golden_lines(const std::string& name) {
  std::ifstream file(std::string(GPU_TESTS_FOLDER "/golden/") + name);
  if (!file) throw std::runtime_error("missing golden file " + name);
  std::vector<golden_line> lines;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(';');
    const std::size_t second = line.find(';', first + 1);
    lines.push_back({parts_of(line.substr(0, first), ' '),
                     line.substr(first + 1, second - first - 1), line.substr(second + 1), line});
  }
  return lines;
}

}  // namespace gpu::test
