// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// How arrays are printed, with NumPy's names and defaults.
struct print_options {
  int precision = 8;             ///< most digits behind the point
  std::size_t threshold = 1000;  ///< arrays of more elements are summarised
  int edgeitems = 3;             ///< elements shown at each end of a summarised axis
  int linewidth = 75;            ///< characters per line
  bool suppress = false;         ///< write small numbers as 0, not in scientific notation

  // xtensor's functions, each of which sets one of this thread's options.
  // @throws value_error  if the number is negative
  static void set_precision(strict_integer digits);
  static void set_threshold(strict_integer elements);
  static void set_edge_items(strict_integer elements);
  static void set_line_width(strict_integer characters);
};

/// This thread's options. `numpy.get_printoptions`.
[[nodiscard]] const print_options& get_printoptions() noexcept;

/// Replaces this thread's options. `numpy.set_printoptions`.
/// @throws value_error  if `precision`, `edgeitems` or `linewidth` is negative
void set_printoptions(const print_options& options);

/// Other options for this thread until the end of the scope. `numpy.printoptions`.
class print_options_guard {
 public:
  [[nodiscard]] explicit print_options_guard(const print_options& options);
  ~print_options_guard();

  print_options_guard(const print_options_guard&) = delete;
  print_options_guard& operator=(const print_options_guard&) = delete;

 private:
  print_options previous_;
};

}  // namespace gpu
