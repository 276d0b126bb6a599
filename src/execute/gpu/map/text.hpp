// SPDX-License-Identifier: BSD-3-Clause
// What the texts of kernels that compute each element by itself share.
#pragma once

#include <cstddef>
#include <string>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// ",\n    write<float>": an operand of any number, outputs first; nothing for memory.
/// @param by_row  as of `graph::skeleton_operand`
[[nodiscard]] std::string map_operand_text(const graph::kernel& work, const graph::variant& options,
                                           std::size_t operand, bool by_row = false);

/// All operands, one after the other.
[[nodiscard]] std::string map_operands_text(const graph::kernel& work,
                                            const graph::variant& options);

/// The number that an operand has among those that the skeleton is given: memory is none.
[[nodiscard]] int number_of_operand(const graph::kernel& work, std::size_t operand);

/// The body, and a skeleton that is a class.
/// @param parameters  its template arguments behind the body
/// @param operands    what stands behind those
/// @param name        of the entry
[[nodiscard]] std::string map_text(const graph::kernel& work, const graph::variant& options,
                                   const std::string& name, const std::string& parameters,
                                   const std::string& operands);

}  // namespace gpu::execute
