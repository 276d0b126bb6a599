// SPDX-License-Identifier: BSD-3-Clause
// `gpu::elementwise_kernel`: a kernel from C++ text. `cupy.ElementwiseKernel`.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <gpu/array/user_kernel/operand.hpp>
#include <gpu/array/user_kernel/options.hpp>
#include <gpu/array/user_kernel/results.hpp>
#include <gpu/array/user_kernel/signature.hpp>

namespace gpu {

namespace user_kernels {

using source_ptr = std::shared_ptr<const kernel_source>;

/// @param types  of inputs and outputs if a signature fixes them, else empty
[[nodiscard]] source_ptr make_source(std::string_view in_params, std::string_view out_params,
                                     std::string_view operation, std::string_view name,
                                     const elementwise_kernel_options& options,
                                     std::span<const dtype> in_types,
                                     std::span<const dtype> out_types);

[[nodiscard]] const std::string& name_of(const kernel_source& kernel) noexcept;

/// The trailing `launch_options`, if the last argument is one.
template <class... Args>
concept ends_in_options =
    sizeof...(Args) > 0 &&
    std::same_as<
        std::remove_cvref_t<std::tuple_element_t<sizeof...(Args) - 1, std::tuple<Args...>>>,
        launch_options>;

template <class... Args>
std::vector<graph::node_ptr> call_with(const kernel_source& kernel, const launch_options& options,
                                       Args&&... args) {
  std::array<kernel_operand, sizeof...(Args)> operands{erased(std::forward<Args>(args))...};
  return call(kernel, options, operands);
}

template <class Tuple, std::size_t... I>
std::vector<graph::node_ptr> call_front(const kernel_source& kernel, const launch_options& options,
                                        Tuple&& args, std::index_sequence<I...>) {
  return call_with(kernel, options, std::get<I>(std::forward<Tuple>(args))...);
}

/// What stands before the options.
template <class... Args>
std::vector<graph::node_ptr> call_any(const kernel_source& kernel, Args&&... args) {
  if constexpr (ends_in_options<Args...>) {
    constexpr std::size_t count = sizeof...(Args) - 1;
    auto all = std::forward_as_tuple(std::forward<Args>(args)...);
    return call_front(kernel, std::get<count>(all), std::move(all),
                      std::make_index_sequence<count>());
  } else {
    return call_with(kernel, {}, std::forward<Args>(args)...);
  }
}

template <class A>
concept kernel_argument =
    array_like<A> || scalar_like<A> || std::same_as<std::remove_cvref_t<A>, launch_options>;

}  // namespace user_kernels

template <class Signature = void>
class elementwise_kernel;

/// A kernel made of C++ text that computes one element, with CuPy's parameter lists:
///
///     gpu::elementwise_kernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)",
///                                          "squared_diff");
///     auto z = squared_diff(a, b);
///
/// A parameter is `[raw] TYPE NAME`; a type of one letter stands for any dtype. Non-raw operands
/// broadcast together, `i` is the position in C order. A kernel with one output and no raw argument
/// fuses with what surrounds it. The same text runs on `cpu()`. A value; copies share all state,
/// and any thread may call it. docs/user_kernels.md has the whole contract.
template <>
class elementwise_kernel<void> {
 public:
  /// @throws value_error, dtype_error  for what is wrong with names, parameters and types
  elementwise_kernel(std::string_view in_params, std::string_view out_params,
                     std::string_view operation, std::string_view name = "kernel",
                     const elementwise_kernel_options& options = {})
      : source_(
            user_kernels::make_source(in_params, out_params, operation, name, options, {}, {})) {}

  /// The inputs, then all outputs or none, then `launch_options` if wanted.
  ///
  /// @throws value_error      for a wrong number of arguments, or a wrong `size`
  /// @throws shape_error      if operands do not broadcast, or an output has another shape
  /// @throws dtype_error      if a type does not fit its parameter, or nothing says what it is
  /// @throws device_mismatch  if operands are on different devices
  /// @throws compile_error    if the text does not compile, at the latest when the value is needed
  template <user_kernels::kernel_argument... Args>
  kernel_results operator()(Args&&... args) const {
    return kernel_results(user_kernels::call_any(*source_, std::forward<Args>(args)...));
  }

  /// The kernel with options for one call: `k.with({.size = n})(x)`.
  [[nodiscard]] auto with(launch_options options) const {
    return [ source = source_, options ]<user_kernels::kernel_argument... Args>(Args && ... args) {
      return kernel_results(user_kernels::call_with(*source, options, std::forward<Args>(args)...));
    };
  }

  [[nodiscard]] const std::string& name() const& noexcept {
    return user_kernels::name_of(*source_);
  }
  [[nodiscard]] std::string name() const&& { return user_kernels::name_of(*source_); }

 private:
  user_kernels::source_ptr source_;
};

elementwise_kernel(std::string_view, std::string_view, std::string_view,
                   std::string_view = "kernel", const elementwise_kernel_options& = {})
    ->elementwise_kernel<void>;

/// A kernel whose types are known to the compiler: `elementwise_kernel<float(float, int)>` returns
/// `expression<float>`; `std::tuple<float, int>(float)` gives a tuple of expressions. An array of
/// another element type does not compile.
template <class Result, class... Inputs>
class elementwise_kernel<Result(Inputs...)> {
  using signature = user_kernels::kernel_signature<Result, Inputs...>;

 public:
  /// @throws dtype_error  also if a parameter's type is not that of the signature
  elementwise_kernel(std::string_view in_params, std::string_view out_params,
                     std::string_view operation, std::string_view name = "kernel",
                     const elementwise_kernel_options& options = {})
      : source_(user_kernels::make_source(in_params, out_params, operation, name, options,
                                          signature::in, signature::out)) {}

  /// As for the untyped kernel.
  template <user_kernels::kernel_argument... Args>
  auto operator()(Args&&... args) const {
    constexpr bool has_options = user_kernels::ends_in_options<Args...>;
    signature::template check<sizeof...(Args) - has_options, Args...>();
    return signature::wrap(user_kernels::call_any(*source_, std::forward<Args>(args)...));
  }

  /// The kernel with options for one call.
  [[nodiscard]] auto with(launch_options options) const {
    return [ kernel = *this, options ]<user_kernels::kernel_argument... Args>(Args && ... args) {
      return kernel(std::forward<Args>(args)..., options);
    };
  }

  [[nodiscard]] const std::string& name() const& noexcept {
    return user_kernels::name_of(*source_);
  }
  [[nodiscard]] std::string name() const&& { return user_kernels::name_of(*source_); }

 private:
  user_kernels::source_ptr source_;
};

}  // namespace gpu
