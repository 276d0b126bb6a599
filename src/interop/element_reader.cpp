// SPDX-License-Identifier: BSD-3-Clause
#include "interop/element_reader.hpp"

#include <algorithm>

#include <gpu/array/memory_sharing.hpp>
#include <gpu/execute/evaluate.hpp>

#include "cuda/after_wait.hpp"
#include "cuda/capture.hpp"

namespace gpu::detail {
namespace {

/// As large as the pieces of pinned memory.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;

std::size_t bytes_of(const graph::leaf_node& leaf) {
  return static_cast<std::size_t>(element_count(leaf.extents)) * size_bytes(leaf.type);
}

}  // namespace

stored_elements stored(const graph::node_ptr& value, stored_orders taken) {
  const graph::node_ptr known = graph::resolved(value);
  if (known->kind == graph::node_kind::leaf) {
    graph::leaf_ptr leaf(static_cast<const graph::leaf_node*>(known.get()));
    if (is_contiguous(leaf->placement())) return {std::move(leaf), false};
    if (taken == stored_orders::c_or_fortran && is_fortran(known)) return {std::move(leaf), true};
  }
  return {execute::evaluate(known), false};
}

element_reader::element_reader(const graph::leaf_ptr& elements)
    : leaf_(elements), reading_(*elements->where), size_bytes_(bytes_of(*elements)) {
  if (leaf_->where->is_gpu()) require_not_capturing(reading_.stream(), "copy memory to the host");
  const auto* const first = reading_.input<std::byte>(*leaf_);
  if (leaf_->where->is_gpu())
    staged_.emplace(first, size_bytes_, reading_.stream());
  else
    on_host_ = {first, size_bytes_};
}

element_reader::element_reader(const void* bytes, std::size_t size_bytes)
    : reading_(cpu()),
      size_bytes_(size_bytes),
      on_host_(static_cast<const std::byte*>(bytes), size_bytes) {}

std::span<const std::byte> element_reader::next() {
  if (staged_) {
    reading_.add_input(*leaf_->block);  // since the last piece anyone may have written
    const std::span<const std::byte> piece = staged_->next();
    after_wait(*leaf_->where);
    return piece;
  }
  const auto piece = on_host_.first(std::min(on_host_.size(), piece_bytes));
  on_host_ = on_host_.subspan(piece.size());
  return piece;
}

}  // namespace gpu::detail
