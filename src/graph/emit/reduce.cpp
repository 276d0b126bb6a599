// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that reduce: a body, which says what is computed for rows and their elements;
// what of it the operands are given to; and the skeleton with its passes.
// See kernels/primitives/row_work.cuh and row_pass.cuh.
#include <algorithm>
#include <utility>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/columns.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::graph {
namespace {

using kernels::access;

/// Threads for which a multiprocessor has registers, at least: those of the largest block.
constexpr int resident_threads = 1024;

/// A function of the body, up to its statements.
std::string function(std::string_view name, const std::string& parameters) {
  return text_of("  __device__ __forceinline__ void ", name, "(", parameters, ") const {\n");
}

/// A value that a reduction is given, and the type that it is converted to.
struct reduction_input {
  value_id value;
  std::string_view type;

  friend bool operator==(const reduction_input&, const reduction_input&) = default;
};

class reduction_writer {
 public:
  reduction_writer(const kernel& work, const variant& how)
      : work_(work),
        how_(how),
        passes_(work),
        users_(user_records(work)),
        iterated_(iterated_arguments(work)),
        kept_(work.body.size(), never) {
    if (how.is<skeletons::persistent_columns>() ||
        (how.is<skeletons::persistent_rows>() && row().items_per_thread > 0))
      for (int pass = 0; pass < passes_.reducing_passes(); ++pass) keep_values_of(pass);
  }

  std::string write(const std::string& name) {
    text_ = "\nusing namespace gpu::kernels;\nstruct body {\n";
    const std::string members = body_members(work_);
    text_ += text_of(members, members.empty() ? "" : "\n");
    write_row();
    write_begin();
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) {
      write_element_function(pass);
      write_finish(pass);
    }
    write_outputs("write", true);
    if (passes_.writes_elements()) write_outputs("write_element", false);
    text_ += "};\n";
    write_operands();
    write_skeleton();
    write_entry(name);
    return std::move(text_);
  }

 private:
  static constexpr int never = 255;

  /// What is computed for each element on the way to some values.
  struct demand {
    std::vector<bool> arguments;
    std::vector<bool> instructions;
  };

  /// The values that a pass needs for each element: the operands of its reductions; after all
  /// passes, what is written.
  [[nodiscard]] std::vector<value_id> roots_of(int pass) const {
    std::vector<value_id> roots;
    for (std::uint32_t i = 0; i < work_.body.size(); ++i) {
      const auto first = work_.operands.begin() + work_.body[i].first;
      if (is_finished_by(i, pass)) roots.insert(roots.end(), first, first + work_.body[i].count);
    }
    if (pass == passes_.reducing_passes())
      for (const kernel_output& output : work_.outputs)
        if (!output.per_row) roots.push_back(output.value);
    return roots;
  }

  /// The ways end at values for which `is_there(instruction)`, which are part of the demand.
  template <class IsThere>
  [[nodiscard]] demand demand_for(const std::vector<value_id>& roots, IsThere is_there) const {
    demand result{std::vector<bool>(work_.arguments.size()), std::vector<bool>(work_.body.size())};
    const auto need = [&](value_id value) {
      if (value.from == value_id::source::argument && varies(value.index))
        result.arguments[value.index] = true;
      if (value.from == value_id::source::instruction && !passes_.of(value).per_row)
        result.instructions[value.index] = true;
    };
    for (const value_id root : roots) need(root);
    for (std::size_t k = work_.body.size(); k-- > 0;) {
      if (!result.instructions[k] || is_there(k)) continue;
      for (std::uint32_t i = 0; i < work_.body[k].count; ++i)
        need(work_.operands[work_.body[k].first + i]);
    }
    return result;
  }
  [[nodiscard]] demand demand_of(int pass) const {
    return demand_for(roots_of(pass), [&](std::size_t k) { return kept_[k] < pass; });
  }

