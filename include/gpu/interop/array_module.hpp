// SPDX-License-Identifier: BSD-3-Clause
// `auto xp = gpu::get_array_module(x)`: functions by name, for code that serves several libraries.
#pragma once

#include <cstddef>
#include <initializer_list>

#include <gpu/array/asarray.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/listed_elements.hpp>
#include <gpu/array/ufunc/accumulation.hpp>
#include <gpu/array/ufunc/composed_functions.hpp>
#include <gpu/array/ufunc/reduction.hpp>
#include <gpu/core/constants.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/interop/arrangement_members.hpp>
#include <gpu/interop/polynomial_members.hpp>
#include <gpu/interop/product_members.hpp>
#include <gpu/interop/random_members.hpp>
#include <gpu/interop/selection_members.hpp>
#include <gpu/interop/sequence_members.hpp>
#include <gpu/interop/statistics_members.hpp>
#include <gpu/interop/whole_array_members.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// Every elementwise function and every reduction as a member, every function of arrays that
/// xtensor has too, more functions of whole arrays, and those that make arrays. `Home` says of what
/// library new arrays are: `Home::where()` is the device on which they are made, `Home::settled(a)`
/// what becomes of them there, `Home::taken(a)` an array of this library for one of that one,
/// `Home::kept(a)` a value that outlives its operands.
template <class Home>
struct array_module : op_members,
                      composed_members,
                      reduction_members,
                      whole_array_members<Home>,
                      arrangement_members<Home>,
                      product_members<Home>,
                      selection_members<Home>,
                      statistics_members<Home>,
                      polynomial_members<Home>,
                      sequence_members<Home> {
  static constexpr random_members<Home> random{};

  static constexpr double pi = gpu::pi;
  static constexpr double e = gpu::e;
  static constexpr double euler_gamma = gpu::euler_gamma;
  static constexpr double inf = gpu::inf;
  static constexpr double nan = gpu::nan;
  static constexpr auto newaxis = gpu::newaxis;

  template <element_type T>
  [[nodiscard]] static auto empty(const shape& extents) {
    return Home::settled(gpu::empty<T>(extents, Home::where()));
  }
  template <element_type T>
  [[nodiscard]] static auto full(const shape& extents, const T& value) {
    return Home::settled(gpu::full<T>(extents, value, Home::where()));
  }
  template <element_type T, scalar_like Number>
  requires(!std::same_as<T, Number>)
      [[nodiscard]] static auto full(const shape& extents, const Number& value) {
    return full<T>(extents, detail::assigned_number<T>(value));
  }
  template <element_type T>
  [[nodiscard]] static auto zeros(const shape& extents) {
    return full<T>(extents, T(0));
  }
  template <element_type T>
  [[nodiscard]] static auto ones(const shape& extents) {
    return full<T>(extents, T(1));
  }

  /// Shape and dtype of `other`.
  template <class A>
  [[nodiscard]] static auto empty_like(const A& other) {
    return empty<typename A::value_type>(other.shape());
  }
  template <class A>
  [[nodiscard]] static auto full_like(const A& other, const typename A::value_type& value) {
    return full<typename A::value_type>(other.shape(), value);
  }
  template <class A, scalar_like Number>
  requires(!std::same_as<Number, typename A::value_type>)
      [[nodiscard]] static auto full_like(const A& other, const Number& value) {
    return full<typename A::value_type>(other.shape(), value);
  }
  template <class A>
  [[nodiscard]] static auto zeros_like(const A& other) {
    return zeros<typename A::value_type>(other.shape());
  }
  template <class A>
  [[nodiscard]] static auto ones_like(const A& other) {
    return ones<typename A::value_type>(other.shape());
  }

  template <element_type T>
  [[nodiscard]] static auto arange(T start, T stop, T step = T(1)) {
    return Home::settled(gpu::arange<T>(start, stop, step, Home::where()));
  }
  template <element_type T>
  [[nodiscard]] static auto arange(T stop) {
    return arange<T>(T(0), stop);
  }
  template <element_type T>
  [[nodiscard]] static auto linspace(std::type_identity_t<T> start, std::type_identity_t<T> stop,
                                     strict_integer count = 50, strict_bool endpoint = true) {
    return Home::settled(gpu::linspace<T>(start, stop, count, endpoint, Home::where()));
  }
  template <class T = void, scalar_like Start, scalar_like Stop>
  requires(std::is_void_v<T>)
      [[nodiscard]] static auto linspace(Start start, Stop stop, strict_integer count = 50,
                                         strict_bool endpoint = true) {
    return Home::settled(gpu::linspace(start, stop, count, endpoint, Home::where()));
  }
  template <element_type T, scalar_like Start, scalar_like Stop>
  [[nodiscard]] static auto logspace(Start start, Stop stop, strict_integer count = 50,
                                     strict_bool endpoint = true, double base = 10) {
    return Home::settled(gpu::logspace<T>(start, stop, count, endpoint, base, Home::where()));
  }
  template <element_type T>
  [[nodiscard]] static auto eye(strict_integer rows, strict_integer columns = -1,
                                strict_integer diagonal = 0) {
    return Home::settled(gpu::eye<T>(rows, columns, diagonal, Home::where()));
  }
  template <element_type T>
  [[nodiscard]] static auto identity(strict_integer n) {
    return eye<T>(n);
  }

  /// An array of a range of numbers on the host; an array of that library as it is.
  template <class A>
  [[nodiscard]] static auto asarray(const A& a) {
    if constexpr (detail::host_range<A>)
      return Home::settled(gpu::asarray(a, Home::where()));
    else
      return Home::kept(a);
  }
  template <class A>
  [[nodiscard]] static auto array(const A& a) {
    return asarray(a);
  }
  /// Elements in braces: `xp.array({1.0, 2.0})`.
  template <element_type Number>
  [[nodiscard]] static auto array(std::initializer_list<Number> list) {
    return Home::settled(gpu::array(list, Home::where()));
  }
  template <element_type Number>
  [[nodiscard]] static auto array(detail::rows<Number> list) {
    return Home::settled(gpu::array(list, Home::where()));
  }
};

/// New arrays are `ndarray`, on the current device.
struct device_home {
  [[nodiscard]] static device where() noexcept { return current_device(); }
  template <class A>
  [[nodiscard]] static A settled(A made) {
    return made;
  }
  template <class A>
  [[nodiscard]] static const A& taken(const A& a) noexcept {
    return a;
  }
  template <class A>
  [[nodiscard]] static A kept(const A& a) {
    return a;
  }
};

/// The functions of the library that `x` is an array of: this one's. `cupy.get_array_module`.
template <array_like A>
[[nodiscard]] constexpr array_module<device_home> get_array_module(const A&) noexcept {
  return {};
}

}  // namespace gpu
