// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>

#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// How many digits stand behind the point of a floating-point number: `precision` of them; as many
/// as tell it from all others of its dtype; as many, but at most `precision`; as many as the
/// element of the array with the most has by that.
enum class float_mode { fixed, unique, maxprec, maxprec_equal };

/// How arrays are printed, with NumPy's names and defaults.
struct print_options {
  int precision = 8;             ///< most digits behind the point
  std::size_t threshold = 1000;  ///< arrays of more elements are summarised
  int edgeitems = 3;             ///< elements shown at each end of a summarised axis
  int linewidth = 75;            ///< characters per line
  bool suppress = false;         ///< write small numbers as 0, not in scientific notation
  std::string nanstr = "nan";
  std::string infstr = "inf";
  char sign = '-';  ///< '+': positive numbers have one; ' ': a space in its place
  float_mode floatmode = float_mode::maxprec;

  // xtensor's functions, each of which sets one of this thread's options.
  // @throws value_error  if the number is negative
  static void set_precision(strict_integer digits);
  static void set_threshold(strict_integer elements);
  static void set_edge_items(strict_integer elements);
  static void set_line_width(strict_integer characters);
};

/// Some of these options: `{.precision = 3, .suppress = true}`. Those left out stay as they are.
struct print_option_changes {
  std::optional<int> precision = {};
  std::optional<std::size_t> threshold = {};
  std::optional<int> edgeitems = {};
  std::optional<int> linewidth = {};
  std::optional<bool> suppress = {};
  std::optional<std::string> nanstr = {};
  std::optional<std::string> infstr = {};
  std::optional<char> sign = {};
  std::optional<float_mode> floatmode = {};
};

/// This thread's options. `numpy.get_printoptions`.
[[nodiscard]] const print_options& get_printoptions();

/// Changes options of this thread. `numpy.set_printoptions`.
/// @throws value_error  if `precision`, `edgeitems` or `linewidth` is negative; "sign option must
///                      be one of ' ', '+', or '-'"
void set_printoptions(const print_option_changes& changes);

namespace detail {
/// Changes all of them.
void replace_printoptions(const print_options& options);
}  // namespace detail

/// The same of all options: `set_printoptions(known)`.
template <std::same_as<print_options> Options>
void set_printoptions(const Options& options) {
  detail::replace_printoptions(options);
}

/// Other options for this thread until the end of the scope. `numpy.printoptions`.
class print_options_guard {
 public:
  [[nodiscard]] explicit print_options_guard(const print_option_changes& changes);
  template <std::same_as<print_options> Options>
  [[nodiscard]] explicit print_options_guard(const Options& options)
      : previous_(get_printoptions()) {
    set_printoptions(options);
  }
  ~print_options_guard();

  print_options_guard(const print_options_guard&) = delete;
  print_options_guard& operator=(const print_options_guard&) = delete;

 private:
  print_options previous_;
};

}  // namespace gpu
