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

#include "array/statistics/edge_search.hpp"
#include "execute/host/thread_pool.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {

/// Found by `math::interpolated` instead of the search among plain points.
[[nodiscard]] static inline long long interval_of(double x, const edge_table<double>& points,
                                                  long long n) {
  return std::clamp<long long>(points.before(x, true) - 1, 0, std::max(n - 2, 0LL));
}

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

/// Many elements on the host: the interval of each is looked up in a table of places.
template <class T>
class table_interpolation : public graph::library_function {
 public:
  explicit table_interpolation(const math::interpolation_ends<T>& ends) : ends_(ends) {}

  [[nodiscard]] const char* name() const noexcept override { return "interp"; }
  void run(execute::operation& work) const override {
    const std::ptrdiff_t count = work.input(1).place.extents[0];
    const edge_table<double> points(reinterpret_cast<const double*>(work.input(1).data), count);
    const auto* const values = reinterpret_cast<const T*>(work.input(2).data);
    const auto* const x = reinterpret_cast<const double*>(work.input(0).data);
    auto* const out = reinterpret_cast<T*>(work.output().data);
    execute::parallel_for(element_count(work.input(0).place.extents), min_searched,
                          [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                            std::transform(x + first, x + last, out + first, [&](double element) {
                              return math::interpolated(element, points, values, count, ends_);
                            });
                          });
  }

 private:
  math::interpolation_ends<T> ends_;
};

}  // namespace

template <class T>
graph::node_ptr interpolated(graph::node_ptr x, graph::node_ptr points, graph::node_ptr values,
                             const interp_options<T>& options) {
  check_table(points->extents, values->extents);
  const device where = graph::device_of(x);
  interp_options<T> chosen = options;
  if (options.period) {
    if (*options.period == 0) throw value_error("period must be a non-zero value");
    const double period = std::abs(*options.period);
    x = remainder(expression<double>(x), period).node();
    make_periodic<T>(points, values, period, where);
    chosen = {};
  }
  if (where.is_cpu()) {
    points = graph::node_ptr(moved_to(points, where, false).get());
    values = graph::node_ptr(moved_to(values, where, false).get());
  }
  if (where.is_cpu() &&
      is_worth_table(dtype::float64, element_count(x->extents), points->extents[0])) {
    using number = computed_t<T>;
    const math::interpolation_ends<number> ends{number(chosen.left.value_or(T())),
                                                number(chosen.right.value_or(T())),
                                                chosen.left.has_value(), chosen.right.has_value()};
    const ref_ptr<const graph::library_function> search(new table_interpolation<number>(ends));
    return graph::node_ptr(
        execute::evaluate(
            graph::make_library_node(
                search,
                graph::operand_list::of(graph::make_cast(x, dtype::float64), points, values),
                dtype_of<T>, x->extents, where))
            .get());
  }
  const graph::node_ptr result =
      graph::apply(graph::functor_record<kernels::interp<computed_t<T>>>(), x,
                   graph::make_address(points), graph::step_of(points), graph::make_address(values),
                   graph::step_of(values), points->extents[0], chosen.left.value_or(T()),
                   chosen.right.value_or(T()), chosen.left.has_value(), chosen.right.has_value());
  return graph::node_ptr(execute::evaluate(result).get());
}

template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<double>&);
template graph::node_ptr interpolated(graph::node_ptr, graph::node_ptr, graph::node_ptr,
                                      const interp_options<std::complex<double>>&);

graph::node_ptr interpolated_anyhow(const graph::node_ptr& x, const graph::node_ptr& points,
                                    const graph::node_ptr& values,
                                    const interp_options<double>& options) {
  const graph::node_ptr where = converted(x, dtype::float64, casting::safe);
  const graph::node_ptr table = converted(points, dtype::float64, casting::safe);
  if (traits(values->type).kind != dtype_kind::complex)
    return interpolated(where, table, graph::make_cast(values, dtype::float64), options);
  const interp_options<std::complex<double>> both{options.left, options.right, options.period};
  return interpolated(where, table, graph::make_cast(values, dtype::complex128), both);
}

}  // namespace gpu::detail
