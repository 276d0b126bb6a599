// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/chains.hpp>

#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/linalg/solve.hpp>

#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::expanded;
using gpu::detail::node_list;
using graph::node_ptr;

node_ptr identities(const node_ptr& like) {
  const std::ptrdiff_t size = like->extents.back();
  const device where = graph::device_of(like);
  const graph::leaf_ptr one = gpu::detail::make_eye(like->type, size, size, 0, where);
  return graph::make_broadcast(node_ptr(one.get()), like->extents);
}

/// In which order a chain of matrices is multiplied. Matrix i has extents (sizes[i], sizes[i + 1]).
class chain_order {
 public:
  explicit chain_order(const std::vector<double>& sizes)
      : count_(sizes.size() - 1), costs_(count_ * count_, 0), splits_(count_ * count_, 0) {
    for (std::size_t length = 1; length < count_; ++length)
      for (std::size_t first = 0; first + length < count_; ++first) {
        const std::size_t last = first + length;
        for (std::size_t split = first; split < last; ++split) {
          const double cost = costs_[at(first, split)] + costs_[at(split + 1, last)] +
                              sizes[first] * sizes[split + 1] * sizes[last + 1];
          if (split > first && cost >= costs_[at(first, last)]) continue;
          costs_[at(first, last)] = cost;
          splits_[at(first, last)] = split;
        }
      }
  }

  /// The product of the matrices first ... last.
  [[nodiscard]] node_ptr product(const node_list& matrices, std::size_t first,
                                 std::size_t last) const {
    if (first == last) return matrices[first];
    const std::size_t split = splits_[at(first, last)];
    return dot_node(product(matrices, first, split), product(matrices, split + 1, last));
  }

 private:
  [[nodiscard]] std::size_t at(std::size_t first, std::size_t last) const {
    return first * count_ + last;
  }

  std::size_t count_;
  std::vector<double> costs_;        ///< products of elements
  std::vector<std::size_t> splits_;  ///< the last matrix of the left factor
};

}  // namespace

node_ptr matrix_power_node(const node_ptr& a, std::ptrdiff_t n) {
  require_square(a->extents);
  if (n < 0 && traits(a->type).kind <= dtype_kind::integer)
    throw value_error(text_of("matrix_power to ", n, " of ", a->type,
                              " is of float64: convert the matrices first"));
  if (n < 0) return matrix_power_node(node_ptr(inverse_leaf(a).get()), -n);
  if (n == 0) return identities(a);
  node_ptr result;
  for (node_ptr square = a;; square = matmul_node(square, square)) {
    if (n % 2 == 1) result = result ? matmul_node(result, square) : square;
    n /= 2;
    if (n == 0) return result;
  }
}

node_ptr multi_dot_node(const node_list& arrays, dtype type) {
  if (arrays.size() < 2)
    throw value_error(text_of("Expecting at least two arrays. Given: ", arrays.size()));
  // As in NumPy two arrays may have any number of axes.
  if (arrays.size() == 2) return graph::make_cast(dot_node(arrays[0], arrays[1]), type);
  node_list matrices = arrays;
  const bool is_row = arrays.front()->extents.size() == 1;
  const bool is_column = arrays.back()->extents.size() == 1;
  if (is_row) matrices.front() = expanded(matrices.front(), {0});
  if (is_column) matrices.back() = expanded(matrices.back(), {1});
  for (const node_ptr& matrix : matrices)
    if (matrix->extents.size() != 2)
      throw linalg_error(text_of(matrix->extents.size(),
                                 "-dimensional array given. Array must be two-dimensional"));
  std::vector<double> sizes{static_cast<double>(matrices.front()->extents[0])};
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const shape& extents = matrices[i]->extents;
    sizes.push_back(static_cast<double>(extents[1]));
    if (i > 0 && matrices[i - 1]->extents[1] != extents[0])
      throw shape_error(text_of("shapes ", matrices[i - 1]->extents, " and ", extents,
                                " not aligned: ", matrices[i - 1]->extents[1],
                                " (dim 1) != ", extents[0], " (dim 0)"));
  }
  const node_ptr product = chain_order(sizes).product(matrices, 0, matrices.size() - 1);
  shape extents;
  if (!is_row) extents.push_back(product->extents[0]);
  if (!is_column) extents.push_back(product->extents[1]);
  return graph::make_cast(graph::make_reshape(product, extents), type);
}

}  // namespace gpu::linalg::detail
