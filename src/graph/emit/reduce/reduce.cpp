// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that reduce: the functor, what its operands are for, and the skeleton with
// its passes.
#include <algorithm>

#include <gpu/core/text_of.hpp>

#include "graph/emit/reduce/reduced_kernel.hpp"
#include "graph/emit/skeleton_text.hpp"
#include "graph/schedule/columns.hpp"

namespace gpu::graph {
namespace {

std::string number(int value) {
  return text_of(", ", value);
}
std::string unroll_and_tail(const variant& options) {
  return number(options.unroll) + (options.tail ? ", true" : ", false");
}

/// ", indices<1, 2>": the operands in `mask`, by the numbers that the text has for them.
std::string operand_indices(const reduced_kernel& reduced, std::uint64_t mask) {
  const std::size_t outputs = reduced.work.outputs.size();
  std::string list;
  const auto add = [&](std::size_t operand, std::size_t shown) {
    if ((mask >> operand & 1) != 0) list += text_of(list.empty() ? "" : ", ", shown);
  };
  for (std::size_t k = 0; k < reduced.iterated.size(); ++k)
    add(outputs + reduced.iterated[k], outputs + k);
  return text_of(", indices<", list, ">");
}

// Of each skeleton: the template arguments between the width of its accesses and the threads of a
// block, and what stands before the kernel's name.
std::string parameters_of(const skeletons::reduce_inner& form, const reduced_kernel& reduced) {
  return number(form.rows) + unroll_and_tail(reduced.options);
}
std::string parameters_of(const skeletons::reduce_outer&, const reduced_kernel& reduced) {
  return unroll_and_tail(reduced.options);
}
std::string parameters_of(const skeletons::reduce_pairs& form, const reduced_kernel& reduced) {
  return text_of(number(form.rows), number(static_cast<int>(form.columns)),
                 reduced.options.tail ? ", true" : ", false",
                 operand_indices(reduced, form.by_column), operand_indices(reduced, form.by_pair),
                 operand_indices(reduced, form.by_none));
}
std::string parameters_of(const skeletons::persistent_rows& form, const reduced_kernel& reduced) {
  return number(form.items_per_thread) + number(form.cluster) + unroll_and_tail(reduced.options);
}
std::string parameters_of(const skeletons::persistent_columns& form, const reduced_kernel&) {
  return number(form.items_per_thread);
}

std::string bounds_of(const skeletons::reduction&, const variant& options) {
  return launch_bounds(options.threads);
}
std::string bounds_of(const skeletons::persistent_rows& form, const variant& options) {
  const std::string clusters =
      form.cluster > 1 ? text_of("__cluster_dims__(", int{form.cluster}, ", 1, 1) ") : "";
  return clusters + launch_bounds(options.threads, resident_threads);
}
std::string bounds_of(const skeletons::persistent_columns&, const variant& options) {
  return launch_bounds(options.threads, max_persistent_threads);
}

/// The operands by what they are for; groups at the end that are empty are left out.
std::string operands(const reduced_kernel& reduced) {
  enum role { element, result, row_value, written, kept, late };
  constexpr std::string_view names[] = {"elements", "results", "row_values",
                                        "written",  "kept",    "late"};
  const kernel& work = reduced.work;
  const variant& options = reduced.options;
  std::string groups[std::size(names)];
  int count = 0;
  const auto add = [&](role part, std::string_view kind, const std::string& rest) {
    groups[part] += text_of(groups[part].empty() ? "" : ", ", kind, "<", count++, ", ", rest, ">");
  };
  const auto array = [&](dtype type, std::size_t operand) {
    return text_of(traits(type).device, access_argument(options.access_of(operand)));
  };
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    add(work.outputs[i].per_row ? result : written, "array",
        array(work.outputs[i].target->type, i));
  for (const std::size_t i : reduced.iterated) {
    const kernel_argument& argument = work.arguments[i];
    const std::size_t operand = work.outputs.size() + i;
    add(!reduced.varies(i)   ? row_value
        : reduced.is_late(i) ? late
                             : element,
        text_by_kind(argument, "array", reduced.is_run(i) ? "index_run" : "affine_index"),
        text_by_kind(argument, array(argument.type, operand), name_of(options.access_of(operand))));
  }
  const int arrays = count;
  for (std::uint32_t k = 0; k < work.body.size(); ++k)
    if (reduced.elements.kept_by(k) != element_values::never)
      add(kept, "computed_value", std::string(reduced.type_of(k)));
  int last = late;
  while (last > result && groups[last].empty()) --last;
  const int rank = options.rank + options.reduction()->reduced_rank + 1;
  std::string text = text_of("\nusing work = row_work<body, ", options.wide ? "long long" : "int",
                             ", ", rank, ", ", arrays);
  for (int part = 0; part <= last; ++part)
    text += text_of(",\n    ", names[part], "<", groups[part], ">");
  return text + ">;\n";
}

/// "reducer<gpu::reductions::sum, float, float>"
std::string reducer(const reduced_kernel& reduced, const instruction& step) {
  const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
  std::string text = text_of("reducer<", user_prefix(*step.op, reduced.users), loop.functor, ", ",
                             traits(loop.out).device);
  for (const reduction_input& input : reduced.inputs_of(step)) text += text_of(", ", input.type);
  return text + ">";
}

/// ",\n    row_pass<work, 0, inputs<float>,\n        reduction<reducer<...>, 0>>", or row_scan and
/// row_scanner, which has the number of the kept value that it finds, too.
std::string pass_type(const reduced_kernel& reduced, int pass) {
  const std::vector<reduction_input> inputs = reduced.inputs_of(pass);
  const bool scans = reduced.passes.scans(pass);
  std::string text =
      text_of(",\n    ", scans ? "row_scan" : "row_pass", "<work, ", pass, ", inputs<");
  for (std::size_t i = 0; i < inputs.size(); ++i) text += text_of(i ? ", " : "", inputs[i].type);
  text += ">";
  for (const std::uint32_t k : reductions_of(reduced.work, reduced.passes, pass)) {
    const instruction& step = reduced.work.body[k];
    text +=
        text_of(",\n        ", scans ? "row_scanner" : "reduction", "<", reducer(reduced, step));
    for (const reduction_input& input : reduced.inputs_of(step))
      text += text_of(", ", std::find(inputs.begin(), inputs.end(), input) - inputs.begin());
    if (scans) text += number(reduced.number_of_kept(k));
    text += ">";
  }
  return text + ">";
}

template <class Skeleton>
std::string skeleton(const reduced_kernel& reduced, const Skeleton& form) {
  const variant& options = reduced.options;
  std::string text =
      text_of("using skeleton = ", options.name(), "<work, ", options.wide ? "long long" : "int",
              number(options.rank), number(form.reduced_rank), number(options.vector),
              parameters_of(form, reduced), number(options.threads));
  for (int pass = 0; pass < reduced.passes.reducing_passes(); ++pass)
    text += pass_type(reduced, pass);
  return text + ">;\n";
}

template <class Skeleton>
std::string text_with(const Skeleton& form, const kernel& work, const variant& options,
                      const std::string& name) {
  const reduced_kernel reduced(work, options);
  return text_of("\nusing namespace gpu::kernels;", reduction_body(reduced), operands(reduced),
                 skeleton(reduced, form),
                 skeleton_entry("skeleton", bounds_of(form, options), name, options));
}

}  // namespace

std::string skeleton_text(const skeletons::reduce_inner& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::reduce_outer& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::reduce_pairs& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::persistent_rows& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}
std::string skeleton_text(const skeletons::persistent_columns& form, const kernel& work,
                          const variant& options, const std::string& name) {
  return text_with(form, work, options, name);
}

}  // namespace gpu::graph
