// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/composed_reductions.hpp>

#include <algorithm>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/bitwise_and.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/isnan.hpp>
#include <gpu/elementwise/less_equal.hpp>
#include <gpu/elementwise/logical_not.hpp>
#include <gpu/elementwise/maximum.hpp>
#include <gpu/elementwise/norm.hpp>
#include <gpu/elementwise/sqrt.hpp>
#include <gpu/elementwise/subtract.hpp>
#include <gpu/elementwise/where.hpp>
#include <gpu/kernels/reductions/all.hpp>
#include <gpu/kernels/reductions/max.hpp>
#include <gpu/kernels/reductions/min.hpp>
#include <gpu/kernels/reductions/squared_deviations.hpp>

#include "array/reduction/nodes.hpp"

namespace gpu::detail {
namespace {

bool has_nans(const graph::node_ptr& value) {
  return traits(value->type).kind > dtype_kind::integer;
}

/// `settings` without the elements that are nan.
reduction_settings without_nans(const graph::node_ptr& value, const reduction_settings& settings) {
  reduction_settings rest = settings;
  if (!has_nans(value)) return rest;
  graph::node_ptr numbers = apply_op<ops::logical_not>(apply_op<ops::isnan>(value));
  rest.mask = settings.mask ? apply_op<ops::bitwise_and>(
                                  mask_over(bool_node(settings.mask), value->extents), numbers)
                            : numbers;
  return rest;
}

/// The sum of |x - mean|^2 as float64.
graph::node_ptr deviations_of(graph::node_ptr value, const reduction_settings& settings) {
  const std::uint64_t axes = settings.axes.bits(value->extents.size());
  std::uint64_t rows = axes;
  const shape extents = value->extents;
  add_axis_if_none(value, rows);
  const graph::op_record& record = graph::record_of<reductions::squared_deviations>();
  graph::node_ptr result;
  if (settings.mask) {
    graph::node_ptr mask = mask_over(settings.mask, extents);
    std::uint64_t same = axes;
    add_axis_if_none(mask, same);
    const operand_type types[] = {{value->type, false}, {dtype::bool_, false}};
    result = graph::make_reduction(record, graph::resolve_loop(record, types),
                                   graph::operand_list::of(value, mask), rows);
  } else {
    const operand_type types[] = {{value->type, false}};
    result = graph::make_reduction(record, graph::resolve_loop(record, types),
                                   graph::operand_list::of(value), rows);
  }
  if (axes == 0) result = graph::make_reshape(result, extents);
  return settings.keepdims ? with_kept_axes(result, axes) : result;
}

/// The same from a mean that is given.
graph::node_ptr deviations_from(const graph::node_ptr& mean, const graph::node_ptr& value,
                                const reduction_settings& settings) {
  const bool is_complex = traits(value->type).kind == dtype_kind::complex;
  if (!is_complex && traits(mean->type).kind == dtype_kind::complex)
    throw dtype_error(text_of("Cannot cast the mean from dtype('", mean->type, "') to dtype('",
                              value->type, "')"));
  const dtype wide = is_complex ? dtype::complex128 : dtype::float64;
  reduction_settings total = axes_of(settings);
  total.mask = settings.mask;
  return plain_reduction<reductions::sum>::make(
      apply_op<ops::norm>(
          apply_op<ops::subtract>(graph::make_cast(value, wide), graph::make_cast(mean, wide))),
      total);
}

/// The variance as float64.
graph::node_ptr variance_of(graph::node_ptr value, const reduction_settings& settings) {
  value = graph::make_cast(value, inexact_of(settings.type.value_or(value->type)));
  const graph::node_ptr zero = number(dtype::float64, 0);
  graph::node_ptr degrees = count_of(value->extents, settings, dtype::float64);
  if (settings.correction != 0)
    degrees = apply_op<ops::maximum>(
        apply_op<ops::subtract>(degrees, number(dtype::float64, settings.correction)), zero);
  const graph::node_ptr deviations = settings.mean ? deviations_from(settings.mean, value, settings)
                                                   : deviations_of(std::move(value), settings);
  return apply_op<ops::divide>(deviations, degrees);
}

/// NumPy's errors of functions that skip nans.
void require_inexact(const graph::node_ptr& value, const reduction_settings& settings) {
  if (!has_nans(value)) return;
  if (settings.type && traits(*settings.type).kind <= dtype_kind::integer)
    throw dtype_error("If a is inexact, then dtype must be inexact");
  if (settings.into && traits(*settings.into).kind <= dtype_kind::integer)
    throw dtype_error("If a is inexact, then out must be inexact");
}

/// nan where no degrees of freedom are left, if there can be nans.
graph::node_ptr nan_variance_of(const graph::node_ptr& value, const reduction_settings& settings) {
  require_inexact(value, settings);
  if (!has_nans(value)) return variance_of(value, settings);
  const reduction_settings rest = without_nans(value, settings);
  const graph::node_ptr variance = variance_of(value, rest);
  const graph::node_ptr count = count_of(value->extents, rest, dtype::float64);
  return apply_op<ops::where>(
      apply_op<ops::less_equal>(count, number(dtype::float64, settings.correction)),
      number(dtype::float64, math::nan<double>), variance);
}

template <class Reduction>
graph::node_ptr nan_position(const graph::node_ptr& value, const reduction_settings& settings,
                             double worst) {
  if (!has_nans(value)) return plain_reduction<Reduction>::make(value, settings);
  const graph::node_ptr nans = apply_op<ops::isnan>(value);
  graph::node_ptr position = plain_reduction<Reduction>::make(
      masked(nans, number(value->type, worst), value, value->type), settings);
  return apply_op<ops::where>(plain_reduction<reductions::all>::make(nans, axes_of(settings)),
                              number(dtype::int64, -1), position);
}

}  // namespace

graph::node_ptr count_of(const shape& extents, const reduction_settings& settings, dtype type) {
  if (!settings.mask)
    return number(type,
                  static_cast<double>(reduced_count(extents, settings.axes.bits(extents.size()))));
  return graph::make_cast(
      plain_reduction<reductions::sum>::make(mask_over(settings.mask, extents), axes_of(settings)),
      type);
}

graph::node_ptr mean_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  dtype type = *result(value->type, settings.type);
  if (settings.into && !settings.type && traits(value->type).kind > dtype_kind::integer)
    type = inexact_of(promote_types(type, *settings.into));
  value = graph::make_cast(value, type);
  if (size_bytes(type) == 2 && traits(type).kind == dtype_kind::floating)
    value = graph::make_cast(value, dtype::float32);
  reduction_settings total = axes_of(settings);
  total.mask = settings.mask;
  // Of integers, which only `as_dtype` gives, the sum wraps around as NumPy's does.
  const graph::node_ptr sum =
      graph::make_cast(plain_reduction<reductions::sum>::make(value, total), value->type);
  const graph::node_ptr count = count_of(value->extents, settings, inexact_of(sum->type));
  return graph::make_cast(apply_op<ops::divide>(sum, count), settings.into.value_or(type));
}

