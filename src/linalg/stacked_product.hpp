// SPDX-License-Identifier: BSD-3-Clause
// Which products of matrices a product of stacks of matrices is made of.
#pragma once

#include <cstddef>

#include <gpu/core/layout.hpp>

namespace gpu::linalg::detail {

/// Products out = a b of shapes (m, k), (k, n) -> (m, n), one for each index of `batch`. Strides
/// and steps count elements; results lie one after the other, each in C order.
///
/// There are as few products as strides allow: axes of the batch that lie one behind the other in
/// both operands are one axis, and one along which `b` stays the same becomes rows of `a`.
struct stacked_product {
  struct strides {
    std::ptrdiff_t row, column;
    friend bool operator==(const strides&, const strides&) = default;
  };

  /// Of arrays with at least two axes, whose other axes broadcast.
  stacked_product(const layout& left, const layout& right);

  /// How many products there are.
  [[nodiscard]] std::ptrdiff_t count() const { return element_count(batch); }

  std::ptrdiff_t m, n, k;
  strides a, b;
  shape batch;
  shape a_steps;  ///< from one matrix to the next along the axes of `batch`; 0: the same again
  shape b_steps;
};

/// Where the matrices of product `number`, in C order, begin.
[[nodiscard]] std::ptrdiff_t offset_of(const stacked_product& all, const shape& steps,
                                       std::ptrdiff_t number);

/// The stride along an axis of the batch, counted from the last one: 0 if the array does not have
/// the axis, or repeats one matrix along it.
[[nodiscard]] std::ptrdiff_t batch_step(const layout& place, std::size_t axis_from_end);

}  // namespace gpu::linalg::detail
