// SPDX-License-Identifier: BSD-3-Clause
// A user's kernel as it was given, and the programs that its text becomes for given types.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gpu/array/user_kernel/options.hpp>
#include <gpu/graph/op.hpp>

#include "array/user_kernel/lexer.hpp"
#include "array/user_kernel/parameters.hpp"
#include "array/user_kernel/translator.hpp"
#include "core/fork.hpp"
#include "jit/program.hpp"

namespace gpu::user_kernels {

/// Immutable once made: all copies of a kernel, in all threads, share it.
struct kernel_source {
  kernel_source() = default;
  kernel_source(const kernel_source&) = delete;
  kernel_source& operator=(const kernel_source&) = delete;

  std::string name;
  const char* kind = "elementwise_kernel";  ///< what messages call it, before its name
  std::string operation;
  elementwise_kernel_options options;
  std::vector<kernel_parameter> in;
  std::vector<kernel_parameter> out;
  std::vector<token> tokens;            ///< of `operation`
  deepest_nesting nesting;              ///< of all texts
  bool reduces = false;                 ///< outputs have other shapes than inputs
  bool uses_index = false;              ///< `i` is read
  std::vector<std::string> ops;         ///< the library's ops that the text calls
  std::vector<std::string> op_headers;  ///< where the device finds them
  /// One output, nothing raw, no text around the loop, no compiler options: a function of elements.
  bool elementwise = false;
  /// Why no part of the host's graph can express it: "raw arguments"; empty if the text decides.
  std::string needs_compiler;

  /// What calls with the same types share, so that their text is written once.
  mutable gpu::detail::fork_safe<std::mutex> mutex;
  mutable std::map<std::vector<std::uint8_t>, const graph::op_record*> records;

  [[nodiscard]] std::size_t parameter_count() const noexcept { return in.size() + out.size(); }
  [[nodiscard]] const kernel_parameter& parameter(std::size_t k) const {
    return k < in.size() ? in[k] : out[k - in.size()];
  }
};

/// Parses the parameter lists and the name into `kernel`.
/// @param types  of inputs and outputs if a signature fixes them, else empty
/// @throws value_error, dtype_error
void declare(kernel_source& kernel, std::string_view in_params, std::string_view out_params,
             std::string_view name, std::span<const dtype> in_types,
             std::span<const dtype> out_types);

/// Finds what `kernel.operation` and the preamble need.
void read_text(kernel_source& kernel);

/// How one parameter takes part in one launch.
struct parameter_use {
  dtype type;
  bool scalar = false;       ///< a C++ number
  bool initialised = false;  ///< is written, and was given: holds its old elements
  std::size_t rank = 0;      ///< of a raw array
};

/// What text computes with for elements of `type`: halves are floats.
[[nodiscard]] dtype text_type(dtype type) noexcept;

/// What the placeholders stand for.
[[nodiscard]] std::vector<type_alias> placeholders(const kernel_source& kernel,
                                                   std::span<const parameter_use> uses);

/// The device header with what texts of these types may name.
[[nodiscard]] const char* text_header(const kernel_source& kernel,
                                      std::span<const parameter_use> uses);

/// The definition of `element_function`: takes the inputs, then the output's old element if it is
/// given, then `i` if the text reads it; returns the output. User text stands under its labels.
[[nodiscard]] std::string element_definition(const kernel_source& kernel,
                                             std::span<const parameter_use> uses);

/// A host loop (graph::host_loop) over that function.
[[nodiscard]] program element_program(const kernel_source& kernel,
                                      std::span<const parameter_use> uses,
                                      const std::string& definition);

/// A kernel of its own, for the device or the host. Its argument is a struct of 8-byte words: the
/// loop's user_index, then for each parameter a user_operand, user_scalar or raw_array.
[[nodiscard]] program loop_program(const kernel_source& kernel, std::span<const parameter_use> uses,
                                   std::size_t loop_rank, bool on_host);

}  // namespace gpu::user_kernels
