// SPDX-License-Identifier: BSD-3-Clause
// Arrays one after the other along an axis as a node: a library node that no library computes. The
// scheduler has each operand computed straight into its place in the result.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

namespace gpu::graph {

/// The function of a library node that joins its operands along `axis`.
class joining final : public library_function {
 public:
  explicit joining(std::size_t along) noexcept : axis(along) {}

  [[nodiscard]] const char* name() const noexcept override { return "join"; }
  [[nodiscard]] bool equals(const library_function& other) const override;
  /// Never called: a schedule has kernels for the operands instead.
  void run(execute::operation& work) const override;

  const std::size_t axis;
};

/// @param parts  of one dtype, whose extents along `axis` add up to that of `extents`
/// @param where  the device of those that are placed
/// @throws device_mismatch
[[nodiscard]] node_ptr make_joined(operand_list&& parts, std::size_t axis, const shape& extents,
                                   device where);

/// The axis along which `value` joins its operands; nothing if it does not.
[[nodiscard]] std::optional<std::size_t> joined_axis(const node& value);

}  // namespace gpu::graph
