// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product_epilogue.hpp"

#include <cmath>
#include <cstring>

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/ops.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::node;
using graph::node_kind;
using graph::node_ptr;

template <class Op>
bool is_of(const graph::op_node& value) {
  return &value.op == &graph::record_of<Op>();
}

/// Of a real scalar.
std::optional<double> number_of(const node& value) {
  if (value.kind != node_kind::scalar) return std::nullopt;
  return visit_dtype(value.type, [&]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, static_cast<const graph::scalar_node&>(value).bytes, sizeof(T));
    return math::cast<double>(number);
  });
}

/// Where an operand lies, or will lie when a library has written it.
std::optional<layout> place_of(const node& value) {
  if (value.kind == node_kind::leaf) return static_cast<const graph::leaf_node&>(value).placement();
  if (value.kind == node_kind::library) return row_major(value.extents);
  return std::nullopt;
}

/// A value times a number.
struct scaled_value {
  double scale;
  node_ptr value;
};

/// The number of a product by one that is finite and not 0, and the other factor; 1 and the value
/// itself of all else.
scaled_value without_number(const node_ptr& value) {
  const node& known = graph::resolved(*value);
  if (known.kind != node_kind::op) return {1, value};
  const auto& op = static_cast<const graph::op_node&>(known);
  if (!is_of<ops::multiply>(op)) return {1, value};
  for (const std::size_t i : {0, 1}) {
    const std::optional<double> number = number_of(graph::resolved(*op.operands[i]));
    if (number && *number != 0 && std::isfinite(*number)) return {*number, op.operands[1 - i]};
  }
  return {1, value};
}

/// What cuBLAS adds to the results as it lies, and times what: any number if that has an element
/// for each result, 1 if it is a row for all.
std::optional<scaled_value> addend_of(const node_ptr& operand, double sign, const shape& results,
                                      std::ptrdiff_t columns) {
  scaled_value addend = without_number(operand);
  addend.scale *= sign;
  const std::optional<layout> place = place_of(graph::resolved(*addend.value));
  if (!place || place->extents.empty()) return std::nullopt;
  if (place->extents == results && is_contiguous(*place)) return addend;
  if (addend.scale == 1 && results.back() == columns && is_row(*place, columns)) return addend;
  return std::nullopt;
}

}  // namespace

const char* product_epilogue::name_of_product() const noexcept {
  if (scale != 1 && adds())
    return rectifies ? "matmul_multiply_add_maximum" : "matmul_multiply_add";
  if (adds()) return rectifies ? "matmul_add_maximum" : "matmul_add";
  if (scale != 1) return rectifies ? "matmul_multiply_maximum" : "matmul_multiply";
  return rectifies ? "matmul_maximum" : "matmul";
}

std::optional<next_epilogue> with_op(const product_epilogue& before, const graph::op_node& next,
                                     std::size_t position, std::ptrdiff_t columns) {
  if (next.operands.size() != 2 || traits(next.type).kind != dtype_kind::floating ||
      before.rectifies)
    return std::nullopt;
  const node_ptr& other = next.operands[1 - position];
  const std::optional<double> number = number_of(graph::resolved(*other));
  next_epilogue after{before, nullptr};
  if (is_of<ops::maximum>(next)) {
    if (number != 0 || std::signbit(*number)) return std::nullopt;
    after.ops.rectifies = true;
    return after;
  }
  if (is_of<ops::multiply>(next)) {
    if (!before.is_empty() || !number || *number == 0 || !std::isfinite(*number))
      return std::nullopt;
    after.ops.scale = *number;
    return after;
  }
  const bool subtracts = is_of<ops::subtract>(next);
  if (before.adds() || (!subtracts && !is_of<ops::add>(next))) return std::nullopt;
  const std::optional<scaled_value> addend =
      addend_of(other, subtracts && position == 0 ? -1 : 1, next.extents, columns);
  if (!addend) return std::nullopt;
  if (subtracts && position == 1) after.ops.scale = -before.scale;
  after.ops.addend_scale = addend->scale;
  after.addend = addend->value;
  return after;
}

bool is_row(const layout& place, std::ptrdiff_t columns) noexcept {
  const std::size_t last = place.extents.size() - 1;
  for (std::size_t axis = 0; axis < last; ++axis)
    if (place.extents[axis] != 1 && place.strides[axis] != 0) return false;
  return place.extents[last] == columns && (columns == 1 || place.strides[last] == 1);
}

node_ptr applied(const product_epilogue& epilogue, const node_ptr& value, const node_ptr& addend) {
  using gpu::detail::apply_op;
  const auto times = [&](const node_ptr& x, double factor) {
    return factor == 1 ? x : apply_op<ops::multiply>(x, gpu::detail::number(x->type, factor));
  };
  node_ptr result = times(value, epilogue.scale);
  if (epilogue.adds()) result = apply_op<ops::add>(result, times(addend, epilogue.addend_scale));
  if (epilogue.rectifies)
    result = apply_op<ops::maximum>(result, gpu::detail::number(value->type, 0));
  return result;
}

}  // namespace gpu::linalg::detail
