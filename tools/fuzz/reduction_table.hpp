// SPDX-License-Identifier: BSD-3-Clause
// Every function of the library that goes over axes: reductions, `ufunc.reduce`, scans,
// differences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gpu/array/reduction/reduction.hpp>

namespace gpu::fuzz {

/// What the naive evaluation computes of the elements of a row.
enum class formula {
  sum,
  prod,
  max,
  min,
  fmax,
  fmin,
  all,
  any,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  logaddexp,
  count_nonzero,
  count_numbers,  ///< that are no nan
  argmax,
  argmin,
  mean,
  var,
  std,
  ptp,
  norm_l1,
  norm_sq,
  norm_l2,
  norm_linf,
  fold,  ///< `op` applied from element to element
  diff,
};

/// A function as the fuzzer needs it.
struct reduction_entry {
  std::string call;  ///< what a user writes before the parenthesis
  formula what = formula::sum;
  bool is_scan = false;  ///< a result for every element
  bool skips_nans = false;
  bool takes_list = true;         ///< of axes, and all of them as one
  bool needs_elements = false;    ///< none are an error unless `initial` is given
  bool includes_initial = false;  ///< the result begins with that of no elements
  unsigned options = 0;           ///< bits: `detail::reduction_option_kind`
  std::size_t op = 0;             ///< of a fold: position in `op_entries()`
  bool is_reorderable = false;    ///< the order in which a fold takes the elements is not said
  std::optional<double> identity = std::nullopt;  ///< what a fold begins with
  std::optional<dtype> (*result)(dtype element, std::optional<dtype> asked) = nullptr;
  graph::node_ptr (*make)(graph::node_ptr value,
                          const detail::reduction_settings& settings) = nullptr;
};

[[nodiscard]] const std::vector<reduction_entry>& reduction_entries();

/// The position of the entry that is called `gpu::NAME`.
/// @throws value_error  if there is none
[[nodiscard]] std::size_t reduction_named(const std::string& name);

}  // namespace gpu::fuzz
