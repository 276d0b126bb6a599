// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <initializer_list>
#include <vector>

#include <gpu/array/concepts.hpp>

namespace gpu::detail {

/// One of the real numbers in a list of several types: `{0, 1, 2.5}`, whose element type the
/// compiler does not deduce, is a list of them. They are float64.
struct listed_number {
  template <number_or_element Number>
  requires(std::convertible_to<const Number&, double>) listed_number(const Number& number)
      : value(static_cast<double>(read_proxy(number))) {}

  double value;
};

/// An overload for such a list goes on with these.
[[nodiscard]] inline std::vector<double> doubles_of(std::initializer_list<listed_number> list) {
  std::vector<double> values;
  values.reserve(list.size());
  for (const listed_number& one : list) values.push_back(one.value);
  return values;
}

}  // namespace gpu::detail
