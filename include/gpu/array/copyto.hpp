// SPDX-License-Identifier: BSD-3-Clause
// Copies into new memory, and into arrays that are there.
#pragma once

#include <initializer_list>
#include <ranges>
#include <utility>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/indexing/written_view.hpp>
#include <gpu/array/list_argument.hpp>
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
template <written_view View>
View&& whole_view(View&& part) {
  return std::forward<View>(part);
}

/// What can be written: an array, or a view that writes through.
template <class Target>
concept copy_target = can_be_written<Target> || written_view<Target>;

template <written_view Target, operand Source>
void copy_to_view(Target&& target, const Source& source, casting rule,
                  const graph::node_ptr& mask) {
  static_assert(!xtensor_expression<Source>,
                "an xtensor operand beside a gpu operand: copy it with gpu::to_gpu first");
  using T = typename std::remove_cvref_t<Target>::value_type;
  graph::node_ptr value;
  if constexpr (scalar_like<Source>) {
    require_number_cast(weak_type<Source>().type, dtype_of<T>, rule);
    value = assigned_scalar<T>(source);
  } else {
    if constexpr (typed_array<Source>) check_not_made_real<T, typename Source::value_type>();
    value = source.node();
  }
  value = copied_node(std::move(value), target.read_node(), rule, mask);
  std::forward<Target>(target).write_node(std::move(value));
}

/// A number, an array, or the array that elements on the host are copied to.
template <class Source>
[[nodiscard]] decltype(auto) copied_source(const Source& source, device where) {
  if constexpr (operand<Source>)
    return (source);
  else if constexpr (element_proxy<Source>)
    return read_proxy(source);
  else
    return ndarray<std::ranges::range_value_t<Source>>(
        leaf_from_range<std::ranges::range_value_t<Source>>(source, where));
}
template <class Source>
concept copy_source = operand<Source> || element_proxy<Source> || host_range<Source>;
}  // namespace detail

/// The value in memory of its own. Copying an array by `=` is enough where only the values count.
/// `numpy.copy`.
template <array_like A>
[[nodiscard]] auto copy(const A& a) {
  return detail::array_like_of<A>(detail::copied_leaf(a.node()));
}

/// Writes a value, which broadcasts, into an array or view: an array, a number, a vector or a list.
/// `numpy.copyto`.
/// @throws dtype_error, shape_error, overflow_error  nothing has been written then
template <detail::copy_target Target, detail::copy_source Source>
void copyto(Target&& target, const Source& source, casting rule = casting::same_kind) {
  detail::copy_to_view(detail::whole_view(std::forward<Target>(target)),
                       detail::copied_source(source, target.device()), rule, nullptr);
}
template <detail::copy_target Target, element_type Number>
void copyto(Target&& target, std::initializer_list<Number> source,
            casting rule = casting::same_kind) {
  copyto<Target, std::initializer_list<Number>>(std::forward<Target>(target), source, rule);
}
template <detail::copy_target Target, class... Options>
void copyto(Target&& target, const detail::list_argument& source, const Options&... options) {
  copyto<Target, any_expression>(std::forward<Target>(target), source.on(target.device()),
                                 options...);
}
/// The same where a mask holds: `copyto(a, b, gpu::where(mask))`.
template <detail::copy_target Target, detail::copy_source Source>
void copyto(Target&& target, const Source& source, const where_option& where,
            casting rule = casting::same_kind) {
  detail::copy_to_view(detail::whole_view(std::forward<Target>(target)),
                       detail::copied_source(source, target.device()), rule, where.mask);
}
template <detail::copy_target Target, detail::copy_source Source>
void copyto(Target&& target, const Source& source, casting rule, const where_option& where) {
  copyto(std::forward<Target>(target), source, where, rule);
}

}  // namespace gpu