  /// Keeps what `pass` computes and later ones need, if it takes no more room than what it is
  /// computed from.
  void keep_values_of(int pass) {
    const demand here = demand_of(pass);
    std::vector<value_id> later;
    for (int next = pass + 1; next <= passes_.reducing_passes(); ++next)
      for (const value_id root : roots_of(next)) later.push_back(root);
    const auto bytes = [&](const demand& wanted, auto counts) {
      std::size_t sum = 0;
      for (std::size_t i = 0; i < wanted.arguments.size(); ++i)
        if (wanted.arguments[i]) sum += size_bytes(work_.arguments[i].type);
      for (std::uint32_t k = 0; k < wanted.instructions.size(); ++k)
        if (wanted.instructions[k] && counts(k))
          sum += size_bytes(work_.type_of({value_id::source::instruction, k}));
      return sum;
    };
    const auto was_kept = [&](std::size_t k) { return kept_[k] < pass; };
    const auto is_known = [&](std::size_t k) { return was_kept(k) || here.instructions[k]; };
    const demand with = demand_for(later, is_known);
    if (bytes(with, is_known) > bytes(demand_for(later, was_kept), was_kept)) return;
    for (std::size_t k = 0; k < kept_.size(); ++k)
      if (with.instructions[k] && here.instructions[k] && !was_kept(k)) kept_[k] = pass;
  }

  [[nodiscard]] const char* index() const { return how_.wide ? "long long" : "int"; }
  [[nodiscard]] const skeletons::persistent_rows& row() const {
    return how_.as<skeletons::persistent_rows>();
  }
  /// Whether elements are needed in several passes.
  [[nodiscard]] bool is_persistent() const {
    return how_.is<skeletons::persistent_rows>() || how_.is<skeletons::persistent_columns>();
  }
  [[nodiscard]] int rank() const { return how_.rank + how_.reduction()->reduced_rank + 1; }
  [[nodiscard]] std::string_view argument_type(std::size_t i) const {
    return facts(work_.arguments[i].type).device;
  }
  [[nodiscard]] std::string_view type_of(std::uint32_t i) const {
    return facts(work_.type_of({value_id::source::instruction, i})).device;
  }
  [[nodiscard]] bool varies(std::size_t argument) const {
    return !passes_.of_argument(argument).per_row;
  }
  [[nodiscard]] bool is_finished_by(std::uint32_t i, int pass) const {
    return work_.body[i].op->is_reduction && passes_.of_instruction(i).pass == pass + 1;
  }

  /// A value in terms of the row `r`, members, parameters and local variables.
  [[nodiscard]] std::string spell(value_id value) const {
    return (!work_.is_constant(value) && passes_.of(value).per_row ? "r." : "") + spelled(value);
  }

  void write_row() {
    text_ += "  struct row {\n";
    for (const std::size_t i : iterated_)
      if (!varies(i)) text_ += text_of("    ", argument_type(i), " a", i, ";\n");
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (passes_.of_instruction(i).per_row) text_ += text_of("    ", type_of(i), " v", i, ";\n");
    text_ += "  };\n\n";
  }

  void write_begin() {
    std::string parameters = "row& r";
    std::string stores;
    for (const std::size_t i : iterated_) {
      if (varies(i)) continue;
      parameters += text_of(", ", argument_type(i), " a", i);
      stores += text_of("    r.a", i, " = a", i, ";\n");
    }
    text_ += text_of(function("begin", parameters), stores);
    write_row_values(0);
    text_ += "  }\n";
  }

  /// Computes the values of rows that are known after so many passes.
  void write_row_values(int level) {
    std::vector<bool> wanted(work_.body.size());
    bool any = false;
    for (std::uint32_t i = 0; i < work_.body.size(); ++i) {
      const value_level known = passes_.of_instruction(i);
      wanted[i] = known.per_row && known.pass == level && !work_.body[i].op->is_reduction;
      any = any || wanted[i];
    }
    if (!any) return;
    // Values of this level are local here.
    text_ += statements(work_, wanted, users_, [&](value_id value) {
      const bool is_local = value.from == value_id::source::instruction && wanted[value.index];
      return is_local ? spelled(value) : spell(value);
    });
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (wanted[i]) text_ += text_of("    r.v", i, " = v", i, ";\n");
  }

  /// ", float a0, long long, float& kept3": the values of an element; those that `wanted` does not
  /// need have no name.
  [[nodiscard]] std::string element_parameters(const demand& wanted, int pass) const {
    std::string text;
    for (const std::size_t i : iterated_)
      if (varies(i))
        text += text_of(", ", argument_type(i), wanted.arguments[i] ? text_of(" a", i) : "");
    for (std::uint32_t k = 0; k < kept_.size(); ++k) {
      if (kept_[k] == never) continue;
      text += text_of(", ", type_of(k));
      if (kept_[k] == pass)
        text += text_of("& kept", k);
      else if (kept_[k] < pass && wanted.instructions[k])
        text += text_of(" v", k);
    }
    return text;
  }

