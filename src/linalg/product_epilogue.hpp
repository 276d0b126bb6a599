// SPDX-License-Identifier: BSD-3-Clause
// Ops of the results of products that cuBLAS applies before it writes them.
//
// They are rounded once, at the end: products of float16 and bfloat16 and what is added to them are
// summed in float32.
#pragma once

#include <cstddef>
#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::linalg::detail {

/// maximum(scale product + addend_scale addend, 0), without the steps that are left out.
struct product_epilogue {
  double scale = 1;
  double addend_scale = 0;  ///< of the third operand of the call; 0: there is none
  bool rectifies = false;

  [[nodiscard]] bool adds() const noexcept { return addend_scale != 0; }
  [[nodiscard]] bool is_empty() const noexcept { return *this == product_epilogue(); }
  [[nodiscard]] const char* name_of_product() const noexcept;
  friend bool operator==(const product_epilogue&, const product_epilogue&) noexcept = default;
};

/// An epilogue, and what it adds to the results, if it is the last op that adds something.
struct next_epilogue {
  product_epilogue ops;
  graph::node_ptr addend;
};

/// With another op, whose operand at `position` is what there is so far: the results of a product
/// with `columns` of them in a row. Nothing if it is none of these ops.
[[nodiscard]] std::optional<next_epilogue> with_op(const product_epilogue& before,
                                                   const graph::op_node& next, std::size_t position,
                                                   std::ptrdiff_t columns);

/// Whether an array is one row of so many neighbours, or repeats it.
[[nodiscard]] bool is_row(const layout& place, std::ptrdiff_t columns) noexcept;

/// The ops by themselves.
/// @param addend  null if nothing is added
[[nodiscard]] graph::node_ptr applied(const product_epilogue& epilogue,
                                      const graph::node_ptr& value, const graph::node_ptr& addend);

}  // namespace gpu::linalg::detail
