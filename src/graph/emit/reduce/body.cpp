// SPDX-License-Identifier: BSD-3-Clause
// The functor of a kernel that reduces: its members are described in
// kernels/primitives/row_work.cuh and row_pass.cuh.
#include <utility>

#include <gpu/core/text_of.hpp>

#include "graph/emit/reduce/reduced_kernel.hpp"

namespace gpu::graph {
namespace {

/// A function of the body, up to its statements.
std::string function(std::string_view name, const std::string& parameters) {
  return text_of("  __device__ __forceinline__ void ", name, "(", parameters, ") const {\n");
}

class body_writer {
 public:
  explicit body_writer(const reduced_kernel& reduced)
      : reduced_(reduced),
        work_(reduced.work),
        passes_(reduced.passes),
        elements_(reduced.elements) {}

  std::string write() {
    text_ = "\nstruct body {\n";
    const std::string members = body_members(work_);
    text_ += text_of(members, members.empty() ? "" : "\n");
    write_row();
    write_begin();
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) {
      write_element_function(pass);
      if (!passes_.scans(pass)) write_finish(pass);
    }
    write_outputs("write", true);
    if (passes_.writes_elements()) write_outputs("write_element", false);
    text_ += "};\n";
    return std::move(text_);
  }

 private:
  /// A value in terms of the row `r`, members, parameters and local variables.
  [[nodiscard]] std::string value_name(value_id value) const {
    return (!work_.is_constant(value) && passes_.of(value).per_row ? "r." : "") +
           variable_name(value);
  }
  [[nodiscard]] value_naming value_names() const {
    return [this](value_id value) { return value_name(value); };
  }

  void write_row() {
    text_ += "  struct row {\n";
    for (const std::size_t i : reduced_.iterated)
      if (!reduced_.varies(i)) text_ += text_of("    ", reduced_.argument_type(i), " a", i, ";\n");
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (passes_.of_instruction(i).per_row)
        text_ += text_of("    ", reduced_.type_of(i), " v", i, ";\n");
    text_ += "  };\n\n";
  }

  void write_begin() {
    std::string parameters = "row& r";
    std::string stores;
    for (const std::size_t i : reduced_.iterated) {
      if (reduced_.varies(i)) continue;
      parameters += text_of(", ", reduced_.argument_type(i), " a", i);
      stores += text_of("    r.a", i, " = a", i, ";\n");
    }
    text_ += text_of(function("begin", parameters), stores);
    write_row_values(0);
    text_ += "  }\n";
  }

  /// Computes the values of rows that are known after so many passes.
  void write_row_values(int pass) {
    std::vector<bool> wanted(work_.body.size());
    bool any = false;
    for (std::uint32_t i = 0; i < work_.body.size(); ++i) {
      const value_pass known = passes_.of_instruction(i);
      wanted[i] = known.per_row && known.pass == pass && !work_.body[i].reduces();
      any = any || wanted[i];
    }
    if (!any) return;
    // Values of this pass are local here.
    text_ += statements(work_, wanted, reduced_.users, [&](value_id value) {
      const bool is_local = value.from == value_id::source::instruction && wanted[value.index];
      return is_local ? variable_name(value) : value_name(value);
    });
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (wanted[i]) text_ += text_of("    r.v", i, " = v", i, ";\n");
  }

  /// ", float a0, long long, float& kept3": the values of an element; those that `wanted` does not
  /// need have no name.
  [[nodiscard]] std::string element_parameters(const element_demand& wanted, int pass) const {
    std::string text;
    for (const std::size_t i : reduced_.iterated)
      if (reduced_.varies(i) && !reduced_.is_late(i))
        text +=
            text_of(", ", reduced_.argument_type(i), wanted.arguments[i] ? text_of(" a", i) : "");
    for (std::uint32_t k = 0; k < work_.body.size(); ++k) {
      const int kept_by = elements_.kept_by(k);
      if (kept_by == element_values::never) continue;
      text += text_of(", ", reduced_.type_of(k));
      if (kept_by == pass && !work_.body[k].is_scan)
        text += text_of("& kept", k);
      else if (kept_by < pass && wanted.instructions[k])
        text += text_of(" v", k);
    }
    return text;
  }

  /// ", float a1": the elements that are read when others are written.
  [[nodiscard]] std::string late_parameters() const {
    std::string text;
    for (const std::size_t i : reduced_.iterated)
      if (reduced_.is_late(i)) text += text_of(", ", reduced_.argument_type(i), " a", i);
    return text;
  }

  /// What a pass computes for an element.
  [[nodiscard]] std::string element_statements(element_demand wanted, int pass) const {
    for (std::uint32_t k = 0; k < work_.body.size(); ++k)
      if (elements_.kept_by(k) < pass) wanted.instructions[k] = false;
    std::string text = statements(work_, wanted.instructions, reduced_.users, value_names());
    for (std::uint32_t k = 0; k < work_.body.size(); ++k)
      if (elements_.kept_by(k) == pass && !work_.body[k].is_scan)
        text += text_of("    kept", k, " = v", k, ";\n");
    return text;
  }

  void write_element_function(int pass) {
    const element_demand wanted = elements_.needed_by(pass);
    const std::vector<reduction_input> inputs = reduced_.inputs_of(pass);
    std::string parameters = text_of("pass_number<", pass, ">, const row& r");
    std::string stores;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      parameters += text_of(", ", inputs[i].type, "& in", i);
      stores += text_of("    in", i, " = ", value_name(inputs[i].value), ";\n");
    }
    text_ += text_of("\n", function("element", parameters + element_parameters(wanted, pass)),
                     element_statements(wanted, pass), stores, "  }\n");
  }

  void write_finish(int pass) {
    std::string parameters = text_of("pass_number<", pass, ">, row& r");
    std::string stores;
    for (const std::uint32_t k : reductions_of(work_, passes_, pass)) {
      parameters += text_of(", ", reduced_.type_of(k), " v", k);
      stores += text_of("    r.v", k, " = v", k, ";\n");
    }
    text_ += text_of(function("finish", parameters), stores);
    write_row_values(pass + 1);
    text_ += "  }\n";
  }

  /// One element of each output that rows have one of, or of each other output.
  void write_outputs(std::string_view name, bool per_row) {
    std::string parameters = "const row& r";
    std::string stores;
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) {
      const kernel_output& output = work_.outputs[i];
      if (output.per_row != per_row) continue;
      parameters += text_of(", ", traits(output.target->type).device, "& r", i);
      stores +=
          text_of("    r", i, " = ", converted(work_, output, value_name(output.value)), ";\n");
    }
    if (!per_row) {
      const int last = passes_.reducing_passes();
      const element_demand wanted = elements_.needed_by(last);
      parameters += element_parameters(wanted, last) + late_parameters();
      stores.insert(0, element_statements(wanted, last));
    }
    text_ += text_of("\n", function(name, parameters), stores, "  }\n");
  }

  const reduced_kernel& reduced_;
  const kernel& work_;
  const graph::passes& passes_;
  const element_values& elements_;
  std::string text_;
};

}  // namespace

std::string reduction_body(const reduced_kernel& reduced) {
  return body_writer(reduced).write();
}

}  // namespace gpu::graph
