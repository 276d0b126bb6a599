// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/linspace.hpp>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

/// 0, 1, ... along a first axis, before those of `values`.
graph::node_ptr numbered(std::ptrdiff_t count, const graph::node_ptr& values) {
  shape extents(values->extents.size() + 1, 1);
  extents[0] = count;
  return graph::make_index(extents, 0, 0, 1, graph::device_of(values));
}

/// `values`, of which one along the first axis is another.
graph::node_ptr with_element(const graph::node_ptr& values, const graph::node_ptr& index,
                             std::ptrdiff_t place, const graph::node_ptr& element) {
  const graph::node_ptr wanted = scalar_node(std::int64_t{place}, dtype::int64);
  return apply_op<ops::where>(apply_op<ops::equal>(index, wanted), element, values);
}

/// As `linspace` of numbers, for each element of the ends, along a first axis. As in NumPy all
/// steps are scaled last if one of them is 0.
graph::node_ptr spaced_between(const array_sequence_ends& ends) {
  const auto& [start, stop, count, endpoint, axis] = ends;
  if (count < 0)
    throw value_error(text_of("Number of samples, ", count, ", must be non-negative."));
  const dtype type = start->type;
  const graph::node_ptr span = apply_op<ops::subtract>(stop, start);
  const graph::node_ptr index = numbered(count, span);
  const graph::node_ptr position = graph::make_cast(index, type);
  const std::ptrdiff_t intervals = endpoint ? count - 1 : count;
  graph::node_ptr scaled = apply_op<ops::multiply>(position, span);
  if (intervals > 0) {
    const graph::node_ptr divisor = number(type, static_cast<double>(intervals));
    const graph::node_ptr step = apply_op<ops::divide>(span, divisor);
    const expression<bool> is_zero(apply_op<ops::equal>(step, number(type, 0)));
    scaled = apply_op<ops::where>(
        any(is_zero).node(),
        apply_op<ops::multiply>(apply_op<ops::divide>(position, divisor), span),
        apply_op<ops::multiply>(position, step));
  }
  const graph::node_ptr values = apply_op<ops::add>(scaled, start);
  if (!endpoint || count <= 1) return values;
  return with_element(values, index, count - 1, stop);
}

/// The sequences with the numbers 10 to the power of these between their ends, which are not
/// rounded.
graph::node_ptr powers_between(const array_sequence_ends& ends) {
  const auto& [start, stop, count, endpoint, axis] = ends;
  const graph::node_ptr first = apply_op<ops::log10>(start);
  const graph::node_ptr last = apply_op<ops::log10>(stop);
  const graph::node_ptr exponents = spaced_between({first, last, count, endpoint, axis});
  const graph::node_ptr index = numbered(count, apply_op<ops::subtract>(last, first));
  graph::node_ptr values = apply_op<ops::power>(number(exponents->type, 10), exponents);
  values = with_element(values, index, 0, start);
  return endpoint && count > 1 ? with_element(values, index, count - 1, stop) : values;
}

}  // namespace

graph::node_ptr linspace_node(dtype type, const array_sequence_ends& ends) {
  graph::node_ptr values = spaced_between(ends);
  if (is_integer(type) && traits(values->type).kind == dtype_kind::floating)
    values = apply_op<ops::floor>(values);
  return graph::make_cast(moved_axes(values, {0}, {ends.axis}), type);
}

graph::node_ptr logspace_node(dtype type, const array_sequence_ends& exponents,
                              const graph::node_ptr& base) {
  const graph::node_ptr powers = apply_op<ops::power>(base, spaced_between(exponents));
  return graph::make_cast(moved_axes(powers, {0}, {exponents.axis}), type);
}

graph::node_ptr geomspace_node(dtype type, const array_sequence_ends& ends) {
  for (const graph::node_ptr& end : {ends.start, ends.stop})
    if (any(expression<bool>(apply_op<ops::equal>(end, number(end->type, 0)))).item())
      throw value_error("Geometric sequence cannot include zero");
  // As in NumPy from a positive number, or a complex one of that direction, and then rotated.
  const graph::node_ptr direction = apply_op<ops::sign>(ends.start);
  array_sequence_ends rotated = ends;
  rotated.start = apply_op<ops::divide>(ends.start, direction);
  rotated.stop = apply_op<ops::divide>(ends.stop, direction);
  const graph::node_ptr values = apply_op<ops::multiply>(powers_between(rotated), direction);
  return graph::make_cast(moved_axes(values, {0}, {ends.axis}), type);
}

}  // namespace gpu::detail
