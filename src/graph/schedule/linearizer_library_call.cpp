// SPDX-License-Identifier: BSD-3-Clause
// Calls of libraries as kernels of their own, the operands that these compute themselves, and the
// ops that they apply to their results.
#include "graph/schedule/linearizer.hpp"

#include <memory>
#include <utility>

#include <gpu/core/error.hpp>

#include "graph/joining.hpp"
#include "graph/schedule/function_with_epilogue.hpp"

namespace gpu::graph {

/// The call of a library that computes the first root and can write it; null if there is none. Ops
/// of several roots may be of equal results, which are computed once. What is joined is no call:
/// kernels for its parts compute it.
node_ptr linearizer::library_call_of(std::span<const root> roots) const {
  constexpr int max_epilogue_ops = 3;
  const root& one = roots.front();
  const node& value = *one.value;
  const bool is_op = value.kind == node_kind::op && roots.size() == 1;
  if (!is_op && value.kind != node_kind::library) return nullptr;
  if (value.extents != one.target->extents || !is_contiguous(one.target->placement()) ||
      is_known(value, *finished_) || joined_axis(value))
    return nullptr;
  if (!is_op) return node_ptr(&value);
  return call_with_epilogue(static_cast<const op_node&>(value), max_epilogue_ops);
}

/// The call that computes an op of a library's results, or of few such ops, if nobody else wants
/// what comes before the last of them.
node_ptr linearizer::call_with_epilogue(const op_node& last, int max_ops) const {
  for (std::size_t i = 0; i < last.operands.size(); ++i) {
    const node& value = *last.operands[i];
    const bool is_op = value.kind == node_kind::op && max_ops > 1;
    if ((!is_op && value.kind != node_kind::library) || value.use_count() != 1 ||
        value.extents != last.extents || is_known(value, *finished_))
      continue;
    const node_ptr before =
        is_op ? call_with_epilogue(static_cast<const op_node&>(value), max_ops - 1)
              : node_ptr(&value);
    if (!before) continue;
    const auto& call = static_cast<const library_node&>(*before);
    const auto* const function = dynamic_cast<const function_with_epilogue*>(call.function.get());
    if (function == nullptr) continue;
    if (node_ptr whole = function->call_with(call, last, i)) return whole;
  }
  return nullptr;
}

/// The operands of a call, one after the other.
std::size_t linearizer::write_library_call(const library_node& call, const leaf_node& target) {
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
  work_->outputs.push_back({{}, leaf_ptr(&target)});
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
  body_index_.clear();
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

}  // namespace gpu::graph
