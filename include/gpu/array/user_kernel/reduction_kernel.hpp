// SPDX-License-Identifier: BSD-3-Clause
// `gpu::reduction_kernel`: a reduction from C++ text. `cupy.ReductionKernel`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/reduction/options.hpp>
#include <gpu/array/ufunc/options.hpp>
#include <gpu/array/user_kernel/operand.hpp>
#include <gpu/array/user_kernel/options.hpp>
#include <gpu/array/user_kernel/results.hpp>
#include <gpu/array/user_kernel/signature.hpp>

namespace gpu {

namespace user_kernels {

struct reduction_source;

/// The texts of a reduction kernel.
struct reduction_texts {
  std::string_view map;
  std::string_view reduce;
  std::string_view post_map;
  std::optional<std::string_view> identity;
};

/// @param types  of inputs and outputs if a signature fixes them, else empty
[[nodiscard]] std::shared_ptr<const reduction_source> make_source(
    std::string_view in_params, std::string_view out_params, const reduction_texts& texts,
    std::string_view name, const reduction_kernel_options& options, std::span<const dtype> in_types,
    std::span<const dtype> out_types);

[[nodiscard]] const std::string& name_of(const reduction_source& kernel) noexcept;

/// What follows the operands of a call.
struct reduction_call_options {
  reduction_axes axes = std::nullopt;
  bool keepdims = false;
  launch_options launch{};
  std::vector<kernel_operand> targets{};

  template <axis_argument A>
  void take(const A& option) {
    axes = option;
  }
  void take(keepdims_option option) { keepdims = option.keep; }
  void take(const launch_options& option) { launch = option; }
  template <class... Targets>
  void take(out_option<Targets...>& option) {
    std::apply([&](auto&... target) { (targets.push_back(erased(target)), ...); }, option.targets);
  }
};

template <class A>
concept reduction_kernel_option = requires(reduction_call_options all,
                                           std::remove_cvref_t<A>& option) {
  all.take(option);
};

template <class A>
concept reduction_kernel_argument = array_like<A> || scalar_like<A> || reduction_kernel_option<A>;

/// How many arguments stand before the options.
template <class... Args>
consteval std::size_t count_operands() {
  constexpr bool is_option[] = {reduction_kernel_option<Args>..., true};
  std::size_t count = 0;
  while (!is_option[count]) ++count;
  return count;
}

/// Runs the kernel: the values of its outputs, computed or still to be computed.
[[nodiscard]] std::vector<graph::node_ptr> call(const reduction_source& kernel,
                                                const reduction_call_options& options,
                                                std::vector<kernel_operand> operands);

template <class... Args>
std::vector<graph::node_ptr> call_any(const reduction_source& kernel, Args&&... args) {
  constexpr std::size_t count = count_operands<Args...>();
  static_assert(count + (std::size_t{reduction_kernel_option<Args>} + ... + 0) == sizeof...(Args),
                "the options of a kernel follow its operands");
  auto all = std::forward_as_tuple(std::forward<Args>(args)...);
  reduction_call_options options;
  std::vector<kernel_operand> operands;
  [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>, std::index_sequence<J...>) {
    (operands.push_back(erased(std::get<I>(std::move(all)))), ...);
    (options.take(std::get<count + J>(all)), ...);
  }
  (std::make_index_sequence<count>(), std::make_index_sequence<sizeof...(Args) - count>());
  return call(kernel, options, std::move(operands));
}

}  // namespace user_kernels

template <class Signature = void>
class reduction_kernel;

/// A reduction made of C++ text, with CuPy's parameter lists and expressions:
///
///     gpu::reduction_kernel l2norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm");
///     auto lengths = l2norm(x, gpu::axis(1), gpu::keepdims);
///
/// `map_expr` makes a value of the elements of the inputs, which broadcast together; there `i` is
/// the position along the reduced axes in C order. `reduce_expr` combines values `a` and `b`; it
/// has to be associative and commutative. `post_map_expr` gives the outputs, from `a`. `identity`,
/// with which combining changes nothing, is the value of no elements; `std::nullopt`: there is
/// none. A kernel with one output and no raw argument fuses with what surrounds it. The same text
/// runs on `cpu()`. A value; copies share all state, and any thread may call it.
/// docs/user_kernels.md has the whole contract.
template <>
class reduction_kernel<void> {
 public:
  /// @throws value_error, dtype_error  for what is wrong with names, parameters, types and options
  reduction_kernel(std::string_view in_params, std::string_view out_params,
                   std::string_view map_expr, std::string_view reduce_expr,
                   std::string_view post_map_expr, std::optional<std::string_view> identity,
                   std::string_view name = "reduce_kernel",
                   const reduction_kernel_options& options = {})
      : source_(user_kernels::make_source(in_params, out_params,
                                          {map_expr, reduce_expr, post_map_expr, identity}, name,
                                          options, {}, {})) {}

