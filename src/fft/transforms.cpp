// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/transforms.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <gpu/array/manipulation/padding.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/joined.hpp"
#include "array/part_along.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "fft/transform_node.hpp"

namespace gpu::fft::detail {
namespace {

using gpu::detail::apply_op;
using gpu::detail::number;
using gpu::detail::part_along;
using graph::node_ptr;
using vendor::transform_kind;

/// An axis and the points of the transform along it.
struct axis_points {
  std::size_t axis;
  std::ptrdiff_t points;
};

enum class normalization : std::uint8_t { backward, ortho, forward };

normalization normalization_of(std::string_view norm) {
  if (norm == "backward") return normalization::backward;
  if (norm == "ortho") return normalization::ortho;
  if (norm == "forward") return normalization::forward;
  throw value_error(
      text_of("Invalid norm value ", norm, "; should be \"backward\",\"ortho\" or \"forward\"."));
}

normalization exchanged(normalization norm) {
  if (norm == normalization::ortho) return norm;
  return norm == normalization::forward ? normalization::backward : normalization::forward;
}

void require_points(std::ptrdiff_t points) {
  if (points < 1)
    throw value_error(text_of("Invalid number of FFT data points (", points, ") specified."));
}

/// The first elements along an axis, with zeros behind them if there are fewer.
node_ptr resized(const node_ptr& a, std::size_t axis, std::ptrdiff_t extent) {
  const std::ptrdiff_t own = a->extents[axis];
  if (extent == own) return a;
  if (extent < own) return part_along(a, axis, range(0, extent));
  gpu::detail::pad_call call{pad_mode::constant, {}};
  call.widths.assign(a->extents.size(), {0, 0});
  call.widths[axis][1] = extent - own;
  return gpu::detail::padded(a, std::move(call));
}

/// The result of so many points, divided as `norm` says. Real and imaginary parts are multiplied on
/// their own, so that infinite ones stay what they are.
node_ptr scaled(const node_ptr& value, double points, normalization norm, bool inverse) {
  if (norm == (inverse ? normalization::forward : normalization::backward)) return value;
  const double factor = 1 / (norm == normalization::ortho ? std::sqrt(points) : points);
  if (factor == 1) return value;
  const node_ptr real_factor = number(real_result(value->type), factor);
  if (traits(value->type).kind != dtype_kind::complex)
    return apply_op<ops::multiply>(value, real_factor);
  return apply_op<ops::to_complex>(
      apply_op<ops::multiply>(apply_op<ops::real>(value), real_factor),
      apply_op<ops::multiply>(apply_op<ops::imag>(value), real_factor));
}

node_ptr complex_operand(const node_ptr& a) {
  return graph::make_cast(a, complex_result(a->type));
}

/// @throws dtype_error  of complex numbers
node_ptr real_operand(const node_ptr& a, std::ptrdiff_t points) {
  if (traits(a->type).kind == dtype_kind::complex)
    throw dtype_error(text_of("ufunc 'rfft_n_", points % 2 == 0 ? "even" : "odd",
                              "' not supported for the input types, and the inputs could not be "
                              "safely coerced to any supported types according to the casting rule "
                              "''safe'': the elements are ",
                              a->type));
  return graph::make_cast(a, real_result(a->type));
}

axis_points along(const node_ptr& a, std::ptrdiff_t axis, points_option n) {
  const std::size_t own = normalize_axis_index(axis, a->extents.size());
  const std::ptrdiff_t points = n.value_or(a->extents[own]);
  require_points(points);
  return {own, points};
}
/// Of a transform to real numbers, of which there are 2 (m - 1) if `n` does not say.
axis_points along_real(const node_ptr& a, std::ptrdiff_t axis, points_option n) {
  const std::size_t own = normalize_axis_index(axis, a->extents.size());
  const std::ptrdiff_t points = n.value_or((a->extents[own] - 1) * 2);
  require_points(points);
  return {own, points};
}

/// @param to_real  the points along the last axis, if not given, are 2 (m - 1)
std::vector<axis_points> along_axes(const node_ptr& a, const transform_shape& s,
                                    const reduction_axes& axes, bool to_real) {
  const std::size_t rank = a->extents.size();
  std::vector<std::ptrdiff_t> own = axes.list();
  if (axes.is_all()) {
    const std::size_t count = s.points() ? s.points()->size() : rank;
    for (std::size_t i = 0; i < count; ++i)
      own.push_back(static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(count));
  }
  if (s.points() && s.points()->size() != own.size())
    throw value_error("Shape and axes have different lengths.");
  std::vector<axis_points> result;
  for (std::size_t i = 0; i < own.size(); ++i) {
    points_option n;
    if (s.points() && (*s.points())[i] != -1) n = (*s.points())[i];
    const bool halved = to_real && !s.points() && i + 1 == own.size();
    result.push_back(halved ? along_real(a, own[i], n) : along(a, own[i], n));
  }
  return result;
}

double product_of(const std::vector<axis_points>& all) {
  double product = 1;
  for (const axis_points& one : all) product *= static_cast<double>(one.points);
  return product;
}

bool is_repeated(const std::vector<axis_points>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (all[i].axis == all[j].axis) return true;
  return false;
}

/// Complex numbers along each of the axes, in this order if they are there twice.
node_ptr transformed_along(node_ptr value, const std::vector<axis_points>& all,
                           transform_kind kind) {
  if (all.empty()) return value;
  if (is_repeated(all)) {
    for (const auto& [axis, points] : all)
      value = transformed(resized(value, axis, points), {axis}, kind);
    return value;
  }
  std::vector<std::size_t> axes;
  for (const auto& [axis, points] : all) {
    value = resized(value, axis, points);
    axes.push_back(axis);
  }
  if (kind != transform_kind::from_real) std::sort(axes.begin(), axes.end());
  return transformed(value, axes, kind);
}

node_ptr real_transform(const node_ptr& a, const std::vector<axis_points>& all) {
  const node_ptr value = real_operand(a, all.back().points);
  if (!is_repeated(all)) return transformed_along(value, all, transform_kind::from_real);
  const node_ptr half = transformed_along(value, {all.back()}, transform_kind::from_real);
  return transformed_along(half, {all.rbegin() + 1, all.rend()}, transform_kind::forward);
}

/// From so many elements on, a transform of half of them and a pass that writes the other half are
/// faster than one of complex numbers.
constexpr double min_mirrored_elements = 1 << 16;

bool should_mirror(const node_ptr& a, const std::vector<axis_points>& all) {
  if (traits(a->type).kind == dtype_kind::complex || all.empty() || is_repeated(all)) return false;
  shape extents = a->extents;
  for (const auto& [axis, points] : all) extents[axis] = points;
  return static_cast<double>(element_count(extents)) >= min_mirrored_elements;
}

/// The elements at the indices -0, -1, -2 ... modulo the extent of an axis.
node_ptr negated_indices(const node_ptr& value, std::size_t axis) {
  const std::ptrdiff_t extent = value->extents[axis];
  if (extent <= 2) return value;  // each is its own
  return gpu::detail::joined_later(
      {part_along(value, axis, range(0, 1)), part_along(value, axis, range(extent - 1, 0, -1))},
      axis);
}

/// Of real numbers, along axes that are all different. Half of the result is computed, the rest are
/// its complex conjugates: y[-i, -j] = conj(y[i, j]).
node_ptr mirrored_transform(const node_ptr& a, std::vector<axis_points> all, bool inverse) {
  std::sort(all.begin(), all.end(),
            [](const axis_points& x, const axis_points& y) { return x.axis < y.axis; });
  node_ptr half = real_transform(a, all);
  node_ptr other = apply_op<ops::conjugate>(half);
  if (inverse) std::swap(half, other);
  const auto [axis, points] = all.back();
  const std::ptrdiff_t mirrored = (points - 1) / 2;
  if (mirrored == 0) return half;
  other = part_along(other, axis, range(mirrored, 0, -1));
  for (std::size_t i = 0; i + 1 < all.size(); ++i) other = negated_indices(other, all[i].axis);
  return gpu::detail::joined_later({half, other}, axis);
}

/// The complex transform, not divided by anything.
node_ptr complex_transform(const node_ptr& a, const std::vector<axis_points>& all, bool inverse) {
  if (should_mirror(a, all)) return mirrored_transform(a, all, inverse);
  const transform_kind kind = inverse ? transform_kind::backward : transform_kind::forward;
  return transformed_along(complex_operand(a), all, kind);
}

node_ptr transform_to_real(const node_ptr& a, const std::vector<axis_points>& all) {
  const node_ptr value =
      transformed_along(complex_operand(a), {all.begin(), all.end() - 1}, transform_kind::backward);
  const auto& [axis, points] = all.back();
  return transformed_to_real(resized(value, axis, points / 2 + 1), axis, points);
}

}  // namespace

node_ptr fft_node(const node_ptr& a, points_option n, std::ptrdiff_t axis, std::string_view norm,
                  bool inverse) {
  const std::vector<axis_points> all{along(a, axis, n)};
  const normalization rule = normalization_of(norm);
  return scaled(complex_transform(a, all, inverse), product_of(all), rule, inverse);
}

node_ptr rfft_node(const node_ptr& a, points_option n, std::ptrdiff_t axis, std::string_view norm) {
  const std::vector<axis_points> all{along(a, axis, n)};
  const normalization rule = normalization_of(norm);
  return scaled(real_transform(a, all), product_of(all), rule, false);
}

node_ptr irfft_node(const node_ptr& a, points_option n, std::ptrdiff_t axis,
                    std::string_view norm) {
  const std::vector<axis_points> all{along_real(a, axis, n)};
  const normalization rule = normalization_of(norm);
  return scaled(transform_to_real(a, all), product_of(all), rule, true);
}

node_ptr hfft_node(const node_ptr& a, points_option n, std::ptrdiff_t axis, std::string_view norm) {
  const std::vector<axis_points> all{along_real(a, axis, n)};
  const normalization rule = exchanged(normalization_of(norm));
  const node_ptr conjugates = apply_op<ops::conjugate>(complex_operand(a));
  return scaled(transform_to_real(conjugates, all), product_of(all), rule, true);
}

node_ptr ihfft_node(const node_ptr& a, points_option n, std::ptrdiff_t axis,
                    std::string_view norm) {
  const std::vector<axis_points> all{along(a, axis, n)};
  const normalization rule = exchanged(normalization_of(norm));
  return apply_op<ops::conjugate>(scaled(real_transform(a, all), product_of(all), rule, false));
}

node_ptr fftn_node(const node_ptr& a, const transform_shape& s, const reduction_axes& axes,
                   std::string_view norm, bool inverse) {
  std::vector<axis_points> all = along_axes(a, s, axes, false);
  std::reverse(all.begin(), all.end());  // NumPy begins with the last axis
  const normalization rule = normalization_of(norm);
  return scaled(complex_transform(a, all, inverse), product_of(all), rule, inverse);
}

node_ptr rfftn_node(const node_ptr& a, const transform_shape& s, const reduction_axes& axes,
                    std::string_view norm) {
  const std::vector<axis_points> all = along_axes(a, s, axes, false);
  const normalization rule = normalization_of(norm);
  if (all.empty()) throw index_error("list index out of range");
  return scaled(real_transform(a, all), product_of(all), rule, false);
}

node_ptr irfftn_node(const node_ptr& a, const transform_shape& s, const reduction_axes& axes,
                     std::string_view norm) {
  const std::vector<axis_points> all = along_axes(a, s, axes, true);
  const normalization rule = normalization_of(norm);
  if (all.empty()) throw index_error("list index out of range");
  return scaled(transform_to_real(a, all), product_of(all), rule, true);
}

}  // namespace gpu::fft::detail
