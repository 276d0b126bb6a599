// SPDX-License-Identifier: BSD-3-Clause
// What is made of the operands of every product.
#pragma once

#include <utility>

#include <gpu/core/promotion.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::linalg::detail {

/// Both in the dtype that theirs promote to.
[[nodiscard]] inline std::pair<graph::node_ptr, graph::node_ptr> promoted(
    const graph::node_ptr& a, const graph::node_ptr& b) {
  const dtype type = promote_types(a->type, b->type);
  return {graph::make_cast(a, type), graph::make_cast(b, type)};
}

/// The complex conjugates; the value itself if it is real.
[[nodiscard]] inline graph::node_ptr conjugated(const graph::node_ptr& value) {
  const bool is_complex = traits(value->type).kind == dtype_kind::complex;
  return is_complex ? gpu::detail::apply_op<ops::conjugate>(value) : value;
}

}  // namespace gpu::linalg::detail
