// SPDX-License-Identifier: BSD-3-Clause
// Ranges are computed where they will live, from the index, as NumPy computes them on the host.
#include <gpu/array/creation.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <type_traits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/index_values.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

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

/// `value.operator()<T>(i)` for each index i, by one loop of the host, where T is the type of C++
/// that `type` is; null if it is none, which the executor converts to faster.
template <class Value>
graph::leaf_ptr computed_on_host(dtype type, std::ptrdiff_t count, const Value& value) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::leaf_ptr {
    if constexpr (std::is_arithmetic_v<T>) {
      graph::leaf_ptr made = uninitialised_leaf(type, {count}, cpu());
      T* const elements = execute::operation(cpu()).output<T>(*made);
      const auto compute = [elements, value](std::ptrdiff_t first, std::ptrdiff_t last) {
        const Value own = value;  // which no byte that is stored can change
        for (T *to = elements + first, *const end = elements + last; to != end; ++to, ++first)
          *to = own.template operator()<T>(first);
      };
      execute::parallel_for(count, execute::min_thread_elements, compute);
      return made;
    } else {
      return nullptr;
    }
  });
}

/// `first + step * i`, converted. What wraps is computed in as few bits as T has, of which a vector
/// holds more.
template <class T>
T affine(std::int64_t first, std::int64_t step, std::ptrdiff_t i) {
  if constexpr (!std::integral<T> || std::same_as<T, bool>) {
    return math::cast<T>(std::int64_t{moved_by(first, step, i)});
  } else {
    using bits = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
    return static_cast<T>(static_cast<bits>(first) +
                          static_cast<bits>(step) * static_cast<bits>(i));
  }
}

/// NumPy takes the step from the first two elements, after both were rounded to the dtype.
template <class Computed>
graph::leaf_ptr float_arange(dtype type, double start, double next, std::ptrdiff_t count,
                             device where) {
  const auto rounded = [&](double value) {
    return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      return math::cast<Computed>(math::cast<T>(value));
    });
  };
  const Computed first = rounded(start);
  const Computed second = rounded(next);
  const Computed delta = second - first;
  if (where.is_cpu()) {
    const auto value = [=]<class T>(std::ptrdiff_t i) {
      return math::cast<T>(i == 1 ? second : static_cast<Computed>(i) * delta + first);
    };
    if (graph::leaf_ptr made = computed_on_host(type, count, value)) return made;
  }
  const auto line =
      add(multiply(positions<Computed>(count, where), constant(delta)), constant(first));
  return evaluated(
      gpu::where(equal(indices(count, where), std::int64_t{1}), constant(second), line), type);
}

/// Zeros, and then the ones: most elements are not asked where they are.
graph::leaf_ptr eye_on_host(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns,
                            std::ptrdiff_t diagonal) {
  const graph::leaf_ptr matrix =
      execute::evaluate(graph::make_broadcast(number(type, 0), {rows, columns}), cpu());
  diagonal = std::clamp(diagonal, -rows, columns);
  const std::ptrdiff_t row = std::max<std::ptrdiff_t>(-diagonal, 0);
  const std::ptrdiff_t column = std::max<std::ptrdiff_t>(diagonal, 0);
  const std::ptrdiff_t ones = std::min(rows - row, columns - column);
  if (ones <= 0) return matrix;
  const layout place{row * columns + column, {ones}, {columns + 1}};
  execute::assign(graph::make_broadcast(number(type, 1), {ones}),
                  graph::leaf_ptr(new graph::leaf_node(matrix->block, type, place, cpu())));
  return matrix;
}
std::ptrdiff_t checked_length(double length) {
  if (!(length < 9.2e18)) throw value_error("Maximum allowed size exceeded");
  return length <= 0 ? 0 : static_cast<std::ptrdiff_t>(std::ceil(length));
}

[[noreturn]] void throw_zero_step(double start, double stop) {
  throw value_error(text_of("arange: the step is 0 (from ", start, " to ", stop, ")"));
}

constexpr wide_integer min_index = std::numeric_limits<std::int64_t>::min();
constexpr wide_integer max_index = std::numeric_limits<std::int64_t>::max();

