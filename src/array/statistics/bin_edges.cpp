// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/finfo.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/print/number_format.hpp"

namespace gpu::detail {
namespace {

std::string number_text(double value, dtype type) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    const T element = math::cast<T>(value);
    return scalar_text(type, &element);
  });
}

void require_finite(const char* what, double first, double last, dtype type) {
  if (!std::isfinite(first) || !std::isfinite(last))
    throw value_error(text_of(what, " range of [", number_text(first, type), ", ",
                              number_text(last, type), "] is not finite"));
}

/// The least and the largest element. Waits.
template <class T>
outer_edges edges_of_data(const graph::node_ptr& a) {
  const any_expression elements(a);
  const graph::node_ptr ends[] = {gpu::min(elements).node(), gpu::max(elements).node()};
  const std::vector<graph::leaf_ptr> found = execute::evaluate(ends);
  T least;
  T most;
  read_element(*found[0], 0, &least);
  read_element(*found[1], 0, &most);
  const auto first = math::cast<double>(least);
  const auto last = math::cast<double>(most);
  if constexpr (integral_element<T>)
    return {
        first, last,
        static_cast<double>(static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least)),
        false};
  else
    return {first, last, math::cast<double>(T(most - least)), false};
}

outer_edges edges_of(const graph::node_ptr& a, const histogram_range& range) {
  if (range.is_given()) {
    const double first = range.low();
    const double last = range.high();
    if (first > last) throw value_error("max must be larger than min in range parameter.");
    require_finite("supplied", first, last, dtype::float64);
    return {first, last, last - first, true};
  }
  if (element_count(a->extents) == 0) return {0, 1, 1, true};
  return visit_dtype(a->type, [&]<class T>(std::type_identity<T>) -> outer_edges {
    if constexpr (is_complex<T>)
      throw dtype_error("complex numbers have no bins");
    else
      return edges_of_data<T>(a);
  });
}

/// The same edges as `spread`, by a kernel.
template <class T>
graph::node_ptr spread_on_device(const outer_edges& outer, std::ptrdiff_t bins, device where) {
  const T first = math::cast<T>(outer.first);
  const T span = T(math::cast<T>(outer.last) - first);
  const T count = math::cast<T>(bins);
  const T step = T(span / count);
  const expression<std::int64_t> number(graph::make_flat_index({bins + 1}, where));
  const expression<T> position = gpu::astype<T>(number);
  const expression<T> offset = step == T(0) ? gpu::multiply(gpu::divide(position, count), span)
                                            : gpu::multiply(position, step);
  return gpu::where(gpu::equal(number, bins), math::cast<T>(outer.last), gpu::add(offset, first))
      .node();
}

/// `x` in the precision of the edges while they are computed.
template <class T>
std::vector<double> spread(const outer_edges& outer, std::ptrdiff_t bins) {
  const T first = math::cast<T>(outer.first);
  const T last = math::cast<T>(outer.last);
  const T span = T(last - first);
  const T count = math::cast<T>(bins);
  const T step = T(span / count);
  std::vector<double> edges;
  for (std::ptrdiff_t k = 0; k < bins; ++k) {
    const T position = math::cast<T>(k);
    // A step that underflows to 0 is avoided by scaling last.
    const T offset = step == 0 ? T(T(position / count) * span) : T(position * step);
    edges.push_back(math::cast<double>(T(offset + first)));
  }
  edges.push_back(outer.last);
  return edges;
}

/// @throws value_error  unless they ascend
std::vector<double> uniform_edges(const outer_edges& outer, std::ptrdiff_t bins, dtype type) {
  std::vector<double> edges = spread_edges(outer, bins, type);
  for (std::size_t k = 1; k < edges.size(); ++k)
    if (edges[k - 1] >= edges[k])
      throw value_error(
          text_of("Too many bins for data range. Cannot create ", bins, " finite-sized bins."));
  return edges;
}

}  // namespace

outer_edges outer_edges_of(const graph::node_ptr& a, const histogram_range& range) {
  outer_edges outer = edges_of(a, range);
  const dtype type = traits(a->type).kind == dtype_kind::floating ? a->type : dtype::float64;
  if (!outer.is_given) require_finite("autodetected", outer.first, outer.last, type);
  if (outer.first != outer.last) return outer;
  visit_dtype(outer.is_given ? dtype::float64 : type, [&]<class T>(std::type_identity<T>) {
    if constexpr (real_element<T>) {
      const T half = math::cast<T>(0.5);
      const T first = T(math::cast<T>(outer.first) - half);
      const T last = T(math::cast<T>(outer.last) + half);
      outer.first = math::cast<double>(first);
      outer.last = math::cast<double>(last);
      outer.width = math::cast<double>(T(last - first));
    }
  });
  return outer;
}

double rounding_of(dtype type) {
  return traits(type).kind == dtype_kind::floating ? finfo(type).eps / 2 : 0x1p-53;
}

double edge_error(const outer_edges& outer, std::ptrdiff_t bins, dtype type) {
  const double most = outer.largest_magnitude();
  int exponent;
  const bool is_power = std::frexp(most, &exponent) == 0.5;
  // Numbers below a power of two have half the distance of those above it.
  const double binade = std::ldexp(1.0, exponent - (is_power ? 2 : 1));
  const double computing = outer.is_given ? 0x1p-53 : rounding_of(type);
  // A step that is denormal has an error of its own, which all bins multiply.
  const double denormals = outer.is_given ? 1 : 2 + static_cast<double>(bins);
  return binade * rounding_of(type) + denormals * finfo(type).smallest_subnormal +
         8 * computing * (most + outer.width);
}

graph::node_ptr placed_edges(const outer_edges& outer, std::ptrdiff_t bins, dtype type,
                             device where) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
    if constexpr (real_element<T>) {
      // Two neighbours, both of which are moved by rounding, are farther apart than that.
      const bool are_apart =
          outer.width > 2.5 * edge_error(outer, bins, type) * static_cast<double>(bins);
      const bool are_finite =
          std::isfinite(outer.width) && outer.largest_magnitude() <= finfo(type).max;
      if (are_apart && are_finite) {
        const graph::node_ptr edges = outer.is_given ? spread_on_device<double>(outer, bins, where)
                                                     : spread_on_device<T>(outer, bins, where);
        return graph::node_ptr(execute::evaluate(graph::make_cast(edges, type), where).get());
      }
      std::vector<T> rounded;
      for (const double edge : uniform_edges(outer, bins, type))
        rounded.push_back(math::cast<T>(edge));
      return from_host<T>(rounded.data(), {bins + 1}, where).node();
    }
    fail("edges of bins of one width are floats");
  });
}

std::vector<double> spread_edges(const outer_edges& outer, std::ptrdiff_t bins, dtype type) {
  std::vector<double> edges;
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (real_element<T>) {
      edges = outer.is_given ? spread<double>(outer, bins) : spread<T>(outer, bins);
      for (double& edge : edges) edge = math::cast<double>(math::cast<T>(edge));
    }
  });
  return edges;
}

}  // namespace gpu::detail
