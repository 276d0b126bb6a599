// SPDX-License-Identifier: BSD-3-Clause
// C++'s built-in operators, conversions and mathematical functions as graph nodes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <gpu/graph/node.hpp>

namespace gpu::user_kernels {

/// What the library's ops cannot express; caught where kernel text is translated.
struct not_expressible {
  std::string construct;  ///< "a 'for' loop"
};

/// The type of integral promotion: int for bool and what is narrower.
[[nodiscard]] dtype promoted(dtype type) noexcept;

/// The type of the usual arithmetic conversions.
[[nodiscard]] dtype common_type(dtype a, dtype b) noexcept;

/// The loop of the library's op with exactly these operand types. Scalars are computed at once.
[[nodiscard]] graph::node_ptr apply_op(std::string_view op,
                                       std::span<const graph::node_ptr> operands);

/// As `T x = value` converts.
[[nodiscard]] graph::node_ptr convert(const graph::node_ptr& value, dtype type);

/// `a symbol b` for the binary operators but the assignments and the comma.
[[nodiscard]] graph::node_ptr binary(std::string_view symbol, const graph::node_ptr& a,
                                     const graph::node_ptr& b);

/// `+a`, `-a`, `~a`, `!a`
[[nodiscard]] graph::node_ptr unary(std::string_view symbol, const graph::node_ptr& a);

/// `condition ? a : b`
[[nodiscard]] graph::node_ptr select(const graph::node_ptr& condition, const graph::node_ptr& a,
                                     const graph::node_ptr& b);

/// The op of the library that text may call by `name`, with operands of one type; null if there is
/// none, or C's function of that name is meant.
[[nodiscard]] const graph::op_record* op_function(std::string_view name);

/// The op that `a function b`, if that is an operator, or else `function(a, b)` is for two values
/// of one type, converted back to it; null if no single op gives the same.
[[nodiscard]] const graph::op_record* op_between(std::string_view function, dtype type);

/// A call of one of C's or CUDA's mathematical functions, or of an op.
[[nodiscard]] graph::node_ptr call(std::string_view function,
                                   std::span<const graph::node_ptr> arguments);

}  // namespace gpu::user_kernels
