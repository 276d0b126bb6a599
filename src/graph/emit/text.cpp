// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/text.hpp"

#include <algorithm>
#include <utility>

#include <gpu/core/text_of.hpp>

namespace gpu::graph {
namespace {

using kernels::access;

bool converts(const kernel& work, const kernel_output& output) {
  return work.type_of(output.value) != output.target->type;
}

/// The parts of `record.definition` that stand under a `#line 1 "label"`; all of it, under the op's
/// name, if there is no such line.
std::vector<user_text> user_texts(const op_record& record) {
  constexpr std::string_view mark = "#line 1 \"";
  const std::string& all = record.definition;
  std::vector<user_text> texts;
  for (std::size_t at = all.find(mark); at != std::string::npos;) {
    const std::size_t label = at + mark.size();
    const std::size_t quote = all.find('"', label);
    const std::size_t start = all.find('\n', label);
    if (quote == std::string::npos || start == std::string::npos) break;
    const std::size_t next = all.find("\n#line ", start);
    const std::size_t end = next == std::string::npos ? all.size() : next + 1;
    texts.push_back({all.substr(label, quote - label), all.substr(start + 1, end - start - 1)});
    at = all.find(mark, end);
  }
  if (texts.empty()) texts.push_back({record.name, all});
  return texts;
}

std::string parameters(const kernel& work, bool has_runs) {
  std::string text;
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    text += text_of(i ? ", " : "", traits(work.outputs[i].target->type).device, "& r", i);
  for (const std::size_t i : iterated_arguments(work)) {
    const kernel_argument& argument = work.arguments[i];
    const bool is_index = has_runs && argument.kind == operand_kind::affine;
    text +=
        text_of(", ", is_index ? "gpu::kernels::run_index" : traits(argument.type).device, " a", i);
  }
  return text;
}

}  // namespace

std::string variable_name(value_id value) {
  switch (value.from) {
    case value_id::source::argument:
      return text_of("a", value.index);
    case value_id::source::scalar:
      return text_of("s", value.index);
    default:
      return text_of("v", value.index);
  }
}

const char* index_type(const variant& options) {
  return options.wide ? "long long" : "int";
}

std::string template_argument(int value) {
  return text_of(", ", value);
}
std::string template_argument(bool value) {
  return value ? ", true" : ", false";
}

std::vector<std::size_t> iterated_arguments(const kernel& work) {
  std::vector<std::size_t> numbers;
  for (std::uint32_t i = 0; i < work.arguments.size(); ++i)
    if (!work.is_constant({value_id::source::argument, i})) numbers.push_back(i);
  return numbers;
}

std::string text_by_kind(const kernel_argument& argument, std::string array, std::string affine) {
  switch (argument.kind) {
    case operand_kind::array:
      return array;
    case operand_kind::affine:
      return affine;
    default:
      return {};
  }
}

std::string skeleton_operand(const kernel& work, const variant& options, std::size_t operand,
                             bool by_row) {
  const kernel_argument& argument = work.arguments[operand - work.outputs.size()];
  const access affine_pattern = by_row ? options.access_of(operand) : access::strided;
  return text_by_kind(argument,
                      text_of(",\n    read<", traits(argument.type).device,
                              access_argument(options.access_of(operand)), ">"),
                      affine_pattern == access::zero   ? ",\n    affine_row"
                      : affine_pattern == access::unit ? ",\n    affine_column"
                                                       : ",\n    affine");
}

std::string skeleton_operands(const kernel& work, const variant& options, bool has_runs) {
  std::string text;
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    const bool is_run = has_runs && work.arguments[i].kind == operand_kind::affine;
    text += is_run ? ",\n    affine_run" : skeleton_operand(work, options, work.outputs.size() + i);
  }
  return text;
}

std::string body_members(const kernel& work) {
  std::string text;
  work.for_each(operand_kind::memory, [&](std::size_t i, const kernel_argument& argument) {
    text += text_of("  ", traits(argument.type).device, " a", i, ";\n");
  });
  for (std::size_t i = 0; i < work.scalars.size(); ++i)
    text += text_of("  ", traits(work.scalars[i]->type).device, " s", i, ";\n");
  return text;
}

std::vector<const op_record*> user_records(const kernel& work) {
  std::vector<const op_record*> records;
  for (const instruction& step : work.body)
    if (!step.op->definition.empty() &&
        std::find(records.begin(), records.end(), step.op) == records.end())
      records.push_back(step.op);
  return records;
}

std::string user_prefix(const op_record& record, const std::vector<const op_record*>& users) {
  const auto user = std::find(users.begin(), users.end(), &record);
  return user == users.end() ? std::string() : text_of("user_", user - users.begin(), "::");
}

