// SPDX-License-Identifier: BSD-3-Clause
// User kernels whose types are known to the compiler: `elementwise_kernel<float(float, int)>`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>

namespace gpu::user_kernels {

template <class Result>
struct typed_results {
  static constexpr std::array<dtype, 1> types{dtype_of<Result>};
  static expression<Result> wrap(const std::vector<graph::node_ptr>& values) {
    return expression<Result>(values[0]);
  }
};
template <class... Results>
struct typed_results<std::tuple<Results...>> {
  static constexpr std::array<dtype, sizeof...(Results)> types{dtype_of<Results>...};
  static std::tuple<expression<Results>...> wrap(const std::vector<graph::node_ptr>& values) {
    return wrap(values, std::index_sequence_for<Results...>());
  }

 private:
  template <std::size_t... I>
  static auto wrap(const std::vector<graph::node_ptr>& values, std::index_sequence<I...>) {
    return std::tuple<expression<Results>...>(expression<Results>(values[I])...);
  }
};

/// Whether an argument may stand for a parameter of type `T`: numbers are converted, arrays never.
template <class T, class A>
concept argument_for = scalar_like<A> || !typed_array<A> ||
                       std::same_as<typename std::remove_cvref_t<A>::value_type, T>;

template <class Result, class... Inputs>
struct kernel_signature : typed_results<Result> {
  static constexpr std::array<dtype, sizeof...(Inputs)> in{dtype_of<Inputs>...};
  static constexpr auto out = typed_results<Result>::types;

  /// Refuses calls whose first `Count` arguments, which are no options, do not fit.
  template <std::size_t Count, class... Args>
  static consteval void check() {
    static_assert(Count == sizeof...(Inputs) || Count == sizeof...(Inputs) + out.size(),
                  "the number of arguments is not that of the kernel's signature, with or without "
                  "its outputs");
    if constexpr (Count >= sizeof...(Inputs))
      static_assert(fits<Args...>(std::index_sequence_for<Inputs...>()),
                    "an array has another element type than the kernel's signature: convert it "
                    "with astype");
  }

 private:
  template <class... Args, std::size_t... I>
  static consteval bool fits(std::index_sequence<I...>) {
    return (argument_for<Inputs, std::tuple_element_t<I, std::tuple<Args...>>> && ...);
  }
};

}  // namespace gpu::user_kernels
