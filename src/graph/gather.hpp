// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array at places that other arrays name. No node of its own: the offset of each
// element is computed by ops, and another op reads there. So a gather fuses with what its indices
// are computed from and with what reads it; only the array itself must be in memory.
#pragma once

#include <optional>
#include <span>

#include <gpu/core/index_mode.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// An axis of the array whose elements are named by an array of indices.
struct indexed_axis {
  node_ptr index;  ///< int64; broadcasts to the extents of the result
  std::ptrdiff_t size;
  std::ptrdiff_t stride;
  std::size_t number;  ///< in messages
};

/// The layout of a value as an array in memory: its own if it is one, else C order.
[[nodiscard]] layout layout_in_memory(const node& value);

/// The offsets of elements in an array whose axes lie as `kept` says: int64. Parameters as those of
/// `make_gather`.
[[nodiscard]] node_ptr make_gather_offset(const std::optional<device>& where, const layout& kept,
                                          std::span<const indexed_axis> axes, index_mode mode,
                                          const node_ptr& report);

/// The elements of `source`, which lie where `layout_in_memory` says.
/// @param kept    extents of the result, and the strides of the source's axes along them: 0 along
///                those of indices
/// @param report  of `index_mode::raise`: the address of a kernels::index_report, as an int64
[[nodiscard]] node_ptr make_gather(const node_ptr& source, const layout& kept,
                                   std::span<const indexed_axis> axes, index_mode mode,
                                   const node_ptr& report);

/// The op that checks an index. Its last operand is the report.
[[nodiscard]] const op_record& checked_offset_record();

/// The op that adds what does not depend on indices.
[[nodiscard]] const op_record& moved_offset_record();

}  // namespace gpu::graph
