// SPDX-License-Identifier: BSD-3-Clause
#include "graph/number_case.hpp"

#include <cstring>

#include <gpu/core/dtype.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::graph {
namespace {

bool is_number(const scalar_node& scalar, double number) {
  return visit_dtype(scalar.type, [&]<class T>(std::type_identity<T>) {
    T value;
    std::memcpy(&value, scalar.bytes, sizeof(T));
    return math::cast<complex<double>>(value) == complex<double>(number);
  });
}

}  // namespace

std::optional<simpler_op> number_case_of(const op_record& op, int loop,
                                         std::span<const node_ptr> operands) {
  const typed_loop& types = op.loops[static_cast<std::size_t>(loop)];
  const dtype_kind kind = traits(types.out).kind;
  for (const number_case& one : op.cases) {
    const node* const number = operands[one.operand].get();
    if (number == nullptr || number->kind != node_kind::scalar) continue;
    if (kind <= dtype_kind::integer && one.number < 1) continue;
    if (kind == dtype_kind::complex && one.operand == 0) continue;
    if (!is_number(static_cast<const scalar_node&>(*number), one.number)) continue;
    const op_record& simpler = one.op();
    for (std::size_t k = 0; k < simpler.loops.size(); ++k)
      if (simpler.loops[k].in[0] == types.in[0] && simpler.loops[k].out == types.out)
        return simpler_op{&simpler, static_cast<int>(k), 1 - one.operand};
  }
  return std::nullopt;
}

}  // namespace gpu::graph
