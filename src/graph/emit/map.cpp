// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that compute each element by itself: a functor, and the skeleton with its
// operands.
#include <gpu/core/text_of.hpp>

#include "graph/emit/skeleton_text.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

using kernels::access;

std::string number(int value) {
  return text_of(", ", value);
}
const char* index_type(const variant& options) {
  return options.wide ? "long long" : "int";
}
const char* tail(const variant& options) {
  return options.tail ? ", true" : ", false";
}

// The template arguments that stand before those of the operands.
std::string parameters_of(const skeletons::contiguous& form, const variant& options) {
  return text_of(index_type(options), number(options.threads), number(options.vector),
                 number(options.unroll), tail(options), form.runs ? ", true" : "");
}
std::string parameters_of(const skeletons::rows&, const variant& options) {
  return text_of(index_type(options), number(options.rank), number(options.vector),
                 number(options.unroll), tail(options));
}
std::string parameters_of(const skeletons::tiled& form, const variant& options) {
  return text_of(index_type(options), number(options.rank), number(options.threads),
                 number(form.tile_rows), number(form.tile_columns), number(options.vector),
                 number(form.column), tail(options));
}
std::string parameters_of(const skeletons::strided&, const variant& options) {
  return text_of(index_type(options), number(options.threads), number(options.rank),
                 number(options.unroll));
}
std::string parameters_of(const skeletons::table&, const variant& options) {
  return text_of(options.threads);
}

std::string entry(const variant& options, const std::string& name, const char* arguments,
                  const std::string& statement) {
  return text_of("\nextern \"C\" __global__ void __launch_bounds__(", options.threads, ") ", name,
                 "(\n    const __grid_constant__ ", arguments, " x) {\n  await_previous();\n  ",
                 statement, "\n}\n");
}

std::string output_operand(const kernel& work, const variant& options, std::size_t i) {
  const std::string_view type = traits(work.outputs[i].target->type).device;
  if (options.spans.empty() || options.access_of(i) != access::unit)
    return text_of(",\n    write<", type, access_argument(options.access_of(i)), ">");
  const span_access& span = options.spans[i];
  return text_of(",\n    write_span<", type, number(span.grain), number(span.phase), ">");
}

/// The number of an operand among those that the skeleton is given.
std::size_t position_of(const kernel& work, std::size_t operand) {
  std::size_t position = work.outputs.size();
  for (const std::size_t i : iterated_arguments(work)) {
    if (work.outputs.size() + i == operand) break;
    ++position;
  }
  return position;
}

std::string argument_operand(const kernel& work, const variant& options, std::size_t i) {
  const std::size_t operand = work.outputs.size() + i;
  const kernel_argument& argument = work.arguments[i];
  if (options.spans.empty() || argument.kind != operand_kind::array ||
      options.access_of(operand) != access::unit)
    return skeleton_operand(work, options, operand);
  const span_access& span = options.spans[operand];
  if (span.span != operand)
    return text_of(",\n    part_of_span<", position_of(work, span.span), number(span.shift), ">");
  return text_of(",\n    read_span<", traits(argument.type).device, number(span.grain),
                 number(span.phase), number(span.more), ">");
}

template <class Skeleton>
std::string text_with(const Skeleton& form, const kernel& work, const variant& options,
                      const std::string& name) {
  std::string operands;
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    operands += output_operand(work, options, i);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    operands += argument_operand(work, options, i);
  return text_of(elementwise_body(work),
                 "\nusing namespace gpu::kernels;\nusing work = ", options.name(), "<body, ",
                 parameters_of(form, options), operands, ">;\n",
                 entry(options, name, "work::arguments", "work::run(x);"));
}

}  // namespace

/// A function, so that its argument has no more than the operands that there are.
std::string skeleton_text(const skeletons::contiguous& form, const kernel& work,
                          const variant& options, const std::string& name) {
  const char* index = index_type(options);
  std::string members;
  std::string operands;
  const auto add = [&](const std::string& type, const std::string& operand) {
    members += text_of("  ", type, " ", operand, ";\n");
    operands += text_of(", x.", operand);
  };
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    add(text_of("output<", traits(work.outputs[i].target->type).device, ">"), text_of("r", i));
  for (const std::size_t i : iterated_arguments(work)) {
    const kernel_argument& argument = work.arguments[i];
    const bool is_single = options.access_of(work.outputs.size() + i) == access::zero;
    add(text_by_kind(argument,
                     text_of(is_single ? "single<" : "input<", traits(argument.type).device, ">"),
                     text_of(form.runs ? "index_runs<" : "affine<", index, ">")),
        text_of("a", i));
  }
  return text_of(
      elementwise_body(work, form.runs), "\nusing namespace gpu::kernels;\nstruct arguments {\n  ",
      index, " size;\n", members, "  body f;\n};\n",
      entry(options, name, "arguments",
            text_of("contiguous<", parameters_of(form, options), ">(x.size, x.f", operands, ");")));
}
std::string skeleton_text(const skeletons::rows& form, const kernel& work, const variant& options,
                          const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::tiled& form, const kernel& work, const variant& options,
                          const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::strided& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::table& form, const kernel& work, const variant& options,
                          const std::string& name) {
  return text_with(form, work, options, name);
}

}  // namespace gpu::graph
