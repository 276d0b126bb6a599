// SPDX-License-Identifier: BSD-3-Clause
// Parts of the text that kernels of every kind have.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"
#include "jit/program.hpp"

namespace gpu::graph {

/// How a value is named: "a0", "s1", "v2".
[[nodiscard]] std::string variable_name(value_id value);
using value_naming = std::function<std::string(value_id)>;

/// "int" or "long long": of a kernel's indices.
[[nodiscard]] const char* index_type(const variant& options);

/// ", 4", ", true": a template argument behind others.
[[nodiscard]] std::string template_argument(int value);
[[nodiscard]] std::string template_argument(bool value);

/// The arguments of which the body is given a value for each index: their numbers.
[[nodiscard]] std::vector<std::size_t> iterated_arguments(const kernel& work);

/// The text for an argument of its kind: nothing for memory, which is not iterated.
[[nodiscard]] std::string text_by_kind(const kernel_argument& argument, std::string array,
                                       std::string affine);

/// ",\n    read<float>": an argument as skeletons take it; nothing for memory.
/// @param operand  its number, outputs first
/// @param by_row   whether the skeleton is told of an affine function what it is along a row
[[nodiscard]] std::string skeleton_operand(const kernel& work, const variant& options,
                                           std::size_t operand, bool by_row = false);

/// Those of all arguments, one after the other.
/// @param has_runs  whether indices are taken as `run_index`
[[nodiscard]] std::string skeleton_operands(const kernel& work, const variant& options,
                                            bool has_runs = false);

/// The data members of the body functor, which are the same for every index: where memory lies, and
/// the scalars. "  long long a1;\n  float s0;\n"
[[nodiscard]] std::string body_members(const kernel& work);

/// The records with text of their own, in order of first use.
[[nodiscard]] std::vector<const op_record*> user_records(const kernel& work);

/// "user_0::" if the record is the first of those, "" if it is none.
[[nodiscard]] std::string user_prefix(const op_record& record,
                                      const std::vector<const op_record*>& users);

/// Includes `headers`, and what the instructions, the outputs and every kernel need.
[[nodiscard]] std::string includes(const kernel& work, std::set<std::string> headers);

/// "access::zero"
[[nodiscard]] std::string name_of(kernels::access pattern);

/// ", access::zero": what follows the element type of an operand; nothing for `unit`, the default.
[[nodiscard]] std::string access_argument(kernels::access pattern);

/// Appends the users' texts.
void add_definitions(const kernel& work, program& result);

/// The call of an instruction that is no reduction.
[[nodiscard]] std::string call(const kernel& work, const instruction& step,
                               const std::vector<const op_record*>& users,
                               const value_naming& value_name);

/// `value`, the text of the output's value, converted to the target's dtype.
[[nodiscard]] std::string converted(const kernel& work, const kernel_output& output,
                                    const std::string& value);

/// "    const float v0 = gpu::ops::exp{}(a0);\n", ...: what computes all values that `wanted`
/// says; a call of several results is written before the first component.
[[nodiscard]] std::string statements(const kernel& work, const std::vector<bool>& wanted,
                                     const std::vector<const op_record*>& users,
                                     const value_naming& value_name);

/// Threads for which a multiprocessor is to have registers, where no skeleton says otherwise.
inline constexpr int resident_threads = 1024;

/// "__launch_bounds__(256, 4)"
/// @param resident  threads for which a multiprocessor has registers; 0: any number
[[nodiscard]] std::string launch_bounds(int threads, int resident = 0);

/// The kernel, which begins its work when the kernel before it has ended.
/// @param bounds      its `launch_bounds`, and what stands before them
/// @param parameter   the type of its one parameter, `x`
/// @param statements  what it does
[[nodiscard]] std::string entry(std::string_view bounds, std::string_view name,
                                std::string_view parameter, std::string_view statements);
/// The same of a class `work` that runs with its arguments.
[[nodiscard]] std::string class_entry(std::string_view bounds, std::string_view name);
/// The same of a type that runs with `work::arguments`, which are passed or in memory.
[[nodiscard]] std::string skeleton_entry(std::string_view type, std::string_view bounds,
                                         std::string_view name, const variant& options);

/// A functor that computes one element of each output: "struct body { ... };"
/// @param has_runs  whether it takes indices as `run_index`
[[nodiscard]] std::string elementwise_body(const kernel& work, bool has_runs = false);

}  // namespace gpu::graph
