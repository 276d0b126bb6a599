// SPDX-License-Identifier: BSD-3-Clause
// Ranges are computed where they will live, from the index, as NumPy computes them on the host.
#include <gpu/array/creation.hpp>

#include <cmath>
#include <limits>

#include <gpu/core/concat.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

namespace gpu::detail {
namespace {

template <class T>
expression<T> constant(T value) {
  return expression<T>(graph::make_scalar(dtype_of<T>, &value));
}

/// 0, 1, ... count - 1, as `T`.
template <class T>
expression<T> positions(std::ptrdiff_t count, device where) {
  return expression<T>(graph::make_cast(graph::make_index({count}, 0, 0, 1, where), dtype_of<T>));
}

expression<std::int64_t> indices(std::ptrdiff_t count, device where) {
  return expression<std::int64_t>(graph::make_index({count}, 0, 0, 1, where));
}

template <class T>
graph::leaf_ptr evaluated(const expression<T>& value, dtype type) {
  return execute::evaluate(graph::make_cast(value.node(), type));
}

/// NumPy takes the step from the first two elements, after both were rounded to the dtype.
template <class Computed>
graph::leaf_ptr float_arange(dtype type, double start, double step, std::ptrdiff_t count,
                             device where) {
  const auto rounded = [&](double value) {
    return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      return math::cast<Computed>(math::cast<T>(value));
    });
  };
  const Computed first = rounded(start);
  const Computed second = rounded(start + step);
  const Computed delta = second - first;
  const auto line =
      add(multiply(positions<Computed>(count, where), constant(delta)), constant(first));
  return evaluated(
      gpu::where(equal(indices(count, where), std::int64_t{1}), constant(second), line), type);
}

std::ptrdiff_t checked_length(double length) {
  if (!(length < 9.2e18)) throw value_error("Maximum allowed size exceeded");
  return length <= 0 ? 0 : static_cast<std::ptrdiff_t>(std::ceil(length));
}

}  // namespace

graph::leaf_ptr make_arange(dtype type, double start, double stop, double step, device where) {
  if (step == 0)
    throw value_error(concat("arange: the step is 0 (from ", start, " to ", stop, ")"));
  if (std::isnan(start) || std::isnan(stop) || std::isnan(step))
    throw value_error("arange: cannot compute length");
  const std::ptrdiff_t count = checked_length((stop - start) / step);
  if (type == dtype::float64) return float_arange<double>(type, start, step, count, where);
  return float_arange<float>(type, start, step, count, where);
}

graph::leaf_ptr make_integer_arange(dtype type, std::int64_t start, std::int64_t stop,
                                    std::int64_t step, device where) {
  if (step == 0)
    throw value_error(concat("arange: the step is 0 (from ", start, " to ", stop, ")"));
  const bool is_empty = step > 0 ? start >= stop : start <= stop;
  const auto distance = step > 0
                            ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                            : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
  const std::uint64_t stride = step > 0 ? static_cast<std::uint64_t>(step)
                                        : std::uint64_t{0} - static_cast<std::uint64_t>(step);
  const std::uint64_t count = is_empty ? 0 : (distance - 1) / stride + 1;
  const graph::node_ptr values =
      graph::make_index({static_cast<std::ptrdiff_t>(count)}, 0, start, step, where);
  return execute::evaluate(graph::make_cast(values, type));
}

graph::leaf_ptr make_linspace(dtype type, double start, double stop, std::ptrdiff_t count,
                              bool endpoint, device where) {
  if (count < 0) throw value_error(concat("Number of samples, ", count, ", must be non-negative."));
  const std::ptrdiff_t intervals = endpoint ? count - 1 : count;
  const double span = stop - start;
  const double step = intervals > 0 ? span / static_cast<double>(intervals)
                                    : std::numeric_limits<double>::quiet_NaN();
  const expression<double> position = positions<double>(count, where);
  // A step that underflows to 0 is avoided by scaling last; a single sample is `start`.
  const expression<double> scaled =
      intervals <= 0 ? multiply(position, constant(span))
      : step == 0
          ? multiply(divide(position, constant(static_cast<double>(intervals))), constant(span))
          : multiply(position, constant(step));
  expression<double> values = add(scaled, constant(start));
  if (endpoint && count > 1)
    values =
        gpu::where(equal(indices(count, where), std::int64_t{count - 1}), constant(stop), values);
  return is_integer(type) ? evaluated(floor(values), type) : evaluated(values, type);
}

graph::leaf_ptr make_eye(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns,
                         std::ptrdiff_t diagonal, device where) {
  static_cast<void>(element_count({rows, columns}));
  const expression<std::int64_t> row(graph::make_index({rows, columns}, 0, diagonal, 1, where));
  const expression<std::int64_t> column(graph::make_index({rows, columns}, 1, 0, 1, where));
  return evaluated(equal(row, column), type);
}

}  // namespace gpu::detail
