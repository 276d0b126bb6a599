// SPDX-License-Identifier: BSD-3-Clause
// Result dtypes, looked up by the compiler, against those of NumPy.
#pragma once

#include <string_view>

#include <gpu/ops.hpp>

namespace gpu::test {

/// As in the golden rows: the operands that NumPy knows, Python's scalars last.
inline constexpr operand_type numpy_operands[] = {
    {dtype::bool_},       {dtype::int8},          {dtype::int16},
    {dtype::int32},       {dtype::int64},         {dtype::uint8},
    {dtype::uint16},      {dtype::uint32},        {dtype::uint64},
    {dtype::float16},     {dtype::float32},       {dtype::float64},
    {dtype::complex64},   {dtype::complex128},    {dtype::bool_, true},
    {dtype::int64, true}, {dtype::float64, true}, {dtype::complex128, true},
};
inline constexpr std::size_t numpy_operand_count = std::size(numpy_operands);
inline constexpr std::size_t float16_at = 9;
inline constexpr std::size_t float32_at = 10;

template <class Op>
consteval char result_character(int output, operand_type a, operand_type b) {
  const char* first = Op::info.loops;
  const int arity = parse_loop(first, 0).arity;
  const bool has_condition = std::string_view(Op::info.loops).find(" ?") != std::string_view::npos;
  const loop found = arity == 1      ? detail::loop_of_types<Op>(b)
                     : arity == 2    ? detail::loop_of_types<Op>(a, b)
                     : has_condition ? detail::loop_of_types<Op>(operand_type{dtype::bool_}, a, b)
                                     : detail::loop_of_types<Op>(a, a, b);
  return found.index < 0 ? '.' : traits(found.out_at(output)).character;
}

/// Where in a golden row the op gives something else; -1: nowhere.
template <class Op>
consteval int first_other_result(int output, std::string_view expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const operand_type& a = numpy_operands[i / numpy_operand_count];
    const operand_type& b = numpy_operands[i % numpy_operand_count];
    if (expected[i] != '!' && result_character<Op>(output, a, b) != expected[i])
      return static_cast<int>(i);
  }
  return -1;
}

consteval char as_bfloat16(char character) {
  return character == 'e' ? 'E' : character;
}

/// The same for pairs with bfloat16, which NumPy lacks. Beside anything but float16 it gives what
/// float16 gives, in bfloat16 where that is float16; beside float16 it is as float32.
template <class Op>
consteval int first_other_bfloat16(int output, std::string_view expected) {
  constexpr operand_type bfloat{dtype::bfloat16};
  if (expected.size() == numpy_operand_count)
    return result_character<Op>(output, bfloat, bfloat) == as_bfloat16(expected[float16_at])
               ? -1
               : static_cast<int>(float16_at);
  const auto at = [&](std::size_t a, std::size_t b) { return a * numpy_operand_count + b; };
  for (std::size_t i = 0; i < numpy_operand_count; ++i) {
    const operand_type& other = numpy_operands[i];
    const bool half = i == float16_at;
    const std::size_t left = half ? at(float32_at, i) : at(float16_at, i);
    const std::size_t right = half ? at(i, float32_at) : at(i, float16_at);
    const char on_left = half ? expected[left] : as_bfloat16(expected[left]);
    const char on_right = half ? expected[right] : as_bfloat16(expected[right]);
    if (result_character<Op>(output, bfloat, other) != on_left) return static_cast<int>(left);
    if (on_right != '!' && result_character<Op>(output, other, bfloat) != on_right)
      return static_cast<int>(right);
  }
  const std::size_t both = at(float16_at, float16_at);
  return result_character<Op>(output, bfloat, bfloat) == as_bfloat16(expected[both])
             ? -1
             : static_cast<int>(both);
}

/// Named in the compiler's message: the op, the result's number, and the place in the golden row
/// (18 times the first operand's number plus the second's) where NumPy has another dtype.
template <class Op, int Output, int Place>
struct dtype_of_numpy {
  static_assert(Place < 0, "NumPy has another result dtype");
  static constexpr bool holds = true;
};

}  // namespace gpu::test

#define GPU_SKIP_ROW(op, output, text)
#define GPU_CHECK_ROW(op, output, text)                                                   \
  static_assert(                                                                          \
      dtype_of_numpy<ops::op, output, first_other_result<ops::op>(output, text)>::holds); \
  static_assert(                                                                          \
      dtype_of_numpy<ops::op, output, first_other_bfloat16<ops::op>(output, text)>::holds);
#define GPU_ROW(part, op, output, text) GPU_ROW_##part(op, output, text)
