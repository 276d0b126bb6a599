// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/array_base.hpp>

#include <utility>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/indexing/box_write.hpp"
#include "array/private_memory.hpp"
#include "graph/component.hpp"

namespace gpu {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// What is left in an array that was moved from: no elements. Made once, so that moves allocate
/// nothing.
const leaf_ptr& empty_leaf(dtype type) {
  static const auto& leaves = *new std::vector<leaf_ptr>([] {
    std::vector<leaf_ptr> made;
    for (int i = 0; i < dtype_count; ++i)
      made.push_back(detail::uninitialised_leaf(static_cast<dtype>(i), {0}, cpu()));
    return made;
  }());
  return leaves[static_cast<std::size_t>(type)];
}

bool has_open_siblings(const graph::node& value) {
  const graph::component_node* part = graph::component_of(value);
  return part != nullptr && !graph::open_siblings(*part).empty();
}

leaf_ptr deep_copy(const leaf_ptr& leaf) {
  return detail::moved_to(node_ptr(leaf.get()), *leaf->where, true);
}

}  // namespace

view_link::view_link(array_base& array) : owner(&array) {}

void view_link::destroy(view_link* link) noexcept {
  delete link;
}

graph::leaf_ptr view_link::leaf() const {
  return array().leaf_;
}

graph::node_ptr view_link::node() const {
  return array().node();
}

void view_link::write(const affine_view& affine, graph::node_ptr value) {
  array().write(affine, std::move(value));
}

array_base::array_base(const array_base& other)
    : leaf_(other.pinned_ ? deep_copy(other.leaf_) : other.leaf_) {}

array_base::array_base(array_base&& other) noexcept : leaf_(other.leaf_), pinned_(other.pinned_) {
  take_links(other);
  other.reset_to_empty();
}

array_base& array_base::operator=(const array_base& other) {
  if (this == &other) return *this;
  if (keeps_memory_for(other)) {
    execute::assign(other.read_node(), leaf_);
    return *this;
  }
  replace(other.pinned_ ? deep_copy(other.leaf_) : other.leaf_);
  pinned_ = false;
  return *this;
}

// Where the copy fails, the array takes the other's memory, which has the elements as well.
array_base& array_base::operator=(array_base&& other) noexcept {
  if (this == &other) return *this;
  try {
    if (keeps_memory_for(other)) {
      execute::assign(other.read_node(), leaf_);
      other.detach_links();
      other.reset_to_empty();
      return *this;
    }
  } catch (...) {
  }
  replace(other.leaf_);
  pinned_ = other.pinned_;
  take_links(other);
  other.reset_to_empty();
  return *this;
}

bool array_base::keeps_memory_for(const array_base& other) const noexcept {
  return pinned_ && other.extents() == extents() && other.where() == where();
}

array_base::~array_base() {
  detach_links();
}

void array_base::detach_links() noexcept {
  if (!link_) return;
  link_->owner = nullptr;
  if (link_->use_count() > 1) {
    link_->kept.reset(new array_base(leaf_));
    link_->kept->pinned_ = pinned_;  // the memory may be another's, which views write
  }
  link_ = nullptr;
}

void array_base::take_links(array_base& other) noexcept {
  if (link_ && link_->use_count() > 1) return other.detach_links();
  link_ = std::move(other.link_);
  if (link_) link_->owner = this;
}

void array_base::replace(graph::leaf_ptr leaf) noexcept {
  if (leaf->extents != leaf_->extents) detach_links();
  leaf_ = std::move(leaf);
}

void array_base::reset_to_empty() noexcept {
  leaf_ = empty_leaf(leaf_->type);
  pinned_ = false;
}

graph::node_ptr array_base::node() const {
  return pinned_ ? node_ptr(deep_copy(leaf_).get()) : node_ptr(leaf_.get());
}

void array_base::copy_memory() {
  leaf_ = deep_copy(leaf_);
}

graph::leaf_ptr array_base::writable_at(std::ptrdiff_t position) {
  if (!pinned_ && !has_own_memory() && !part_in_place(nullptr, element(), {position, {}, {}}))
    copy_memory();
  return leaf_;
}

graph::leaf_ptr array_base::part(gpu::dtype type, layout place) const {
  const auto width = static_cast<std::ptrdiff_t>(size_bytes(element()));
  place.offset += leaf_->offset * width / static_cast<std::ptrdiff_t>(size_bytes(type));
  return leaf_ptr::first(new leaf_node(leaf_->block, type, place, where()));
}

graph::leaf_ptr array_base::part_in_place(const graph::node_ptr& value, gpu::dtype type,
                                          const layout& place) const {
  leaf_ptr target = part(type, place);
  return pinned_ || detail::make_private(leaf_, value, *target) ? target : nullptr;
}

graph::leaf_ptr array_base::writable_part(const graph::node_ptr& value, gpu::dtype type,
                                          const layout& place) {
  if (leaf_ptr target = part_in_place(value, type, place)) return target;
  copy_memory();
  return part(type, place);
}

void array_base::write(const affine_view& affine, graph::node_ptr value) {
  value = graph::make_cast(value, element());
  const layout place = apply(affine, row_major(extents()));
  leaf_ptr target = part_in_place(value, element(), place);
  if (!pinned_ && detail::is_most_of(affine, *leaf_) &&
      (!target || detail::reads_other_places(*value, *leaf_, affine))) {
    leaf_ = detail::with_box(*leaf_, affine, value);
    return;
  }
  if (!target) {
    copy_memory();
    target = part(element(), place);
  }
  execute::assign(value, target);
}

void array_base::assign(graph::node_ptr value) {
  value = graph::make_cast(value, element());
  const device there = value->where.value_or(where());
  const bool fits = value->extents == extents() && there == where();
  // A value that someone else holds is kept in its own memory, which the array then shares. So is
  // one whose call has other results: they are computed along with it.
  const bool consumed =
      value->use_count() == 1 && graph::resolved(value) == value && !has_open_siblings(*value);
  if (fits && (pinned_ || (consumed && detail::is_private(leaf_, value))))
    return execute::assign(value, leaf_);
  replace(execute::evaluate(value, there));
  pinned_ = false;
}

void array_base::update(graph::node_ptr value) {
  if (value->extents != extents())
    throw shape_error(text_of("non-broadcastable output operand with shape ", extents(),
                              " doesn't match the broadcast shape ", value->extents));
  value = graph::make_cast(value, element());
  if (pinned_ || detail::is_private(leaf_, value)) return execute::assign(value, leaf_);
  leaf_ = execute::evaluate(value, where());
}

const void* array_base::read_pointer() const noexcept {
  return leaf_->block->data();
}

void* array_base::pin() {
  const leaf_ptr own = writable();
  pinned_ = true;
  return own->block->data();
}

ref_ptr<view_link> array_base::link() const {
  if (!link_) {
    link_ = ref_ptr<view_link>(new view_link(const_cast<array_base&>(*this)));
  }
  return link_;
}

namespace detail {

void require_dtype(const graph::node_ptr& node, dtype wanted) {
  if (node->type != wanted)
    throw dtype_error(text_of("the expression has dtype ", node->type, ", not ", wanted,
                              "; convert it with astype"));
}

}  // namespace detail
}  // namespace gpu
