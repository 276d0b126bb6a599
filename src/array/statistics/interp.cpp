// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/interp.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/kernels/functors/interp.hpp>
#include <gpu/ops.hpp>

#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

void check_table(const shape& points, const shape& values) {
  if (points.size() != 1 || values.size() != 1)
    throw value_error("Data points must be 1-D sequences");
  if (points[0] != values[0]) throw value_error("fp and xp are not of the same length.");
  if (points[0] == 0) throw value_error("array of sample points is empty");
}

template <class T>
std::vector<T> elements(const graph::node_ptr& node) {
  std::vector<T> result(static_cast<std::size_t>(element_count(node->extents)));
  read_elements(node, result.data());
  return result;
}

/// As Python's %: it has the sign of the divisor.
double wrapped(double x, double period) {
  return ops::remainder{}(x, period);
}

/// The table within one period in order, with one more point on each side.
template <class T>
void make_periodic(graph::node_ptr& points, graph::node_ptr& values, double period, device where) {
  std::vector<double> x = elements<double>(points);
  const std::vector<T> y = elements<T>(values);
  for (double& point : x) point = wrapped(point, period);
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return x[a] < x[b]; });
  std::vector<double> all_x{x[order.back()] - period};
  std::vector<T> all_y{y[order.back()]};
  for (const std::size_t k : order) {
    all_x.push_back(x[k]);
    all_y.push_back(y[k]);
  }
  all_x.push_back(x[order.front()] + period);
  all_y.push_back(y[order.front()]);
  const shape extents{static_cast<std::ptrdiff_t>(all_x.size())};
  points = from_host<double>(all_x.data(), extents, where).node();
  values = from_host<T>(all_y.data(), extents, where).node();
}

}  // namespace

template <class T>
graph::node_ptr interpolated(graph::node_ptr x, graph::node_ptr points, graph::node_ptr values,
                             const interp_options<T>& options) {
  check_table(points->extents, values->extents);
  const device where = x->where.value_or(current_device());
  interp_options<T> how = options;
  if (options.period) {
    if (*options.period == 0) throw value_error("period must be a non-zero value");
    const double period = std::abs(*options.period);
    x = remainder(expression<double>(x), period).node();
    make_periodic<T>(points, values, period, where);
    how = {};
  }
  if (where.is_cpu()) {
    points = graph::node_ptr(moved_to(points, where, false).get());
    values = graph::node_ptr(moved_to(values, where, false).get());
  }
  const graph::node_ptr result =
      graph::apply(graph::functor_record<kernels::interp<computed_t<T>>>(), x,
                   graph::make_address(points), graph::step_of(points), graph::make_address(values),
                   graph::step_of(values), points->extents[0], how.left.value_or(T()),
                   how.right.value_or(T()), how.left.has_value(), how.right.has_value());
  return graph::node_ptr(execute::evaluate(result).get());
}

template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<double>&);
template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<std::complex<double>>&);

}  // namespace gpu::detail
