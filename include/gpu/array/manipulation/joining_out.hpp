// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined in memory that is there already: NumPy's option `out=` of `concatenate` and
// `stack`.
#pragma once

#include <initializer_list>
#include <tuple>
#include <type_traits>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

namespace detail {
/// Of parts of the dtype of `target`.
/// @throws value_error  "Output array is the wrong shape: (3,) for an array of shape (4,)"; as
///                      `concatenated`
void concatenate_into(array_base& target, const node_list& parts, optional_axis axis);
void stack_into(array_base& target, const node_list& parts, std::ptrdiff_t axis);

/// Of `out_option<ndarray<T>&>` and its like: the element type.
template <class Target>
using target_element = typename std::remove_cvref_t<Target>::value_type;

/// The parts go straight into an array. In a view they are computed first.
template <class Target, class Write>
decltype(auto) written_joined(const out_option<Target>& out, const Write& write) {
  auto& target = std::get<0>(out.targets);
  if constexpr (std::is_base_of_v<array_base, std::remove_cvref_t<Target>>) {
    write(target);
    return static_cast<Target>(target);
  } else {
    ndarray<target_element<Target>> joined(
        uninitialised_leaf(dtype_of<target_element<Target>>, target.shape(), target.device()));
    write(joined);
    target.write_node(joined.node());
    return Target(target);
  }
}
}  // namespace detail

/// `concatenate` into an array or view, which has the shape of the result: `concatenate(xtuple(a,
/// b), 0, gpu::out(c))`. As if the parts were complete before the first write.
/// @return  the array, by reference, or the view
/// @throws  value_error  also "Output array is the wrong shape: (3,) for an array of shape (4,)"
/// @throws  dtype_error  if `rule` forbids to convert the arrays to the dtype of the output
/// @throws  device_mismatch  unless all are on the device of the output
template <array_sequence S, class Target>
decltype(auto) concatenate(const S& arrays, optional_axis_index axis, const out_option<Target>& out,
                           casting rule = casting::same_kind) {
  const auto parts = detail::parts_as<detail::target_element<Target>>(arrays, rule);
  return detail::written_joined(
      out, [&](array_base& target) { detail::concatenate_into(target, parts, axis); });
}
template <typed_array A, class Target>
decltype(auto) concatenate(std::initializer_list<A> arrays, optional_axis_index axis,
                           const out_option<Target>& out, casting rule = casting::same_kind) {
  return concatenate<std::initializer_list<A>>(arrays, axis, out, rule);
}
/// The array API's name of `concatenate`.
template <array_sequence S, class Target>
decltype(auto) concat(const S& arrays, optional_axis_index axis, const out_option<Target>& out,
                      casting rule = casting::same_kind) {
  return concatenate(arrays, axis, out, rule);
}
template <typed_array A, class Target>
decltype(auto) concat(std::initializer_list<A> arrays, optional_axis_index axis,
                      const out_option<Target>& out, casting rule = casting::same_kind) {
  return concatenate<std::initializer_list<A>>(arrays, axis, out, rule);
}

/// `stack` into an array or view, as `concatenate`.
template <array_sequence S, class Target>
decltype(auto) stack(const S& arrays, axis_index axis, const out_option<Target>& out,
                     casting rule = casting::same_kind) {
  const auto parts = detail::parts_as<detail::target_element<Target>>(arrays, rule);
  return detail::written_joined(
      out, [&](array_base& target) { detail::stack_into(target, parts, axis); });
}
template <typed_array A, class Target>
decltype(auto) stack(std::initializer_list<A> arrays, axis_index axis,
                     const out_option<Target>& out, casting rule = casting::same_kind) {
  return stack<std::initializer_list<A>>(arrays, axis, out, rule);
}

}  // namespace gpu
