// SPDX-License-Identifier: BSD-3-Clause
// `gpu::maximum.accumulate(x, 0)`: ops of two operands, applied from element to element.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/scan.hpp>
#include <gpu/array/ufunc/reduction.hpp>

namespace gpu::detail {

/// An op without a file in kernels/reductions/: one element after the other, in NumPy's order.
template <class Op>
struct op_scan : scan_options {
  static constexpr const char* name = Op::info.name;

  [[nodiscard]] static constexpr std::optional<dtype> result_into(dtype element, dtype target) {
    return op_reduction<Op>::result_into(element, target);
  }
  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    return op_reduction<Op>::result(element, asked);
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    const loop found = op_reduction<Op>::fold_loop(value->type, settings.type);
    if (found.index < 0) throw_no_scan(name);
    return scan_node({name, graph::record_of<Op>(), found.index, found.out, true}, std::move(value),
                     settings);
  }
};

/// What `gpu::OP.accumulate` is.
template <class Op>
struct accumulation_by {
  using own = reduction_of<Op>;
  using type = typename std::conditional_t<std::is_void_v<own>, std::type_identity<op_scan<Op>>,
                                           std::type_identity<reduction_scan<own>>>::type;
};

}  // namespace gpu::detail
