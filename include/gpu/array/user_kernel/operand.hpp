// SPDX-License-Identifier: BSD-3-Clause
// The operands of a user's kernel without their types.
#pragma once

#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/user_kernel/options.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::user_kernels {

struct kernel_source;

/// One operand of one call.
struct kernel_operand {
  graph::node_ptr node;
  operand_type type;  ///< weak for a C++ number
  /// Where it can be written; null for what is read only.
  const void* target = nullptr;
  void (*write)(const void* target, graph::node_ptr value) = nullptr;
  graph::node_ptr (*read)(const void* target) = nullptr;
};

template <class A>
inline constexpr bool is_view = false;
template <class T>
inline constexpr bool is_view<array_view<T>> = true;

/// Arrays and views that a kernel may write.
template <class A>
concept kernel_output = is_view<std::remove_cvref_t<A>> ||
    (std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>> &&
     std::derived_from<std::remove_cvref_t<A>, array_base>);

template <class A>
kernel_operand make_operand(A& operand) {
  if constexpr (scalar_like<A>) {
    const computed_t<std::remove_cv_t<A>> value = operand;
    return {graph::make_scalar(dtype_of<std::remove_cv_t<A>>, &value), operand_type_of<A>()};
  } else {
    kernel_operand result{operand.node(), {}};
    result.type = {result.node->type, false};
    return result;
  }
}

template <class A>
void make_writable(kernel_operand& operand, A& array) {
  operand.target = &array;
  operand.read = [](const void* target) { return static_cast<const A*>(target)->node(); };
  operand.write = [](const void* target, graph::node_ptr value) {
    if constexpr (is_view<std::remove_cv_t<A>>)
      static_cast<const A*>(target)->write_node(std::move(value));
    else
      static_cast<A*>(const_cast<void*>(target))->update(std::move(value));
  };
}

/// `operand`, with the means to write it if it has them.
template <class A>
kernel_operand erased(A&& operand) {
  kernel_operand result = make_operand(operand);
  if constexpr (kernel_output<A>) make_writable(result, operand);
  return result;
}

/// Runs the kernel: the values of its outputs, computed or still to be computed.
[[nodiscard]] std::vector<graph::node_ptr> call(const kernel_source& kernel,
                                                const launch_options& options,
                                                std::span<kernel_operand> operands);

}  // namespace gpu::user_kernels
