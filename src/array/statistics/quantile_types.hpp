// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <gpu/array/statistics/quantile.hpp>
#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// Calls `function` with the types of results, of elements, and of q.
template <class Function>
auto visit_quantile_types(const quantile_call& call, dtype type, const Function& function) {
  using result = decltype(function.template operator()<double, double, double>());
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> result {
    const auto with = [&]<class R>(std::type_identity<R>) {
      return call.in_float32 ? function.template operator()<R, T, float>()
                             : function.template operator()<R, T, double>();
    };
    if constexpr (is_complex<T>)
      return result();
    else if (call.result == dtype_of<T>)
      return with(std::type_identity<T>());
    else if (call.result == dtype::float32)
      return with(std::type_identity<float>());
    else
      return with(std::type_identity<double>());
  });
}

}  // namespace gpu::detail
