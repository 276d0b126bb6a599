// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/norm_reductions.hpp>

#include <gpu/elementwise/absolute.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/norm.hpp>
#include <gpu/elementwise/sqrt.hpp>
#include <gpu/kernels/reductions/count_nonzero.hpp>
#include <gpu/kernels/reductions/max.hpp>

#include "array/reduction/nodes.hpp"

namespace gpu::detail {

graph::node_ptr norm_l0_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  return plain_reduction<reductions::count_nonzero>::make(std::move(value), settings);
}
graph::node_ptr norm_l1_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  return plain_reduction<reductions::sum>::make(apply_op<ops::absolute>(value), settings);
}
graph::node_ptr norm_sq_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  if (traits(value->type).kind <= dtype_kind::integer) {
    value = graph::make_cast(value, *result(value->type, {}));
    return plain_reduction<reductions::sum>::make(apply_op<ops::multiply>(value, value), settings);
  }
  return plain_reduction<reductions::sum>::make(apply_op<ops::norm>(value), settings);
}
graph::node_ptr norm_l2_reduction::make(graph::node_ptr value, const reduction_settings& settings) {
  value = graph::make_cast(value, inexact_of(value->type));
  const dtype type = *result(value->type, {});
  if (size_bytes(type) == 2) value = graph::make_cast(value, dtype::float32);
  return graph::make_cast(apply_op<ops::sqrt>(norm_sq_reduction::make(value, settings)), type);
}
graph::node_ptr norm_linf_reduction::make(graph::node_ptr value,
                                          const reduction_settings& settings) {
  reduction_settings from_zero = settings;
  from_zero.initial = number(dtype::bool_, 0);
  return plain_reduction<reductions::max>::make(apply_op<ops::absolute>(value), from_zero);
}

}  // namespace gpu::detail
