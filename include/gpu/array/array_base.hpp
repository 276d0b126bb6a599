// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include <gpu/core/slice.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

class array_base;

/// What the views of an array hold: the array while it lives and keeps its shape, its last value
/// afterwards. So a view may outlive its array, and follows it when it is moved.
struct view_link : ref_counted<view_link> {
  explicit view_link(array_base& array);

  /// The array's elements as they are now.
  [[nodiscard]] graph::leaf_ptr leaf() const;
  /// The same as a snapshot, which a later write does not change.
  [[nodiscard]] graph::node_ptr node() const;
  /// The array that views write to.
  [[nodiscard]] array_base& array() const& noexcept { return owner != nullptr ? *owner : *kept; }
  /// As `array_base::write`.
  void write(const affine_view& affine, graph::node_ptr value);
  static void destroy(view_link* link) noexcept;

  array_base* owner;
  std::unique_ptr<array_base> kept;  ///< the array's last value, once it has ended
};

/// An array without its element type: a C-contiguous leaf, shared with its copies until one of them
/// writes.
class array_base {
 public:
  array_base(const array_base& other);
  array_base(array_base&& other) noexcept;
  array_base& operator=(const array_base& other);
  array_base& operator=(array_base&& other) noexcept;
  ~array_base();

  /// The elements as a graph node: a snapshot, which a later write does not change.
  [[nodiscard]] graph::node_ptr node() const;
  /// The elements as they are now, only to be looked at.
  [[nodiscard]] const graph::leaf_ptr& leaf() const& noexcept { return leaf_; }
  [[nodiscard]] graph::leaf_ptr leaf() const&& { return leaf_; }
  [[nodiscard]] graph::node_ptr read_node() const noexcept { return graph::node_ptr(leaf_.get()); }
  [[nodiscard]] const shape& extents() const& noexcept { return leaf_->extents; }
  [[nodiscard]] shape extents() const&& { return leaf_->extents; }
  [[nodiscard]] gpu::device where() const noexcept { return *leaf_->where; }
  [[nodiscard]] gpu::dtype element() const noexcept { return leaf_->type; }

  /// The leaf to write through: if anyone else shares the memory, it is copied first.
  [[nodiscard]] const graph::leaf_ptr& writable() & {
    if (!pinned_ && !has_own_memory()) copy_memory();
    return leaf_;
  }
  /// Where to write one element: others may share the memory if they see only other elements of it.
  [[nodiscard]] graph::leaf_ptr writable_at(std::ptrdiff_t position);
  /// The same to write `value` to a part, of elements of `type` whose places count from the array's
  /// first. `value` may see the memory: whoever writes reads it first.
  [[nodiscard]] graph::leaf_ptr writable_part(const graph::node_ptr& value, gpu::dtype type,
                                              const layout& place);
  /// Writes `value`, cast and broadcast to this array's dtype and shape, to the part seen through
  /// `affine`. As if `value` were complete before the first write.
  void write(const affine_view& affine, graph::node_ptr value);
  /// Gives the array a new value of any shape, cast to its dtype; the array moves to where that is.
  void assign(graph::node_ptr value);
  /// Gives the array a new value of its own shape: `a += b`. In place if nobody else sees the
  /// memory.
  /// @throws shape_error  "non-broadcastable output operand with shape ..."
  void update(graph::node_ptr value);

  /// The elements, to read: a pointer into the device's memory.
  [[nodiscard]] const void* read_pointer() const noexcept;
  /// The elements, to write by foreign code: detached, and from now on copied deeply.
  [[nodiscard]] void* pin();

  /// The link that views of this array share.
  [[nodiscard]] ref_ptr<view_link> link() const;

 protected:
  explicit array_base(graph::leaf_ptr leaf) noexcept : leaf_(std::move(leaf)) {}

 private:
  friend struct view_link;
  /// Whether nobody else can see the memory.
  [[nodiscard]] bool has_own_memory() const noexcept {
    return leaf_->use_count() == 1 && leaf_->block->use_count() == 1 &&
           !leaf_->block->is_read_only();
  }
  /// Whether the elements of `other` are copied to where this array's are: foreign code may have a
  /// pointer to them.
  [[nodiscard]] bool keeps_memory_for(const array_base& other) const noexcept;
  void copy_memory();
  /// Of the array's memory.
  [[nodiscard]] graph::leaf_ptr part(gpu::dtype type, layout place) const;
  /// `writable_part`, but null where the memory would have to be copied first.
  [[nodiscard]] graph::leaf_ptr part_in_place(const graph::node_ptr& value, gpu::dtype type,
                                              const layout& place) const;
  void detach_links() noexcept;
  /// The views of another array, whose value this one has taken, follow it here. If this one has
  /// views of its own, they stay, and the others keep the value to themselves.
  void take_links(array_base& other) noexcept;
  /// Takes another value; views of this one stay with it if they would not fit the other's shape.
  void replace(graph::leaf_ptr leaf) noexcept;
  void reset_to_empty() noexcept;

  graph::leaf_ptr leaf_;
  mutable ref_ptr<view_link> link_;
  bool pinned_ = false;
};

}  // namespace gpu
