// SPDX-License-Identifier: BSD-3-Clause
// Copies into new memory, and into arrays that are there.
#pragma once

#include <utility>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/options.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::leaf_ptr copied_leaf(const graph::node_ptr& value);
/// The value as it is written to an array: converted, and where the mask, if there is one, does not
/// hold, what the array has.
/// @throws dtype_error  "Cannot cast array data from dtype('float64') to dtype('int64') according
///                      to the rule 'same_kind'"
/// @throws shape_error  "could not broadcast where mask from shape (2,) into shape (3,)"
[[nodiscard]] graph::node_ptr copied_node(graph::node_ptr value, const graph::node_ptr& target,
                                          casting rule, const graph::node_ptr& mask);
/// @throws dtype_error  "Cannot cast scalar from dtype('float64') to dtype('int64') according to
///                      the rule 'same_kind'"
void require_number_cast(dtype from, dtype to, casting rule);

template <class T>
array_view<T> whole_view(ndarray<T>& array) {
  return view(array);
}
template <class T>
const array_view<T>& whole_view(const array_view<T>& part) {
  return part;
}

template <class T, operand Source>
void copy_to_view(const array_view<T>& target, const Source& source, casting rule,
                  const graph::node_ptr& mask) {
  static_assert(!xtensor_expression<Source>,
                "an xtensor operand beside a gpu operand: copy it with gpu::to_gpu first");
  graph::node_ptr value;
  if constexpr (scalar_like<Source>) {
    require_number_cast(weak_type<Source>().type, dtype_of<T>, rule);
    value = assigned_scalar<T>(source);
  } else {
    if constexpr (typed_array<Source>) check_not_made_real<T, typename Source::value_type>();
    value = source.node();
  }
  target.write_node(copied_node(std::move(value), target.read_node(), rule, mask));
}
}  // namespace detail

/// The value in memory of its own. Copying an array by `=` is enough where only the values count.
/// `numpy.copy`.
template <array_like A>
[[nodiscard]] auto copy(const A& a) {
  return detail::array_like_of<A>(detail::copied_leaf(a.node()));
}

/// Writes a value, which broadcasts, into an array or view. `numpy.copyto`.
/// @throws dtype_error, shape_error, overflow_error  nothing has been written then
template <class Target, operand Source>
requires(detail::can_be_written<Target>) void copyto(Target&& target, const Source& source,
                                                     casting rule = casting::same_kind) {
  detail::copy_to_view(detail::whole_view(target), source, rule, nullptr);
}
/// The same of an element of an array.
template <class Target, element_proxy Source>
requires(detail::can_be_written<Target>) void copyto(Target&& target, const Source& source,
                                                     casting rule = casting::same_kind) {
  copyto(std::forward<Target>(target), detail::read_proxy(source), rule);
}
/// The same where a mask holds: `copyto(a, b, gpu::where(mask))`.
template <class Target, operand Source>
requires(detail::can_be_written<Target>) void copyto(Target&& target, const Source& source,
                                                     const where_option& where,
                                                     casting rule = casting::same_kind) {
  detail::copy_to_view(detail::whole_view(target), source, rule, where.mask);
}
template <class Target, operand Source>
requires(detail::can_be_written<Target>) void copyto(Target&& target, const Source& source,
                                                     casting rule, const where_option& where) {
  detail::copy_to_view(detail::whole_view(target), source, rule, where.mask);
}

}  // namespace gpu