/// @throws overflow_error  unless the integer type holds the element
void require_held(dtype type, wide_integer element) {
  if (type == dtype::bool_) return;
  if (element > max_index) {
    const auto value = static_cast<std::uint64_t>(element);
    if (!holds(type, value)) throw_out_of_bounds(std::to_string(value), type);
  } else {
    const auto value = static_cast<std::int64_t>(element);
    if (!holds(type, value)) throw_out_of_bounds(std::to_string(value), type);
  }
}

/// `count` integers; those beyond what the dtype holds wrap around.
graph::leaf_ptr stepped(dtype type, wide_integer first, wide_integer step, std::ptrdiff_t count,
                        device where) {
  const wide_integer last = first + step * std::max<std::ptrdiff_t>(count - 1, 0);
  if (first <= max_index && last <= max_index && last >= min_index) {
    const auto begin = static_cast<std::int64_t>(first);
    const auto delta = static_cast<std::int64_t>(count > 1 ? step : 0);
    if (where.is_cpu()) {
      const auto value = [=]<class T>(std::ptrdiff_t i) { return affine<T>(begin, delta, i); };
      if (graph::leaf_ptr made = computed_on_host(type, count, value)) return made;
    }
    const graph::node_ptr values = graph::make_index({count}, 0, begin, delta, where);
    return execute::evaluate(graph::make_cast(values, type));
  }
  return evaluated(add(multiply(positions<std::uint64_t>(count, where),
                                constant(static_cast<std::uint64_t>(step))),
                       constant(static_cast<std::uint64_t>(first))),
                   type);
}

/// The same from an element that is a real number, to be cut off.
wide_integer whole(dtype type, double element) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> wide_integer {
    if constexpr (std::integral<T>)
      return assigned_number<T>(element);
    else
      return 0;
  });
}

/// The values of `linspace`, before they are converted.
template <class Number>
expression<Number> evenly_spaced(const sequence<Number>& s, device where) {
  if (s.count < 0)
    throw value_error(text_of("Number of samples, ", s.count, ", must be non-negative."));
  const std::ptrdiff_t intervals = s.endpoint ? s.count - 1 : s.count;
  const Number span = s.stop - s.start;
  const Number step = intervals > 0 ? divide(span, Number(static_cast<double>(intervals)))
                                    : Number(math::nan<double>);
  const expression<Number> position = positions<Number>(s.count, where);
  // A step that underflows to 0 is avoided by scaling last; a single sample is `start`.
  const expression<Number> scaled =
      intervals <= 0 ? multiply(position, constant(span))
      : step == Number(0)
          ? multiply(divide(position, constant(Number(static_cast<double>(intervals)))),
                     constant(span))
          : multiply(position, constant(step));
  const expression<Number> values = add(scaled, constant(s.start));
  if (!s.endpoint || s.count <= 1) return values;
  return gpu::where(equal(indices(s.count, where), std::int64_t{s.count - 1}), constant(s.stop),
                    values);
}

/// Several float values with a step that is not 0 on the host; null if these are others.
graph::leaf_ptr spaced_on_host(dtype type, const sequence<double>& s) {
  if (s.count < 2 || is_integer(type)) return nullptr;
  const double step = (s.stop - s.start) / static_cast<double>(s.endpoint ? s.count - 1 : s.count);
  if (step == 0) return nullptr;
  return computed_on_host(type, s.count, [&]<class T>(std::ptrdiff_t i) {
    return math::cast<T>(s.endpoint && i == s.count - 1 ? s.stop
                                                        : static_cast<double>(i) * step + s.start);
  });
}

template <class Number>
graph::leaf_ptr spaced(dtype type, const sequence<Number>& s, device where) {
  if constexpr (std::same_as<Number, double>)
    if (where.is_cpu())
      if (graph::leaf_ptr made = spaced_on_host(type, s)) return made;
  const expression<Number> values = evenly_spaced(s, where);
  if constexpr (std::same_as<Number, double>)
    if (is_integer(type)) return evaluated(floor(values), type);
  return evaluated(values, type);
}

/// From the first two of `count` elements, which are real numbers or complex ones.
graph::leaf_ptr real_arange(dtype type, double first, double second, std::ptrdiff_t count,
                            device where) {
  if (type == dtype::float64 || type == dtype::complex128)
    return float_arange<double>(type, first, second, count, where);
  return float_arange<float>(type, first, second, count, where);
}

}  // namespace

