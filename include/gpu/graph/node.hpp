// SPDX-License-Identifier: BSD-3-Clause
// The expression graph: immutable nodes that own what they read.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/layout.hpp>
#include <gpu/core/ref_ptr.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/graph/op.hpp>

namespace gpu::graph {

enum class node_kind : std::uint8_t {
  leaf,
  scalar,
  index,
  address,
  op,
  reduction,
  scan,
  view,
  library
};

/// Whether nodes of this kind are computed_node.
[[nodiscard]] constexpr bool is_computed(node_kind kind) noexcept {
  return kind >= node_kind::op;
}

/// An array-valued node. Everything but the memo of its result is fixed when it is made.
class node : public ref_counted<node> {
 public:
  const node_kind kind;
  const dtype type;
  const shape extents;
  /// Where its operands are; scalars, and what is made of scalars alone, are unplaced.
  const std::optional<device> where;
  /// Upper bounds on what one kernel for this node would read and compute.
  const std::uint16_t leaf_bound;
  const std::uint16_t op_bound;
  /// Whether a reduction or a scan is among what it computes.
  const bool reduces;

  /// Ends the node and, without recursion, every node that only it kept alive.
  static void destroy(node* last) noexcept;

  /// From what this thread has freed before, if there is any: small expressions cost mostly nodes.
  static void* operator new(std::size_t size);
  static void operator delete(void* memory, std::size_t size) noexcept;

 protected:
  node(node_kind what, dtype element, const shape& size, const std::optional<device>& place,
       std::uint16_t leaves = 1, std::uint16_t ops = 0, bool with_reduction = false)
      : kind(what),
        type(element),
        extents(size),
        where(place),
        leaf_bound(leaves),
        op_bound(ops),
        reduces(with_reduction) {}
  ~node() = default;
};

using node_ptr = ref_ptr<const node>;

/// Elements in memory. The block of an unallocated leaf is null until its kernel has been enqueued.
class leaf_node : public node {
 public:
  leaf_node(ref_ptr<memory_block> memory, dtype element, const layout& place, device on)
      : node(node_kind::leaf, element, place.extents, on),
        block(std::move(memory)),
        offset(place.offset),
        strides(place.strides) {}
  /// An unallocated leaf: an array in C order.
  leaf_node(dtype element, const shape& size, device on)
      : node(node_kind::leaf, element, size, on), offset(0), strides(row_major_strides(size)) {}
  ~leaf_node();

  [[nodiscard]] layout placement() const { return {offset, extents, strides}; }
  /// Gives an unallocated leaf its memory, before any other thread knows of it.
  void place(ref_ptr<memory_block> memory) const noexcept { block = std::move(memory); }

  mutable ref_ptr<memory_block> block;
  const std::ptrdiff_t offset;
  const shape strides;
  mutable bool is_listed = false;  ///< as a part of the block: see list_part
  /// Whether what is computed from it has a result, which is read instead: see supersede_parts
  mutable std::atomic<bool> is_superseded = false;
  mutable std::size_t listed_at = 0;
};

using leaf_ptr = ref_ptr<const leaf_node>;

/// One value of 0 axes: a kernel argument, never text.
class scalar_node : public node {
 public:
  /// @param value  in the computed type of `element`: gpu::complex for complex
  scalar_node(dtype element, const void* value);

  alignas(16) unsigned char bytes[16];
};

/// int64 elements that are affine in the index: element (i, j) is `offset + i*strides[0] + ...`.
class index_node : public node {
 public:
  index_node(const layout& values, std::optional<device> on)
      : node(node_kind::index, dtype::int64, values.extents, on),
        offset(values.offset),
        strides(values.strides) {}

  [[nodiscard]] layout placement() const { return {offset, extents, strides}; }

  const std::ptrdiff_t offset;
  const shape strides;
};

/// Where the first element of a value lies in memory, as one int64: a kernel argument, which ops
/// read from at places that they compute. A value that is not in memory is computed first, as an
/// array in C order.
class address_node : public node {
 public:
  explicit address_node(node_ptr value)
      : node(node_kind::address, dtype::int64, shape(), value->where, 0),
        memory(std::move(value)) {}

  const node_ptr memory;
};

/// A node that computes, with the memo of its value: evaluated at most once as a root.
class computed_node : public node {
 public:
  /// The evaluated leaf, or null.
  [[nodiscard]] const leaf_node* result() const noexcept {
    return result_.load(std::memory_order_acquire);
  }
  /// Keeps `leaf` unless another thread was first; returns the one that is kept.
  leaf_ptr remember(const leaf_ptr& leaf) const noexcept;

 protected:
  using node::node;
  ~computed_node();

 private:
  friend class node;

  mutable std::atomic<const leaf_node*> result_{nullptr};
  computed_node* next_to_end_ = nullptr;  ///< of those that wait in `destroy`
};

/// The operands of an op. Up to three are stored in place.
class operand_list {
 public:
  explicit operand_list(std::size_t count) : count_(count) {
    if (count > in_place_count) more_ = std::make_unique<node_ptr[]>(count);
  }