  /// What a pass computes for an element.
  [[nodiscard]] std::string element_statements(demand wanted, int pass) const {
    for (std::uint32_t k = 0; k < kept_.size(); ++k)
      if (kept_[k] < pass) wanted.instructions[k] = false;
    std::string text = statements(work_, wanted.instructions, users_, spelling());
    for (std::uint32_t k = 0; k < kept_.size(); ++k)
      if (kept_[k] == pass) text += text_of("    kept", k, " = v", k, ";\n");
    return text;
  }

  [[nodiscard]] speller spelling() const {
    return [this](value_id value) { return spell(value); };
  }

  /// The dtype of an input as the reduction is given it: positions as short as they can be.
  [[nodiscard]] std::string_view input_type(const instruction& step, std::uint32_t number) const {
    const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
    const bool is_position = number + 1 == step.count && loop.reduces_on_host != nullptr &&
                             loop.reduces_on_host->takes_positions;
    return is_position && !how_.wide ? "int" : facts(loop.in[number]).device;
  }

  /// What the reductions of a pass are given for an element: each distinct value once.
  [[nodiscard]] std::vector<reduction_input> inputs_of(int pass) const {
    std::vector<reduction_input> inputs;
    for (const std::uint32_t k : reductions_of(pass))
      for (const reduction_input& input : inputs_of(work_.body[k]))
        if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
    return inputs;
  }
  [[nodiscard]] std::vector<reduction_input> inputs_of(const instruction& step) const {
    std::vector<reduction_input> inputs;
    for (std::uint32_t i = 0; i < step.count; ++i)
      inputs.push_back({work_.operands[step.first + i], input_type(step, i)});
    return inputs;
  }
  [[nodiscard]] std::vector<std::uint32_t> reductions_of(int pass) const {
    std::vector<std::uint32_t> mine;
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (is_finished_by(i, pass)) mine.push_back(i);
    return mine;
  }

