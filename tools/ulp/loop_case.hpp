// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <gpu/array/any_expression.hpp>
#include <gpu/core/text_of.hpp>

#include "fuzz/functor_table.hpp"
#include "reference.hpp"

namespace gpu::ulp {

/// One result of one loop, and how its right values are known.
struct loop_case {
  const fuzz::op_entry& entry;
  std::size_t loop;  ///< of the record, where second results follow the first ones
  int position;      ///< of the result
  dtype type;        ///< of the operands
  dtype out;
  int stated;
  const reference* exact;

  [[nodiscard]] bool only_in_domain() const { return exact && exact->only_in_domain; }
  [[nodiscard]] std::size_t arity() const { return entry.record->loops[loop].in.size(); }

  /// "log float32"
  [[nodiscard]] std::string name() const {
    return text_of(entry.info->name, position == 0 ? " " : "[1] ", traits(type).name);
  }
  [[nodiscard]] any_expression call(std::span<const any_expression> operands) const {
    return entry.call(operands)[static_cast<std::size_t>(position)];
  }
  /// Whether the op has a loop for operands of this one dtype that gives it, too.
  [[nodiscard]] bool has_loop(dtype of) const {
    const auto& loops = entry.record->loops;
    return std::any_of(loops.begin(), loops.end(), [&](const graph::typed_loop& other) {
      return other.out == of && other.in.size() == arity() &&
             std::all_of(other.in.begin(), other.in.end(), [of](dtype in) { return in == of; });
    });
  }
};

}  // namespace gpu::ulp
