// SPDX-License-Identifier: BSD-3-Clause
// The calls that tools/golden/write_linalg.py describes, and NumPy's results.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>

#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu::test {

using wide_elements = std::vector<std::complex<double>>;

struct golden_result {
  shape extents;
  bool is_complex;
  wide_elements elements;
  double change;  ///< what a relative change of the operands by 1 changes, to first order
};

/// A line of linalg.txt: the results of real operands, and those of complex ones.
struct golden_call {
  golden_line line;
  std::vector<golden_result> results[2];
};

inline shape golden_shape(const std::string& text) {
  return shape(numbers_of(text));
}

/// The numbers in linalg.golden, one after the other.
class golden_numbers {
 public:
  golden_numbers() {
    std::ifstream file(GPU_TESTS_FOLDER "/golden/array/linalg.golden", std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
  }
  [[nodiscard]] bool empty() const noexcept { return place_ == bytes_.size(); }

  /// @param type  "e", "f" or "d"; of complex numbers "E", "F" or "D"
  golden_result next(const shape& extents, char type, double change) {
    const bool is_complex = type < 'a';
    golden_result result{extents, is_complex, {}, change};
    const char real = is_complex ? static_cast<char>(type - 'A' + 'a') : type;
    for (std::ptrdiff_t i = element_count(extents); i > 0; --i) {
      const double first = number(real);
      result.elements.emplace_back(first, is_complex ? number(real) : 0);
    }
    return result;
  }

 private:
  double number(char type) {
    if (type == 'e') return static_cast<double>(static_cast<float>(taken<float16>()));
    return type == 'f' ? static_cast<double>(taken<float>()) : taken<double>();
  }
  template <class T>
  T taken() {
    T value;
    if (place_ + sizeof(T) > bytes_.size()) throw std::runtime_error("linalg.golden is too short");
    std::memcpy(static_cast<void*>(&value), bytes_.data() + place_, sizeof(T));
    place_ += sizeof(T);
    return value;
  }

  std::string bytes_;
  std::size_t place_ = 0;
};

inline std::vector<golden_call> golden_calls() {
  golden_numbers numbers;
  std::vector<golden_call> calls;
  for (const golden_line& line : golden_lines("array/linalg.txt")) {
    golden_call call{line, {}};
    const std::vector<std::string> changes = parts_of(line.second, ' ');
    for (const std::size_t kind : {0, 1}) {
      auto change = changes.begin();
      for (const std::string& text : parts_of(line.first, ' ')) {
        const std::vector<std::string> parts = parts_of(text, ':');
        call.results[kind].push_back(
            numbers.next(golden_shape(parts.at(0)), parts.at(1).at(kind), std::stod(*change++)));
      }
    }
    calls.push_back(std::move(call));
  }
  EXPECT_TRUE(numbers.empty());
  return calls;
}

/// Matrices, one after the other: a a^H + 1, or a + a^H.
inline wide_elements hermitian_elements(const wide_elements& a, std::ptrdiff_t n, bool product) {
  wide_elements result(a.size());
  for (std::size_t place = 0; place < a.size(); ++place) {
    const auto size = static_cast<std::size_t>(n);
    const std::size_t column = place % size, row = place / size % size;
    const auto matrix = a.begin() + static_cast<std::ptrdiff_t>(place - row * size - column);
    const auto at = [&](std::size_t i, std::size_t j) {
      return matrix[static_cast<std::ptrdiff_t>(i * size + j)];
    };
    if (product) {
      result[place] = row == column ? 1 : 0;
      for (std::size_t k = 0; k < size; ++k) result[place] += at(row, k) * std::conj(at(column, k));
    } else {
      result[place] = at(row, column) + std::conj(at(column, row));
    }
  }
  return result;
}

/// The elements of an operand, which the script describes.
/// @param number  of the operand in its call
inline wide_elements operand_elements(char letter, const shape& extents, std::ptrdiff_t number,
                                      bool is_complex) {
  wide_elements a;
  for (std::ptrdiff_t i = 0; i < element_count(extents); ++i) {
    const std::ptrdiff_t real = (7 * i * i + 5 * i + 3 * number + 1) % 17 - 8;
    const std::ptrdiff_t imaginary = (5 * i * i + 2 * i + number + 3) % 13 - 6;
    a.emplace_back(static_cast<double>(real) / 4,
                   is_complex ? static_cast<double>(imaginary) / 4 : 0);
  }
  if (letter == 'h' || letter == 'p') return hermitian_elements(a, extents.back(), letter == 'p');
  if (letter == 'r') return a;
  const auto columns = static_cast<std::size_t>(extents.back());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (letter == 's' && i % columns == columns - 1) a[i] = a[i + 1 - columns];
    if (letter == 'z') a[i] = 0;
    if (letter == 'b') a[i] = i < columns || i % columns == 0 ? 1 : a[i - columns] + a[i - 1];
  }
  return a;
}

