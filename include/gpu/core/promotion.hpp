// SPDX-License-Identifier: BSD-3-Clause
// NumPy 2's result types (NEP 50), found at compile time from an op's loop list.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <gpu/core/dtype.hpp>

namespace gpu {

/// Whether every value of `from` is one of `to`, as `numpy.can_cast(from, to)` says ("safe").
/// bfloat16 takes the integers that float16 takes, and goes to float32.
[[nodiscard]] constexpr bool can_cast(dtype from, dtype to) noexcept {
  const dtype_traits& a = traits(from);
  const dtype_traits& b = traits(to);
  if (from == to || a.kind == dtype_kind::boolean) return true;
  if (a.kind > b.kind) return false;
  if (a.kind == dtype_kind::integer && b.kind == dtype_kind::integer) {
    if (a.is_signed == b.is_signed) return a.size_bytes <= b.size_bytes;
    return b.is_signed && a.size_bytes < b.size_bytes;
  }
  const int part = b.kind == dtype_kind::complex ? b.size_bytes / 2 : b.size_bytes;
  if (a.kind == dtype_kind::integer) return a.size_bytes >= 4 ? part == 8 : part > a.size_bytes;
  if (a.kind == dtype_kind::floating)
    return b.kind == dtype_kind::complex ? a.size_bytes <= part : a.size_bytes < part;
  return a.size_bytes < b.size_bytes;
}

/// The smallest dtype that both cast to safely. `numpy.promote_types`.
[[nodiscard]] constexpr dtype promote_types(dtype a, dtype b) noexcept {
  constexpr dtype by_size[] = {dtype::bool_,   dtype::uint8,    dtype::int8,     dtype::uint16,
                               dtype::int16,   dtype::uint32,   dtype::int32,    dtype::uint64,
                               dtype::int64,   dtype::float16,  dtype::bfloat16, dtype::float32,
                               dtype::float64, dtype::complex64};
  for (const dtype type : by_size)
    if (can_cast(a, type) && can_cast(b, type)) return type;
  return dtype::complex128;
}

/// What promotion sees of one operand. A C++ scalar is weak, as a Python scalar is: its `type` is
/// bool_, int64, float64 or complex128 and only its kind counts beside an array.
struct operand_type {
  dtype type;
  bool weak = false;
};

/// The dtype that a weak scalar of `weak` gets beside arrays of the promoted dtype `strong`.
[[nodiscard]] constexpr dtype weak_beside(dtype weak, dtype strong) noexcept {
  if (traits(weak).kind <= traits(strong).kind) return strong;
  if (traits(weak).kind != dtype_kind::complex || traits(strong).kind != dtype_kind::floating)
    return weak;
  return strong == dtype::float64 ? dtype::complex128 : dtype::complex64;
}

/// The promoted dtype of the operands that are not weak; none if all are.
[[nodiscard]] constexpr std::optional<dtype> strong_type(
    std::span<const operand_type> operands) noexcept {
  std::optional<dtype> strong;
  for (const operand_type& operand : operands)
    if (!operand.weak) strong = strong ? promote_types(*strong, operand.type) : operand.type;
  return strong;
}

/// The dtype that loops are looked up with: a weak operand has that which it gets beside `strong`.
[[nodiscard]] constexpr dtype type_beside(const operand_type& operand,
                                          std::optional<dtype> strong) noexcept {
  return operand.weak && strong ? weak_beside(operand.type, *strong) : operand.type;
}

/// `numpy.result_type` of arrays and scalars.
[[nodiscard]] constexpr dtype result_type(std::span<const operand_type> operands) noexcept {
  dtype weak = dtype::bool_;
  for (const operand_type& operand : operands)
    if (operand.weak) weak = promote_types(weak, operand.type);
  return type_beside({weak, true}, strong_type(operands));
}

inline constexpr int max_loop_inputs = 3;
inline constexpr int max_loop_outputs = 2;

/// Operands that are all bools and integers become float64. For ops that say
/// `op_info::integers_as_float64`.
constexpr void take_integers_as_float64(std::span<operand_type> operands) noexcept {
  for (const operand_type& operand : operands)
    if (traits(operand.type).kind > dtype_kind::integer) return;
  for (operand_type& operand : operands) operand.type = dtype::float64;
}

/// Whether no operand is anything but a bool. Some ops have no loop then: `op_info::refuses_bools`.
[[nodiscard]] constexpr bool all_bools(std::span<const operand_type> operands) noexcept {
  for (const operand_type& operand : operands)
    if (operand.type != dtype::bool_) return false;
  return true;
}

/// One loop of an op: "ff->f", or "ff->ff" if it has two results.
struct loop {
  int index = -1;  ///< position in the op's list; -1 means none
  int arity = 0;
  int outputs = 1;
  dtype in[max_loop_inputs] = {};
  dtype out = dtype::bool_;         ///< of the first result
  dtype second_out = dtype::bool_;  ///< if there are two

  [[nodiscard]] constexpr dtype out_at(int position) const noexcept {
    return position == 0 ? out : second_out;
  }
};

/// The loop that `text` begins with; `text` moves behind it. No loop is left: `index` is -1.
[[nodiscard]] constexpr loop parse_loop(const char*& text, int index) noexcept {
  loop result;
  bool found = false;
  while (*text == ' ') ++text;
  if (*text == '\0') return result;
  for (; *text != '-'; ++text) result.in[result.arity++] = dtype_of_character(*text, found);
  text += 2;
  result.out = dtype_of_character(*text++, found);
  if (*text != ' ' && *text != '\0') {
    result.second_out = dtype_of_character(*text++, found);
    result.outputs = 2;
  }
  result.index = index;
  return result;
}

[[nodiscard]] constexpr int count_loops(const char* loops) noexcept {
  int count = 0;
  while (parse_loop(loops, count).index >= 0) ++count;
  return count;
}

/// How many results each loop of the list has.
[[nodiscard]] constexpr int count_outputs(const char* loops) noexcept {
  return parse_loop(loops, 0).outputs;
}

/// The first loop of the list to which every operand casts safely, weak scalars taking the type
/// that they get beside `strong`; `index` is -1 if there is none.
[[nodiscard]] constexpr loop find_loop_beside(std::optional<dtype> strong, const char* loops,
                                              std::span<const operand_type> operands) noexcept {
  for (int index = 0;; ++index) {
    const loop key_value_pair = parse_loop(loops, index);
    if (key_value_pair.index < 0) return key_value_pair;
    bool fits = key_value_pair.arity == static_cast<int>(operands.size());
    for (std::size_t i = 0; fits && i < operands.size(); ++i)
      fits = can_cast(type_beside(operands[i], strong), key_value_pair.in[i]);
    if (fits) return key_value_pair;
  }
}

/// The loop that NumPy takes: weak scalars go beside the arrays, or, where that finds no loop, keep
/// their own type, as the integer of `ldexp(x, 2)` does; `index` is -1 if there is none.
[[nodiscard]] constexpr loop find_loop(const char* loops,
                                       std::span<const operand_type> operands) noexcept {
  const loop found = find_loop_beside(strong_type(operands), loops, operands);
  return found.index >= 0 ? found : find_loop_beside(std::nullopt, loops, operands);
}

}  // namespace gpu
