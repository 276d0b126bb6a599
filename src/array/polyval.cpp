// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/polyval.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/execute/evaluate.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {

graph::node_ptr horner(dtype type, const std::vector<graph::node_ptr>& coefficients,
                       const graph::node_ptr& x) {
  const graph::node_ptr at = graph::make_cast(x, type);
  // Not the first coefficient: NumPy's value is nan where x is infinite, or has the shape of x.
  graph::node_ptr value = graph::make_broadcast(number(type, 0), at->extents);
  for (const graph::node_ptr& coefficient : coefficients)
    value =
        apply_op<ops::add>(apply_op<ops::multiply>(value, at), graph::make_cast(coefficient, type));
  return value;
}

std::vector<graph::node_ptr> parts_of(const graph::node_ptr& coefficients) {
  if (coefficients->extents.empty()) throw dtype_error("iteration over a 0-d array");
  const graph::node_ptr in_memory(execute::evaluate(coefficients).get());
  std::vector<graph::node_ptr> parts;
  for (std::ptrdiff_t i = 0; i < coefficients->extents[0]; ++i) {
    const slice at[] = {i};
    parts.push_back(graph::make_view(in_memory, sliced(coefficients->extents, at)));
  }
  return parts;
}

}  // namespace gpu::detail
