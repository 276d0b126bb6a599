// SPDX-License-Identifier: BSD-3-Clause
// `gpu::maximum.reduce(x, 0)`: ops of two operands, applied from element to element along axes.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/ufunc/elementwise.hpp>
#include <gpu/reductions.hpp>

namespace gpu::ops {
struct lcm;
struct logical_xor;
}  // namespace gpu::ops

namespace gpu::detail {

/// An op without a file in kernels/reductions/, as a fold.
struct folded_op {
  const op_info& info;
  const graph::op_record& record;
  int loop;  ///< whose operands and result have one dtype
  std::optional<double> identity;
  bool is_reorderable;  ///< whether any order of the elements is NumPy's
};

/// Applies the op along the axes: pairwise in halves if it is reorderable, else from the first
/// element to the last. Computes parts at once where many are needed.
[[nodiscard]] graph::node_ptr fold_node(const folded_op& op, graph::node_ptr value,
                                        const reduction_settings& settings);

template <class Op>
struct op_reduction {
  static constexpr const char* name = Op::info.name;
  static constexpr bool out_gives_dtype = true;
  static constexpr casting out_rule = casting::unsafe;
  static constexpr unsigned options =
      takes_keepdims | takes_out | takes_where | takes_dtype | takes_initial;

  [[nodiscard]] static constexpr loop fold_loop(dtype element, std::optional<dtype> asked) {
    const operand_type own[] = {{element, false}, {element, false}};
    const loop first = find_loop(Op::info, own);
    if (!asked && first.index < 0) return first;
    const dtype type = asked.value_or(first.out);
    // Of a result and the next element; logical functions see both as bools.
    const bool is_next_alike = asked || std::is_same_v<Op, ops::logical_xor>;
    const operand_type both[] = {{type, false}, {is_next_alike ? type : element, false}};
    const loop found = find_loop(Op::info, both);
    const bool folds =
        found.index >= 0 && found.in[0] == type && found.in[1] == type && found.out == type;
    return folds ? found : loop();
  }
  [[nodiscard]] static constexpr std::optional<dtype> result_into(dtype element, dtype target) {
    const std::optional<dtype> type = type_into(Op::info, element, target);
    return type ? result(*type, type) : std::nullopt;
  }
  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    const loop found = fold_loop(element, asked);
    if (found.index < 0) return std::nullopt;
    return found.out;
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    const loop found = fold_loop(value->type, settings.type);
    if (found.index < 0) throw_no_fold(name);
    std::optional<double> identity;
    if constexpr (requires { Op::identity; }) identity = static_cast<double>(Op::identity);
    const folded_op op{Op::info, graph::record_of<Op>(), found.index, identity,
                       identity.has_value() || std::is_same_v<Op, ops::lcm>};
    return fold_node(op, graph::make_cast(value, found.out), settings);
  }
};

/// What `gpu::OP.reduce` is.
template <class Op>
struct reduction_by {
  using own = reduction_of<Op>;
  using type = std::conditional_t<std::is_void_v<own>, op_reduction<Op>, plain_reduction<own>>;
};

}  // namespace gpu::detail
