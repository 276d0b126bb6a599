// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/product_out.hpp>

#include <algorithm>
#include <cstddef>

#include <gpu/array/ufunc/checks.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::linalg::detail {
namespace {

void require_same_device(const graph::node_ptr& value, const gpu::detail::written_array& target) {
  if (value->where && *value->where != target.where)
    throw device_mismatch(*value->where, target.where);
}

}  // namespace

void require_product_target(const char* name, const graph::node_ptr& value,
                            const gpu::detail::written_array& target, casting rule) {
  gpu::detail::require_output(name, value->type, target.type, rule);
  const shape& wanted = value->extents;
  if (target.extents.size() == wanted.size())
    for (std::size_t core = 0; core < 2 && core < wanted.size(); ++core) {
      const std::size_t axis = wanted.size() - std::min<std::size_t>(2, wanted.size()) + core;
      if (axis < wanted.size() && target.extents[axis] != wanted[axis])
        throw shape_error(text_of(name, ": Output operand 0 has a mismatch in its core dimension ",
                                  core, ", with gufunc signature (n?,k),(k,m?)->(n?,m?) (size ",
                                  target.extents[axis], " is different from ", wanted[axis], ")"));
    }
  if (target.extents != wanted)
    throw shape_error(text_of("non-broadcastable output operand with shape ", target.extents,
                              " doesn't match the broadcast shape ", wanted));
  require_same_device(value, target);
}

void require_dot_target(const graph::node_ptr& value, const gpu::detail::written_array& target) {
  if (target.type != value->type || target.extents != value->extents)
    throw value_error(
        "output array is not acceptable (must have the right datatype, number of dimensions, and "
        "be a C-Array)");
  require_same_device(value, target);
}

}  // namespace gpu::linalg::detail
