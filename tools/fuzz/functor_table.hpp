// SPDX-License-Identifier: BSD-3-Clause
// Every op of the library with its functors, called on one element at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/core/op_info.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/op.hpp>

namespace gpu::fuzz {

/// `out = f(*in[0], *in[1], ...)`, of one element.
using functor = void (*)(const void* const* in, void* out);

/// An op as the fuzzer needs it.
struct op_entry {
  const op_info* info;
  const graph::op_record* record;
  std::vector<functor> functors;  ///< of each loop of the record, those of second results last
  /// `gpu::NAME(operands...)`: one result, or two.
  std::vector<any_expression> (*call)(std::span<const any_expression> operands);
  /// Whether the sign of a nan shows in its results. That sign is nobody's promise: it depends on
  /// the order of operands and on the device.
  bool shows_sign_of_nan;
};

/// The largest error that the op declares for a loop, in units of the last place; 0: exact.
[[nodiscard]] int max_ulp(const op_entry& entry, int loop);

/// Every op of `all_ops`.
[[nodiscard]] const std::vector<op_entry>& op_entries();

/// The position of the op of that name.
/// @throws value_error  if there is none
[[nodiscard]] std::size_t op_named(std::string_view name);

/// `*out = *in` converted.
[[nodiscard]] functor cast_functor(dtype from, dtype to);

/// The loop that the library's functions take for operands of these types; -1 if there is none.
[[nodiscard]] int loop_for_types(const graph::op_record& op, std::vector<operand_type> types);

}  // namespace gpu::fuzz
