// SPDX-License-Identifier: BSD-3-Clause
#include "execute/contiguous_expression.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_node;
using graph::node;
using graph::node_kind;
using graph::op_node;
using graph::scalar_node;

// Ids of ops are below both.
constexpr std::uint32_t leaf_mark = 1u << 31;
constexpr std::uint32_t scalar_mark = 1u << 30;

std::uint32_t word(std::uint32_t mark, dtype type, std::size_t index) noexcept {
  return mark | static_cast<std::uint32_t>(type) << 8 | static_cast<std::uint32_t>(index);
}

}  // namespace

bool contiguous_expression::read(const node& value, const leaf_node& target,
                                 const graph::finished_values* finished) {
  if (value.kind != node_kind::op || !is_contiguous(target.extents, target.strides)) return false;
  value_ = &value;
  target_ = &target;
  finished_ = finished;
  size_ = element_count(target.extents);
  if (size_ == 0) return false;
  words_[0] = static_cast<std::uint32_t>(target.where->ordinal());
  word_count_ = 1;
  leaf_count_ = 0;
  scalar_count_ = 0;
  return visit(value);
}

const leaf_node* contiguous_expression::array_of(const node& value) const {
  const node& known = graph::resolved(value);
  if (known.kind == node_kind::leaf) return static_cast<const leaf_node*>(&known);
  if (finished_ == nullptr) return nullptr;
  const auto found = finished_->find(&known);
  return found == finished_->end() ? nullptr : found->second.get();
}

bool contiguous_expression::visit(const node& value) {
  if (const leaf_node* array = array_of(value)) return add(*array);
  if (value.kind == node_kind::scalar) return add(static_cast<const scalar_node&>(value));
  return value.kind == node_kind::op && visit(static_cast<const op_node&>(value));
}

bool contiguous_expression::visit(const op_node& value) {
  const graph::op_record& op = value.op;
  if (value.extents != target_->extents || value.fusion_breaks != 0) return false;
  if (op.outputs != 1 || !op.definition.empty()) return false;
  if (word_count_ + 2 + value.operands.size() > max_words) return false;
  words_[word_count_++] = op.id;
  words_[word_count_++] = static_cast<std::uint32_t>(value.loop);
  for (const graph::node_ptr& operand : value.operands)
    if (!visit(*operand)) return false;
  return true;
}

bool contiguous_expression::add(const leaf_node& leaf) {
  if (leaf.extents != target_->extents || leaf.strides != target_->strides || !leaf.block)
    return false;
  if (leaf.block == target_->block &&
      !(leaf.offset == target_->offset && leaf.type == target_->type))
    return false;
  std::size_t i = 0;
  for (; i < leaf_count_; ++i) {
    if (leaves_[i]->block != leaf.block) continue;
    if (leaves_[i]->offset != leaf.offset) return false;  // plans look at how far apart they are
    if (leaves_[i]->type == leaf.type) break;
  }
  if (i == max_operands || word_count_ == max_words) return false;
  if (i == leaf_count_) leaves_[leaf_count_++] = &leaf;
  words_[word_count_++] = word(leaf_mark, leaf.type, i);
  return true;
}

bool contiguous_expression::add(const scalar_node& scalar) {
  std::size_t i = 0;
  while (i < scalar_count_ && scalars_[i] != &scalar) ++i;
  if (i == max_operands || word_count_ == max_words) return false;
  if (i == scalar_count_) scalars_[scalar_count_++] = &scalar;
  words_[word_count_++] = word(scalar_mark, scalar.type, i);
  return true;
}

}  // namespace gpu::execute
