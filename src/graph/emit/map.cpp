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
const char* index_type(const variant& how) {
  return how.wide ? "long long" : "int";
}
const char* tail(const variant& how) {
  return how.tail ? ", true" : ", false";
}

// The template arguments that stand before those of the operands.
std::string parameters_of(const skeletons::contiguous& form, const variant& how) {
  return text_of(index_type(how), number(how.threads), number(how.vector), number(how.unroll),
                 tail(how), form.runs ? ", true" : "");
}
std::string parameters_of(const skeletons::rows&, const variant& how) {
  return text_of(index_type(how), number(how.rank), number(how.vector), number(how.unroll),
                 tail(how));
}
std::string parameters_of(const skeletons::tiled& form, const variant& how) {
  return text_of(index_type(how), number(how.rank), number(how.threads), number(form.tile_rows),
                 number(form.tile_columns), number(how.vector), number(form.column), tail(how));
}
std::string parameters_of(const skeletons::strided&, const variant& how) {
  return text_of(index_type(how), number(how.threads), number(how.rank), number(how.unroll));
}
std::string parameters_of(const skeletons::table&, const variant& how) {
  return text_of(how.threads);
}

std::string entry(const variant& how, const std::string& name, const char* arguments,
                  const std::string& statement) {
  return text_of("\nextern \"C\" __global__ void __launch_bounds__(", how.threads, ") ", name,
                 "(\n    const __grid_constant__ ", arguments, " x) {\n  await_previous();\n  ",
                 statement, "\n}\n");
}

template <class Skeleton>
std::string text_with(const Skeleton& form, const kernel& work, const variant& how,
                      const std::string& name) {
  std::string operands;
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    operands += text_of(",\n    write<", facts(work.outputs[i].target->type).device,
                        access_argument(how.access_of(i)), ">");
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    operands += skeleton_operand(work, how, work.outputs.size() + i);
  return text_of(elementwise_body(work),
                 "\nusing namespace gpu::kernels;\nusing work = ", how.name(), "<body, ",
                 parameters_of(form, how), operands, ">;\n",
                 entry(how, name, "work::arguments", "work::run(x);"));
}

}  // namespace

/// A function, so that its argument has no more than the operands that there are.
std::string skeleton_text(const skeletons::contiguous& form, const kernel& work, const variant& how,
                          const std::string& name) {
  const char* index = index_type(how);
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
                     text_of(form.runs ? "index_runs<" : "affine<", index, ">")),
        text_of("a", i));
  }
  return text_of(
      elementwise_body(work, form.runs), "\nusing namespace gpu::kernels;\nstruct arguments {\n  ",
      index, " size;\n", members, "  body f;\n};\n",
      entry(how, name, "arguments",
            text_of("contiguous<", parameters_of(form, how), ">(x.size, x.f", operands, ");")));
}
std::string skeleton_text(const skeletons::rows& form, const kernel& work, const variant& how,
                          const std::string& name) {
  return text_with(form, work, how, name);
}
std::string skeleton_text(const skeletons::tiled& form, const kernel& work, const variant& how,
                          const std::string& name) {
  return text_with(form, work, how, name);
}
std::string skeleton_text(const skeletons::strided& form, const kernel& work, const variant& how,
                          const std::string& name) {
  return text_with(form, work, how, name);
}
std::string skeleton_text(const skeletons::table& form, const kernel& work, const variant& how,
                          const std::string& name) {
  return text_with(form, work, how, name);
}

}  // namespace gpu::graph
