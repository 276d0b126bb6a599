// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/frequencies.hpp>

#include <vector>

#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::fft::detail {
namespace {

using gpu::detail::apply_op;
using gpu::detail::number;
using graph::node_ptr;

/// 1 / (n d), by which NumPy multiplies.
double spacing_of(std::ptrdiff_t n, double d) {
  const double length = static_cast<double>(n) * d;
  if (length == 0) throw value_error("float division by zero");
  return 1 / length;
}

node_ptr multiples(const node_ptr& integers, double spacing, dtype type) {
  const node_ptr value = apply_op<ops::multiply>(graph::make_cast(integers, dtype::float64),
                                                 number(dtype::float64, spacing));
  return graph::make_cast(value, type);
}

}  // namespace

node_ptr fftfreq_node(std::ptrdiff_t n, double d, dtype type, device where) {
  const double spacing = spacing_of(n, d);
  if (n < 0) throw value_error("negative dimensions are not allowed");
  const node_ptr index = graph::make_index({n}, 0, 0, 1, where);
  const node_ptr negative = graph::make_index({n}, 0, -n, 1, where);
  const node_ptr is_first =
      apply_op<ops::less>(index, number(dtype::int64, static_cast<double>((n - 1) / 2 + 1)));
  return multiples(apply_op<ops::where>(is_first, index, negative), spacing, type);
}

node_ptr rfftfreq_node(std::ptrdiff_t n, double d, dtype type, device where) {
  const double spacing = spacing_of(n, d);
  const std::ptrdiff_t count = n < 0 ? 0 : n / 2 + 1;  // numpy.arange of a negative stop is empty
  return multiples(graph::make_index({count}, 0, 0, 1, where), spacing, type);
}

node_ptr shifted(const node_ptr& x, const reduction_axes& axes, std::ptrdiff_t direction) {
  const std::size_t rank = x->extents.size();
  std::vector<std::ptrdiff_t> own = axes.list();
  if (axes.is_all())
    for (std::size_t axis = 0; axis < rank; ++axis)
      own.push_back(static_cast<std::ptrdiff_t>(axis));
  std::vector<std::ptrdiff_t> shifts;
  for (const std::ptrdiff_t axis : own)
    shifts.push_back(direction * (x->extents[normalize_axis_index(axis, rank)] / 2));
  if (own.empty()) return x;
  return gpu::detail::rolled(x, shifts, own);
}

}  // namespace gpu::fft::detail
