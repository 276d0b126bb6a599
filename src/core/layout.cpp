// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/layout.hpp>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

layout row_major(const shape& extents) {
  return {0, extents, row_major_strides(extents)};
}

std::optional<offset_bounds> bounds(const layout& where) noexcept {
  offset_bounds result{where.offset, where.offset};
  for (std::size_t axis = 0; axis < where.extents.size(); ++axis) {
    if (where.extents[axis] == 0) return std::nullopt;
    const std::ptrdiff_t reach = (where.extents[axis] - 1) * where.strides[axis];
    (reach < 0 ? result.first : result.last) += reach;
  }
  return result;
}

layout apply(const affine_view& view, const layout& where) {
  layout result{where.offset, view.extents, shape(view.extents.size(), 0)};
  for (std::size_t axis = 0; axis < view.start.size(); ++axis)
    result.offset = moved_by(result.offset, where.strides[axis], view.start[axis]);
  for (const affine_view::term& term : view.terms) {
    std::ptrdiff_t& stride = result.strides[term.out_axis];
    stride = moved_by(stride, where.strides[term.in_axis], term.step);
  }
  return result;
}

affine_view compose(const affine_view& outer, const affine_view& inner) {
  affine_view result{outer.extents, inner.start, {}};
  for (const affine_view::term& second : inner.terms) {
    result.start[second.in_axis] += outer.start[second.out_axis] * second.step;
    for (const affine_view::term& first : outer.terms)
      if (first.in_axis == second.out_axis)
        result.terms.push_back({first.out_axis, second.in_axis, first.step * second.step});
  }
  return result;
}

layout broadcast(const layout& where, const shape& extents) {
  layout result{where.offset, extents, shape(extents.size(), 0)};
  const std::size_t missing = extents.size() - where.extents.size();
  for (std::size_t axis = 0; axis < where.extents.size(); ++axis)
    if (where.extents[axis] != 1) result.strides[missing + axis] = where.strides[axis];
  return result;
}

std::optional<layout> reshape(const layout& where, const shape& extents) {
  layout result{where.offset, extents, row_major_strides(extents)};
  if (is_contiguous(where)) return result;
  // Groups of axes with equal products correspond; within a group the old axes must merge.
  const std::size_t old_rank = where.extents.size();
  std::size_t old_axis = 0;
  std::size_t new_axis = 0;
  while (old_axis < old_rank && new_axis < extents.size()) {
    std::size_t old_end = old_axis + 1;
    std::size_t new_end = new_axis + 1;
    std::ptrdiff_t old_product = where.extents[old_axis];
    std::ptrdiff_t new_product = extents[new_axis];
    while (old_product != new_product) {
      if (old_product < new_product)
        old_product *= where.extents[old_end++];
      else
        new_product *= extents[new_end++];
    }
    std::ptrdiff_t step = 0;
    bool known = false;  // a group of extents 1 has no stride
    for (std::size_t axis = old_end; axis-- > old_axis;) {
      if (where.extents[axis] == 1) continue;
      if (known && where.strides[axis] != step) return std::nullopt;
      if (!known) result.strides[new_end - 1] = where.strides[axis];
      step = where.strides[axis] * where.extents[axis];
      known = true;
    }
    std::ptrdiff_t inner = result.strides[new_end - 1];
    for (std::size_t axis = new_end; axis-- > new_axis;) {
      result.strides[axis] = extents[axis] == 1 ? 0 : inner;
      inner *= extents[axis];
    }
    old_axis = old_end;
    new_axis = new_end;
  }
  for (; new_axis < extents.size(); ++new_axis) result.strides[new_axis] = 0;
  return result;
}

affine_view identity_view(const shape& extents) {
  affine_view view{extents, shape(extents.size(), 0), {}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) view.terms.push_back({axis, axis, 1});
  return view;
}

affine_view permuted(const shape& extents, std::span<const std::ptrdiff_t> axes) {
  if (axes.size() != extents.size()) throw value_error("axes don't match array");
  affine_view view{shape(extents.size(), 0), shape(extents.size(), 0), {}};
  std::vector<bool> seen(extents.size(), false);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const std::size_t axis = normalize_axis_index(axes[k], extents.size());
    if (seen[axis]) throw value_error("repeated axis in transpose");
    seen[axis] = true;
    view.extents[k] = extents[axis];
    view.terms.push_back({k, axis, 1});
  }
  return view;
}

affine_view broadcasted(const shape& from, const shape& to) {
  if (std::any_of(to.begin(), to.end(), [](std::ptrdiff_t extent) { return extent < 0; }))
    throw value_error(
        text_of("all elements of broadcast shape must be non-negative, not as in ", to));
  if (!broadcasts_to(from, to))
    throw shape_error(
        text_of("operands could not be broadcast together with remapped shapes "
                "[original->remapped]: ",
                from, "  and requested shape ", to));
  affine_view view{to, shape(from.size(), 0), {}};
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] != 1) view.terms.push_back({to.size() - from.size() + axis, axis, 1});
  return view;
}

}  // namespace gpu
