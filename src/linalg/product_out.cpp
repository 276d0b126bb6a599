// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/product_out.hpp>

#include <cstddef>
#include <vector>

#include <gpu/array/ufunc/checks.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/einsum_options.hpp>

namespace gpu::linalg::detail {
namespace {

using gpu::detail::written_array;
using graph::node_ptr;

void require_same_device(const node_ptr& value, const written_array& target) {
  if (value->where && *value->where != target.where)
    throw device_mismatch(*value->where, target.where);
}

void require_shape(const shape& wanted, const shape& target) {
  if (target != wanted)
    throw shape_error(text_of("non-broadcastable output operand with shape ", target,
                              " doesn't match the broadcast shape ", wanted));
}

void require_core_shape(const gufunc_output& function, const shape& wanted, const shape& target) {
  if (target.size() < function.core_rank)
    throw shape_error(text_of(function.name,
                              ": Output operand 0 does not have enough dimensions (has ",
                              target.size(), ", gufunc core with signature ", function.signature,
                              " requires ", function.core_rank, ")"));
  for (std::size_t core = 0; core < function.core_rank; ++core) {
    const std::ptrdiff_t size = target[target.size() - function.core_rank + core];
    const std::ptrdiff_t wanted_size = wanted[wanted.size() - function.core_rank + core];
    if (size != wanted_size)
      throw shape_error(text_of(function.name,
                                ": Output operand 0 has a mismatch in its core dimension ", core,
                                ", with gufunc signature ", function.signature, " (size ", size,
                                " is different from ", wanted_size, ")"));
  }
}

}  // namespace

void require_product_target(const gufunc_output& function, const node_ptr& value,
                            const written_array& target, casting rule) {
  gpu::detail::require_output(function.name, value->type, target.type, rule);
  require_core_shape(function, value->extents, target.extents);
  require_shape(value->extents, target.extents);
  require_same_device(value, target);
}

void require_outer_target(const node_ptr& value, const written_array& target, casting rule) {
  gpu::detail::require_output("multiply", value->type, target.type, rule);
  const shape column{value->extents[0], 1};
  const shape row{1, value->extents[1]};
  require_shape(broadcast_shapes(std::vector{&column, &row, &target.extents}), target.extents);
  require_same_device(value, target);
}

void require_dot_target(const node_ptr& value, const written_array& target) {
  const char* const not_acceptable =
      "output array is not acceptable (must have the right datatype, number of dimensions, and be "
      "a C-Array)";
  if (target.type != value->type)
    throw value_error(text_of(not_acceptable, ": its dtype is ", target.type,
                              ", that of the product ", value->type));
  if (target.extents != value->extents)
    throw value_error(text_of(
        target.extents.size() != value->extents.size() ? not_acceptable
                                                       : "output array has wrong dimensions",
        ": its shape is ", target.extents, ", that of the product ", value->extents));
  require_same_device(value, target);
}

void require_einsum_target(const node_ptr& value, const written_array& target, std::size_t operands,
                           casting rule) {
  if (target.extents.size() != value->extents.size())
    throw value_error(text_of("out parameter does not have the correct number of dimensions, has ",
                              target.extents.size(), " but should have ", value->extents.size()));
  if (!can_cast(value->type, target.type, rule))
    throw dtype_error(text_of("Iterator requested dtype could not be cast from dtype('",
                              value->type, "') to dtype('", target.type, "'), the operand ",
                              operands, " dtype, according to the rule '", rule, "'"));
  require_shape(value->extents, target.extents);
  require_same_device(value, target);
}

void require_einsum_operands(std::span<const operand_type> operands, dtype type, casting rule) {
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!can_cast(operands[i], type, rule))
      throw dtype_error(text_of("Iterator operand ", i, " dtype could not be cast from dtype('",
                                operands[i].type, "') to dtype('", type,
                                "') according to the rule '", rule, "'"));
}

}  // namespace gpu::linalg::detail