std::string includes(const kernel& work, std::set<std::string> headers) {
  for (const instruction& step : work.body) {
    if (!step.op->header.empty()) headers.insert(step.op->header);
    if (step.op->is_reduction) headers.insert("gpu/kernels/primitives/reducer.hpp");
    headers.insert(step.op->more_headers.begin(), step.op->more_headers.end());
  }
  if (work.scan() != nullptr) {
    headers.insert(work.scan()->op->header);
    headers.insert(work.scan()->op->more_headers.begin(), work.scan()->op->more_headers.end());
  }
  for (const kernel_output& output : work.outputs)
    if (work.scan() == nullptr && converts(work, output)) headers.insert(cast_record().header);
  headers.insert("gpu/kernels/primitives/grid_dependency.cuh");
  std::string text;
  for (const std::string& header : headers) text += text_of("#include <", header, ">\n");
  return text;
}

void add_definitions(const kernel& work, program& result) {
  const std::vector<const op_record*> records = user_records(work);
  for (std::size_t k = 0; k < records.size(); ++k) {
    const std::vector<user_text> texts = user_texts(*records[k]);
    const bool marked = texts.front().text.size() != records[k]->definition.size();
    result.source += text_of("\nnamespace user_", k, " {\n");
    if (!marked) result.source += text_of("#line 1 \"", texts.front().label, "\"\n");
    result.source += records[k]->definition;
    if (records[k]->definition.back() != '\n') result.source += '\n';
    result.source += text_of("}  // namespace user_", k, "\n");
    result.user_texts.insert(result.user_texts.end(), texts.begin(), texts.end());
  }
}

std::string call(const kernel& work, const instruction& step,
                 const std::vector<const op_record*>& users, const value_naming& value_name) {
  std::string text = user_prefix(*step.op, users) +
                     step.op->loops[static_cast<std::size_t>(step.loop)].functor + "(";
  for (std::uint32_t i = 0; i < step.count; ++i)
    text += (i ? ", " : "") + value_name(work.operands[step.first + i]);
  return text + ")";
}

std::string converted(const kernel& work, const kernel_output& output, const std::string& value) {
  if (!converts(work, output)) return value;
  const int loop = cast_loop(work.type_of(output.value), output.target->type);
  return text_of(cast_record().loops[static_cast<std::size_t>(loop)].functor, "(", value, ")");
}

std::string statements(const kernel& work, const std::vector<bool>& wanted,
                       const std::vector<const op_record*>& users, const value_naming& value_name) {
  std::string text;
  std::set<std::uint32_t> called;
  for (std::uint32_t i = 0; i < work.body.size(); ++i) {
    if (!wanted[i]) continue;
    const instruction& step = work.body[i];
    const std::string& component = step.op->loops[static_cast<std::size_t>(step.loop)].component;
    const std::string_view type = traits(work.type_of({value_id::source::instruction, i})).device;
    const std::uint32_t first = work.call_of(i);
    if (!component.empty() && called.insert(first).second)
      text += text_of("    const auto c", first, " = ", call(work, step, users, value_name), ";\n");
    text += text_of("    const ", type, " v", i, " = ");
    text +=
        component.empty() ? call(work, step, users, value_name) : text_of("c", first, component);
    text += ";\n";
  }
  return text;
}

std::string launch_bounds(int threads, int resident) {
  const std::string blocks = resident > 0 ? text_of(", ", resident / threads) : "";
  return text_of("__launch_bounds__(", threads, blocks, ")");
}

std::string entry(std::string_view bounds, std::string_view name, std::string_view parameter,
                  std::string_view statements) {
  return text_of("\nextern \"C\" __global__ void ", bounds, " ", name,
                 "(\n    const __grid_constant__ ", parameter,
                 " x) {\n  await_grid_dependency();\n  ", statements, "\n}\n");
}

std::string class_entry(std::string_view bounds, std::string_view name) {
  return entry(bounds, name, "work::arguments", "work::run(x);");
}

std::string skeleton_entry(std::string_view type, std::string_view bounds, std::string_view name,
                           const variant& options) {
  const bool in_memory = options.arguments_in_memory;
  return entry(bounds, name, in_memory ? "work::arguments* const" : "work::arguments",
               text_of(type, "::run(", in_memory ? "*x" : "x", ");"));
}

std::string elementwise_body(const kernel& work, bool has_runs) {
  const std::string members = body_members(work);
  std::string text = text_of("\nstruct body {\n", members, members.empty() ? "" : "\n",
                             "  __device__ __forceinline__ void operator()(",
                             parameters(work, has_runs), ") const {\n");
  text += statements(work, std::vector<bool>(work.body.size(), true), user_records(work),
                     variable_name);
  for (std::size_t i = 0; i < work.outputs.size(); ++i) {
    const kernel_output& output = work.outputs[i];
    text += text_of("    r", i, " = ", converted(work, output, variable_name(output.value)), ";\n");
  }
  return text + "  }\n};\n";
}

std::string name_of(kernels::access pattern) {
  constexpr std::string_view names[] = {"unit", "zero", "strided", "transposed", "reversed"};
  return text_of("access::", names[static_cast<std::size_t>(pattern)]);
}

std::string access_argument(kernels::access pattern) {
  return pattern == kernels::access::unit ? std::string() : ", " + name_of(pattern);
}

}  // namespace gpu::graph
