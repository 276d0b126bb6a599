// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/interp.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/error.hpp>
#include <gpu/elementwise/support/interpolation.hpp>
#include <gpu/ops.hpp>

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

template <class T>
graph::node_ptr on_host(const graph::node_ptr& x, const graph::node_ptr& points,
                        const graph::node_ptr& values, const interp_options<T>& options) {
  using value = computed_t<T>;
  const std::vector<double> at = elements<double>(x);
  const std::vector<double> xp = elements<double>(points);
  const std::vector<T> fp = elements<T>(values);
  const math::interpolation_ends<value> ends{value(options.left.value_or(T())),
                                             value(options.right.value_or(T())),
                                             options.left.has_value(), options.right.has_value()};
  std::vector<T> result(at.size());
  for (std::size_t k = 0; k < at.size(); ++k)
    result[k] =
        static_cast<T>(math::interpolated(at[k], xp, fp, static_cast<long long>(xp.size()), ends));
  return from_host<T>(result.data(), x->extents, cpu()).node();
}

template <class T>
graph::node_ptr on_gpu(const graph::node_ptr& x, const graph::node_ptr& points,
                       const graph::node_ptr& values, const interp_options<T>& options) {
  static const auto& kernel = *new elementwise_kernel<T(double, double, T, T, T, bool, bool)>(
      "float64 x, raw float64 xp, raw T fp, T left, T right, bool has_left, bool has_right", "T y",
      "y = gpu::math::interpolated(x, xp, fp, xp.size(), "
      "gpu::math::interpolation_ends<T>{left, right, has_left, has_right})",
      "interp", {.preamble = "#include <gpu/elementwise/support/interpolation.hpp>\n"});
  return kernel(expression<double>(x), expression<double>(points), expression<T>(values),
                options.left.value_or(T()), options.right.value_or(T()), options.left.has_value(),
                options.right.has_value())
      .node();
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
  return where == cpu() ? on_host(x, points, values, how) : on_gpu(x, points, values, how);
}

template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<double>&);
template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<std::complex<double>>&);

}  // namespace gpu::detail