  /// The inputs, then all outputs or none, then options in any order: `gpu::axis(...)`,
  /// `gpu::keepdims`, `gpu::out(...)`, `launch_options` (of which `block_size` is refused).
  ///
  /// @throws value_error      for a wrong number of arguments, an axis that is there twice, and for
  ///                          no elements if there is no identity
  /// @throws axis_error       "axis 2 is out of bounds for array of dimension 2"
  /// @throws shape_error      if operands do not broadcast, or an output has another shape
  /// @throws dtype_error      if a type does not fit its parameter, or nothing says what it is
  /// @throws device_mismatch  if operands are on different devices
  /// @throws compile_error    if the text does not compile, at the latest when the value is needed
  template <user_kernels::reduction_kernel_argument... Args>
  kernel_results operator()(Args&&... args) const {
    return kernel_results(user_kernels::call_any(*source_, std::forward<Args>(args)...));
  }

  [[nodiscard]] const std::string& name() const& noexcept {
    return user_kernels::name_of(*source_);
  }
  [[nodiscard]] std::string name() const&& { return user_kernels::name_of(*source_); }

 private:
  std::shared_ptr<const user_kernels::reduction_source> source_;
};

reduction_kernel(std::string_view, std::string_view, std::string_view, std::string_view,
                 std::string_view, std::optional<std::string_view>,
                 std::string_view = "reduce_kernel", const reduction_kernel_options& = {})
    ->reduction_kernel<void>;

/// A reduction kernel whose types are known to the compiler: `reduction_kernel<float(float, int)>`
/// returns `expression<float>`; `std::tuple<float, int>(float)` gives a tuple of expressions. An
/// array of another element type does not compile.
template <class Result, class... Inputs>
class reduction_kernel<Result(Inputs...)> {
  using signature = user_kernels::kernel_signature<Result, Inputs...>;

 public:
  /// @throws dtype_error  also if a parameter's type is not that of the signature
  reduction_kernel(std::string_view in_params, std::string_view out_params,
                   std::string_view map_expr, std::string_view reduce_expr,
                   std::string_view post_map_expr, std::optional<std::string_view> identity,
                   std::string_view name = "reduce_kernel",
                   const reduction_kernel_options& options = {})
      : source_(user_kernels::make_source(in_params, out_params,
                                          {map_expr, reduce_expr, post_map_expr, identity}, name,
                                          options, signature::in, signature::out)) {}

  /// As for the untyped kernel.
  template <user_kernels::reduction_kernel_argument... Args>
  auto operator()(Args&&... args) const {
    signature::template check<user_kernels::count_operands<Args...>(), Args...>();
    return signature::wrap(user_kernels::call_any(*source_, std::forward<Args>(args)...));
  }

  [[nodiscard]] const std::string& name() const& noexcept {
    return user_kernels::name_of(*source_);
  }
  [[nodiscard]] std::string name() const&& { return user_kernels::name_of(*source_); }

 private:
  std::shared_ptr<const user_kernels::reduction_source> source_;
};

}  // namespace gpu