/// A call with operands of one dtype.
template <class T>
class typed_call {
 public:
  static constexpr bool is_complex = traits(dtype_of<T>).kind == dtype_kind::complex;

  explicit typed_call(const golden_call& call)
      : call_(call), words_(parts_of(call.line.call.at(1), '|')) {}

  [[nodiscard]] const std::string& argument() const { return call_.line.call.at(2); }
  [[nodiscard]] const golden_result& wanted(std::size_t place = 0) const {
    return call_.results[is_complex ? 1 : 0].at(place);
  }
  [[nodiscard]] std::size_t operands() const { return words_.size(); }
  [[nodiscard]] ndarray<T> operand(std::size_t number) const {
    const std::string& word = words_.at(number);
    const shape extents = golden_shape(word.substr(1));
    const wide_elements numbers =
        operand_elements(word[0], extents, static_cast<std::ptrdiff_t>(number), is_complex);
    const ndarray<std::complex<double>> all = from_host(numbers.data(), extents);
    if constexpr (is_complex)
      return all.astype<T>();
    else
      return real(all).template astype<T>();
  }
  /// The largest extent of the operands; at least 1.
  [[nodiscard]] std::ptrdiff_t extent() const {
    std::ptrdiff_t largest = 1;
    for (const std::string& word : words_)
      for (const std::ptrdiff_t one : golden_shape(word.substr(1)))
        largest = std::max(largest, one);
    return largest;
  }

  /// How far elements of type `R` may be from NumPy's: by 8 n roundings of the operands, which by
  /// the condition of the call make `change` times as much.
  template <class R>
  [[nodiscard]] double bound(const golden_result& result) const {
    constexpr double computed = dtype_of<R> == dtype::float16 ? 0x1p-23 : precision_of<R>();
    return 8 * static_cast<double>(extent()) * computed * result.change;
  }

  /// The result has NumPy's shape, kind and elements; exactly those if it is exact.
  template <class A>
  void expect(const A& result, std::size_t place = 0) const {
    using R = typename A::value_type;
    const golden_result& expected = wanted(place);
    const ndarray<R> found = result;
    ASSERT_EQ(found.device(), current_device());
    ASSERT_EQ(found.shape(), expected.extents);
    ASSERT_EQ(traits(dtype_of<R>).kind == dtype_kind::complex, expected.is_complex);
    const wide_elements numbers = values(found.template astype<std::complex<double>>());
    double largest = 0;
    for (const std::complex<double> one : expected.elements)
      largest = std::max(largest, std::abs(one));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      double limit = bound<R>(expected);
      // Halves are rounded, in a product of several matrices after each.
      if (dtype_of<R> == dtype::float16)
        limit += 0x1p-10 * (expected.change == 0 ? std::abs(expected.elements[i]) : largest);
      expect_element(numbers[i], expected.elements[i], limit);
    }
  }

 private:
  static void expect_element(std::complex<double> found, std::complex<double> expected,
                             double limit) {
    if (std::isfinite(expected.real()))
      EXPECT_LE(std::abs(found - expected), limit) << found << " is not " << expected;
    else
      EXPECT_EQ(found, expected);
  }

  const golden_call& call_;
  std::vector<std::string> words_;
};

/// What to do for each function's name.
template <class T>
using golden_checks = std::map<std::string, std::function<void(const typed_call<T>&)>>;

/// Checks the calls of those functions with operands of type `T`.
template <class T>
void check_calls(const golden_checks<T>& checks) {
  std::map<std::string, int> counts;
  for (const golden_call& call : golden_calls()) {
    const auto check = checks.find(call.line.call[0]);
    if (check == checks.end()) continue;
    SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << call.line.whole);
    check->second(typed_call<T>(call));
    ++counts[check->first];
  }
  EXPECT_EQ(counts.size(), checks.size());
}

}  // namespace gpu::test
