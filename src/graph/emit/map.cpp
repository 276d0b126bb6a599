// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/emit.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

using kernels::access;

std::string parameters(const kernel& work) {
  std::string text;
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    text += text_of(i ? ", " : "", facts(work.outputs[i].target->type).device, "& r", i);
  for (const std::size_t i : iterated_arguments(work))
    text += text_of(", ", facts(work.arguments[i].type).device, " a", i);
  return text;
}

std::string body(const kernel& work) {
  const std::string members = body_members(work);
  std::string text =
      text_of("\nstruct body {\n", members, members.empty() ? "" : "\n",
              "  __device__ __forceinline__ void operator()(", parameters(work), ") const {\n");
  text += statements(work, std::vector<bool>(work.body.size(), true), user_records(work), spelled);
  for (std::size_t i = 0; i < work.outputs.size(); ++i) {
    const kernel_output& output = work.outputs[i];
    text += text_of("    r", i, " = ", converted(work, output, spelled(output.value)), ";\n");
  }
  return text + "  }\n};\n";
}

std::string skeleton_arguments(const variant& how) {
  const char* index = how.wide ? "long long" : "int";
  const char* tail = how.tail ? ", true" : ", false";
  const auto number = [](auto value) { return text_of(", ", static_cast<int>(value)); };
  if (how.is<skeletons::contiguous>())
    return text_of(index, number(how.threads), number(how.vector), number(how.unroll), tail);
  if (how.is<skeletons::rows>())
    return text_of(index, number(how.rank), number(how.vector), number(how.unroll), tail);
  if (how.is<skeletons::tiled>()) {
    const auto& tile = how.as<skeletons::tiled>();
    return text_of(index, number(how.rank), number(how.threads), number(tile.tile_rows),
                   number(tile.tile_columns), number(how.vector), number(tile.column), tail);
  }
  if (how.is<skeletons::strided>())
    return text_of(index, number(how.threads), number(how.rank), number(how.unroll));
  return text_of(static_cast<int>(how.threads));
}

std::string entry_head(const variant& how, const std::string& name, const char* arguments) {
  return text_of("\nextern \"C\" __global__ void __launch_bounds__(", how.threads, ") ", name,
                 "(\n    const __grid_constant__ ", arguments, " x) {\n  await_previous();\n");
}

std::string contiguous_entry(const kernel& work, const variant& how, const std::string& name) {
  const char* index = how.wide ? "long long" : "int";
  std::string members;
  std::string operands;
  const auto add = [&](const std::string& type, const std::string& operand) {
    members += text_of("  ", type, " ", operand, ";\n");
    operands += text_of(", x.", operand);
  };
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    add(text_of("output<", facts(work.outputs[i].target->type).device, ">"), text_of("r", i));
  for (const std::size_t i : iterated_arguments(work)) {
    const kernel_argument& argument = work.arguments[i];
    const bool is_single = how.access_of(work.outputs.size() + i) == access::zero;
    add(text_by_kind(argument,
                     text_of(is_single ? "single<" : "input<", facts(argument.type).device, ">"),
                     text_of("affine<", index, ">")),
        text_of("a", i));
  }
  return text_of("\nusing namespace gpu::kernels;\nstruct arguments {\n  ", index, " size;\n",
                 members, "  body f;\n};\n", entry_head(how, name, "arguments"), "  contiguous<",
                 skeleton_arguments(how), ">(x.size, x.f", operands, ");\n}\n");
}

std::string entry(const kernel& work, const variant& how, const std::string& name) {
  if (how.is<skeletons::contiguous>()) return contiguous_entry(work, how, name);
  std::string text = text_of("\nusing namespace gpu::kernels;\nusing work = ", how.name(),
                             "<body, ", skeleton_arguments(how));
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    text += text_of(",\n    write<", facts(work.outputs[i].target->type).device,
                    access_argument(how.access_of(i)), ">");
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += skeleton_operand(work, how, work.outputs.size() + i);
  return text_of(text, ">;\n", entry_head(how, name, "work::arguments"), "  work::run(x);\n}\n");
}

}  // namespace

std::string kernel_name(const kernel& work) {
  constexpr std::size_t longest = 100;
  std::string name;
  for (std::uint32_t i = 0; i < work.body.size(); ++i) {
    const instruction& step = work.body[i];
    if (work.call_of(i) != i) continue;
    if (!name.empty() && name.size() + 1 + step.op->name.size() > longest) break;
    name += (name.empty() ? "" : "_") + step.op->name;
  }
  if (work.scan.op != nullptr)
    name += text_of(name.empty() ? "" : "_", work.scan.op->name, "_scan");
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
  if (how.is<skeletons::histogram>()) result.name += "_histogram";
  result.source = includes(work, {text_of("gpu/kernels/skeletons/", how.name(), ".cuh")});
  add_definitions(work, result);
  if (how.is<skeletons::scan>()) {
    result.source += scan_text(work, how, result.name);
  } else if (how.reduction() != nullptr) {
    result.source += reduction_text(work, how, result.name);
  } else {
    result.source += body(work);
    result.source += how.is<skeletons::histogram>() ? histogram_text(work, how, result.name)
                                                    : entry(work, how, result.name);
  }
  return result;
}

}  // namespace gpu::graph
