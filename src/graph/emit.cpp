// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/emit.hpp>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include <gpu/core/concat.hpp>

namespace gpu::graph {
namespace {

using kernels::access;

std::string spelled(value_id value) {
  switch (value.from) {
    case value_id::source::argument:
      return concat("a", value.index);
    case value_id::source::scalar:
      return concat("s", value.index);
    default:
      return concat("v", value.index);
  }
}

/// The records with text of their own, in order of first use.
std::vector<const op_record*> user_records(const kernel& work) {
  std::vector<const op_record*> records;
  for (const instruction& step : work.body)
    if (!step.op->definition.empty() &&
        std::find(records.begin(), records.end(), step.op) == records.end())
      records.push_back(step.op);
  return records;
}

bool converts(const kernel& work, const kernel_output& output) {
  return work.type_of(output.value) != output.target->type;
}

std::string includes(const kernel& work, const variant& how) {
  std::set<std::string> headers{concat("gpu/kernels/", how.kind, ".cuh")};
  for (const instruction& step : work.body)
    if (!step.op->header.empty()) headers.insert(step.op->header);
  for (const instruction& step : work.body)
    headers.insert(step.op->more_headers.begin(), step.op->more_headers.end());
  for (const kernel_output& output : work.outputs)
    if (converts(work, output)) headers.insert(cast_record().header);
  std::string text;
  for (const std::string& header : headers) text += concat("#include <", header, ">\n");
  return text;
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

void add_definitions(const kernel& work, program& result) {
  const std::vector<const op_record*> records = user_records(work);
  for (std::size_t k = 0; k < records.size(); ++k) {
    const std::vector<user_text> texts = user_texts(*records[k]);
    const bool marked = texts.front().text.size() != records[k]->definition.size();
    result.source += concat("\nnamespace user_", k, " {\n");
    if (!marked) result.source += concat("#line 1 \"", texts.front().label, "\"\n");
    result.source += records[k]->definition;
    if (records[k]->definition.back() != '\n') result.source += '\n';
    result.source += concat("}  // namespace user_", k, "\n");
    result.user_texts.insert(result.user_texts.end(), texts.begin(), texts.end());
  }
}

std::string call(const kernel& work, const instruction& step,
                 const std::vector<const op_record*>& users) {
  const auto user = std::find(users.begin(), users.end(), step.op);
  std::string text =
      user == users.end() ? std::string() : concat("user_", user - users.begin(), "::");
  text += step.op->loops[static_cast<std::size_t>(step.loop)].functor + "(";
  for (std::uint32_t i = 0; i < step.count; ++i)
    text += (i ? ", " : "") + spelled(work.operands[step.first + i]);
  return text + ")";
}

/// What instruction `i` computes; a call of several results is written before its first component.
std::string statement(const kernel& work, std::uint32_t i,
                      const std::vector<const op_record*>& users) {
  const instruction& step = work.body[i];
  const std::string& component = step.op->loops[static_cast<std::size_t>(step.loop)].component;
  const std::string_view type = facts(work.type_of({value_id::source::instruction, i})).device;
  if (component.empty())
    return concat("    const ", type, " v", i, " = ", call(work, step, users), ";\n");
  const std::uint32_t first = work.call_of(i);
  const std::string results =
      first == i ? concat("    const auto c", i, " = ", call(work, step, users), ";\n") : "";
  return concat(results, "    const ", type, " v", i, " = c", first, component, ";\n");
}

std::string parameters(const kernel& work) {
  std::string text;
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    text += concat(i ? ", " : "", facts(work.outputs[i].target->type).device, "& r", i);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += concat(", ", facts(work.arguments[i].type).device, " a", i);
  return text;
}

std::string body(const kernel& work) {
  const std::vector<const op_record*> users = user_records(work);
  std::string text = "\nstruct body {\n";
  for (std::size_t i = 0; i < work.scalars.size(); ++i)
    text += concat("  ", facts(work.scalars[i]->type).device, " s", i, ";\n");
  text += concat(work.scalars.empty() ? "" : "\n", "  __device__ __forceinline__ void operator()(",
                 parameters(work), ") const {\n");
  for (std::uint32_t i = 0; i < work.body.size(); ++i) text += statement(work, i, users);
  for (std::size_t i = 0; i < work.outputs.size(); ++i) {
    const kernel_output& output = work.outputs[i];
    const std::string value = spelled(output.value);
    text += concat("    r", i, " = ");
    if (converts(work, output)) {
      const int loop = cast_loop(work.type_of(output.value), output.target->type);
      text += concat(cast_record().loops[static_cast<std::size_t>(loop)].functor, "(", value, ")");
    } else {
      text += value;
    }
    text += ";\n";
  }
  return text + "  }\n};\n";
}

access access_of(const variant& how, std::size_t operand) {
  return how.operands.empty() ? access::unit : how.operands[operand];
}

std::string how_spelled(access how) {
  constexpr std::string_view spelling[] = {"", ", access::zero", ", access::strided",
                                           ", access::transposed", ", access::reversed"};
  return std::string(spelling[static_cast<int>(how)]);
}

std::string skeleton_arguments(const variant& how) {
  const char* index = how.wide ? "long long" : "int";
  const char* tail = how.tail ? ", true" : ", false";
  const auto number = [](auto value) { return concat(", ", static_cast<int>(value)); };
  switch (how.kind) {
    case skeleton::contiguous:
      return concat(index, number(how.threads), number(how.vector), number(how.unroll), tail);
    case skeleton::rows:
      return concat(index, number(how.rank), number(how.vector), number(how.unroll), tail);
    case skeleton::tiled:
      return concat(index, number(how.rank), number(how.threads), number(how.side),
                    number(how.vector), number(how.column), tail);
    case skeleton::strided:
      return concat(index, number(how.threads), number(how.rank), number(how.unroll));
    default:
      return concat(static_cast<int>(how.threads));
  }
}

std::string entry_head(const variant& how, const std::string& name, const char* arguments) {
  return concat("\nextern \"C\" __global__ void __launch_bounds__(", how.threads, ") ", name,
                "(\n    const __grid_constant__ ", arguments, " x) {\n");
}

/// The operand's type in the contiguous skeleton: "input<float>".
std::string contiguous_operand(const kernel& work, const variant& how, std::size_t i) {
  const std::size_t outputs = work.outputs.size();
  if (i < outputs) return concat("output<", facts(work.outputs[i].target->type).device, ">");
  const kernel_argument& argument = work.arguments[i - outputs];
  if (argument.is_index) return concat("affine<", how.wide ? "long long" : "int", ">");
  return concat(access_of(how, i) == access::zero ? "single<" : "input<",
                facts(argument.type).device, ">");
}

std::string contiguous_entry(const kernel& work, const variant& how, const std::string& name) {
  const std::size_t outputs = work.outputs.size();
  std::string members;
  std::string operands;
  for (std::size_t i = 0; i < outputs + work.arguments.size(); ++i) {
    const std::string operand = i < outputs ? concat("r", i) : concat("a", i - outputs);
    members += concat("  ", contiguous_operand(work, how, i), " ", operand, ";\n");
    operands += concat(", x.", operand);
  }
  return concat("\nusing namespace gpu::kernels;\nstruct arguments {\n  ",
                how.wide ? "long long" : "int", " size;\n", members, "  body f;\n};\n",
                entry_head(how, name, "arguments"), "  contiguous<", skeleton_arguments(how),
                ">(x.size, x.f", operands, ");\n}\n");
}

std::string entry(const kernel& work, const variant& how, const std::string& name) {
  if (how.kind == skeleton::contiguous) return contiguous_entry(work, how, name);
  std::string text = concat("\nusing namespace gpu::kernels;\nusing work = ", how.kind, "<body, ",
                            skeleton_arguments(how));
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    text += concat(",\n    write<", facts(work.outputs[i].target->type).device,
                   how_spelled(access_of(how, i)), ">");
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    const access walked = access_of(how, work.outputs.size() + i);
    if (work.arguments[i].is_index)
      text += ",\n    affine";
    else
      text +=
          concat(",\n    read<", facts(work.arguments[i].type).device, how_spelled(walked), ">");
  }
  return concat(text, ">;\n", entry_head(how, name, "work::arguments"), "  work::run(x);\n}\n");
}

}  // namespace

std::ostream& operator<<(std::ostream& out, skeleton kind) {
  constexpr const char* names[] = {"contiguous", "rows", "tiled", "strided", "table"};
  return out << names[static_cast<int>(kind)];
}

std::string kernel_name(const kernel& work) {
  constexpr std::size_t longest = 100;
  std::string name;
  for (std::uint32_t i = 0; i < work.body.size(); ++i) {
    const instruction& step = work.body[i];
    if (work.call_of(i) != i) continue;
    if (!name.empty() && name.size() + 1 + step.op->name.size() > longest) break;
    name += (name.empty() ? "" : "_") + step.op->name;
  }
  if (name.empty()) name = "copy";
  name.resize(std::min(name.size(), longest));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (!std::isalpha(static_cast<unsigned char>(name.front()))) name.insert(0, "kernel_");
  // "exp" is a function that the device compiler knows, "new" a keyword.
  if (name.find('_') == std::string::npos) name += "_kernel";
  return name;
}

program emit(const kernel& work, const variant& how) {
  program result;
  result.name = kernel_name(work);
  result.source = includes(work, how);
  add_definitions(work, result);
  result.source += body(work);
  result.source += entry(work, how, result.name);
  return result;
}

}  // namespace gpu::graph
