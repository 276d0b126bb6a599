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

/// As `linspace` of numbers, for each element of the ends, along a first axis. As in NumPy all
/// steps are scaled last if one of them is 0.
graph::node_ptr spaced_between(const array_sequence_ends& ends) {
  const auto& [start, stop, count, endpoint, axis] = ends;
  if (count < 0)
    throw value_error(text_of("Number of samples, ", count, ", must be non-negative."));
  const dtype type = start->type;
  const graph::node_ptr span = apply_op<ops::subtract>(stop, start);
  const device where = span->where.value_or(current_device());
  shape extents(span->extents.size() + 1, 1);
  extents[0] = count;
  const graph::node_ptr index = graph::make_index(extents, 0, 0, 1, where);
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
  const graph::node_ptr last = scalar_node(std::int64_t{count - 1}, dtype::int64);
  return apply_op<ops::where>(apply_op<ops::equal>(index, last), stop, values);
}

}  // namespace

graph::node_ptr linspace_node(dtype type, const array_sequence_ends& ends) {
  graph::node_ptr values = spaced_between(ends);
  if (is_integer(type) && traits(values->type).kind == dtype_kind::floating)
    values = apply_op<ops::floor>(values);
  return graph::make_cast(moved_axes(values, {0}, {ends.axis}), type);
}

graph::node_ptr logspace_node(dtype type, const array_sequence_ends& exponents, double base) {
  const graph::node_ptr values = spaced_between(exponents);
  const graph::node_ptr powers = apply_op<ops::power>(number(values->type, base), values);
  return graph::make_cast(moved_axes(powers, {0}, {exponents.axis}), type);
}

}  // namespace gpu::detail
