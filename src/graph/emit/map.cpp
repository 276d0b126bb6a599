// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that compute each element by itself: a functor, and the skeleton with its
// operands.
#include <algorithm>
#include <string_view>

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
std::string parameters_of(const skeletons::interleaved& form, const variant& options) {
  return text_of(index_type(options), number(options.rank), number(options.vector),
                 number(form.channels), number(form.spare ? 1 : 0), tail(options));
}
std::string parameters_of(const skeletons::strided&, const variant& options) {
  return text_of(index_type(options), number(options.threads), number(options.rank),
                 number(options.unroll));
}
std::string parameters_of(const skeletons::table&, const variant& options) {
  return text_of(options.threads);
}

/// ",\n    write<float>": an operand of any number, outputs first; nothing for memory.
std::string any_operand(const kernel& work, const variant& options, std::size_t operand) {
  if (operand >= work.outputs.size()) return skeleton_operand(work, options, operand);
  return text_of(",\n    write<", traits(work.outputs[operand].target->type).device,
                 access_argument(options.access_of(operand)), ">");
}

/// The number that an operand has among those that the skeleton is given: memory is none.
int number_of(const kernel& work, std::size_t operand) {
  if (operand < work.outputs.size()) return static_cast<int>(operand);
  const std::vector<std::size_t> iterated = iterated_arguments(work);
  const auto found =
      std::find(iterated.begin(), iterated.end(), operand - work.outputs.size()) - iterated.begin();
  return static_cast<int>(work.outputs.size()) + static_cast<int>(found);
}

/// ",\n    read_span<float, 4, 1, 3>", or as `any_operand` for one that is in no span.
std::string operand_with_spans(const kernel& work, const variant& options, std::size_t operand) {
  const bool is_output = operand < work.outputs.size();
  const kernel_argument* const argument =
      is_output ? nullptr : &work.arguments[operand - work.outputs.size()];
  if (options.spans.empty() || options.access_of(operand) != access::unit ||
      (argument != nullptr && argument->kind != operand_kind::array))
    return any_operand(work, options, operand);
  const span_access& how = options.spans[operand];
  if (is_output)
    return text_of(",\n    write_span<", traits(work.outputs[operand].target->type).device,
                   number(how.grain), number(how.phase), ">");
  if (how.span != operand)
    return text_of(",\n    part_of_span<", number_of(work, how.span), number(how.shift), ">");
  return text_of(",\n    read_span<", traits(argument->type).device, number(how.grain),
                 number(how.phase), number(how.more), ">");
}

template <class Skeleton>
std::string text_with(const Skeleton& form, const kernel& work, const variant& options,
                      const std::string& name, const std::string& operands) {
  return text_of(elementwise_body(work),
                 "\nusing namespace gpu::kernels;\nusing work = ", options.name(), "<body, ",
                 parameters_of(form, options), operands, ">;\n",
                 entry(launch_bounds(options.threads), name, "work::arguments", "work::run(x);"));
}
template <class Skeleton>
std::string text_with(const Skeleton& form, const kernel& work, const variant& options,
                      const std::string& name) {
  std::string operands;
  for (std::size_t i = 0; i < work.outputs.size() + work.arguments.size(); ++i)
    operands += operand_with_spans(work, options, i);
  return text_with(form, work, options, name, operands);
}

/// ",\n    packed<write<float>, 4, 3, 0, 1, 0>"
std::string interleaved_operand(const skeletons::interleaved& form, const kernel& work,
                                const variant& options, std::size_t operand) {
  const std::string text = any_operand(work, options, operand);
  if (text.empty()) return text;
  constexpr std::size_t indent = std::string_view(",\n    ").size();
  const skeletons::interleaved_operand& how = form.operands[operand];
  const std::string inner = text.substr(indent);
  if (how.period == 0)
    return text_of(",\n    planar<", inner, number(how.width), how.varies ? ", true>" : ", false>");
  return text_of(",\n    packed<", inner, number(how.width), number(how.period), number(how.first),
                 number(how.step), number(number_of(work, how.holder)), ">");
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
      entry(launch_bounds(options.threads), name, "arguments",
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
std::string skeleton_text(const skeletons::interleaved& form, const kernel& work,
                          const variant& options, const std::string& name) {
  std::string operands;
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    operands += interleaved_operand(form, work, options, i);
  return text_with(form, work, options, name, operands);
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
