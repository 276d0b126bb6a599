// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/result_type.hpp>

#include <gpu/array/expression.hpp>
#include <gpu/core/error.hpp>

namespace gpu::detail {

void throw_no_common_type() {
  throw dtype_error("can't get common type for non-numeric array");
}

dtype min_scalar_type_of(const graph::node_ptr& value) {
  const any_expression only(value);
  return visit_dtype(value->type, [&]<class T>(std::type_identity<T>) {
    return min_scalar_type(only.item<element_t<dtype_of<T>>>());
  });
}

}  // namespace gpu::detail
