// SPDX-License-Identifier: BSD-3-Clause
// A user's reduction kernel as it was given, and what its text becomes for given types.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/reduction_kernel.hpp>

#include "array/user_kernel/call.hpp"
#include "array/user_kernel/source.hpp"

namespace gpu::user_kernels {

/// A text with its words.
struct kernel_statement {
  void set(std::string words) {
    text = std::move(words);
    tokens = tokenize(text);
  }

  std::string text;
  std::vector<token> tokens;
};

/// Immutable once made, as kernel_source, whose `operation` is all texts together.
struct reduction_source : kernel_source {
  std::string map;
  std::string reduce;
  std::string post_map;
  std::optional<std::string> identity;
  std::string reduce_type;           ///< empty: that of the first output
  std::vector<std::string> macros;   ///< "WIDTH 3"
  std::vector<std::string> headers;  ///< that the preamble includes

  // For the translator: what assigns each expression to a variable.
  kernel_statement mapped;       ///< `user_mapped`
  kernel_statement combined;     ///< `user_combined`, of `a` and `b`
  kernel_statement begun;        ///< `user_begun`, the identity
  kernel_statement finished;     ///< the outputs
  kernel_statement accumulator;  ///< declares a variable of `reduce_type`
};

/// What the definition of one call depends on.
struct reduction_use {
  reduction_use(const reduction_source& source, std::span<const parameter_use> parameters);

  const reduction_source& kernel;
  std::span<const parameter_use> uses;  ///< one for each parameter
  bool takes_position;  ///< the reduction's last operand but one or none is a position, int64
  /// Numbers and raw arrays that `post_map_expr` names: accumulators carry them. Then the last
  /// operand of the reduction is a bool that says whether there is an element.
  std::vector<std::size_t> carried;

  [[nodiscard]] bool has_raw() const noexcept;
  /// The dtypes of the reduction's operands. Raw arrays are addresses of `kernels::raw_array`.
  [[nodiscard]] std::vector<dtype> operand_types() const;
};

/// The definition of `reduction_function`, which kernels/primitives/reducer.hpp describes; its
/// result is the output number `output`. User text stands under its labels.
[[nodiscard]] std::string reduction_definition(const reduction_use& use, std::size_t output);

/// The device headers that it needs beside text_header's.
[[nodiscard]] std::vector<std::string> reduction_headers(const reduction_use& use);

/// A function that returns its `kernels::user_reduction_loops`.
[[nodiscard]] program reduction_program(const reduction_use& use, std::size_t output,
                                        const std::string& definition);

/// The outputs as expressions of the library's ops and reductions; none if the text says more than
/// those can.
///
/// @param rows  the extents of the results, without the reduced axes
[[nodiscard]] std::vector<graph::node_ptr> translate_reduction(const reduction_source& kernel,
                                                               const kernel_call& call,
                                                               std::uint64_t axes,
                                                               const shape& rows, refusal& why);

/// The position along the reduced axes in C order.
[[nodiscard]] graph::node_ptr reduced_position(const shape& extents, std::uint64_t axes,
                                               device where);

}  // namespace gpu::user_kernels
