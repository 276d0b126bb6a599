// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/windows.hpp>

#include <algorithm>
#include <numbers>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "array/index_values.hpp"

namespace gpu::detail {
namespace {

using std::numbers::pi;
using weights = expression<double>;

/// A window by its formula, of 1 - count, 3 - count, ... count - 1 and of count - 1.
template <class Formula>
graph::node_ptr window(dtype type, std::ptrdiff_t count, device where, const Formula& formula) {
  if (count <= 1) return filled_node(type, {std::max<std::ptrdiff_t>(count, 0)}, 1, where);
  const weights position(
      graph::make_cast(graph::make_index({count}, 0, 1 - count, 2, where), dtype::float64));
  return graph::make_cast(formula(position, static_cast<double>(count - 1)).node(), type);
}

}  // namespace

graph::node_ptr bartlett_node(dtype type, std::ptrdiff_t count, device where) {
  return window(type, count, where, [](const weights& n, double last) {
    return gpu::where(n <= 0.0, 1.0 + n / last, 1.0 - n / last);
  });
}

graph::node_ptr blackman_node(dtype type, std::ptrdiff_t count, device where) {
  return window(type, count, where, [](const weights& n, double last) {
    return 0.42 + 0.5 * cos(pi * n / last) + 0.08 * cos(2 * pi * n / last);
  });
}

graph::node_ptr hamming_node(dtype type, std::ptrdiff_t count, device where) {
  return window(type, count, where,
                [](const weights& n, double last) { return 0.54 + 0.46 * cos(pi * n / last); });
}

graph::node_ptr hanning_node(dtype type, std::ptrdiff_t count, device where) {
  return window(type, count, where,
                [](const weights& n, double last) { return 0.5 + 0.5 * cos(pi * n / last); });
}

graph::node_ptr kaiser_node(dtype type, std::ptrdiff_t count, double beta, device where) {
  return window(type, count, where, [&](const weights& n, double last) {
    // NumPy divides halves of both: the quotient is the same.
    return i0(beta * sqrt(1.0 - square(n / last))) / i0(beta);
  });
}

}  // namespace gpu::detail
