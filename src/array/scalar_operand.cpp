// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/scalar_operand.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

std::string number_text(const graph::scalar_node& value) {
  std::int64_t number;
  std::memcpy(&number, value.bytes, sizeof(number));
  return value.type == dtype::uint64 ? std::to_string(static_cast<std::uint64_t>(number))
                                     : std::to_string(number);
}

}  // namespace

void throw_no_real_element(dtype type) {
  throw dtype_error(text_of("a complex number does not become a real element: ", type));
}

void throw_out_of_bounds(const std::string& value, dtype type) {
  throw overflow_error(text_of("integer ", value, " out of bounds for ", type));
}
void throw_out_of_bits(const std::string& value, std::size_t bits) {
  throw overflow_error(text_of("integer ", value, " out of bounds for ", bits, " bits"));
}

void require_integer(double value, dtype type) {
  if (std::isnan(value)) throw value_error("cannot convert float NaN to integer");
  if (std::isinf(value)) throw overflow_error("cannot convert float infinity to integer");
  const int bits = 8 * static_cast<int>(size_bytes(type)) - (traits(type).is_signed ? 1 : 0);
  const double whole = std::trunc(value);
  const double least = traits(type).is_signed ? -std::ldexp(1.0, bits) : 0.0;
  if (whole >= least && whole < std::ldexp(1.0, bits)) return;
  std::array<char, 320> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), whole, std::chars_format::fixed);
  throw_out_of_bounds(std::string(digits.data(), written.ptr), type);
}

int loop_beside_scalars(const graph::op_record& op, int loop,
                        std::span<const graph::node_ptr> operands) {
  const graph::typed_loop& types = op.loops[static_cast<std::size_t>(loop)];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const graph::node& operand = *operands[i];
    if (operand.kind != graph::node_kind::scalar || operand.type == types.in[i]) continue;
    const bool is_comparison = types.out == dtype::bool_ && types.in.size() == 2;
    if (!is_comparison)
      throw_out_of_bounds(number_text(static_cast<const graph::scalar_node&>(operand)),
                          types.in[i]);
    std::vector<operand_type> wide;
    for (const graph::node_ptr& one : operands)
      wide.push_back({is_integer(one->type) && traits(one->type).is_signed ? dtype::int64
                      : is_integer(one->type)                              ? dtype::uint64
                                                                           : one->type,
                      false});
    return graph::resolve_loop(op, wide);
  }
  return loop;
}

}  // namespace gpu::detail
