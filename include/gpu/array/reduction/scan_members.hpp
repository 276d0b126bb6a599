// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/reduction/scan.hpp>

namespace gpu {

/// Scans and differences as members: what `xp.cumsum` finds in the module of an array library.
struct scan_members {
  template <class T = void, class... Arguments>
  static decltype(auto) cumsum(Arguments&&... arguments) {
    return gpu::cumsum<T>(std::forward<Arguments>(arguments)...);
  }
  template <class T = void, class... Arguments>
  static decltype(auto) cumprod(Arguments&&... arguments) {
    return gpu::cumprod<T>(std::forward<Arguments>(arguments)...);
  }
  template <class T = void, class... Arguments>
  static decltype(auto) nancumsum(Arguments&&... arguments) {
    return gpu::nancumsum<T>(std::forward<Arguments>(arguments)...);
  }
  template <class T = void, class... Arguments>
  static decltype(auto) nancumprod(Arguments&&... arguments) {
    return gpu::nancumprod<T>(std::forward<Arguments>(arguments)...);
  }
  template <class T = void, class... Arguments>
  static decltype(auto) cumulative_sum(Arguments&&... arguments) {
    return gpu::cumulative_sum<T>(std::forward<Arguments>(arguments)...);
  }
  template <class T = void, class... Arguments>
  static decltype(auto) cumulative_prod(Arguments&&... arguments) {
    return gpu::cumulative_prod<T>(std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  static auto diff(const Arguments&... arguments) {
    return gpu::diff(arguments...);
  }
  template <class... Arguments>
  static auto trapezoid(const Arguments&... arguments) {
    return gpu::trapezoid(arguments...);
  }
  template <class... Arguments>
  static auto unwrap(const Arguments&... arguments) {
    return gpu::unwrap(arguments...);
  }
};

}  // namespace gpu
