// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/array/any_expression.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/core/finfo.hpp>

namespace gpu {

namespace detail {
/// The real parts, if no imaginary part is `bound` or more; else the value. Waits.
[[nodiscard]] graph::node_ptr real_if_below(const graph::node_ptr& value, double bound);
}  // namespace detail

/// The real parts of complex numbers if all imaginary parts are nearly 0, else the numbers: that is
/// known at run time only, and so is the dtype of what is returned, an `any_expression`. It is an
/// operand of every function; `.as<double>()` and `ndarray<double> x = real_if_close(z)` throw
/// dtype_error if the numbers stayed complex. Real arrays are returned as expressions of their
/// type. Waits for complex ones. `numpy.real_if_close`.
///
/// @param tol  more than 1: in units of the precision of the parts; else an absolute bound
template <typed_array A>
[[nodiscard]] auto real_if_close(const A& a, double tol = 100) {
  using T = typename A::value_type;
  if constexpr (traits(dtype_of<T>).kind == dtype_kind::complex)
    return any_expression(
        detail::real_if_below(a.node(), tol > 1 ? tol * finfo(dtype_of<T>).eps : tol));
  else
    return expression<T>(a.node());
}

}  // namespace gpu
