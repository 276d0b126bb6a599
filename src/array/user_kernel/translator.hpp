// SPDX-License-Identifier: BSD-3-Clause
// Kernel text as graph nodes: the part of C++ that needs no compiler.
//
// Declarations, assignments, if and else, the operators, casts, and calls of C's mathematical
// functions, with C++'s conversions. No loops, pointers, comma operators or functions of one's own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gpu/graph/node.hpp>

#include "array/user_kernel/lexer.hpp"

namespace gpu::user_kernels {

/// A name that stands for a type: a placeholder.
struct type_alias {
  std::string_view name;
  dtype type;
};

/// A variable of the text. Its value is converted to its type.
struct kernel_variable {
  std::string_view name;
  dtype type;
  graph::node_ptr value;  ///< null before the first assignment
  bool constant = false;
};

/// What stood in the way of a translation.
struct refusal {
  std::string construct;  ///< "a 'for' loop"
  int line = 0;
};

/// Runs the text: afterwards `variables` hold their last values. Returns what cannot be expressed,
/// an empty construct if all can; then `variables` hold anything.
[[nodiscard]] refusal translate(const std::vector<token>& text, std::span<const type_alias> types,
                                std::vector<kernel_variable>& variables);

}  // namespace gpu::user_kernels
