// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/polynomial_series.hpp>

#include <algorithm>
#include <memory>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/reduction/scan.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/index_values.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::polynomial::detail {
namespace {

using gpu::detail::apply_op;
using gpu::detail::number;
using gpu::detail::with_leading_axes;
using graph::node_ptr;

/// With axes of extent 1 behind the others.
node_ptr with_axes_behind(const node_ptr& value, std::size_t count) {
  shape extents = value->extents;
  for (; count > 0; --count) extents.push_back(1);
  return graph::make_reshape(value, extents);
}

/// Elements [first, last) of a vector.
node_ptr part(const node_ptr& vector, std::ptrdiff_t first, std::ptrdiff_t last) {
  const slice range[] = {gpu::range(first, last)};
  return graph::make_view(vector, sliced(vector->extents, range));
}

/// How many elements there are up to the last one that is true. Waits.
std::ptrdiff_t count_to_last(const node_ptr& truths) {
  std::ptrdiff_t count = truths->extents[0];
  const std::unique_ptr<bool[]> elements(new bool[static_cast<std::size_t>(count)]);
  gpu::detail::read_elements(truths, elements.get());
  while (count > 0 && !elements[static_cast<std::size_t>(count) - 1]) --count;
  return count;
}

node_ptr computed(const node_ptr& value) {
  return node_ptr(execute::evaluate(value).get());
}

}  // namespace

node_ptr series_value(dtype type, const node_ptr& x, const node_ptr& c, bool tensor) {
  const node_ptr series = with_leading_axes(c, 1);
  node_list coefficients =
      gpu::detail::parts_of(tensor ? with_axes_behind(series, x->extents.size()) : series);
  if (coefficients.empty()) throw index_error("index -1 is out of bounds for axis 0 with size 0");
  std::reverse(coefficients.begin(), coefficients.end());
  return gpu::detail::horner(type, coefficients, x);
}

node_ptr product_of_roots(const node_ptr& x, const node_ptr& r, bool tensor) {
  const node_ptr roots = with_leading_axes(r, 1);
  if (!tensor && x->extents.size() >= roots->extents.size())
    throw value_error(text_of("x.ndim must be < r.ndim when tensor == False, not ",
                              x->extents.size(), " and ", roots->extents.size()));
  const node_ptr differences =
      apply_op<ops::subtract>(x, tensor ? with_axes_behind(roots, x->extents.size()) : roots);
  return gpu::detail::plain_reduction<reductions::prod>::make(differences,
                                                              gpu::detail::reduction_settings{0});
}

node_ptr pseudo_vandermonde(const node_ptr& x, std::ptrdiff_t degree) {
  if (degree < 0) throw value_error(text_of("deg must be non-negative, not ", degree));
  const node_ptr points = with_axes_behind(with_leading_axes(x, 1), 1);
  const std::size_t last = points->extents.size() - 1;
  shape extents(last + 1, 1);
  extents[last] = degree + 1;
  const node_ptr power = graph::make_index(extents, last, 0, 1, graph::device_of(x));
  const node_ptr is_first = apply_op<ops::equal>(power, number(dtype::int64, 0));
  const node_ptr one = number(x->type, 1);
  const node_ptr powers = gpu::detail::cumprod_scan::make(
      apply_op<ops::where>(is_first, one, points),
      gpu::detail::reduction_settings{static_cast<std::ptrdiff_t>(last)});
  // NumPy's power 0 of what is not finite is nan.
  const node_ptr first =
      apply_op<ops::add>(apply_op<ops::multiply>(points, number(x->type, 0)), one);
  return apply_op<ops::where>(is_first, first, powers);
}

node_ptr companion(const node_ptr& c) {
  const node_ptr series = series_of({c}, true).front();
  const std::ptrdiff_t degree = series->extents[0] - 1;
  if (degree < 1) throw value_error("Series must have maximum degree of at least 1.");
  const auto index = [&](const shape& extents, std::size_t axis, std::ptrdiff_t start) {
    return graph::make_index(extents, axis, start, 1, graph::device_of(c));
  };
  const node_ptr column = index({1, degree}, 1, 0);
  const node_ptr below_diagonal =
      graph::make_cast(apply_op<ops::equal>(index({degree, 1}, 0, -1), column), c->type);
  const node_ptr quotients =
      apply_op<ops::divide>(part(series, 0, degree), part(series, degree, degree + 1));
  return apply_op<ops::where>(
      apply_op<ops::equal>(column, number(dtype::int64, static_cast<double>(degree - 1))),
      apply_op<ops::subtract>(below_diagonal, graph::make_reshape(quotients, {degree, 1})),
      below_diagonal);
}

node_list listed_series(gpu::detail::nested_list<gpu::detail::listed_number> list) {
  node_list series;
  for (const auto& entry : list) {
    const gpu::detail::list_argument numbers(entry);
    series.emplace_back(gpu::detail::leaf_from_host(numbers.doubles().data(), dtype::float64,
                                                    numbers.shape(), current_device())
                            .get());
  }
  return series;
}

node_list series_of(const node_list& arrays, bool trim) {
  node_list series;
  for (const node_ptr& array : arrays) {
    const node_ptr one = with_leading_axes(array, 1);
    if (element_count(one->extents) == 0) throw value_error("Coefficient array is empty");
    if (one->extents.size() != 1)
      throw value_error(text_of("Coefficient array is not 1-d, but of shape ", one->extents));
    series.push_back(trim ? without_trailing_zeros(one) : one);
  }
  return series;
}

node_ptr without_trailing_zeros(const node_ptr& series) {
  if (series->extents.size() != 1)
    throw value_error(text_of("Coefficient array is not 1-d, but of shape ", series->extents));
  if (series->extents[0] == 0) return series;
  const node_ptr known = computed(series);
  const std::ptrdiff_t count = count_to_last(graph::make_cast(known, dtype::bool_));
  return part(known, 0, std::max<std::ptrdiff_t>(count, 1));
}

node_ptr without_small_end(const node_ptr& series, double tolerance) {
  if (tolerance < 0) throw value_error(text_of("tol must be non-negative, not ", tolerance));
  const node_ptr known = computed(series_of({series}, true).front());
  const node_ptr size = graph::make_cast(apply_op<ops::absolute>(known), dtype::float64);
  const std::ptrdiff_t count =
      count_to_last(apply_op<ops::greater>(size, number(dtype::float64, tolerance)));
  if (count > 0) return part(known, 0, count);
  return apply_op<ops::multiply>(part(known, 0, 1), number(known->type, 0));
}

}  // namespace gpu::polynomial::detail
