// SPDX-License-Identifier: BSD-3-Clause
// Which loop a call takes, and which of its conversions a casting rule forbids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <gpu/core/casting.hpp>
#include <gpu/core/op_info.hpp>

namespace gpu {

/// The loop that NumPy 2 takes for these operands; `index` is -1 if there is none.
[[nodiscard]] constexpr loop find_loop(const op_info& op, std::span<const operand_type> operands) {
  if (operands.size() > max_loop_inputs) return loop();
  operand_type types[max_loop_inputs] = {};
  std::copy(operands.begin(), operands.end(), types);
  const std::span<operand_type> seen(types, operands.size());
  if (op.integers_as_float64) take_integers_as_float64(seen);
  if (op.refuses_bools && all_bools(seen)) return loop();
  return find_loop(op.loops, seen);
}

namespace detail {
/// Whether every output of the loop is a `type`.
[[nodiscard]] constexpr bool gives_only(const loop& key_value_pair, dtype type) noexcept {
  for (int i = 0; i < key_value_pair.outputs; ++i)
    if (key_value_pair.out_at(i) != type) return false;
  return true;
}
}  // namespace detail

/// The loop that a call takes whose results shall be of dtype `type`: the usual one if it gives it,
/// else the first that gives it and takes the operands safely, else the one that also takes it, to
/// which the operands may have to be cast. `index` is -1 if there is none. NumPy's `dtype=`.
[[nodiscard]] constexpr loop find_loop_giving(const op_info& op, dtype type,
                                              std::span<const operand_type> operands) {
  const char* text = op.loops;
  loop taking_it;
  loop safe;
  for (int index = 0;; ++index) {
    const loop key_value_pair = parse_loop(text, index);
    if (key_value_pair.index < 0) break;
    if (key_value_pair.arity != static_cast<int>(operands.size()) ||
        !detail::gives_only(key_value_pair, type))
      continue;
    const auto* in = key_value_pair.in;
    if (std::all_of(in, in + key_value_pair.arity, [&](dtype one) { return one == type; }))
      taking_it = key_value_pair;
    bool fits = safe.index < 0;
    for (std::size_t i = 0; fits && i < operands.size(); ++i)
      fits = can_cast(operands[i], in[i], casting::safe);
    if (fits) safe = key_value_pair;
  }
  const loop usual = find_loop(op, operands);
  if (usual.index >= 0 && detail::gives_only(usual, type)) return usual;
  return safe.index >= 0 ? safe : taking_it;
}

/// The position of the first operand that `rule` does not let become the loop's input; -1 if all
/// may.
[[nodiscard]] constexpr int first_refused(const loop& chosen,
                                          std::span<const operand_type> operands,
                                          casting rule) noexcept {
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!can_cast(operands[i], chosen.in[i], rule)) return static_cast<int>(i);
  return -1;
}

}  // namespace gpu
