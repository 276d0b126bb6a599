// SPDX-License-Identifier: BSD-3-Clause
// The reductions and scans that NumPy's arrays have as methods: `x.sum(0)` is `gpu::sum(x, 0)`.
//
// What they call is declared here and defined by <gpu/reductions.hpp>, scan.hpp and trace.hpp,
// which include the classes that have these methods.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <gpu/array/reduction/options.hpp>
#include <gpu/array/reduction/reduction_ufunc.hpp>

namespace gpu {

namespace reductions {
struct argmax;
struct argmin;
}  // namespace reductions

namespace detail {

template <class Op>
struct plain_reduction;
struct mean_reduction;
struct std_reduction;
struct var_reduction;
struct cumsum_scan;
struct cumprod_scan;

template <class Reduction, class T, reducible A, class... Options>
decltype(auto) reduced(A&& x, const reduction_axes& axes, Options&&... options);

/// @param place  the offset of the diagonal, and its two axes
template <class T, class A, class... Options>
decltype(auto) traced(const A& a, const std::array<std::ptrdiff_t, 3>& place, Options&&... options);

}  // namespace detail

/// Each takes the axes, all without them, and the options of the function of its name. `Derived`
/// is an array or expression.
template <class Derived>
class reduction_methods {
 public:
/// Two functions for each method, as axes may stand in braces, and options without axes.
#define GPU_REDUCTION_METHOD(name, reduction)                                              \
  template <class T = void, reduction_option... Options>                                   \
  decltype(auto) name(const reduction_axes& axes, Options&&... options) const {            \
    return detail::reduced<detail::reduction, T>(static_cast<const Derived&>(*this), axes, \
                                                 std::forward<Options>(options)...);       \
  }                                                                                        \
  template <class T = void, reduction_option... Options>                                   \
  decltype(auto) name(Options&&... options) const {                                        \
    return detail::reduced<detail::reduction, T>(static_cast<const Derived&>(*this),       \
                                                 reduction_axes(std::nullopt),             \
                                                 std::forward<Options>(options)...);       \
  }

  GPU_REDUCTION_METHOD(all, plain_reduction<reductions::all>)
  GPU_REDUCTION_METHOD(any, plain_reduction<reductions::any>)
  GPU_REDUCTION_METHOD(argmax, plain_reduction<reductions::argmax>)
  GPU_REDUCTION_METHOD(argmin, plain_reduction<reductions::argmin>)
  GPU_REDUCTION_METHOD(cumprod, cumprod_scan)
  GPU_REDUCTION_METHOD(cumsum, cumsum_scan)
  GPU_REDUCTION_METHOD(max, plain_reduction<reductions::max>)
  GPU_REDUCTION_METHOD(mean, mean_reduction)
  GPU_REDUCTION_METHOD(min, plain_reduction<reductions::min>)
  GPU_REDUCTION_METHOD(prod, plain_reduction<reductions::prod>)
  GPU_REDUCTION_METHOD(std, std_reduction)
  GPU_REDUCTION_METHOD(sum, plain_reduction<reductions::sum>)
  GPU_REDUCTION_METHOD(var, var_reduction)
#undef GPU_REDUCTION_METHOD

  /// The sum of a diagonal of two axes: `gpu::trace`.
  template <class T = void, reduction_option... Options>
  decltype(auto) trace(std::ptrdiff_t offset = 0, std::ptrdiff_t axis1 = 0,
                       std::ptrdiff_t axis2 = 1, Options&&... options) const {
    return detail::traced<T>(static_cast<const Derived&>(*this), {offset, axis1, axis2},
                             std::forward<Options>(options)...);
  }
};

}  // namespace gpu
