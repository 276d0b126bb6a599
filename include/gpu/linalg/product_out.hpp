// SPDX-License-Identifier: BSD-3-Clause
// Products written into arrays that are there already: `matmul(a, b, gpu::out(c))`.
//
// The products are computed at once, and as if they were complete before the first write, so that
// `c` may be an operand. Nothing has been written when these functions throw. They return the
// array, by reference, or the view.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>

namespace gpu {

namespace linalg::detail {
/// A generalised ufunc as errors name it, and how many core dimensions its result ends in.
struct gufunc_output {
  const char* name;
  const char* signature;
  std::size_t core_rank;
};

/// @throws shape_error, dtype_error, device_mismatch
void require_product_target(const gufunc_output& function, const graph::node_ptr& value,
                            const gpu::detail::written_array& target, casting rule);
/// That of `outer`, which repeats along axes that the target has in front, as `multiply` does.
/// @throws shape_error, dtype_error, device_mismatch
void require_outer_target(const graph::node_ptr& value, const gpu::detail::written_array& target,
                          casting rule);
/// @throws value_error  "output array has wrong dimensions", "output array is not acceptable (must
///                      have the right datatype, number of dimensions, and be a C-Array)"
/// @throws device_mismatch
void require_dot_target(const graph::node_ptr& value, const gpu::detail::written_array& target);

template <class Target>
Target write_product(const out_option<Target>& out, graph::node_ptr value) {
  auto& target = std::get<0>(out.targets);
  gpu::detail::write_result(target, std::move(value), nullptr);
  return static_cast<Target>(target);
}
template <class Target>
Target write_gufunc(const gufunc_output& function, const out_option<Target>& out,
                    graph::node_ptr value, casting rule) {
  require_product_target(function, value, gpu::detail::written(std::get<0>(out.targets)), rule);
  return write_product(out, std::move(value));
}
template <class Target>
Target write_dot(const out_option<Target>& out, graph::node_ptr value) {
  require_dot_target(value, gpu::detail::written(std::get<0>(out.targets)));
  return write_product(out, std::move(value));
}
}  // namespace linalg::detail

/// `matmul` into an array or view of the shape of the product.
/// @throws  shape_error  "matmul: Output operand 0 has a mismatch in its core dimension 0, with
///                       gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)";
///                       NumPy repeats a product along axes that the output has in front: an error
/// @throws  dtype_error  "Cannot cast ufunc 'matmul' output from dtype('float64') to dtype('int64')
///                       with casting rule 'same_kind'"
template <array_like A, array_like B, class Target>
decltype(auto) matmul(const A& x1, const B& x2, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  const std::size_t core_rank = (x1.shape().size() > 1 ? 1U : 0U) + (x2.shape().size() > 1 ? 1 : 0);
  return linalg::detail::write_gufunc({"matmul", "(n?,k),(k,m?)->(n?,m?)", core_rank}, out,
                                      linalg::detail::matmul_node(x1.node(), x2.node()), rule);
}

/// `vecdot` in the same way: `vecdot(a, b, axis, gpu::out(c))`.
/// @throws  shape_error, dtype_error  as `matmul`
template <array_like A, array_like B, class Target>
decltype(auto) vecdot(const A& x1, const B& x2, axis_index axis, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  return linalg::detail::write_gufunc({"vecdot", "(n),(n)->()", 0}, out,
                                      linalg::detail::vecdot_node(x1.node(), x2.node(), axis),
                                      rule);
}
template <array_like A, array_like B, class Target>
decltype(auto) vecdot(const A& x1, const B& x2, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  return vecdot(x1, x2, -1, out, rule);
}

/// `matvec` in the same way.
/// @throws  shape_error, dtype_error  as `matmul`
template <array_like A, array_like B, class Target>
decltype(auto) matvec(const A& x1, const B& x2, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  return linalg::detail::write_gufunc({"matvec", "(m,n),(n)->(m)", 1}, out,
                                      linalg::detail::matvec_node(x1.node(), x2.node()), rule);
}

/// `vecmat` in the same way.
/// @throws  shape_error, dtype_error  as `matmul`
template <array_like A, array_like B, class Target>
decltype(auto) vecmat(const A& x1, const B& x2, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  return linalg::detail::write_gufunc({"vecmat", "(n),(n,m)->(m)", 1}, out,
                                      linalg::detail::vecmat_node(x1.node(), x2.node()), rule);
}

/// `outer` into an array or view. It repeats along axes that the output has in front, as NumPy's.
/// @throws  shape_error  "operands could not be broadcast together with shapes (2,1) (1,2) (3,) ",
///                       "non-broadcastable output operand with shape (2,1) doesn't match the
///                       broadcast shape (2,2)"
/// @throws  dtype_error  "Cannot cast ufunc 'multiply' output from dtype('float64') to
///                       dtype('int64') with casting rule 'same_kind'"
template <class A, class B, class Target>
requires requires(const A& a, const B& b) {
  gpu::outer(a, b).node();
}
decltype(auto) outer(const A& a, const B& b, const out_option<Target>& out,
                     casting rule = casting::same_kind) {
  graph::node_ptr value = gpu::outer(a, b).node();
  linalg::detail::require_outer_target(value, gpu::detail::written(std::get<0>(out.targets)), rule);
  return linalg::detail::write_product(out, std::move(value));
}

/// `dot` into an array or view, which has the shape and the dtype of the product.
/// @throws  value_error  "output array has wrong dimensions"; "output array is not acceptable (must
///                       have the right datatype, number of dimensions, and be a C-Array)", though
///                       views of any strides are taken
template <array_like A, array_like B, class Target>
decltype(auto) dot(const A& a, const B& b, const out_option<Target>& out) {
  return linalg::detail::write_dot(out, linalg::detail::dot_node(a.node(), b.node()));
}

template <class Derived>
template <class B, class Target>
decltype(auto) array_methods<Derived>::dot(const B& b, const out_option<Target>& out) const {
  return gpu::dot(self(), b, out);
}

namespace linalg {
/// `multi_dot` into an array or view, which has the shape and the dtype of the product.
/// @throws  value_error  as `gpu::dot`
template <gpu::detail::typed_sequence S, class Target>
decltype(auto) multi_dot(const S& arrays, const out_option<Target>& out) {
  return detail::write_dot(out, multi_dot(arrays).node());
}
/// The same of a list of arrays of one type: `multi_dot({a, b, c}, gpu::out(d))`.
template <typed_array A, class Target>
decltype(auto) multi_dot(std::initializer_list<A> arrays, const out_option<Target>& out) {
  return multi_dot(std::vector<A>(arrays), out);
}
}  // namespace linalg

}  // namespace gpu
