// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that reduce: one struct `work`, which a skeleton is given.
//
//   row          values that a row has one of, as they become known: arguments, results, what
//                follows from them
//   begin        reads arguments into a row
//   elements     chunks of the arguments that vary along rows
//   pass0 ...    reductions that are finished together: see kernels/primitives/row_accumulator.cuh
//   results      chunks of the outputs that are per row; `write` fills in one element
//   written      chunks of the other outputs; `write_element` fills in one element
#include <algorithm>
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

constexpr std::string_view function = "  static __device__ __forceinline__ ";

/// With every line two columns further right.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n') + 1;
    result += text_of("  ", text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

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
    text_ = "\nusing namespace gpu::kernels;\n";
    write_arguments();
    text_ += "\nstruct work {\n  using arguments = ::arguments;\n";
    text_ += text_of("  using point = iteration_point<", rank(), ", ", index(), ">;\n");
    text_ += text_of("  static constexpr bool writes_elements = ",
                     passes_.writes_elements() ? "true" : "false", ";\n");
    write_row();
    write_begin();
    write_elements();
    for (int pass = 0; pass < passes_.reducing_passes(); ++pass) write_pass(pass);
    write_outputs(true);
    write_outputs(false);
    text_ += "};\n";
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

  void write_arguments() {
    text_ += text_of("struct scalars {\n", body_members(work_),
                     "};\nstruct arguments {\n  reduction_head<", rank() - 1, ", ", index(),
                     "> head;\n");
    const auto place = [&](char kind, std::size_t i) {
      text_ += text_of("  place<", rank(), ", ", index(), "> ", kind, i, ";\n");
    };
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) place('r', i);
    for (const std::size_t i : iterated_) place('a', i);
    text_ += "  scalars f;\n};\n";
  }

  /// A value in terms of the arguments `x`, the row `r` and local variables.
  [[nodiscard]] std::string spell(value_id value) const {
    if (work_.is_constant(value)) return "x.f." + spelled(value);
    return (passes_.of(value).per_row ? "r." : "") + spelled(value);
  }
  [[nodiscard]] speller spelling() const {
    return [this](value_id value) { return spell(value); };
  }

  void write_row() {
    text_ += "\n  struct row {\n";
    for (const std::size_t i : iterated_)
      if (!varies(i)) text_ += text_of("    ", argument_type(i), " a", i, ";\n");
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (passes_.of_instruction(i).per_row) text_ += text_of("    ", type_of(i), " v", i, ";\n");
    text_ += "  };\n";
  }

  void write_begin() {
    text_ += text_of(function, "void begin(const arguments& x, const point& at, row& r) {\n");
    for (const std::size_t i : iterated_)
      if (!varies(i))
        text_ += text_of("    r.a", i, " = ",
                         text_by_kind(work_.arguments[i],
                                      text_of("at.element<", argument_type(i), ">"), "at.value"),
                         "(x.a", i, ");\n");
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

  /// "access::unit"
  [[nodiscard]] std::string walked(std::size_t operand) const {
    return name_of(how_.access_of(operand));
  }
  [[nodiscard]] std::string lane(dtype type, std::size_t operand) const {
    return text_of("row_lane<", facts(type).device, ", ", walked(operand), ", Vector>");
  }

  void write_elements() {
    std::string members;
    std::string loads;
    for (const std::size_t i : iterated_) {
      if (!varies(i)) continue;
      const kernel_argument& argument = work_.arguments[i];
      const std::size_t operand = work_.outputs.size() + i;
      members += text_of("    ",
                         text_by_kind(argument, lane(argument.type, operand),
                                      text_of("affine_lane<", walked(operand), ">")),
                         " a", i, ";\n");
      loads += text_of("      a", i, ".load(x.a", i, ", at, count);\n");
    }
    for (std::uint32_t k = 0; k < kept_.size(); ++k)
      if (kept_[k] != never) members += text_of("    chunk<", type_of(k), ", Vector> v", k, ";\n");
    text_ +=
        text_of("\n  template <int Vector>\n  struct elements {\n", members,
                "    __device__ __forceinline__ void load(const arguments& x, const point& at, "
                "int count) {\n",
                loads, "    }\n  };\n");
  }

  /// The statements for a pass, with the elements `e` at position `i`.
  [[nodiscard]] std::string element_statements(int pass) const {
    demand wanted = demand_of(pass);
    std::string text;
    for (std::size_t i = 0; i < wanted.arguments.size(); ++i)
      if (wanted.arguments[i])
        text += text_of("    const ", argument_type(i), " a", i, " = e.a", i, ".get(i);\n");
    for (std::uint32_t k = 0; k < kept_.size(); ++k) {
      if (!wanted.instructions[k] || kept_[k] >= pass) continue;
      text += text_of("    const ", type_of(k), " v", k, " = e.v", k, ".at[i];\n");
      wanted.instructions[k] = false;
    }
    text += statements(work_, wanted.instructions, users_, spelling());
    for (std::uint32_t k = 0; k < kept_.size(); ++k)
      if (kept_[k] == pass) text += text_of("    e.v", k, ".at[i] = v", k, ";\n");
    return text;
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

  void write_pass(int pass) {
    std::vector<std::uint32_t> mine;
    for (std::uint32_t i = 0; i < work_.body.size(); ++i)
      if (is_finished_by(i, pass)) mine.push_back(i);
    std::string before = text_of(text_, "\n  struct pass", pass, " {\n");
    text_.clear();
    for (const std::uint32_t i : mine)
      text_ += text_of("  using reduce", i, " = ", reducer(i), ";\n");
    text_ += "  struct alignas(4)";
    for (const std::uint32_t i : mine) text_ += text_of(" alignas(reduce", i, "::state)");
    text_ += " state {\n";
    for (const std::uint32_t i : mine) text_ += text_of("    reduce", i, "::state v", i, ";\n");
    text_ += "  };\n";
    const auto each = [&](auto text_of) {
      std::string all;
      for (const std::uint32_t i : mine) all += (all.empty() ? "" : ", ") + text_of(i);
      return all;
    };
    text_ +=
        text_of(function, "state identity() {\n    return {",
                each([](auto i) { return text_of("reduce", i, "::identity()"); }), "};\n  }\n");
    text_ += text_of(function, "state combine(state a, state b) {\n    return {", each([](auto i) {
                       return text_of("reduce", i, "::combine(a.v", i, ", b.v", i, ")");
                     }),
                     "};\n  }\n");
    text_ += text_of("  static constexpr int gathers = max_gathered<",
                     each([](auto i) { return text_of("reduce", i); }), ">;\n");
    if (is_persistent())
      write_lift(mine, pass);
    else
      write_take(mine, pass, each);
    text_ += text_of(function, "void finish(const arguments& x, state s, row& r) {\n");
    for (const std::uint32_t i : mine)
      text_ += text_of("    r.v", i, " = reduce", i, "::finish(s.v", i, ");\n");
    write_row_values(pass + 1);
    text_ += "  }\n";
    text_ = text_of(before, indented(text_), "  };\n");
  }

  /// "in0_1": input 1 of the reduction that is instruction 0.
  [[nodiscard]] static std::string input(std::uint32_t reduction, std::uint32_t number) {
    return text_of("in", reduction, "_", number);
  }

  /// The dtype of an input as the reduction is given it: positions as short as they can be.
  [[nodiscard]] std::string_view input_type(const instruction& step, std::uint32_t number) const {
    const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
    const bool is_position = number + 1 == step.count && loop.reduces_on_host != nullptr &&
                             loop.reduces_on_host->takes_positions;
    return is_position && !how_.wide ? "int" : facts(loop.in[number]).device;
  }

  /// The inputs of reductions for `Count` chosen elements: "float in0_0[Count];" and a loop. Ends
  /// with the loop.
  [[nodiscard]] std::string gathered(const std::vector<std::uint32_t>& mine, int pass) const {
    std::string arrays;
    std::string stores;
    for (const std::uint32_t k : mine) {
      const instruction& step = work_.body[k];
      for (std::uint32_t i = 0; i < step.count; ++i) {
        arrays += text_of("    ", input_type(step, i), " ", input(k, i), "[Count];\n");
        stores +=
            text_of("    ", input(k, i), "[k] = ", spell(work_.operands[step.first + i]), ";\n");
      }
    }
    return text_of(arrays, "#pragma unroll\n    for (int k = 0; k < Count; ++k) {\n",
                   "      auto& e = chosen.elements(k);\n      const int i = chosen.place(k);\n",
                   indented(element_statements(pass) + stores), "    }\n");
  }
  [[nodiscard]] std::string inputs(std::uint32_t reduction) const {
    std::string all;
    for (std::uint32_t i = 0; i < work_.body[reduction].count; ++i)
      all += (i ? ", " : "") + input(reduction, i);
    return all;
  }

  void write_lift(const std::vector<std::uint32_t>& mine, int pass) {
    std::string states;
    for (const std::uint32_t k : mine)
      states += text_of(states.empty() ? "" : ", ", "reduce", k, "::template lift_all<Count>(",
                        inputs(k), ")");
    text_ += text_of("  template <int Count, class Chosen>\n", function,
                     "state lift(const arguments& x, const row& r, const Chosen& chosen) {\n",
                     gathered(mine, pass), "    return {", states, "};\n  }\n");
  }

  /// What a thread accumulates over all its elements.
  template <class Each>
  void write_take(const std::vector<std::uint32_t>& mine, int pass, const Each& each) {
    text_ += "  struct running {\n";
    std::string takes;
    for (const std::uint32_t k : mine) {
      text_ += text_of("    reduce", k, "::running v", k, ";\n");
      takes += text_of("    reduce", k, "::template take<Count>(all.v", k, ", ", inputs(k), ");\n");
    }
    text_ += text_of(
        "  };\n", function, "running start() {\n    return {",
        each([](auto i) { return text_of("reduce", i, "::start()"); }),
        "};\n  }\n  template <int Count, class Chosen>\n", function,
        "void take(const arguments& x, const row& r, const Chosen& chosen, running& all) {\n",
        gathered(mine, pass), takes, "  }\n", function,
        "state close(const running& all) {\n    return {",
        each([](auto i) { return text_of("reduce", i, "::close(all.v", i, ")"); }), "};\n  }\n");
  }

  /// The chunks of outputs, and the function that fills one element in.
  void write_outputs(bool per_row) {
    std::string members;
    std::string stores;
    std::string sets;
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) {
      const kernel_output& output = work_.outputs[i];
      if (output.per_row != per_row) continue;
      members += text_of("    ", lane(output.target->type, i), " r", i, ";\n");
      stores += text_of("      r", i, ".store(x.r", i, ", at, count);\n");
      sets += text_of("    out.r", i, ".set(i, ", converted(work_, output, spell(output.value)),
                      ");\n");
    }
    if (!per_row && sets.empty()) return;
    const char* name = per_row ? "results" : "written";
    text_ += text_of("\n  template <int Vector>\n  struct ", name, " {\n", members,
                     "    __device__ __forceinline__ void store(const arguments& x, const point& "
                     "at, int count) const {\n",
                     stores, "    }\n  };\n");
    if (per_row)
      text_ += text_of("  template <class Out>\n", function,
                       "void write(const arguments& x, const row& r, Out& out, int i) {\n", sets,
                       "  }\n");
    else
      text_ += text_of("  template <class Elements, class Out>\n", function,
                       "void write_element(const arguments& x, const row& r, const Elements& e, "
                       "Out& out, int i) {\n",
                       element_statements(passes_.reducing_passes()), sets, "  }\n");
  }

  void write_entry(const std::string& name) {
    const auto number = [](auto value) { return text_of(", ", static_cast<int>(value)); };
    text_ += text_of("\nusing skeleton = ", how_.name(), "<work, ", index(), number(how_.rank),
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
    if (is_persistent())
      for (int pass = 0; pass < passes_.reducing_passes(); ++pass)
        text_ += text_of(", work::pass", pass);
    const std::string clusters =
        how_.is<skeletons::persistent_rows>() && row().cluster > 1
            ? text_of("__cluster_dims__(", static_cast<int>(row().cluster), ", 1, 1) ")
            : "";
    const int threads =
        how_.is<skeletons::persistent_columns>() ? most_column_threads : resident_threads;
    const std::string resident = is_persistent() ? text_of(", ", threads / how_.threads) : "";
    text_ += text_of(">;\n\nextern \"C\" __global__ void ", clusters, "__launch_bounds__(",
                     how_.threads, resident, ") ", name, "(\n    const __grid_constant__ arguments",
                     how_.arguments_in_memory ? "* const" : "",
                     " x) {\n  await_previous();\n  skeleton::run(",
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
