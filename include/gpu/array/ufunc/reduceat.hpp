// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.reduceat(x, {0, 4, 1, 5})`, as reduction.hpp describes a reduction.
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/ufunc/reduction.hpp>

namespace gpu::detail {

/// An op as parts of arrays are reduced by it.
struct part_fold {
  const char* name;
  const graph::op_record& record;
  int loop;        ///< whose operands and result have the dtype `computed`
  dtype computed;  ///< what parts that are reduced all at once are accumulated in
  dtype result;
  graph::node_ptr (*reduce)(graph::node_ptr value, const reduction_settings& settings);
  /// That of kernels/reductions/; null: there is none.
  const graph::op_record* reduction = nullptr;
  bool has_identity = false;  ///< of it; else an element may come several times
};

/// The values of the parts that begin at `settings.starts`, computed now.
[[nodiscard]] graph::node_ptr reduceat_node(const part_fold& op, const graph::node_ptr& value,
                                            const reduction_settings& settings);

template <class Op>
struct op_part_reduction {
  using whole = typename reduction_by<Op>::type;

  static constexpr const char* name = Op::info.name;
  static constexpr bool out_gives_dtype = whole::out_gives_dtype;
  static constexpr casting out_rule = casting::unsafe;
  static constexpr unsigned options = (whole::options & (takes_out | takes_dtype)) | takes_starts;

  [[nodiscard]] static constexpr std::optional<dtype> result_into(dtype element, dtype target) {
    return whole::result_into(element, target);
  }
  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    return whole::result(element, asked);
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    const std::optional<dtype> type = whole::result(value->type, settings.type);
    if (!type) throw_no_fold(name);
    // As sums of whole arrays are: rounded once.
    constexpr bool is_own = !std::is_void_v<reduction_of<Op>>;
    const bool is_half = *type == dtype::float16 || *type == dtype::bfloat16;
    const dtype computed = is_own && is_half ? dtype::float32 : *type;
    const loop found = op_reduction<Op>::fold_loop(computed, computed);
    if (found.index < 0) throw_no_fold(name);
    part_fold op{name, graph::record_of<Op>(), found.index, computed, *type, &whole::make};
    if constexpr (is_own) {
      using own = reduction_of<Op>;
      op.reduction = &graph::record_of<own>();
      op.has_identity = std::string_view(own::info.empty).empty();
    }
    return reduceat_node(op, value, settings);
  }
};

/// What `gpu::OP.reduceat` is.
template <class Op>
struct part_reduction {
  using type = op_part_reduction<Op>;
};

}  // namespace gpu::detail
