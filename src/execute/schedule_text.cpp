// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/schedule_text.hpp>

#include <sstream>
#include <vector>

#include <gpu/graph/build.hpp>

#include "execute/gpu/launch_description.hpp"
#include "execute/root_set.hpp"
#include "graph/emit/emit.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::execute {
namespace {

using graph::scheduled_kernel;

const char* reason(graph::fusion_break_reason why) {
  switch (why) {
    case graph::fusion_break_reason::too_large:
      return "a kernel of its own, since the expression is too large for one";
    case graph::fusion_break_reason::reshape:
      return "a kernel of its own, since strides cannot express its reshape";
    case graph::fusion_break_reason::reduction:
      return "a kernel of its own: what reads it goes over other rows, or its few rows are too "
             "long to be read twice by one kernel";
    case graph::fusion_break_reason::columns:
      return "a kernel of its own: neighbours in memory belong to different rows, which are too "
             "long for one kernel to hold";
    case graph::fusion_break_reason::scan:
      return "a kernel of its own, since a scan is read from memory";
    case graph::fusion_break_reason::gather:
      return "a kernel of its own, since elements of it are taken from memory";
    case graph::fusion_break_reason::library_operand:
      return "a kernel of its own, since a library reads it from memory";
    default:
      return "";
  }
}

/// "2 kernels", "1 byte".
std::string counted(std::int64_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string name_of(const graph::kernel& work) {
  const graph::kernel_kinds::library_call* const call = work.library_call();
  if (call == nullptr) return graph::kernel_name(work);
  const std::string function = call->function->name();
  return call->elements ? graph::kernel_name(*call->elements) + '_' + function : function;
}

/// "; 2 parts of (5,4)" of what a kernel writes, if it writes parts of arrays.
void describe_parts(std::ostream& out, const scheduled_kernel& step) {
  if (step.target_parts.empty()) return;
  const std::size_t count = step.target_parts.size();
  out << "; " << (count == 1 ? "a part" : std::to_string(count) + " parts") << " of "
      << step.target_parts.front().whole->extents;
  if (step.why == graph::fusion_break_reason::library) out << ", which is read from memory";
}

void describe(std::ostream& out, std::size_t number, const scheduled_kernel& step,
              const launch_description& plan) {
  const graph::kernel& work = step.work;
  out << "  " << number << ". " << name_of(work) << "  " << work.extents;
  for (const graph::kernel_output& output : work.outputs)
    out << (&output == &work.outputs.front() ? " " : ", ") << output.target->type;
  out << ": reads " << counted(plan.bytes_read, "byte") << " of "
      << counted(plan.arrays_read, "array") << ", writes " << counted(plan.bytes_written, "byte");
  if (work.library_call() != nullptr)
    out << "; a library's function";
  else if (work.where.is_gpu())
    out << "; " << plan.skeleton << ", " << plan.grid << " x " << plan.block[0] * plan.block[1]
        << " threads, " << plan.index_bits << "-bit indices";
  describe_parts(out, step);
  if (*reason(step.why) != '\0') out << "; " << reason(step.why);
  out << '\n';
}

}  // namespace

std::string schedule_text(std::span<const graph::node_ptr> values) {
  std::vector<graph::node_ptr> open;
  for (const graph::node_ptr& value : values)
    if (const graph::node_ptr known = graph::resolved(value); known->kind != graph::node_kind::leaf)
      open.push_back(known);
  std::ostringstream out;
  if (open.empty()) {
    out << "0 kernels:";
    for (const graph::node_ptr& value : values)
      out << (&value == &values.front() ? " " : ", ") << value->extents << ' ' << value->type;
    out << " in memory of " << *graph::resolved(*values.front()).where << '\n';
    return out.str();
  }
  const device where = graph::device_of(open.front());
  const root_set wanted(open, where);
  const std::vector<scheduled_kernel> schedule = graph::make_schedule(wanted.roots());
  std::ostringstream lines;
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const launch_description plan = execute::describe(schedule[i].work);
    bytes_read += plan.bytes_read;
    bytes_written += plan.bytes_written;
    describe(lines, i + 1, schedule[i], plan);
  }
  out << counted(static_cast<std::int64_t>(schedule.size()), "kernel") << " on " << where
      << ", reading " << counted(bytes_read, "byte") << " and writing "
      << counted(bytes_written, "byte") << '\n'
      << lines.str();
  return out.str();
}

}  // namespace gpu::execute
