// SPDX-License-Identifier: BSD-3-Clause
// Which reductions and scans a kernel does itself: those over the rows that it visits, and what
// ops of few elements stand for.
#include "graph/schedule/linearizer.hpp"

#include "graph/schedule/few_elements.hpp"
#include "graph/schedule/scanned_rows.hpp"

namespace gpu::graph {
namespace {

/// Whether one kernel may go over rows several times: on a GPU one block has a row, so they must be
/// short enough to be kept by it, or so many that all multiprocessors are busy.
bool may_keep_rows(const reduction_domain& rows, device where) {
  constexpr std::ptrdiff_t longest_kept = 1 << 14;
  constexpr std::ptrdiff_t rows_threshold = 256;
  if (where.is_cpu()) return true;
  std::ptrdiff_t length = 1;
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < rows.extents.size(); ++axis)
    ((rows.reduced >> axis & 1) != 0 ? length : count) *= rows.extents[axis];
  return length <= longest_kept || count >= rows_threshold;
}

}  // namespace

std::optional<reduction_domain> linearizer::domain_of(const root& one) {
  if (!one.value->reduces || one.value->extents != one.target->extents) return std::nullopt;
  return find_domain(
      *one.value,
      [this](const node& value) { return is_known(value, *finished_) || is_in_place(value); },
      [&](const reduction_domain& rows) { return keeps_rows(rows, *one.target->where); },
      [this](const scan_node& scan) { return may_scan(scan); });
}

bool linearizer::fits_domain(const root& one) {
  const std::optional<reduction_domain> own = domain_of(one);
  const auto ignored = [this](const node& value) { return is_in_place(value); };
  if (!own && !(one.value->reduces && has_reduction(*one.value, ignored)))
    return !domain_ || one.value->extents == one.target->extents;
  if (!own || !domain_) return false;
  return own->extents == domain_->extents && own->reduced == domain_->reduced &&
         own->root == domain_->root && own->root_is_per_row == domain_->root_is_per_row;
}

/// Whether the reduction `what` is over the rows that the kernel visits, and may be done by it.
bool linearizer::is_over_rows(const seen& what) const {
  if (!domain_) return false;
  const auto& reduction = static_cast<const reduction_node&>(*what.value);
  if (what.through == from_elements) return domain_->holds(reduction, domain_->root);
  path_id outermost = what.through;
  while (paths_[outermost].parent != no_views) outermost = paths_[outermost].parent;
  const bool feeds_another = outermost != from_elements;
  if (feeds_another && !keeps_rows(*domain_, work_->where)) return false;
  const std::optional<affine_view> map = map_of(what);
  return map && domain_->holds(reduction, *map);
}

/// Whether this kernel may go over rows more than once.
bool linearizer::keeps_rows(const reduction_domain& rows, device where) const {
  return !by_passes_ && may_keep_rows(rows, where);
}

/// What follows from a reduction that is wanted by the kernel, before it meets more elements than
/// it has: on a GPU that is computed once for each row, where the reduction is. What others use
/// too is not passed by.
node_ptr linearizer::row_value_of(const node& reduction) const {
  const node_ptr itself(&reduction);
  if (work_->where.is_cpu()) return itself;
  const std::ptrdiff_t count = element_count(reduction.extents);
  const node* found = &reduction;
  bool is_used_elsewhere = reduction.use_count() > 2;  // `itself` is one
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (!stack_[i].operands_done) continue;
    const node& user = *stack_[i].value;
    const bool follows = user.kind == node_kind::op || user.kind == node_kind::view;
    if (is_used_elsewhere || !follows || element_count(user.extents) != count)
      return node_ptr(found);
    if (user.kind == node_kind::op) found = &user;
    is_used_elsewhere = user.use_count() > 1;
  }
  return itself;
}

/// Whether reductions of few elements are ops of the kernel.
bool linearizer::reduces_few_in_place() const {
  return few_in_place_ && !by_passes_ && !work_->where.is_cpu();
}

/// What the kernel computes instead of the reduction, anew where it needs a result; null: nothing.
const node* linearizer::op_in_place_of(const node& value) {
  if (!reduces_few_in_place()) return nullptr;
  const auto& reduction = static_cast<const reduction_node&>(value);
  const bool is_root = &value == root_ && reduces_windows(reduction);
  if (!is_root && is_better_read(reduction, element_count(work_->extents))) return nullptr;
  const auto [found, is_new] = few_elements_.try_emplace(&value);
  if (is_new) found->second = op_of_few_elements(reduction);
  return found->second.get();
}

/// Whether `value` reduces windows or short rows, and no kernel goes over the rows of that.
bool linearizer::is_in_place(const node& value) {
  if (value.kind != node_kind::reduction || !reduces_few_in_place()) return false;
  const auto& reduction = static_cast<const reduction_node&>(value);
  return (reduces_short_rows(reduction) || reduces_windows(reduction)) &&
         op_in_place_of(value) != nullptr;
}

/// Whether `what`, whose operands are done, is a reduction instead of which an op was computed.
bool linearizer::is_op_in_place(const seen& what) const {
  if (what.value->kind != node_kind::reduction || few_elements_.empty()) return false;
  const auto found = few_elements_.find(what.value);
  return found != few_elements_.end() && found->second != nullptr && !is_over_rows(what);
}

/// Whether the root is a scan that is to be computed as it is.
bool linearizer::is_scan(const root& one) const {
  return one.value->kind == node_kind::scan && one.value->extents == one.target->extents &&
         !is_known(*one.value, *finished_);
}

/// Whether a kernel over rows may scan them, as long as it has no other rows. Only blocks of a GPU
/// do, and only with reductions: ops need not be associative.
bool linearizer::may_scan(const scan_node& scan) const {
  if (!scans_in_place_ || by_passes_ || work_->where.is_cpu()) return false;
  const bool is_cut_off =
      keeps_cuts_ && scan.is_cut_off(0) && !is_known(*scan.operands[0], *finished_);
  return !is_cut_off && scan.op.is_reduction && scan.extents[scan.axis] <= max_scanned_row &&
         element_count(scan.extents) > 0;
}

/// Whether the scan that a root is may have reductions or other scans in its kernel.
bool linearizer::may_scan_with_others(const root& one) const {
  const auto& scan = static_cast<const scan_node&>(*one.value);
  return scan.operands[0]->reduces && may_scan(scan);
}

/// Whether the kernel scans its rows for the scan `what`.
bool linearizer::is_scanned_in_place(const seen& what) const {
  const auto& scan = static_cast<const scan_node&>(*what.value);
  if (!domain_ || !may_scan(scan)) return false;
  const std::optional<affine_view> map = map_of(what);
  return map && domain_->holds(scan, *map);
}

/// Its operand, element by element: a kernel of its own.
std::size_t linearizer::write_scan(const root& one) {
  const auto& scan = static_cast<const scan_node&>(*one.value);
  work_->kind = kernel_kinds::scan{&scan.op, scan.loop, scan.axis};
  const node_ptr& operand = scan.operands[0];
  if (keeps_cuts_ && scan.is_cut_off(0) && !is_known(*operand, *finished_))
    pending_.push_back({operand, fusion_break_reason::too_large});
  else if (const std::optional<value_id> value = traverse(*operand, no_views))
    work_->outputs.push_back({*value, leaf_ptr(one.target)});
  return work_->outputs.size();
}

}  // namespace gpu::graph
