// SPDX-License-Identifier: BSD-3-Clause
// Selected elements in memory that is there already: NumPy's option `out=` of `take`, `compress`
// and `choose`.
#pragma once

#include <initializer_list>
#include <tuple>
#include <utility>

#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/selection.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/call.hpp>
#include <gpu/core/error.hpp>

namespace gpu {

namespace detail {
/// What `out` gave, with the value written to it, by reference, or the view. The value may read it.
/// @throws value_error      with this message if it has another shape
/// @throws dtype_error      unless the elements can be converted to its dtype by NumPy's rule of
///                          the same kind
/// @throws device_mismatch  unless all are on its device
template <class Target>
Target write_selected(const out_option<Target>& out, graph::node_ptr value, const char* message) {
  auto& target = std::get<0>(out.targets);
  const written_array place = written(target);
  if (value->extents != place.extents) throw value_error(message);
  if (value->where && *value->where != place.where)
    throw device_mismatch(*value->where, place.where);
  write_result(target, converted(value, place.type, casting::same_kind), nullptr);
  return static_cast<Target>(target);
}
inline constexpr const char* wrong_target_of_take =
    "output array does not match result of ndarray.take";
inline constexpr const char* wrong_target_of_choose = "choose: invalid shape for output array.";
}  // namespace detail

/// `take` into an array or view of the shape of the result: `take(a, {0, 2}, 0, gpu::out(c))`. At
/// once.
/// @throws value_error  "output array does not match result of ndarray.take"
template <array_like A, class Target>
decltype(auto) take(const A& a, const detail::index_argument& indices, optional_axis_index axis,
                    const out_option<Target>& out, index_mode_option mode = index_mode::raise) {
  return detail::write_selected(out, take(a, indices, axis, mode).node(),
                                detail::wrong_target_of_take);
}
template <array_like A, class Target>
decltype(auto) take(const A& a, const detail::index_argument& indices,
                    const out_option<Target>& out, index_mode_option mode = index_mode::raise) {
  return take(a, indices, std::nullopt, out, mode);
}

/// `compress` in the same way: `compress(mask, a, 0, gpu::out(c))`.
template <class C = std::initializer_list<bool>, array_like A, class Target>
requires(array_like<C> || detail::condition_on_host<C>) decltype(auto)
    compress(const C& condition, const A& a, optional_axis_index axis,
             const out_option<Target>& out) {
  return detail::write_selected(out, compress(condition, a, axis).node(),
                                detail::wrong_target_of_take);
}
template <class C = std::initializer_list<bool>, array_like A, class Target>
requires(array_like<C> || detail::condition_on_host<C>) decltype(auto)
    compress(const C& condition, const A& a, const out_option<Target>& out) {
  return compress(condition, a, std::nullopt, out);
}

/// `choose` in the same way: `choose(i, {a, b}, gpu::out(c))`.
/// @throws value_error  "choose: invalid shape for output array."
template <detail::index_or_mask I, detail::typed_sequence Choices, class Target>
decltype(auto) choose(const I& which, const Choices& choices, const out_option<Target>& out,
                      index_mode_option mode = index_mode::raise) {
  return detail::write_selected(out, choose(which, choices, mode).node(),
                                detail::wrong_target_of_choose);
}
template <detail::index_or_mask I, detail::sequence_part A, class Target>
decltype(auto) choose(const I& which, std::initializer_list<A> choices,
                      const out_option<Target>& out, index_mode_option mode = index_mode::raise) {
  return detail::write_selected(out, choose(which, choices, mode).node(),
                                detail::wrong_target_of_choose);
}
template <detail::index_or_mask I, class Target>
decltype(auto) choose(const I& which, detail::array_list choices, const out_option<Target>& out,
                      index_mode_option mode = index_mode::raise) {
  return detail::write_selected(out, choose(which, choices, mode).node(),
                                detail::wrong_target_of_choose);
}

}  // namespace gpu
