// SPDX-License-Identifier: BSD-3-Clause
// Products that are composed of `matmul` and of elementwise ones. Results are expressions: nothing
// is computed before it is needed. Errors and dtypes of the products inside are those of `matmul`.
#pragma once

#include <cstddef>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/reduction/trace.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/linalg/matmul.hpp>

namespace gpu {

namespace linalg::detail {
[[nodiscard]] graph::node_ptr dot_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr vdot_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr inner_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr outer_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr kron_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr tensordot_node(const graph::node_ptr& a, const graph::node_ptr& b,
                                             const integer_list& axes_a,
                                             const integer_list& axes_b);
[[nodiscard]] graph::node_ptr tensordot_node(const graph::node_ptr& a, const graph::node_ptr& b,
                                             std::ptrdiff_t axes);

/// The axes along which the vectors of a cross product lie.
struct cross_axes {
  std::ptrdiff_t a, b, result;
};
[[nodiscard]] graph::node_ptr cross_node(const graph::node_ptr& a, const graph::node_ptr& b,
                                         const cross_axes& axes);
}  // namespace linalg::detail

/// The sum over the last axis of `a` and the second to last, or only, axis of `b`: the product of
/// vectors or matrices. With a number, or an array without axes, the elementwise product.
/// `numpy.dot`.
///
/// @shape   (..., k), (..., k, n) -> (..., ..., n): the axes of `a`, then those of `b`
/// @dtype   the promoted type
/// @throws  shape_error  "shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)"
/// @throws  device_mismatch
template <operand A, operand B>
requires(!xtensor_expression<A> && !xtensor_expression<B> && (array_like<A> || array_like<B>))
    [[nodiscard]] auto dot(const A& a, const B& b) {
  if constexpr (scalar_like<A> || scalar_like<B>)
    return multiply(a, b);
  else
    return linalg::detail::product_of<A, B>(linalg::detail::dot_node(a.node(), b.node()));
}

template <class Derived>
template <class B>
auto array_methods<Derived>::dot(const B& b) const {
  return gpu::dot(self(), b);
}

/// The sum of conj(a) b over all elements in C order. `numpy.vdot`.
///
/// @shape   any two with as many elements -> ()
/// @dtype   the promoted type
/// @throws  shape_error  "cannot reshape array of size 8 into shape (6,)"
template <array_like A, array_like B>
[[nodiscard]] auto vdot(const A& a, const B& b) {
  return linalg::detail::product_of<A, B>(linalg::detail::vdot_node(a.node(), b.node()));
}

/// The sum over the last axes of both; the elementwise product if one has no axes. `numpy.inner`.
///
/// @shape   (..., k), (..., k) -> (..., ...): the axes of `a`, then those of `b`
/// @dtype   the promoted type
/// @throws  shape_error  "shapes (3,) and (2,) not aligned: 3 (dim 0) != 2 (dim 0)"
template <array_like A, array_like B>
[[nodiscard]] auto inner(const A& a, const B& b) {
  return linalg::detail::product_of<A, B>(linalg::detail::inner_node(a.node(), b.node()));
}

/// The same of an array and a number, as `dot`.
template <class A, class B>
requires((array_like<A> && scalar_like<B>) || (scalar_like<A> && array_like<B>))
    [[nodiscard]] auto inner(const A& a, const B& b) {
  return multiply(a, b);
}

/// The product of each element of `a` and each of `b`, both in C order. Elementwise, so it fuses.
/// `numpy.outer`.
///
/// @shape   any two -> (elements of a, elements of b)
/// @dtype   the promoted type
template <array_like A, array_like B>
[[nodiscard]] auto outer(const A& a, const B& b) {
  return linalg::detail::product_of<A, B>(linalg::detail::outer_node(a.node(), b.node()));
}

/// The same of an array and a number, which is an array of one element.
/// @shape   (elements of a, 1), or (1, elements of b)
template <class A, class B>
requires((array_like<A> && scalar_like<B>) || (scalar_like<A> && array_like<B>))
    [[nodiscard]] auto outer(const A& a, const B& b) {
  if constexpr (scalar_like<B>)
    return multiply(expand_dims(ravel(a), 1), b);
  else
    return multiply(a, expand_dims(ravel(b), 0));
}

/// The Kronecker product: `b` times each element of `a`, in its place. Elementwise. `numpy.kron`.
///
/// @shape   (a0, a1, ...), (b0, b1, ...) -> (a0 b0, a1 b1, ...); axes that are missing in front
/// have
///          extent 1
/// @dtype   the promoted type
template <array_like A, array_like B>
[[nodiscard]] auto kron(const A& a, const B& b) {
  return linalg::detail::product_of<A, B>(linalg::detail::kron_node(a.node(), b.node()));
}

/// The same of an array and a number: the elementwise product.
template <class A, class B>
requires((array_like<A> && scalar_like<B>) || (scalar_like<A> && array_like<B>))
    [[nodiscard]] auto kron(const A& a, const B& b) {
  return multiply(a, b);
}

/// The sum over axes of `a` and as many of `b`. `numpy.tensordot(a, b, (axes_a, axes_b))`.
///
/// @shape   the other axes of `a`, then the other axes of `b`
/// @dtype   the promoted type
/// @throws  shape_error  "shape-mismatch for sum" with the shapes and axes
/// @throws  value_error  "duplicate axes are not allowed in tensordot"
/// @throws  axis_error
template <array_like A, array_like B>
[[nodiscard]] auto tensordot(const A& a, const B& b, const integer_list& axes_a,
                             const integer_list& axes_b) {
  return linalg::detail::product_of<A, B>(
      linalg::detail::tensordot_node(a.node(), b.node(), axes_a, axes_b));
}
template <array_like A, array_like B, axis_argument AxesA, axis_argument AxesB>
[[nodiscard]] auto tensordot(const A& a, const B& b, const AxesA& axes_a, const AxesB& axes_b) {
  return tensordot(a, b, integer_list(reduction_axes(axes_a).list()),
                   integer_list(reduction_axes(axes_b).list()));
}
/// The same with the axes of both as a pair: `tensordot(a, b, {{1}, {0}})`.
template <array_like A, array_like B>
[[nodiscard]] auto tensordot(const A& a, const B& b,
                             const std::pair<integer_list, integer_list>& axes) {
  return tensordot(a, b, axes.first, axes.second);
}
/// The same over the last `axes` axes of `a` and the first ones of `b`.
template <array_like A, array_like B>
[[nodiscard]] auto tensordot(const A& a, const B& b, strict_integer axes = 2) {
  return linalg::detail::product_of<A, B>(linalg::detail::tensordot_node(a.node(), b.node(), axes));
}

/// The cross product of vectors of 3 elements, or of 2, whose third is 0; of two such the third
/// element alone. The other axes broadcast. Elementwise, so it fuses. `numpy.cross`.
///
/// @param axisa, axisb, axisc  where the vectors lie in `a`, in `b` and in the result
/// @dtype   the promoted type
/// @throws  shape_error  "incompatible dimensions for cross product\n(dimension must be 2 or 3)",
///          "At least one array has zero dimension"; if the other axes do not broadcast
/// @throws  axis_error; dtype_error  "numpy boolean subtract, the `-` operator, is not supported,
/// ..."
template <array_like A, array_like B>
[[nodiscard]] auto cross(const A& a, const B& b, strict_integer axisa = -1,
                         strict_integer axisb = -1, strict_integer axisc = -1) {
  return linalg::detail::product_of<A, B>(
      linalg::detail::cross_node(a.node(), b.node(), {axisa, axisb, axisc}));
}
/// The same with the vectors along one axis of `a`, of `b` and of the result: `cross(a, b,
/// axis(0))`.
template <array_like A, array_like B>
[[nodiscard]] auto cross(const A& a, const B& b, const axis_number& axis) {
  return cross(a, b, axis.number, axis.number, axis.number);
}

// The products of vectors of numbers on the host: `dot(a, std::vector{1.0, 2.0})`.
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto dot(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return dot(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto vdot(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return vdot(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto inner(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return inner(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto outer(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return outer(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto kron(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return kron(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B, class... Options>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto cross(const A& a, const B& b, const Options&... options) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return cross(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where), options...);
}

namespace linalg {

using gpu::dot;
using gpu::inner;
using gpu::kron;
using gpu::matrix_transpose;
using gpu::tensordot;
using gpu::vdot;

namespace detail {
/// @throws value_error
void require_vectors(const shape& x1, const shape& x2);
/// @throws shape_error
void require_three(const shape& x1, const shape& x2, std::ptrdiff_t axis);
}  // namespace detail

/// As `gpu::outer`, of vectors alone. `numpy.linalg.outer`.
/// @throws value_error  "Input arrays must be one-dimensional, but they are x1.ndim=2 and
///                      x2.ndim=1."
template <array_like A, array_like B>
[[nodiscard]] auto outer(const A& x1, const B& x2) {
  detail::require_vectors(x1.shape(), x2.shape());
  return gpu::outer(x1, x2);
}

/// As `gpu::cross`, of vectors of 3 elements alone. `numpy.linalg.cross`.
/// @throws shape_error  "Both input arrays must be (arrays of) 3-dimensional vectors, but they are
/// 4
///                      and 4 dimensional instead."
template <array_like A, array_like B>
[[nodiscard]] auto cross(const A& x1, const B& x2, axis_index axis = -1) {
  detail::require_three(x1.shape(), x2.shape(), axis);
  return gpu::cross(x1, x2, axis, axis, axis);
}

/// The diagonal of each matrix: of the last two axes, where `gpu::diagonal` takes the first two.
/// `numpy.linalg.diagonal`.
/// @shape   (..., m, n) -> (..., length)
/// @throws  value_error  "diag requires an array of at least two dimensions"
template <typed_array A>
[[nodiscard]] auto diagonal(const A& x, strict_integer offset = 0) {
  return gpu::diagonal(x, offset, -2, -1);
}
/// Those of a mutable array can be assigned to.
template <typed_array A>
requires(!std::is_const_v<A>) [[nodiscard]] auto diagonal(A& x, strict_integer offset = 0) {
  return gpu::diagonal(x, offset, -2, -1);
}

/// The trace of each matrix: of the last two axes, where `gpu::trace` takes the first two; options
/// as those of `sum`. `numpy.linalg.trace`.
/// @shape   (..., m, n) -> (...)
/// @throws  value_error  "diag requires an array of at least two dimensions"
template <class T = void, typed_array A, reduction_option... Options>
decltype(auto) trace(const A& x, strict_integer offset = 0, Options&&... options) {
  return gpu::trace<T>(x, offset, -2, -1, std::forward<Options>(options)...);
}
/// The trace over two axes: `gpu::trace`, by xtensor-blas's name of it.
template <class T = void, typed_array A, reduction_option... Options>
decltype(auto) trace(const A& x, strict_integer offset, axis_index axis1, axis_index axis2,
                     Options&&... options) {
  return gpu::trace<T>(x, offset, axis1, axis2, std::forward<Options>(options)...);
}

}  // namespace linalg
}  // namespace gpu
