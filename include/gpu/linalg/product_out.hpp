// SPDX-License-Identifier: BSD-3-Clause
// Products written into arrays that are there already: `matmul(a, b, gpu::out(c))`.
#pragma once

#include <tuple>
#include <utility>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>

namespace gpu {

namespace linalg::detail {
/// @throws shape_error, dtype_error, device_mismatch
void require_product_target(const char* name, const graph::node_ptr& value,
                            const gpu::detail::written_array& target, casting rule);
/// @throws value_error  "output array is not acceptable (must have the right datatype, number of
///                      dimensions, and be a C-Array)"
void require_dot_target(const graph::node_ptr& value, const gpu::detail::written_array& target);

template <class Target>
Target write_product(const out_option<Target>& out, graph::node_ptr value) {
  auto& target = std::get<0>(out.targets);
  gpu::detail::write_result(target, std::move(value), nullptr);
  return static_cast<Target>(target);
}
}  // namespace linalg::detail

/// `matmul` into an array or view of the shape of the product: computed at once, and as if it were
/// complete before the first write, so that `c` may be an operand. Nothing has been written when
/// this throws.
/// @return  the array, by reference, or the view
/// @throws  shape_error  "matmul: Output operand 0 has a mismatch in its core dimension 0, with
///                       gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)";
///                       NumPy repeats a product along axes that the output has in front: an error
/// @throws  dtype_error  "Cannot cast ufunc 'matmul' output from dtype('float64') to dtype('int64')
///                       with casting rule 'same_kind'"
template <array_like A, array_like B, class Target>
decltype(auto) matmul(const A& x1, const B& x2, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  graph::node_ptr value = linalg::detail::matmul_node(x1.node(), x2.node());
  linalg::detail::require_product_target("matmul", value,
                                         gpu::detail::written(std::get<0>(out.targets)), rule);
  return linalg::detail::write_product(out, std::move(value));
}

/// `dot` into an array or view, which has the shape and the dtype of the product. As `matmul`.
/// @throws  value_error  "output array is not acceptable (must have the right datatype, number of
///                       dimensions, and be a C-Array)"
template <array_like A, array_like B, class Target>
decltype(auto) dot(const A& a, const B& b, const out_option<Target>& out) {
  graph::node_ptr value = linalg::detail::dot_node(a.node(), b.node());
  linalg::detail::require_dot_target(value, gpu::detail::written(std::get<0>(out.targets)));
  return linalg::detail::write_product(out, std::move(value));
}

template <class Derived>
template <class B, class Target>
decltype(auto) array_methods<Derived>::dot(const B& b, const out_option<Target>& out) const {
  return gpu::dot(self(), b, out);
}

}  // namespace gpu
