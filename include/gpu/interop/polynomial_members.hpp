// SPDX-License-Identifier: BSD-3-Clause
// What `xp.polyfit` and its like find in the module of an array library: polynomials, whose
// coefficients are arrays.
#pragma once

#include <initializer_list>

#include <gpu/array/evaluation.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/array/polyval.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/linalg/polyfit.hpp>

namespace gpu {

/// Each is this library's function of that name, as in `whole_array_members`.
template <class Home>
struct polynomial_members {
  template <class... Arguments>
  [[nodiscard]] static auto poly(const Arguments&... arguments) {
    return Home::settled(gpu::poly(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polyadd(const Arguments&... arguments) {
    return Home::settled(gpu::polyadd(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polysub(const Arguments&... arguments) {
    return Home::settled(gpu::polysub(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polymul(const Arguments&... arguments) {
    return Home::settled(gpu::polymul(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polydiv(const Arguments&... arguments) {
    return Home::settled(gpu::polydiv(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polyder(const Arguments&... arguments) {
    return Home::settled(gpu::polyder(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polyint(const Arguments&... arguments) {
    return Home::settled(gpu::polyint(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto polyval(const Arguments&... arguments) {
    return Home::settled(gpu::polyval(Home::taken(arguments)...));
  }
  template <element_type Number, class X>
  [[nodiscard]] static auto polyval(std::initializer_list<Number> p, const X& x) {
    return Home::settled(gpu::polyval(p, Home::taken(x)));
  }
  /// `const auto [p, cov] = xp.polyfit(x, y, 2, gpu::with_cov)`.
  template <class... Arguments>
  [[nodiscard]] static auto polyfit(const Arguments&... arguments) {
    return Home::settled(gpu::polyfit(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto roots(const Arguments&... arguments) {
    return Home::settled(gpu::roots(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vander(const Arguments&... arguments) {
    return Home::settled(gpu::vander(Home::taken(arguments)...));
  }
};

}  // namespace gpu
