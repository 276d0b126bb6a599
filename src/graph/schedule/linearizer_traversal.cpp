// SPDX-License-Identifier: BSD-3-Clause
// The nodes below a root, each after its operands and, if others may meet it again, once.
#include "graph/schedule/linearizer.hpp"

#include <algorithm>
#include <functional>

namespace gpu::graph {
namespace {

/// A kernel that keeps to the limits needs fewer, but if many ways lead through views to few nodes.
constexpr std::size_t max_visits = 8 * max_kernel_instructions;

/// Whether `value` may be met again: what has one owner is met once for each way to that. Met anew,
/// arguments and instructions are found among those that are there, but scalars are not compared.
bool is_shared(const node& value) noexcept {
  return value.kind == node_kind::scalar || value.use_count() > 1;
}

std::size_t hash_of_instruction(const instruction& one, const value_id* operands) {
  std::size_t hash = std::hash<const op_record*>{}(one.op) + static_cast<std::size_t>(one.loop);
  for (std::uint32_t i = 0; i < one.count; ++i)
    hash = hash * 0x9e3779b97f4a7c15u +
           (static_cast<std::size_t>(operands[i].from) << 32 | operands[i].index);
  return one.is_scan ? ~hash : hash;
}

}  // namespace

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
  const instruction wanted{&op.op, op.loop, 0, count, op.kind == node_kind::scan};
  const auto is_wanted = [&](std::size_t i) {
    const instruction& known = work_->body[i];
    return known.op == wanted.op && known.loop == wanted.loop && known.is_scan == wanted.is_scan &&
           std::equal(first, values_.end(), work_->operands.begin() + known.first);
  };
  const std::size_t number = work_->body.size();
  const auto hash = [&] {
    return hash_of_instruction(wanted, values_.data() + values_.size() - count);
  };
  const std::size_t known = body_index_.find(number, hash, is_wanted);
  if (known != hash_index::none)
    return {value_id::source::instruction, static_cast<std::uint32_t>(known)};
  work_->body.push_back(wanted);
  work_->body.back().first = static_cast<std::uint32_t>(work_->operands.size());
  // One at a time: two at once would have to wait for the stores of their members.
  for (auto value = first; value != values_.end(); ++value) work_->operands.push_back(*value);
  body_index_.extend(number + 1, [this](std::size_t i) {
    const instruction& one = work_->body[i];
    return hash_of_instruction(one, work_->operands.data() + one.first);
  });
  return {value_id::source::instruction, static_cast<std::uint32_t>(number)};
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

const value_id* linearizer::find(const seen& key) const {
  const std::size_t known = memo_index_.find(
      memo_.size(), [&] { return hash_of(key); },
      [&](std::size_t i) { return memo_[i].key == key; });
  return known == hash_index::none ? nullptr : &memo_[known].value;
}

void linearizer::keep(const seen& key, value_id value) {
  if (!is_shared(*key.value)) return;
  memo_.push_back({key, value});
  memo_index_.extend(memo_.size(), [this](std::size_t i) { return hash_of(memo_[i].key); });
}

/// The value of `what`, for the node that has it as an operand.
void linearizer::put(const seen& what, value_id value) {
  values_.push_back(value);
  keep(what, value);
}

}  // namespace gpu::graph
