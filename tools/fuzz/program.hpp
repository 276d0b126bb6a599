// SPDX-License-Identifier: BSD-3-Clause
// What one case of the fuzzer does: a list of steps, each of which uses earlier ones.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::fuzz {

/// Elements `start`, `start + step`, ... of one axis; or, if `dropped`, the one at `start`, without
/// an axis.
struct taken_range {
  std::ptrdiff_t start = 0;
  std::ptrdiff_t count = 1;
  std::ptrdiff_t step = 1;
  bool dropped = false;
};

enum class action {
  array,      ///< `bytes`, C-contiguous
  scalar,     ///< a C++ number: bool, int64, float64 or complex128
  op,         ///< `op` of the operands; its first result if it has two
  second,     ///< the other result of the call that `operands[0]`, the step before, made
  cast,       ///< to `type`
  transpose,  ///< `axes`
  slice,      ///< `ranges`
  reshape,    ///< to `extents`
  broadcast,  ///< to `extents`
  expand,     ///< an axis of extent 1 put in at `axes[0]`
  diagonal,   ///< `axes`: offset, first and second axis
  reduce,     ///< `op` of `reduction_entries()` over `axes`; `operands[1]`, if any, is the mask
  update,     ///< gives array `operands[0]` the value `operands[1]` of its shape
  write,      ///< gives `ranges` of array `operands[0]` the value `operands[1]`, broadcast
};

/// What is said in a call of a reduction or a scan beside the axes and the mask.
struct reduction_call {
  bool over_all = false;   ///< no axes are given
  bool is_number = false;  ///< one axis is given, not a list
  bool keepdims = false;
  double ddof = 0;
  std::optional<dtype> type;     ///< asked for
  std::optional<dtype> initial;  ///< dtype of the number in the step's `bytes`
};

/// One value. Arrays are what they are when they are used: a value keeps the elements that its
/// arrays had when it was made.
struct step {
  action what;
  std::vector<std::size_t> operands;
  dtype type = dtype::bool_;
  shape extents;
  std::size_t op = 0;  ///< position in `op_entries()`, or in `reduction_entries()`
  int loop = 0;        ///< `infer` sets it
  std::vector<std::ptrdiff_t> axes;
  std::vector<taken_range> ranges;
  std::vector<std::byte> bytes;
  reduction_call call = {};

  [[nodiscard]] bool computes() const {
    return what == action::op || what == action::second || what == action::cast ||
           what == action::reduce;
  }
  /// Whether it is a result of an op.
  [[nodiscard]] bool is_result() const { return what == action::op || what == action::second; }
  /// Whether it changes an array instead of being a value.
  [[nodiscard]] bool changes_array() const {
    return what == action::update || what == action::write;
  }
};

/// The steps in order, and those whose values are looked at in the end; arrays always are.
struct program {
  std::vector<step> steps;
  std::vector<std::size_t> roots;

  /// Whether a step is a reduction or a scan.
  [[nodiscard]] bool reduces() const;
};

/// Finds dtype, loop and shape of each step from its operands.
/// @throws error  if a step is not possible
void infer(program& work);
/// The same of one step, those before it being known.
void infer_step(program& work, std::size_t number);

/// The program without steps that nothing needs. Roots, and what changes needed arrays, are needed.
[[nodiscard]] program pruned(const program& work);

/// For each step the last one that uses it; its own number if there is none, the number of steps
/// if it is a root.
[[nodiscard]] std::vector<std::size_t> last_uses(const program& work);

/// The operands of the call whose result step `one` is.
[[nodiscard]] const std::vector<std::size_t>& call_operands(const program& work, const step& one);

}  // namespace gpu::fuzz
