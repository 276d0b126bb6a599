// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <vector>

#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/products.hpp>

#include "linalg/product_operands.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::apply_op;
using gpu::detail::expanded;
using gpu::detail::moved_axes;
using gpu::detail::number;
using graph::node_ptr;

/// Vectors along the last axis.
struct vectors {
  node_ptr all;

  [[nodiscard]] bool has_three() const { return all->extents.back() == 3; }
  /// Element i of each vector.
  [[nodiscard]] node_ptr operator[](std::ptrdiff_t i) const {
    return graph::make_view(all, sliced(all->extents, std::vector<slice>{ellipsis(), i}));
  }
};

/// Element i of the cross product: a[j] b[k] - a[k] b[j], without the products by a third element
/// that one side does not have.
node_ptr component(const vectors& a, const vectors& b, std::ptrdiff_t i) {
  const std::ptrdiff_t j = (i + 1) % 3;
  const std::ptrdiff_t k = (i + 2) % 3;
  const auto product = [&](std::ptrdiff_t of_a, std::ptrdiff_t of_b) -> node_ptr {
    if ((of_a == 2 && !a.has_three()) || (of_b == 2 && !b.has_three())) return nullptr;
    return apply_op<ops::multiply>(a[of_a], b[of_b]);
  };
  const node_ptr first = product(j, k);
  const node_ptr second = product(k, j);
  if (!second) return first;
  return first ? apply_op<ops::subtract>(first, second) : apply_op<ops::negative>(second);
}

/// Three arrays as the parts of one along a new last axis, chosen by the index along it.
node_ptr interleaved(const node_ptr (&parts)[3], device where) {
  const node_ptr index = graph::make_index({3}, 0, 0, 1, where);
  const auto is = [&](double i) { return apply_op<ops::equal>(index, number(dtype::int64, i)); };
  const auto behind = [](const node_ptr& part) { return expanded(part, {-1}); };
  return apply_op<ops::where>(is(0), behind(parts[0]),
                              apply_op<ops::where>(is(1), behind(parts[1]), behind(parts[2])));
}

/// Axis numbers from 0; errors begin with `name`.
std::ptrdiff_t named_axis(const char* name, std::ptrdiff_t axis, std::size_t rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank);
  if (axis < -count || axis >= count)
    throw axis_error(
        text_of(name, ": axis ", axis, " is out of bounds for array of dimension ", rank));
  return axis < 0 ? axis + count : axis;
}

}  // namespace

node_ptr cross_node(const node_ptr& x1, const node_ptr& x2, const cross_axes& axes) {
  if (x1->extents.empty() || x2->extents.empty())
    throw shape_error(text_of("At least one array has zero dimension: shapes ", x1->extents,
                              " and ", x2->extents));
  const auto [first, second] =
      promoted(moved_axes(x1, {named_axis("axisa", axes.a, x1->extents.size())}, {-1}),
               moved_axes(x2, {named_axis("axisb", axes.b, x2->extents.size())}, {-1}));
  const vectors a{first};
  const vectors b{second};
  for (const node_ptr& x : {first, second})
    if (x->extents.back() != 2 && x->extents.back() != 3)
      throw shape_error(
          text_of("incompatible dimensions for cross product\n(dimension must be 2 or 3): shapes ",
                  x1->extents, " and ", x2->extents));
  const auto without_vectors = [](const shape& extents) {
    return shape(extents.begin(), extents.end() - 1);
  };
  static_cast<void>(gpu::detail::common_shape(
      {without_vectors(first->extents), without_vectors(second->extents)}));
  if (first->type == dtype::bool_)
    throw dtype_error(
        "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
        "operator, or the logical_xor function instead.");
  if (!a.has_three() && !b.has_three()) return component(a, b, 2);
  const node_ptr last = component(a, b, 2);
  const std::ptrdiff_t axis = named_axis("axisc", axes.result, last->extents.size() + 1);
  const device where = graph::device_of(last);
  return moved_axes(interleaved({component(a, b, 0), component(a, b, 1), last}, where), {-1},
                    {axis});
}

void require_vectors(const shape& x1, const shape& x2) {
  if (x1.size() != 1 || x2.size() != 1)
    throw value_error(text_of("Input arrays must be one-dimensional, but they are x1.ndim=",
                              x1.size(), " and x2.ndim=", x2.size(), "."));
}

void require_three(const shape& x1, const shape& x2, std::ptrdiff_t axis) {
  const std::ptrdiff_t sizes[] = {x1[normalize_axis_index(axis, x1.size())],
                                  x2[normalize_axis_index(axis, x2.size())]};
  if (sizes[0] != 3 || sizes[1] != 3)
    throw shape_error(
        text_of("Both input arrays must be (arrays of) 3-dimensional vectors, but they are ",
                sizes[0], " and ", sizes[1], " dimensional instead."));
}

}  // namespace gpu::linalg::detail