graph::leaf_ptr make_arange(dtype type, double start, double stop, double step, device where) {
  if (step == 0) throw_zero_step(start, stop);
  if (std::isnan(start) || std::isnan(stop) || std::isnan(step))
    throw value_error("arange: cannot compute length");
  const std::ptrdiff_t count = checked_length((stop - start) / step);
  if (is_integer(type) && count > 0) {
    const wide_integer first = whole(type, start);
    return stepped(type, first, count > 1 ? whole(type, start + step) - first : 0, count, where);
  }
  return real_arange(type, start, start + step, count, where);
}

graph::leaf_ptr make_integer_arange(dtype type, wide_integer start, wide_integer stop,
                                    wide_integer step, device where) {
  if (step == 0) throw_zero_step(static_cast<double>(start), static_cast<double>(stop));
  const wide_integer distance = step > 0 ? stop - start : start - stop;
  const wide_integer count = distance <= 0 ? 0 : (distance - 1) / (step > 0 ? step : -step) + 1;
  if (count > max_index) throw value_error("Maximum allowed size exceeded");
  if (type == dtype::bool_ && count > 2)
    throw dtype_error(
        "arange() is only supported for booleans when the result has at most length 2.");
  const auto length = static_cast<std::ptrdiff_t>(count);
  if (!is_integer(type) && type != dtype::bool_)
    return real_arange(type, static_cast<double>(start), static_cast<double>(start + step), length,
                       where);
  if (count > 0) require_held(type, start);
  if (count > 1) require_held(type, start + step);
  return stepped(type, start, step, length, where);
}

graph::leaf_ptr make_linspace(dtype type, double start, double stop, std::ptrdiff_t count,
                              bool endpoint, device where) {
  return spaced<double>(type, {start, stop, count, endpoint}, where);
}

graph::leaf_ptr make_linspace(dtype type, complex<double> start, complex<double> stop,
                              std::ptrdiff_t count, bool endpoint, device where) {
  using number = std::complex<double>;
  return spaced<number>(type, {number(start), number(stop), count, endpoint}, where);
}

template <class Number>
graph::node_ptr logspace_node(dtype type, const sequence<Number>& exponents, double base,
                              device where) {
  const auto values = power(constant(Number(base)), evenly_spaced(exponents, where));
  return graph::make_cast(values.node(), type);
}

/// The sequence is computed from a positive number, or a complex one of that direction, and then
/// rotated; its ends are not rounded.
template <class Number>
graph::node_ptr geomspace_node(dtype type, const sequence<Number>& ends, device where) {
  const auto [start, stop, count, endpoint] = ends;
  if (start == Number(0) || stop == Number(0))
    throw value_error("Geometric sequence cannot include zero");
  const Number direction = sign(start);
  const Number first = divide(start, direction);
  const Number last = divide(stop, direction);
  const sequence<Number> exponents{log10(first), log10(last), count, endpoint};
  expression<Number> values = power(constant(Number(10)), evenly_spaced(exponents, where));
  const expression<std::int64_t> index = indices(count, where);
  values = gpu::where(equal(index, std::int64_t{0}), constant(first), values);
  if (endpoint && count > 1)
    values = gpu::where(equal(index, std::int64_t{count - 1}), constant(last), values);
  return graph::make_cast(multiply(values, constant(direction)).node(), type);
}

template graph::node_ptr logspace_node(dtype, const sequence<double>&, double, device);
template graph::node_ptr logspace_node(dtype, const sequence<std::complex<double>>&, double,
                                       device);
template graph::node_ptr geomspace_node(dtype, const sequence<double>&, device);
template graph::node_ptr geomspace_node(dtype, const sequence<std::complex<double>>&, device);

graph::leaf_ptr make_eye(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns,
                         std::ptrdiff_t diagonal, device where) {
  static_cast<void>(element_count({rows, columns}));
  if (where.is_cpu()) return eye_on_host(type, rows, columns, diagonal);
  const expression<std::int64_t> row(graph::make_index({rows, columns}, 0, diagonal, 1, where));
  const expression<std::int64_t> column(graph::make_index({rows, columns}, 1, 0, 1, where));
  return evaluated(equal(row, column), type);
}

}  // namespace gpu::detail
