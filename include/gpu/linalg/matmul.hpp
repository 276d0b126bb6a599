// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices and vectors, and of stacks of them. Results are expressions: nothing is
// computed before it is needed.
//
// Floats and complex numbers are multiplied by what is found at run time: cuBLAS on a GPU, on
// `cpu()` OpenBLAS, MKL or BLIS; $GPU_NDARRAY_CUBLAS and $GPU_NDARRAY_BLAS name other files.
// Without them, and for integers, kernels and loops of this library do it. float32 is not rounded
// to TF32. Transposed matrices, and those repeated by broadcasting, are read where they lie.
#pragma once

#include <cstddef>
#include <initializer_list>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/refusal.hpp>

namespace gpu {

namespace linalg::detail {

[[nodiscard]] graph::node_ptr matmul_node(const graph::node_ptr& x1, const graph::node_ptr& x2);
[[nodiscard]] graph::node_ptr vecdot_node(const graph::node_ptr& x1, const graph::node_ptr& x2,
                                          std::ptrdiff_t axis);
[[nodiscard]] graph::node_ptr matvec_node(const graph::node_ptr& x1, const graph::node_ptr& x2);
[[nodiscard]] graph::node_ptr vecmat_node(const graph::node_ptr& x1, const graph::node_ptr& x2);

/// `value`, whose dtype is what those of the operands promote to.
template <class A, class B>
[[nodiscard]] auto product_of(graph::node_ptr value) {
  if constexpr (typed_array<A> && typed_array<B>)
    return expression<element_t<promote_types(A::dtype(), B::dtype())>>(std::move(value));
  else
    return any_expression(std::move(value));
}

}  // namespace linalg::detail

/// The product of matrices, or of stacks of them, which broadcast. `numpy.matmul`, in Python `@`.
///
/// @shape   (..., m, k), (..., k, n) -> (..., m, n); an array of one axis is a row on the left, a
///          column on the right, and has no axis in the result
/// @dtype   the promoted type. Integers wrap; sums of float16 and bfloat16 are float32, rounded
///          once; of bools: whether any product is true
/// @enqueue nothing; when it is needed, on the current stream
/// @throws  shape_error  "matmul: Input operand 1 has a mismatch in its core dimension 0, with
///          gufunc signature (n?,k),(k,m?)->(n?,m?) (size 2 is different from 3)", "matmul: Input
///          operand 0 does not have enough dimensions ...", "operands could not be broadcast
///          together with remapped shapes ..."
/// @throws  device_mismatch; when it is computed, library_not_found if $GPU_NDARRAY_BLAS or
///          $GPU_NDARRAY_CUBLAS names a file that is none
template <array_like A, array_like B>
[[nodiscard]] auto matmul(const A& x1, const B& x2) {
  return linalg::detail::product_of<A, B>(linalg::detail::matmul_node(x1.node(), x2.node()));
}
/// The same with a list: `matmul(m, {1.0, 2.0})`.
template <array_like A, element_type Number>
[[nodiscard]] auto matmul(const A& x1, std::initializer_list<Number> x2) {
  return matmul(x1, asarray(x2, x1.device()));
}

/// The same of vectors of numbers on the host.
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto matmul(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return matmul(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}

template <array_like A, gpu::detail::number_or_element B>
refusal::a_number_is_no_matrix_and_operator_times_multiplies_by_numbers matmul(const A&,
                                                                               const B&) = delete;
template <gpu::detail::number_or_element A, array_like B>
refusal::a_number_is_no_matrix_and_operator_times_multiplies_by_numbers matmul(const A&,
                                                                               const B&) = delete;

/// The sums of conj(x1) x2 along an axis of both, whose other axes broadcast. `numpy.vecdot`.
/// Fuses as reductions do.
///
/// @shape   (..., k), (..., k) -> (...); `axis` is that of k in each
/// @dtype   as `matmul`
/// @throws  shape_error  "vecdot: Input operand 1 has a mismatch in its core dimension 0, ..."
/// @throws  axis_error, device_mismatch
template <array_like A, array_like B>
[[nodiscard]] auto vecdot(const A& x1, const B& x2, axis_index axis = -1) {
  return linalg::detail::product_of<A, B>(linalg::detail::vecdot_node(x1.node(), x2.node(), axis));
}

/// The products of matrices and vectors, or of stacks of them, which broadcast. `numpy.matvec`.
///
/// @shape   (..., m, k), (..., k) -> (..., m)
/// @dtype   as `matmul`
/// @throws  shape_error  "matvec: Input operand 1 has a mismatch in its core dimension 0, ..."
/// @throws  device_mismatch, library_not_found  as `matmul`
template <array_like A, array_like B>
[[nodiscard]] auto matvec(const A& x1, const B& x2) {
  return linalg::detail::product_of<A, B>(linalg::detail::matvec_node(x1.node(), x2.node()));
}

/// The products of vectors, complex-conjugated, and matrices, or of stacks of them, which
/// broadcast. `numpy.vecmat`.
///
/// @shape   (..., k), (..., k, n) -> (..., n)
/// @dtype   as `matmul`
/// @throws  shape_error  "vecmat: Input operand 1 has a mismatch in its core dimension 0, ..."
/// @throws  device_mismatch, library_not_found  as `matmul`
template <array_like A, array_like B>
[[nodiscard]] auto vecmat(const A& x1, const B& x2) {
  return linalg::detail::product_of<A, B>(linalg::detail::vecmat_node(x1.node(), x2.node()));
}

namespace linalg {
using gpu::matmul;
using gpu::vecdot;
}  // namespace linalg

}  // namespace gpu
