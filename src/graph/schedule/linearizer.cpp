// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/linearizer.hpp"

#include <algorithm>
#include <memory>

#include <gpu/core/error.hpp>

#include "graph/schedule/columns.hpp"
#include "graph/schedule/few_elements.hpp"
#include "graph/schedule/scanned_rows.hpp"

namespace gpu::graph {
namespace {

/// Up to here a list is searched faster than a table.
constexpr std::size_t max_searched_nodes = 24;

/// A kernel that keeps to the limits needs fewer, but if many ways lead through views to few nodes.
constexpr std::size_t max_visits = 8 * max_kernel_instructions;

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

bool is_too_large(const kernel& work) {
  return work.arguments.size() > max_kernel_arguments ||
         code_size(work) > max_kernel_instructions || work.outputs.size() > max_kernel_outputs;
}

/// Whether `value` may be met again: what has one owner is met once for each way to that. Met anew,
/// arguments and instructions are found among those that are there, but scalars are not compared.
bool is_shared(const node& value) noexcept {
  return value.kind == node_kind::scalar || value.use_count() > 1;
}

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
  if (is_library_call(roots.front())) return write_library_call(roots.front());
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
  pending_.clear();
  few_elements_.clear();
  visits_ = 0;
  work.extents = target.extents;
  work.where = *target.where;
}

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

/// Whether the root is what a library computes, and can be written by it.
bool linearizer::is_library_call(const root& one) const {
  return one.value->kind == node_kind::library && one.value->extents == one.target->extents &&
         is_contiguous(one.target->placement()) && !is_known(*one.value, *finished_);
}

/// What must be computed before a library reads operand `i`: if that is a view of what will be an
/// array, the array, since the library may take the view's strides; so too if it is a view of what
/// others use as well, the library takes the strides, and no more than the view is computed. Else
/// the operand.
node_ptr linearizer::viewed_memory(const library_node& call, std::size_t i) const {
  const node_ptr& operand = call.operands[i];
  if (is_in_memory(*operand)) return operand;
  std::vector<const view_node*> views;
  const node_ptr* source = &operand;
  while ((*source)->kind == node_kind::view) {
    views.push_back(static_cast<const view_node*>(source->get()));
    source = &views.back()->viewed;
  }
  const node_kind kind = (*source)->kind;
  if (kind == node_kind::library || kind == node_kind::scan) return *source;
  const bool is_used_elsewhere = (*source)->use_count() > 1;
  if (!is_used_elsewhere || element_count((*source)->extents) > element_count(operand->extents))
    return operand;
  std::optional<layout> place = row_major((*source)->extents);
  for (std::size_t k = views.size(); k-- > 0 && place;)
    place =
        views[k]->affine ? apply(*views[k]->affine, *place) : reshape(*place, views[k]->extents);
  return place && call.function->takes(i, *place) ? *source : operand;
}

/// Its operands, one after the other.
std::size_t linearizer::write_library_call(const root& one) {
  const auto& call = static_cast<const library_node&>(*one.value);
  if (!write_fused_operands(call)) return 0;
  for (std::size_t i = call.function->fused_operands(); i < call.operands.size(); ++i) {
    const node_ptr& operand = call.operands[i];
    const std::optional<value_id> value =
        is_in_memory(*operand) ? traverse(*operand, no_views) : std::nullopt;
    if (value && call.function->takes(i, work_->arguments[value->index].place))
      work_->operands.push_back(*value);
    else if (pending_.empty())
      pending_.push_back({viewed_memory(call, i), fusion_break_reason::library_operand});
  }
  if (!pending_.empty()) return 0;
  if (work_->library_call() == nullptr)
    work_->kind = kernel_kinds::library_call{call.function, nullptr};
  work_->outputs.push_back({{}, leaf_ptr(one.target)});
  return 1;
}

/// Those that the library's kernel computes, if there are any. False if values are pending.
bool linearizer::write_fused_operands(const library_node& call) {
  const std::size_t count = call.function->fused_operands();
  if (count == 0) return true;
  work_->extents = call.operands[0]->extents;
  for (std::size_t i = 0; i < count; ++i) {
    const node_ptr& operand = call.operands[i];
    const std::optional<value_id> value = traverse(*operand, no_views);
    if (!value) return false;
    work_->outputs.push_back(
        {*value, make_unallocated_leaf(operand->type, operand->extents, work_->where)});
  }
  if (!may_fuse(call)) return false;
  auto elements = std::make_shared<kernel>(*work_);
  work_->scalars.clear();
  work_->body.clear();
  work_->operands.clear();
  work_->outputs.clear();
  work_->kind = kernel_kinds::library_call{call.function, std::move(elements)};
  return true;
}

/// Whether the library takes the kernel at hand. If not, what does not lie in C order is pending.
bool linearizer::may_fuse(const library_node& call) {
  if (!is_too_large(*work_) && call.function->can_fuse(*work_)) return true;
  for (std::size_t i = 0; i < work_->outputs.size(); ++i) {
    const kernel_argument* const array = work_->array_of(work_->outputs[i].value);
    if (array == nullptr || !is_contiguous(array->place))
      pending_.push_back({call.operands[i], fusion_break_reason::library_operand});
  }
  if (pending_.empty()) fail("a library does not take arrays in C order");
  return false;
}

/// Whether `value` is memory, or a view of it.
bool linearizer::is_in_memory(const node& value) const {
  const node* known = &value;
  while (!finished_->contains(known)) {
    known = &resolved(*known);
    if (known->kind != node_kind::view) return known->kind == node_kind::leaf;
    known = static_cast<const view_node&>(*known).viewed.get();
  }
  return true;
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

/// Writes down what is below `value`, and that itself. Nothing if values are pending.
std::optional<value_id> linearizer::traverse(const node& value, path_id through) {
  values_.clear();
  enter({&value, through});
  while (!stack_.empty()) {
    if (!keeps_cuts_) {
      if (pending_.empty() && ++visits_ > max_visits)
        pending_.push_back({node_ptr(&value), fusion_break_reason::too_large});
      if (!pending_.empty()) return std::nullopt;
    }
    const visit& top = stack_.back();
    const seen what{top.value, top.through};
    const bool operands_done = top.operands_done;
    stack_.pop_back();
    if (operands_done)
      finish(what);
    else
      enter(what);
  }
  if (!pending_.empty()) return std::nullopt;
  return values_.back();
}

void linearizer::enter(const seen& what) {
  const node& value = *what.value;
  if (is_shared(value))
    if (const value_id* known = find(what)) return values_.push_back(*known);
  if (!finished_->empty()) {
    const auto found = finished_->find(&value);
    if (found != finished_->end()) return add_leaf(what, *found->second);
  }
  switch (value.kind) {
    case node_kind::leaf:
    case node_kind::index:
      return add_leaf(what, value);
    case node_kind::scalar:
      return add_scalar(what, static_cast<const scalar_node&>(value));
    case node_kind::address:
      return add_memory(what, static_cast<const address_node&>(value));
    default:
      break;
  }
  if (const leaf_node* known = static_cast<const computed_node&>(value).result())
    return add_leaf(what, *known);
  if (value.kind == node_kind::reduction && !is_over_rows(what)) {
    if (const node* const op = op_in_place_of(value)) {
      push(what, true);
      return push({op, what.through}, false);
    }
    pending_.push_back({row_value_of(value), by_passes_ ? fusion_break_reason::columns
                                                        : fusion_break_reason::reduction});
    return;
  }
  if (value.kind == node_kind::scan && !is_scanned_in_place(what)) {
    pending_.push_back({node_ptr(&value), fusion_break_reason::scan});
    return;
  }
  if (value.kind == node_kind::library) {
    pending_.push_back({node_ptr(&value), fusion_break_reason::library});
    return;
  }
  push(what, true);
  if (value.kind == node_kind::view) {
    const auto& view = static_cast<const view_node&>(value);
    return push({view.viewed.get(), extend(what.through, &view, view.extents)}, false);
  }
  const auto& op = static_cast<const op_node&>(value);
  for (std::size_t i = op.operands.size(); i-- > 0;)
    enter_operand(op.operands[i], op, i, what.through);
}

void linearizer::enter_operand(const node_ptr& operand, const op_node& parent, std::size_t position,
                               path_id through) {
  if (keeps_cuts_ && parent.is_cut_off(position) && !is_known(*operand, *finished_))
    pending_.push_back({operand, fusion_break_reason::too_large});
  else
    push(operand_of(parent, position, through), false);
}

/// Its operands are the last values.
void linearizer::finish(const seen& what) {
  // No kernel comes of this: it is only remembered that nothing more is to be found here.
  if (!pending_.empty()) return keep(what, {});
  if (what.value->kind == node_kind::view || is_op_in_place(what))
    return keep(what, values_.back());
  const auto& op = static_cast<const op_node&>(*what.value);
  const value_id value = add_instruction(op);
  values_.resize(values_.size() - op.operands.size());
  put(what, value);
}

/// That of an op of the last values, unless an earlier one computes the same.
value_id linearizer::add_instruction(const op_node& op) {
  const auto count = static_cast<std::uint32_t>(op.operands.size());
  const auto first = values_.end() - count;
  const bool is_scan = op.kind == node_kind::scan;
  std::uint32_t i = 0;
  for (const instruction& known : work_->body) {
    if (known.op == &op.op && known.loop == op.loop && known.is_scan == is_scan &&
        std::equal(first, values_.end(), work_->operands.begin() + known.first))
      return {value_id::source::instruction, i};
    ++i;
  }
  work_->body.push_back(
      {&op.op, op.loop, static_cast<std::uint32_t>(work_->operands.size()), count, is_scan});
  // One at a time: two at once would have to wait for the stores of their members.
  for (auto value = first; value != values_.end(); ++value) work_->operands.push_back(*value);
  return {value_id::source::instruction, i};
}

linearizer::seen linearizer::operand_of(const op_node& parent, std::size_t position,
                                        path_id through) {
  const node& operand = *parent.operands[position];
  if (parent.kind == node_kind::reduction) {
    const shape& source = static_cast<const reduction_node&>(parent).source;
    if (operand.extents == source || operand.kind == node_kind::scalar) return {&operand, no_views};
    return {&operand, extend(no_views, nullptr, source)};
  }
  if (operand.kind == node_kind::scalar) return {&operand, no_views};
  if (operand.extents == parent.extents) return {&operand, through};
  return {&operand, extend(through, nullptr, parent.extents)};
}

linearizer::path_id linearizer::extend(path_id parent, const view_node* view,
                                       const shape& extents) {
  if (view != nullptr && is_way_back(parent, *view)) return paths_[parent].parent;
  for (path_id i = domain_ ? from_elements + 1 : 1; i < paths_.size(); ++i)
    if (paths_[i].parent == parent && paths_[i].view == view && paths_[i].extents == extents)
      return i;
  paths_.push_back({parent, view, extents});
  return static_cast<path_id>(paths_.size() - 1);
}

std::vector<shape> linearizer::reshaped_extents() const {
  std::vector<shape> found;
  for (const path& step : paths_) {
    if (step.view == nullptr || step.view->affine) continue;
    const shape& viewed = step.view->viewed->extents;
    if (viewed != work_->extents && !unit_axes(viewed, step.extents) &&
        std::find(found.begin(), found.end(), viewed) == found.end())
      found.push_back(viewed);
  }
  return found;
}

/// Whether `view` gives elements other extents, and the step before it gives them those back that
/// they had.
bool linearizer::is_way_back(path_id parent, const view_node& view) const {
  if (parent == no_views || view.affine) return false;
  const view_node* const last = paths_[parent].view;
  return last != nullptr && !last->affine && last->extents == view.viewed->extents;
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

/// The elements of `what` as the kernel's extents see them, if that is affine.
std::optional<affine_view> linearizer::map_of(const seen& what) const {
  shape extents = what.value->extents;
  affine_view map = broadcasted(extents, extents);
  for (path_id id = what.through; id != no_views; id = paths_[id].parent) {
    const path& step = paths_[id];
    std::optional<affine_view> outer;
    if (domain_ && id == from_elements)
      outer = domain_->root;
    else if (step.view == nullptr)
      outer = broadcasted(extents, step.extents);
    else
      outer = step.view->affine ? step.view->affine : unit_axes(extents, step.extents);
    if (!outer) return std::nullopt;
    map = compose(*outer, map);
    extents = step.extents;
  }
  return map;
}

const value_id* linearizer::find(const seen& key) const {
  if (memo_.size() <= max_searched_nodes) {
    for (const memo_entry& entry : memo_)
      if (entry.key == key) return &entry.value;
    return nullptr;
  }
  const auto found = memo_index_.find(key);
  return found == memo_index_.end() ? nullptr : &memo_[found->second].value;
}

void linearizer::keep(const seen& key, value_id value) {
  if (!is_shared(*key.value)) return;
  memo_.push_back({key, value});
  if (memo_.size() <= max_searched_nodes) return;
  const std::size_t first = memo_index_.empty() ? 0 : memo_.size() - 1;
  for (std::size_t i = first; i < memo_.size(); ++i)
    memo_index_[memo_[i].key] = static_cast<std::uint32_t>(i);
}

/// The value of `what`, for the node that has it as an operand.
void linearizer::put(const seen& what, value_id value) {
  values_.push_back(value);
  keep(what, value);
}

void linearizer::add_leaf(const seen& what, const node& origin) {
  std::vector<kernel_argument>& arguments = work_->arguments;
  if (origin.kind == node_kind::index)
    arguments.emplace_back(static_cast<const index_node&>(origin));
  else
    arguments.emplace_back(static_cast<const leaf_node&>(origin));
  if (!place_through(what.through, arguments.back().place)) return arguments.pop_back();
  put(what, last_argument());
}

/// That of the leaf which the value has been computed into. What is in memory is read there: a
/// library may have been given a copy, whose elements lie elsewhere.
void linearizer::add_memory(const seen& what, const address_node& address) {
  const node& known = resolved(*address.memory);
  const auto found = finished_->find(address.memory.get());
  const bool is_computed_now = known.kind != node_kind::leaf && found != finished_->end();
  const node& memory = is_computed_now ? *found->second : known;
  if (memory.kind != node_kind::leaf) {
    pending_.push_back({address.memory, fusion_break_reason::gather});
    return;
  }
  work_->arguments.push_back(
      kernel_argument::memory_of(static_cast<const leaf_node&>(memory), work_->extents));
  put(what, last_argument());
}

void linearizer::add_scalar(const seen& what, const scalar_node& scalar) {
  work_->scalars.emplace_back(&scalar);
  put(what, {value_id::source::scalar, static_cast<std::uint32_t>(work_->scalars.size() - 1)});
}

/// The argument that was added last, unless an earlier one reads the same elements.
value_id linearizer::last_argument() {
  std::vector<kernel_argument>& arguments = work_->arguments;
  const kernel_argument& last = arguments.back();
  const auto same_memory = [&](const kernel_argument& known) {
    if (known.kind != last.kind) return false;
    const leaf_node* const a = leaf_of(known);
    const leaf_node* const b = leaf_of(last);
    if (a == b) return true;  // both are null if they are affine
    return a->block && a->block == b->block && a->type == b->type;
  };
  std::uint32_t i = 0;
  while (!(same_memory(arguments[i]) && arguments[i].place == last.place)) ++i;
  if (&arguments[i] != &last) arguments.pop_back();
  return {value_id::source::argument, i};
}

bool linearizer::place_through(path_id through, layout& place) {
  for (path_id id = through; id != no_views; id = paths_[id].parent) {
    const path& step = paths_[id];
    if (domain_ && id == from_elements) {
      place = apply(domain_->root, place);
    } else if (step.view == nullptr) {
      place = broadcast(place, step.extents);
    } else if (step.view->affine) {
      place = apply(*step.view->affine, place);
    } else if (const std::optional<layout> reshaped = reshape(place, step.extents)) {
      place = *reshaped;
    } else {
      pending_.push_back({step.view->viewed, fusion_break_reason::reshape});
      return false;
    }
  }
  return true;
}

}  // namespace gpu::graph
