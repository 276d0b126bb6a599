// SPDX-License-Identifier: BSD-3-Clause
// Between arrays here and those of xtensor.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/adapt.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/interop/array_module.hpp>
#include <gpu/interop/xtensor_function.hpp>

namespace gpu {

namespace detail {

/// Whether elements of this expression lie in memory.
template <class E>
concept in_memory = requires(const E& e) {
  { e.data() + e.data_offset() } -> std::convertible_to<const typename E::value_type*>;
  e.strides();
};

/// Whether they lie one after the other in C order.
template <class E>
bool in_c_order(const E& host) {
  const shape extents(host.shape());
  layout where = row_major(extents);
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    where.strides[axis] = static_cast<std::ptrdiff_t>(host.strides()[axis]);
  return is_contiguous(where);
}

}  // namespace detail

/// A copy on `where` of an array or expression of xtensor, of any memory layout. The source may be
/// reused at once. `cupy.asarray`.
template <xtensor_expression E>
[[nodiscard]] auto to_gpu(const E& host, device where = current_device()) {
  using T = typename E::value_type;
  detail::require_dtype_of_elements<E>();
  if constexpr (detail::in_memory<E>)
    if (detail::in_c_order(host))
      return from_host<T>(host.data() + host.data_offset(), shape(host.shape()), where);
  const xt::xarray<T, xt::layout_type::row_major> whole(host);
  return from_host<T>(whole.data(), shape(whole.shape()), where);
}

/// The elements of an array of xtensor where they lie, in any order and at any strides, on `cpu()`:
/// an array, what `xt::adapt` makes, or a view with strides. Of a mutable one a view, through which
/// it is written, of a constant one an expression that reads it. It must live as long, and keep its
/// memory.
template <xtensor_expression E>
requires detail::in_memory<E>
[[nodiscard]] auto adapt(E& host, const adapt_options& options = {}) {
  detail::require_dtype_of_elements<E>();
  return adapt(host.data() + host.data_offset(), shape(host.shape()), shape(host.strides()),
               options);
}

/// The array on `where`: the same memory if it is there already.
template <typed_array A>
[[nodiscard]] auto to_gpu(const A& array, device where = current_device()) {
  return array.to(where);
}

/// An xtensor array with the elements, from any device. Evaluates, and waits. `cupy.asnumpy`.
template <typed_array A>
[[nodiscard]] auto to_cpu(const A& array) {
  using T = typename A::value_type;
  const graph::node_ptr value = array.node();
  using whole = xt::xarray<T, xt::layout_type::row_major>;
  whole result(typename whole::shape_type(value->extents.begin(), value->extents.end()));
  detail::read_elements(value, result.data());
  if constexpr (std::is_same_v<xt::xarray<T>, whole>)
    return result;
  else
    return xt::xarray<T>(result);
}

/// The same of an array whose dtype is known at run time only: `to_cpu<double>(q)`.
/// @throws dtype_error  unless its dtype is that of `T`
template <class T = void, detail::untyped_array A>
[[nodiscard]] auto to_cpu(const A& array) {
  if constexpr (std::is_void_v<T>)
    detail::require_known_type<A>();
  else
    return to_cpu(array.template as<T>());
}

/// Itself: it is on the host.
template <class E>
requires xtensor_expression<E>
[[nodiscard]] E to_cpu(E&& host) {
  return std::forward<E>(host);
}

/// What `ndarray`'s constructor from xtensor expressions calls.
template <xtensor_expression E>
[[nodiscard]] auto array_from(xtensor_tag, const E& host) {
  return to_gpu(host);
}

/// No device: its guard does nothing.
template <xtensor_expression E>
[[nodiscard]] constexpr no_device get_device(const E&) noexcept {
  return {};
}

/// New arrays are those of xtensor.
struct xtensor_home {
  [[nodiscard]] static device where() noexcept { return cpu(); }
  template <typed_array A>
  requires(!detail::named_results<A>) [[nodiscard]] static auto settled(const A& made) {
    return to_cpu(made);
  }
  /// What is no array: lists of indices.
  template <class List>
  [[nodiscard]] static List settled(const List& made) {
    return made;
  }
  template <typed_array A>
  [[nodiscard]] static auto settled(const std::vector<A>& made) {
    std::vector<xt::xarray<typename A::value_type>> result;
    for (const A& one : made) result.push_back(to_cpu(one));
    return result;
  }
  template <class... A>
  [[nodiscard]] static auto settled(const std::tuple<A...>& made) {
    return std::apply([](const auto&... one) { return std::tuple(to_cpu(one)...); }, made);
  }
  template <class A, std::size_t N>
  [[nodiscard]] static auto settled(const std::array<A, N>& made) {
    return std::apply([](const auto&... one) { return std::array{to_cpu(one)...}; }, made);
  }
  template <class A, class B>
  [[nodiscard]] static auto settled(const std::pair<A, B>& made) {
    return std::pair(settled(made.first), settled(made.second));
  }
  /// Results that have names are a tuple.
  template <detail::named_results R>
  [[nodiscard]] static auto settled(const R& made) {
    return std::apply([&](const auto... part) { return std::tuple(settled(made.*part)...); },
                      R::parts());
  }
  template <class T>
  [[nodiscard]] static auto settled(const minmax_result<T>& made) {
    return minmax_result<T, xt::xarray<T>>{{{to_cpu(made[0]), to_cpu(made[1])}}};
  }

  template <class A>
  [[nodiscard]] static decltype(auto) taken(const A& a) {
    if constexpr (xtensor_expression<A>)
      return to_gpu(a, cpu());
    else
      return (a);
  }
  template <xtensor_expression A>
  [[nodiscard]] static auto taken(const std::vector<A>& several) {
    std::vector<ndarray<typename A::value_type>> result;
    for (const A& one : several) result.push_back(to_gpu(one, cpu()));
    return result;
  }
  template <class... A>
  [[nodiscard]] static auto taken(const std::tuple<A...>& several) {
    return detail::taken_arrays<xtensor_home>(several);
  }
  template <class A>
  [[nodiscard]] static auto kept(const A& a) {
    return xt::xarray<typename A::value_type>(a);
  }
};

/// The functions of the library that `x` is an array of: xtensor's, by NumPy's names and rules.
template <xtensor_expression E>
[[nodiscard]] constexpr array_module<xtensor_home> get_array_module(const E&) noexcept {
  return {};
}

}  // namespace gpu
