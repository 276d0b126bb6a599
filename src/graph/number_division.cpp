// SPDX-License-Identifier: BSD-3-Clause
#include "graph/number_division.hpp"

#include <concepts>
#include <cstring>
#include <limits>
#include <utility>

#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/number_division.hpp>

#include "graph/functor_op.hpp"

namespace gpu::graph {
namespace {

template <class T>
node_ptr divided(integer_division what, const node_ptr& value, T number) {
  using index = kernels::division_index<T>;
  if (number <= 0 || std::cmp_greater(number, std::numeric_limits<index>::max())) return nullptr;
  const auto prepared = kernels::divisor<index>::of(static_cast<index>(number));
  const op_record& op = what == integer_division::quotient
                            ? functor_record<kernels::floor_quotient_by<T>>()
                            : functor_record<kernels::remainder_by<T>>();
  return apply(op, value, prepared.value, prepared.multiplier, static_cast<int>(prepared.shift));
}

}  // namespace

node_ptr divided_by_number(const op_record& op, int loop, const operand_list& operands) {
  if (operands[1]->kind != node_kind::scalar || operands[0]->kind == node_kind::scalar)
    return nullptr;
  const dtype type = op.loops[static_cast<std::size_t>(loop)].in[0];
  const node_ptr number = make_cast(operands[1], type);
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> node_ptr {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      T by;
      std::memcpy(&by, static_cast<const scalar_node&>(*number).bytes, sizeof(by));
      return divided<T>(op.division, operands[0], by);
    } else {
      return nullptr;
    }
  });
}

}  // namespace gpu::graph
