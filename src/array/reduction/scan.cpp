// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/scan.hpp>

#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/joined.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

/// The axis of an array with that many.
std::size_t axis_of(const scan_op& op, const reduction_axes& axes, std::size_t rank) {
  if (axes.list().size() != 1) {
    if (op.is_ufunc) throw value_error("accumulate does not allow multiple axes");
    throw value_error(text_of(op.name, " takes one axis, or all elements in C order"));
  }
  return static_cast<std::size_t>(normalize_axis_index(axes.list()[0], rank));
}

}  // namespace

graph::node_ptr scan_node(const scan_op& op, graph::node_ptr value,
                          const reduction_settings& settings) {
  const std::size_t rank = value->extents.size();
  std::size_t axis = 0;
  if (op.is_ufunc && rank == 0) throw dtype_error("cannot accumulate on a scalar");
  if (op.is_ufunc && settings.axes.is_all() && rank > 1)
    throw value_error("accumulate does not allow multiple axes");
  if (rank == 0 || settings.axes.is_all()) value = graph::make_ravel(value);
  if (!settings.axes.is_all()) axis = axis_of(op, settings.axes, value->extents.size());
  if (settings.type) value = graph::make_cast(value, *settings.type);
  return graph::make_cast(graph::make_scan(op.record, op.loop, std::move(value), axis), op.type);
}

void require_scan_target(const graph::node_ptr& value, const written_array& target) {
  if (target.extents != value->extents)
    throw value_error("provided out is the wrong size for the accumulation.");
  if (value->where && *value->where != target.where)
    throw device_mismatch(*value->where, target.where);
}

void throw_no_scan(const char* name) {
  throw dtype_error(
      text_of("No loop matching the specified signature and casting was found for ufunc ", name));
}

graph::node_ptr without_nans(graph::node_ptr value, double instead) {
  if (traits(value->type).kind <= dtype_kind::integer) return value;
  const graph::node_ptr nans = apply_op<ops::isnan>(value);
  return apply_op<ops::where>(nans, number(value->type, instead), value);
}

graph::node_ptr with_initial(const graph::node_ptr& value, double first,
                             const reduction_axes& axes) {
  const std::size_t axis =
      axes.is_all()
          ? 0
          : static_cast<std::size_t>(normalize_axis_index(axes.list()[0], value->extents.size()));
  shape extents = value->extents;
  extents[axis] = 1;
  const node_list parts{graph::make_broadcast(number(value->type, first), extents), value};
  return joined(parts, axis);
}

void require_axis(const graph::node_ptr& value, const reduction_axes& axes) {
  if (axes.is_all() && value->extents.size() > 1)
    throw value_error(
        "For arrays which have more than one dimension ``axis`` argument is required.");
}

}  // namespace gpu::detail
