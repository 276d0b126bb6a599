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

/// Whether cuBLAS reads an operand as it lies, or will lie when a library has written it.
bool can_add(const node& addend, const shape& results, std::ptrdiff_t columns) {
  std::optional<layout> place;
  if (addend.kind == node_kind::leaf)
    place = static_cast<const graph::leaf_node&>(addend).placement();
  else if (addend.kind == node_kind::library)
    place = row_major(addend.extents);
  if (!place || place->extents.empty()) return false;
  if (place->extents == results && is_contiguous(*place)) return true;
  return results.back() == columns && is_row(*place, columns);
}

}  // namespace

const char* product_epilogue::name_of_product() const noexcept {
  if (adds) return rectifies ? "matmul_add_maximum" : "matmul_add";
  if (scale != 1) return rectifies ? "matmul_multiply_maximum" : "matmul_multiply";
  return rectifies ? "matmul_maximum" : "matmul";
}

std::optional<product_epilogue> with_op(const product_epilogue& before, const graph::op_node& next,
                                        std::size_t position, std::ptrdiff_t columns) {
  if (next.operands.size() != 2 || traits(next.type).kind != dtype_kind::floating ||
      before.rectifies)
    return std::nullopt;
  const node& other = graph::resolved(*next.operands[1 - position]);
  const bool is_rounded_once = size_bytes(next.type) > 2;  // sums have its type
  product_epilogue after = before;
  if (is_of<ops::maximum>(next)) {
    const std::optional<double> bound = number_of(other);
    after.rectifies = bound == 0 && !std::signbit(*bound);
  } else if (is_of<ops::multiply>(next) && before.is_empty() && is_rounded_once) {
    after.scale = number_of(other).value_or(1);
    if (after.scale == 0 || !std::isfinite(after.scale)) return std::nullopt;
  } else if (is_of<ops::add>(next) && before.is_empty() && is_rounded_once) {
    after.adds = can_add(other, next.extents, columns);
  }
  if (after == before) return std::nullopt;
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
  node_ptr result = value;
  if (epilogue.scale != 1)
    result = apply_op<ops::multiply>(result, gpu::detail::number(value->type, epilogue.scale));
  if (epilogue.adds) result = apply_op<ops::add>(result, addend);
  if (epilogue.rectifies)
    result = apply_op<ops::maximum>(result, gpu::detail::number(value->type, 0));
  return result;
}

}  // namespace gpu::linalg::detail
