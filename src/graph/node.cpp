// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/node.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph/block_parts.hpp"
#include "graph/component.hpp"

namespace gpu::graph {
namespace {

/// While this thread deletes a node, the list of those that wait for it; null if it does not. A
/// chain of any length so ends without recursion. Trivial, as nodes may end after the thread's own
/// objects.
thread_local computed_node** waiting = nullptr;

void delete_one(node* last) noexcept {
  switch (last->kind) {
    case node_kind::leaf:
      delete static_cast<leaf_node*>(last);
      break;
    case node_kind::scalar:
      delete static_cast<scalar_node*>(last);
      break;
    case node_kind::index:
      delete static_cast<index_node*>(last);
      break;
    case node_kind::address:
      delete static_cast<address_node*>(last);
      break;
    case node_kind::op:
      if (static_cast<op_node*>(last)->op.outputs > 1)
        delete static_cast<component_node*>(last);
      else
        delete static_cast<op_node*>(last);
      break;
    case node_kind::reduction:
      delete static_cast<reduction_node*>(last);
      break;
    case node_kind::scan:
      delete static_cast<scan_node*>(last);
      break;
    case node_kind::view:
      delete static_cast<view_node*>(last);
      break;
    case node_kind::library:
      delete static_cast<library_node*>(last);
      break;
  }
}

bool any_reduces(const operand_list& operands) noexcept {
  return std::any_of(operands.begin(), operands.end(),
                     [](const node_ptr& operand) { return operand->reduces; });
}

shape kept_extents(const shape& source, std::uint64_t axes) {
  shape kept;
  for (std::size_t axis = 0; axis < source.size(); ++axis)
    if ((axes >> axis & 1) == 0) kept.push_back(source[axis]);
  return kept;
}

}  // namespace

void node::destroy(node* last) noexcept {
  if (!is_computed(last->kind)) return delete_one(last);
  auto* const computed = static_cast<computed_node*>(last);
  if (waiting != nullptr) {
    computed->next_to_end_ = std::exchange(*waiting, computed);
    return;
  }
  computed_node* first = computed;
  waiting = &first;
  while (first != nullptr) delete_one(std::exchange(first, first->next_to_end_));
  waiting = nullptr;
}

scalar_node::scalar_node(dtype element, const void* value)
    : node(node_kind::scalar, element, shape(), std::nullopt, 0, 0) {
  std::memset(bytes, 0, sizeof(bytes));
  std::memcpy(bytes, value, size_bytes(element));
}

leaf_ptr computed_node::remember(const leaf_ptr& leaf) const noexcept {
  const leaf_node* expected = nullptr;
  if (!result_.compare_exchange_strong(expected, leaf.get(), std::memory_order_acq_rel))
    return leaf_ptr(expected);
  leaf->retain();
  supersede_parts(*this);
  return leaf;
}

computed_node::~computed_node() {
  if (const leaf_node* leaf = result_.load(std::memory_order_acquire)) leaf->release();
}

op_node::op_node(node_kind what, const op_record& record, int which, operand_list&& inputs,
                 const shape& size, const std::optional<device>& place, std::uint16_t leaves,
                 std::uint16_t ops, std::uint64_t breaks)
    : computed_node(what, record.loops[static_cast<std::size_t>(which)].out, size, place, leaves,
                    ops,
                    what == node_kind::reduction || what == node_kind::scan || any_reduces(inputs)),
      op(record),
      loop(which),
      operands(std::move(inputs)),
      fusion_breaks(breaks),
      keep_(record.lives_for_ever ? nullptr : &record) {}

reduction_node::reduction_node(const op_record& record, int which, operand_list&& inputs,
                               const shape& whole, std::uint64_t gone,
                               const std::optional<device>& place, std::uint16_t leaves,
                               std::uint16_t ops, std::uint64_t breaks)
    : op_node(node_kind::reduction, record, which, std::move(inputs), kept_extents(whole, gone),
              place, leaves, ops, breaks),
      source(whole),
      axes(gone) {}

scan_node::scan_node(const op_record& record, int which, operand_list&& inputs, const shape& size,
                     std::size_t along, const std::optional<device>& place, std::uint64_t breaks)
    : op_node(node_kind::scan, record, which, std::move(inputs), size, place, 1, 0, breaks),
      axis(along) {}

bool library_function::takes(std::size_t, const layout& place) const noexcept {
  return is_contiguous(place);
}

bool library_function::can_fuse(const kernel&) const {
  return false;
}

bool library_function::may_overwrite(std::size_t) const noexcept {
  return false;
}

view_node::view_node(node_ptr source, std::optional<affine_view> map, const shape& size)
    : computed_node(node_kind::view, source->type, size, source->where, source->leaf_bound,
                    source->op_bound, source->reduces),
      viewed(std::move(source)),
      affine(std::move(map)) {}

}  // namespace gpu::graph
