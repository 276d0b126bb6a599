// SPDX-License-Identifier: BSD-3-Clause
// How nodes are made: shapes and devices are checked here, dtypes by the caller.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include <gpu/core/promotion.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// The most that one kernel reads and computes. Larger expressions become several kernels.
/// Instructions with much machine code count as several: see `op_info::code_size`.
inline constexpr std::uint16_t max_kernel_arguments = 72;
inline constexpr std::uint16_t max_kernel_instructions = 512;
/// The most roots that one kernel writes: each has registers of its own.
inline constexpr std::size_t max_kernel_outputs = 16;

/// Where values are computed: on the device of the first that has one. What is made of numbers
/// alone has none, and is computed on the current device.
template <std::same_as<node_ptr>... More>
[[nodiscard]] device device_of(const node_ptr& value, const More&... others) {
  if (value->where) return *value->where;
  if constexpr (sizeof...(More) != 0)
    return device_of(others...);
  else
    return current_device();
}

/// A leaf over the whole of a new block: its memory comes with its kernel.
[[nodiscard]] leaf_ptr make_unallocated_leaf(dtype type, const shape& extents, device where);

/// @param value  in the computed type of `type`
[[nodiscard]] node_ptr make_scalar(dtype type, const void* value);

/// int64 elements `start + i * step` along `axis`, the same along all others.
[[nodiscard]] node_ptr make_index(const shape& extents, std::size_t axis, std::ptrdiff_t start,
                                  std::ptrdiff_t step, device where);

/// int64 position of each element in C order.
[[nodiscard]] node_ptr make_flat_index(const shape& extents, std::optional<device> where);

/// Applies a loop of `op` to operands that broadcast together; those of another dtype than the
/// loop's are cast.
/// @throws shape_error      if they do not broadcast
/// @throws device_mismatch  if two of them are on different devices
[[nodiscard]] node_ptr make_op(const op_record& op, int loop, std::span<const node_ptr> operands);
/// The same; takes the operands over.
[[nodiscard]] node_ptr make_op(const op_record& op, int loop, operand_list&& operands);

/// The reduction of operands that broadcast together over the axes whose bits are set; at least one
/// is. Operands of another dtype than the loop's are cast.
/// @throws shape_error, device_mismatch
[[nodiscard]] node_ptr make_reduction(const op_record& op, int loop, operand_list&& operands,
                                      std::uint64_t axes);

/// The results of the elements up to each one along an axis: of one element, that element. `op` is
/// a reduction of one operand, or has two inputs and one result, all of one dtype.
[[nodiscard]] node_ptr make_scan(const op_record& op, int loop, node_ptr operand, std::size_t axis);

/// The results of a call of `op`, which has several, in order.
[[nodiscard]] std::vector<node_ptr> make_components(const op_record& op, int loop,
                                                    operand_list&& operands);

/// The array of `extents` that a library computes from operands, which have extents of their own.
/// @param where  if the function is for one device, which unplaced operands do not tell
/// @throws device_mismatch  if two of them are on different devices
[[nodiscard]] node_ptr make_library_node(ref_ptr<const library_function> function,
                                         operand_list&& operands, dtype type, const shape& extents,
                                         std::optional<device> where = std::nullopt);

/// `value` converted; `value` itself if it has the dtype already. Scalars convert at once.
[[nodiscard]] node_ptr make_cast(node_ptr value, dtype type);

/// `value` seen through `affine`. Moves no memory.
[[nodiscard]] node_ptr make_view(const node_ptr& value, const affine_view& affine);

/// `value` broadcast to `extents`; `value` itself if it has them.
/// @throws shape_error
[[nodiscard]] node_ptr make_broadcast(const node_ptr& value, const shape& extents);

/// The elements of `value` in C order as an array of `extents`, of as many elements.
/// @throws shape_error  "cannot reshape array of size 6 into shape (4,)"
[[nodiscard]] node_ptr make_reshape(const node_ptr& value, const shape& extents);

/// The elements of `value` in C order along one axis.
[[nodiscard]] inline node_ptr make_ravel(const node_ptr& value) {
  return make_reshape(value, {element_count(value->extents)});
}

/// The first loop of `op` for operands of these types, at run time.
/// @throws dtype_error  "ufunc 'NAME' not supported for the input types: (...)"
[[nodiscard]] int resolve_loop(const op_record& op, std::span<const operand_type> operands);

}  // namespace gpu::graph
