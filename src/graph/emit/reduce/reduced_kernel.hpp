// SPDX-License-Identifier: BSD-3-Clause
// A kernel that reduces, as the parts of its text see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/emit/reduce/element_values.hpp"
#include "graph/emit/text.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::graph {

/// A value that a reduction is given, and the type that it is converted to.
struct reduction_input {
  value_id value;
  std::string_view type;

  friend bool operator==(const reduction_input&, const reduction_input&) = default;
};

/// How a skeleton goes over the elements of rows.
struct row_elements {
  bool are_kept = false;  ///< in registers, from pass to pass
  bool runs = false;      ///< indices say where in a run they are: `run_index`
};

struct reduced_kernel {
  reduced_kernel(const kernel& work, const variant& options, row_elements form);
  reduced_kernel(const reduced_kernel&) = delete;
  reduced_kernel& operator=(const reduced_kernel&) = delete;

  const kernel& work;
  const variant& options;
  const row_elements form;
  const graph::passes passes;
  const element_values elements;
  const std::vector<const op_record*> users;  ///< records with text of their own
  const std::vector<std::size_t> iterated;    ///< arguments of which there is a value for an index

  /// Whether the elements of a row have values of their own.
  [[nodiscard]] bool varies(std::size_t argument) const {
    return !passes.of_argument(argument).per_row;
  }
  /// Whether it does, and only the pass that writes elements needs them.
  [[nodiscard]] bool is_late(std::size_t argument) const { return passes.is_late(argument); }
  /// Whether it is an index that says where in a run it is.
  [[nodiscard]] bool is_run(std::size_t argument) const {
    return form.runs && varies(argument) && work.arguments[argument].kind == operand_kind::affine;
  }
  [[nodiscard]] std::string_view argument_type(std::size_t argument) const {
    if (is_run(argument)) return "gpu::kernels::run_index";
    return traits(work.arguments[argument].type).device;
  }
  [[nodiscard]] std::string_view type_of(std::uint32_t instruction) const {
    return traits(work.type_of({value_id::source::instruction, instruction})).device;
  }

  /// The number that the text has for a value that is kept.
  [[nodiscard]] int number_of_kept(std::uint32_t instruction) const;

  /// What a reduction or a scan is given for an element.
  [[nodiscard]] std::vector<reduction_input> inputs_of(const instruction& reduction) const;
  /// What those of a pass are given for an element: each distinct value once.
  [[nodiscard]] std::vector<reduction_input> inputs_of(int pass) const;
};

/// The functor: what is computed for rows, for their elements in each pass, and for the outputs.
[[nodiscard]] std::string reduction_body(const reduced_kernel& reduced);

}  // namespace gpu::graph