graph::node_ptr var_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  const dtype type = *result(value->type, settings.type);
  return graph::make_cast(variance_of(std::move(value), settings), type);
}

graph::node_ptr std_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  const dtype type = *result(value->type, settings.type);
  return graph::make_cast(apply_op<ops::sqrt>(variance_of(std::move(value), settings)), type);
}

graph::node_ptr ptp_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  if (settings.into) value = graph::make_cast(value, promote_types(value->type, *settings.into));
  const graph::node_ptr largest = plain_reduction<reductions::max>::make(value, settings);
  return apply_op<ops::subtract>(largest, plain_reduction<reductions::min>::make(value, settings));
}

graph::node_ptr nansum_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  return plain_reduction<reductions::sum>::make(value, without_nans(value, settings));
}
graph::node_ptr nanprod_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  return plain_reduction<reductions::prod>::make(value, without_nans(value, settings));
}
graph::node_ptr nanmean_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  require_inexact(value, settings);
  return mean_reduction::make(value, without_nans(value, settings));
}
graph::node_ptr nanvar_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  const dtype type = *result(value->type, settings.type);
  return graph::make_cast(nan_variance_of(value, settings), type);
}
graph::node_ptr nanstd_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  const dtype type = *result(value->type, settings.type);
  return graph::make_cast(apply_op<ops::sqrt>(nan_variance_of(value, settings)), type);
}
graph::node_ptr nanargmax_reduction::make(graph::node_ptr value,
                                          const reduction_settings& settings) {
  return nan_position<reductions::argmax>(value, settings, -math::infinity<double>);
}
graph::node_ptr nanargmin_reduction::make(graph::node_ptr value,
                                          const reduction_settings& settings) {
  return nan_position<reductions::argmin>(value, settings, math::infinity<double>);
}
graph::node_ptr count_nonnan_reduction::make(graph::node_ptr value,
                                             const reduction_settings& settings) {
  reduction_settings rest = settings;
  const graph::node_ptr numbers = apply_op<ops::logical_not>(apply_op<ops::isnan>(value));
  return plain_reduction<reductions::sum>::make(numbers, rest);
}

}  // namespace gpu::detail