  /// The nodes given, in order.
  template <class... Nodes>
  [[nodiscard]] static operand_list of(Nodes&&... nodes) {
    operand_list list(sizeof...(Nodes));
    std::size_t i = 0;
    ((list[i++] = std::forward<Nodes>(nodes)), ...);
    return list;
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  node_ptr& operator[](std::size_t i) noexcept { return begin()[i]; }
  const node_ptr& operator[](std::size_t i) const noexcept { return begin()[i]; }
  [[nodiscard]] node_ptr* begin() noexcept { return more_ ? more_.get() : in_place_; }
  [[nodiscard]] node_ptr* end() noexcept { return begin() + count_; }
  [[nodiscard]] const node_ptr* begin() const noexcept { return more_ ? more_.get() : in_place_; }
  [[nodiscard]] const node_ptr* end() const noexcept { return begin() + count_; }

 private:
  static constexpr std::size_t in_place_count = 3;

  std::size_t count_;
  node_ptr in_place_[in_place_count];
  std::unique_ptr<node_ptr[]> more_;
};

/// An elementwise op. Operands broadcast to `extents`, and have the loop's input dtypes.
class op_node : public computed_node {
 public:
  op_node(const op_record& record, int loop, operand_list&& operands, const shape& size,
          const std::optional<device>& place, std::uint16_t leaves, std::uint16_t ops,
          std::uint64_t breaks)
      : op_node(node_kind::op, record, loop, std::move(operands), size, place, leaves, ops,
                breaks) {}
  const op_record& op;
  const int loop;
  const operand_list operands;
  /// Whether the ops below operand `i`, counted once for each way that leads to them, are too many
  /// for one kernel with this one.
  [[nodiscard]] bool is_cut_off(std::size_t i) const noexcept {
    return i < 64 && (fusion_breaks >> i & 1) != 0;
  }

  const std::uint64_t fusion_breaks;  ///< bit i: operand i is cut off

 protected:
  op_node(node_kind what, const op_record& record, int loop, operand_list&& operands,
          const shape& size, const std::optional<device>& place, std::uint16_t leaves,
          std::uint16_t ops, std::uint64_t breaks);

 private:
  const ref_ptr<const op_record> keep_;
};

/// A reduction over axes of operands that broadcast to `source`; the result has the other axes.
class reduction_node : public op_node {
 public:
  reduction_node(const op_record& record, int loop, operand_list&& operands, const shape& whole,
                 std::uint64_t axes, const std::optional<device>& place, std::uint16_t leaves,
                 std::uint16_t ops, std::uint64_t breaks);

  const shape source;
  const std::uint64_t axes;  ///< bit i: axis i of the source is reduced
};

/// The results of an op of two inputs, or of a reduction, for the elements up to each one along an
/// axis. Its operand has the extents of the result. Others read it from memory, unless they are
/// computed in one kernel with it.
class scan_node : public op_node {
 public:
  scan_node(const op_record& record, int loop, operand_list&& operands, const shape& size,
            std::size_t along, const std::optional<device>& place, std::uint64_t breaks);

  const std::size_t axis;
};

/// Another view of the elements of `viewed`: affine, or, if `affine` is empty, the same elements in
/// C order with other extents.
class view_node : public computed_node {
 public:
  view_node(node_ptr source, std::optional<affine_view> map, const shape& size);

  node_ptr viewed;
  const std::optional<affine_view> affine;
};

/// What a library computes from operands in memory: an array in memory. Kernels end before it and
/// begin after it, but the function may compute some operands in its own kernel.
class library_node : public computed_node {
 public:
  library_node(ref_ptr<const library_function> what, operand_list&& inputs, dtype element,
               const shape& size, const std::optional<device>& place)
      : computed_node(node_kind::library, element, size, place),
        function(std::move(what)),
        operands(std::move(inputs)) {}

  const ref_ptr<const library_function> function;
  const operand_list operands;
};

/// Calls `visit(const node_ptr&)` for each node that `value` is computed from.
template <class Visit>
void visit_operands(const node& value, Visit&& visit) {
  switch (value.kind) {
    case node_kind::leaf:
    case node_kind::scalar:
    case node_kind::index:
      return;
    case node_kind::address:
      return visit(static_cast<const address_node&>(value).memory);
    case node_kind::view:
      return visit(static_cast<const view_node&>(value).viewed);
    case node_kind::op:
    case node_kind::reduction:
    case node_kind::scan:
      for (const node_ptr& operand : static_cast<const op_node&>(value).operands) visit(operand);
      return;
    case node_kind::library:
      for (const node_ptr& operand : static_cast<const library_node&>(value).operands)
        visit(operand);
  }
}

/// `value` itself, or the leaf that it has been evaluated to, which lives as long as `value`.
[[nodiscard]] inline const node& resolved(const node& value) noexcept {
  if (!is_computed(value.kind)) return value;
  const leaf_node* known = static_cast<const computed_node&>(value).result();
  return known != nullptr ? static_cast<const node&>(*known) : value;
}
[[nodiscard]] inline node_ptr resolved(const node_ptr& value) noexcept {
  return node_ptr(&resolved(*value));
}

}  // namespace gpu::graph
