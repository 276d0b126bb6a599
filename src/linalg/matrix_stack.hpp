// SPDX-License-Identifier: BSD-3-Clause
// Matrices as LAPACK and cuSOLVER take them: one after the other, each by columns.
#pragma once

#include <cstddef>

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::linalg::detail {

/// The dtype in which decompositions compute: float64 for bools and integers, float32 for halves.
[[nodiscard]] dtype computing_type(dtype type) noexcept;
/// Calls `visit(std::type_identity<T>())` for such a dtype.
template <class Visit>
auto visit_computing_type(dtype type, const Visit& visit) {
  switch (type) {
    case dtype::float32:
      return visit(std::type_identity<float>());
    case dtype::complex64:
      return visit(std::type_identity<complex<float>>());
    case dtype::complex128:
      return visit(std::type_identity<complex<double>>());
    default:
      return visit(std::type_identity<double>());
  }
}

/// @throws linalg_error  "1-dimensional array given. Array must be at least two-dimensional"
void require_matrices(const shape& extents);
/// @throws linalg_error  also "Last 2 dimensions of the array must be square" with the shape
void require_square(const shape& extents);

class matrix_stack {
 public:
  /// A copy of the matrices of the last two axes, in their computing type. Waits if they come from
  /// another device.
  explicit matrix_stack(const graph::node_ptr& matrices, device where = cpu());
  /// Not initialised.
  matrix_stack(dtype type, const shape& batch, std::ptrdiff_t rows, std::ptrdiff_t columns,
               device where = cpu());

  [[nodiscard]] const shape& batch() const noexcept { return batch_; }
  [[nodiscard]] std::ptrdiff_t count() const { return element_count(batch_); }
  [[nodiscard]] int rows() const noexcept { return rows_; }
  [[nodiscard]] int columns() const noexcept { return columns_; }
  [[nodiscard]] dtype type() const noexcept { return leaf_->type; }
  [[nodiscard]] device where() const noexcept { return *leaf_->where; }
  [[nodiscard]] bool is_empty() const { return element_count(leaf_->extents) == 0; }
  /// The memory: each matrix transposed, in C order.
  [[nodiscard]] const graph::leaf_ptr& leaf() const noexcept { return leaf_; }
  /// Matrix i of the stack, on the host.
  template <class T>
  [[nodiscard]] T* at(std::ptrdiff_t i) const {
    return static_cast<T*>(leaf_->block->data()) + leaf_->offset +
           i * static_cast<std::ptrdiff_t>(rows_) * columns_;
  }
  /// A vector for each matrix, where those are. Not initialised.
  [[nodiscard]] graph::leaf_ptr vectors(dtype type, std::ptrdiff_t length) const;
  /// The matrices as an array, with the rows before the columns.
  [[nodiscard]] graph::node_ptr node() const;

 private:
  graph::leaf_ptr leaf_;
  shape batch_;
  int rows_;
  int columns_;
};

/// Where its matrices are decomposed: on its GPU if there is a cuSOLVER, else on the host.
[[nodiscard]] device solver_device(const graph::node_ptr& a);
/// @throws device_mismatch
void require_one_device(const graph::node_ptr& a, const graph::node_ptr& b);

/// `value`, computed and in `type`, on a device.
[[nodiscard]] graph::leaf_ptr delivered(const graph::node_ptr& value, dtype type, device where);

/// " (matrix 3 of the stack)" if there are several.
[[nodiscard]] std::string place_in_stack(const matrix_stack& all, std::ptrdiff_t number);

}  // namespace gpu::linalg::detail
