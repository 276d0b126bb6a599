// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/real_if_close.hpp>

#include <gpu/array/operand_checks.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {

graph::node_ptr real_if_below(const graph::node_ptr& value, double bound) {
  const graph::node_ptr known(execute::evaluate(value).get());
  const graph::node_ptr size = apply_op<ops::absolute>(apply_op<ops::imag>(known));
  const graph::node_ptr is_small =
      apply_op<ops::less>(graph::make_cast(size, dtype::float64), number(dtype::float64, bound));
  const bool are_real = bool(gpu::all(expression<bool>(is_small)));
  return are_real ? apply_op<ops::real>(known) : known;
}

}  // namespace gpu::detail
