// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/linearizer.hpp"

#include <algorithm>
#include <utility>

#include "graph/schedule/columns.hpp"
#include "graph/schedule/scanned_rows.hpp"

namespace gpu::graph {
namespace {

int code_size(const kernel& work) {
  int size = 0;
  for (const instruction& step : work.body)
    size += step.op->loops[static_cast<std::size_t>(step.loop)].code_size;
  return size;
}

int cost(const kernel& work) {
  int cost = 0;
  for (const instruction& step : work.body) cost += step.op->cost(step.loop);
  return cost;
}

/// Of reductions and scans.
std::ptrdiff_t reduction_count(const kernel& work) {
  return std::ranges::count_if(work.body,
                               [](const instruction& step) { return step.op->is_reduction; });
}

}  // namespace

std::size_t linearizer::run(std::span<const root> roots, const finished_values& finished,
                            kernel& work) {
  scans_in_place_ = true;
  const std::size_t count = run_any(roots, finished, work);
  if (count == 0 || !work.scans_rows()) return count;
  // The bounds of what is computed from a scan do not count what that is computed from.
  if (keeps_scanned_rows(work) && !is_too_large(work) && cost(work) <= max_kernel_instructions)
    return count;
  scans_in_place_ = false;
  return run_any(roots, finished, work);
}

/// The same, if no kernel is too large because of the scans that it has.
std::size_t linearizer::run_any(std::span<const root> roots, const finished_values& finished,
                                kernel& work) {
  keeps_cuts_ = true;
  by_passes_ = false;
  few_in_place_ = true;
  std::size_t count = run_once(roots, finished, work);
  if (count == 0 && std::ranges::all_of(pending_, &pending_value::is_cut_off))
    count = run_whole(roots, finished, work);
  // Ops of few elements read more arrays than the reductions that they stand for.
  if (count != 0 && !few_elements_.empty() && is_too_large(work)) {
    few_in_place_ = false;
    count = run_once(roots, finished, work);
  }
  if (count == 0 || !domain_ || !is_faster_by_passes(work)) return count;
  by_passes_ = true;
  return run_once(roots.first(count), finished, work);
}

/// The same with what is cut off if that is small: ops that are made count what several operands
/// share once for each, and what is in memory by now. Else nothing; then another value that it
/// waits for is pending, or those are again that were cut off.
std::size_t linearizer::run_whole(std::span<const root> roots, const finished_values& finished,
                                  kernel& work) {
  std::vector<pending_value> cut_off = std::move(pending_);
  keeps_cuts_ = false;
  const std::size_t count = run_once(roots, finished, work);
  if (count != 0 && !is_too_large(work) && cost(work) <= max_kernel_instructions) return count;
  keeps_cuts_ = true;
  if (pending_.empty() || pending_.front().is_cut_off()) pending_ = std::move(cut_off);
  return 0;
}

std::size_t linearizer::run_once(std::span<const root> roots, const finished_values& finished,
                                 kernel& work) {
  begin(roots.front(), finished, work);
  domain_.reset();
  if (is_scan(roots.front()) && !may_scan_with_others(roots.front()))
    return write_scan(roots.front());
  if (const node_ptr call = library_call_of(roots))
    return write_library_call(static_cast<const library_node&>(*call), *roots.front().target);
  domain_ = domain_of(roots.front());
  if (domain_) {
    work.extents = domain_->extents;
    work.kind = kernel_kinds::reduction{domain_->reduced, domain_->root};
    paths_.push_back({no_views, nullptr, work.extents});
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (i > 0 && !fits_domain(roots[i])) return run_once(roots.first(i), finished, work);
    write(roots[i]);
    if (i > 0 && is_too_large(work)) return run_once(roots.first(i), finished, work);
  }
  if (!pending_.empty()) return 0;
  if (roots.size() == 1 && is_scan(roots.front()) && reduction_count(work) == 1) {
    begin(roots.front(), finished, work);
    domain_.reset();
    return write_scan(roots.front());
  }
  return roots.size();
}

bool linearizer::is_too_large(const kernel& work) {
  return work.arguments.size() > max_kernel_arguments ||
         code_size(work) > max_kernel_instructions || work.outputs.size() > max_kernel_outputs;
}

void linearizer::begin(const root& first, const finished_values& finished, kernel& work) {
  const leaf_node& target = *first.target;
  root_ = first.value;
  finished_ = &finished;
  work_ = &work;
  work.clear();
  paths_.resize(1, {no_views, nullptr, shape()});
  stack_.clear();
  memo_.clear();
  memo_index_.clear();
  body_index_.clear();
  pending_.clear();
  few_elements_.clear();
  visits_ = 0;
  work.extents = target.extents;
  work.where = *target.where;
}

void linearizer::write(const root& one) {
  const bool per_row = domain_ && domain_->root_is_per_row;
  path_id outermost = no_views;
  if (per_row)
    outermost = from_elements;
  else if (one.value->extents != work_->extents)
    outermost = extend(no_views, nullptr, work_->extents);
  if (const std::optional<value_id> value = traverse(*one.value, outermost))
    work_->outputs.push_back({*value, leaf_ptr(one.target), per_row});
}

}  // namespace gpu::graph