  void write_element_function(int pass) {
    const demand wanted = demand_of(pass);
    const std::vector<reduction_input> inputs = inputs_of(pass);
    std::string parameters = text_of("pass_number<", pass, ">, const row& r");
    std::string stores;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      parameters += text_of(", ", inputs[i].type, "& in", i);
      stores += text_of("    in", i, " = ", spell(inputs[i].value), ";\n");
    }
    text_ += text_of("\n", function("element", parameters + element_parameters(wanted, pass)),
                     element_statements(wanted, pass), stores, "  }\n");
  }

  void write_finish(int pass) {
    std::string parameters = text_of("pass_number<", pass, ">, row& r");
    std::string stores;
    for (const std::uint32_t k : reductions_of(pass)) {
      parameters += text_of(", ", type_of(k), " v", k);
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
      parameters += text_of(", ", facts(output.target->type).device, "& r", i);
      stores += text_of("    r", i, " = ", converted(work_, output, spell(output.value)), ";\n");
    }
    if (!per_row) {
      const int last = passes_.reducing_passes();
      const demand wanted = demand_of(last);
      parameters += element_parameters(wanted, last);
      stores.insert(0, element_statements(wanted, last));
    }
    text_ += text_of("\n", function(name, parameters), stores, "  }\n");
  }

  /// The operands by what they are for; groups at the end that are empty are left out.
  void write_operands() {
    enum role { element, result, row_value, written, kept };
    constexpr std::string_view names[] = {"elements", "results", "row_values", "written", "kept"};
    std::string groups[std::size(names)];
    int number = 0;
    const auto add = [&](role part, std::string_view kind, const std::string& rest) {
      groups[part] +=
          text_of(groups[part].empty() ? "" : ", ", kind, "<", number++, ", ", rest, ">");
    };
    const auto array = [&](dtype type, std::size_t operand) {
      return text_of(facts(type).device, access_argument(how_.access_of(operand)));
    };
    for (std::size_t i = 0; i < work_.outputs.size(); ++i)
      add(work_.outputs[i].per_row ? result : written, "array",
          array(work_.outputs[i].target->type, i));
    for (const std::size_t i : iterated_) {
      const kernel_argument& argument = work_.arguments[i];
      const std::size_t operand = work_.outputs.size() + i;
      add(varies(i) ? element : row_value, text_by_kind(argument, "array", "affine_index"),
          text_by_kind(argument, array(argument.type, operand), name_of(how_.access_of(operand))));
    }
    text_ += text_of("\nusing work = row_work<body, ", index(), ", ", rank(), ", ", number);
    for (std::uint32_t k = 0; k < kept_.size(); ++k)
      if (kept_[k] != never) add(kept, "computed_value", std::string(type_of(k)));
    int last = kept;
    while (last > result && groups[last].empty()) --last;
    for (int part = 0; part <= last; ++part)
      text_ += text_of(",\n    ", names[part], "<", groups[part], ">");
    text_ += ">;\n";
  }

  /// "reducer<gpu::reductions::sum, float, float>"
  [[nodiscard]] std::string reducer(std::uint32_t i) const {
    const instruction& step = work_.body[i];
    const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
    std::string text = text_of("reducer<", user_prefix(*step.op, users_), loop.functor, ", ",
                               facts(loop.out).device);
    for (std::uint32_t k = 0; k < step.count; ++k) text += text_of(", ", input_type(step, k));
    return text + ">";
  }

  /// ",\n    row_pass<work, 0, inputs<float>,\n        reduction<reducer<...>, 0>>"
  [[nodiscard]] std::string pass_type(int pass) const {
    const std::vector<reduction_input> inputs = inputs_of(pass);
    std::string text = text_of(",\n    row_pass<work, ", pass, ", inputs<");
    for (std::size_t i = 0; i < inputs.size(); ++i) text += text_of(i ? ", " : "", inputs[i].type);
    text += ">";
    for (const std::uint32_t k : reductions_of(pass)) {
      text += text_of(",\n        reduction<", reducer(k));
      for (const reduction_input& input : inputs_of(work_.body[k]))
        text += text_of(", ", std::find(inputs.begin(), inputs.end(), input) - inputs.begin());
      text += ">";
    }
    return text + ">";
  }

  void write_skeleton() {
    const auto number = [](auto value) { return text_of(", ", static_cast<int>(value)); };
    text_ += text_of("using skeleton = ", how_.name(), "<work, ", index(), number(how_.rank),
                     number(how_.reduction()->reduced_rank), number(how_.vector));
    if (how_.is<skeletons::reduce_inner>())
      text_ += number(how_.as<skeletons::reduce_inner>().rows);
    if (how_.is<skeletons::persistent_rows>())
      text_ += number(row().items_per_thread) + number(row().cluster);
    if (how_.is<skeletons::persistent_columns>())
      text_ += number(how_.as<skeletons::persistent_columns>().items_per_thread);
    else
      text_ += text_of(number(how_.unroll), how_.tail ? ", true" : ", false");
    text_ += number(how_.threads);
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) text_ += pass_type(pass);
    text_ += ">;\n";
  }

  void write_entry(const std::string& name) {
    const std::string clusters =
        how_.is<skeletons::persistent_rows>() && row().cluster > 1
            ? text_of("__cluster_dims__(", static_cast<int>(row().cluster), ", 1, 1) ")
            : "";
    const int threads =
        how_.is<skeletons::persistent_columns>() ? most_column_threads : resident_threads;
    const std::string resident = is_persistent() ? text_of(", ", threads / how_.threads) : "";
    text_ += text_of(
        "\nextern \"C\" __global__ void ", clusters, "__launch_bounds__(", how_.threads, resident,
        ") ", name, "(\n    const __grid_constant__ work::arguments",
        how_.arguments_in_memory ? "* const" : "", " x) {\n  await_previous();\n  skeleton::run(",
        how_.arguments_in_memory ? "*x" : "x", ");\n}\n");
  }

  const kernel& work_;
  const variant& how_;
  const passes passes_;
  const std::vector<const op_record*> users_;
  const std::vector<std::size_t> iterated_;
  std::vector<int> kept_;  ///< the pass after which values are kept for later ones
  std::string text_;
};

}  // namespace

std::string reduction_text(const kernel& work, const variant& how, const std::string& name) {
  return reduction_writer(work, how).write(name);
}

}  // namespace gpu::graph
