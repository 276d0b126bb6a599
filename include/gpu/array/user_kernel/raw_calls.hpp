// SPDX-License-Identifier: BSD-3-Clause
// Calls that end in `{.shared_memory = n}`: braces have no type, so a template with any number of
// arguments before them would not be found. Here is a function for each number.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <gpu/array/user_kernel/raw_argument.hpp>
#include <gpu/array/user_kernel/raw_launch.hpp>

namespace gpu::user_kernels {

/// Any argument, which must live until the call returns.
class any_raw_argument {
 public:
  template <class A>
  requires(!std::same_as<std::remove_cvref_t<A>, any_raw_argument>) any_raw_argument(A&& argument) {
    static_assert(raw_kernel_argument<A>,
                  "an argument of a raw kernel is an array or expression of this library, a "
                  "number, a pointer, or a trivially copyable struct");
    if constexpr (raw_kernel_argument<A>) erased_ = erased_raw(argument);
  }
  [[nodiscard]] const raw_argument& erased() const& noexcept { return erased_; }
  [[nodiscard]] raw_argument erased() const&& { return erased_; }

 private:
  raw_argument erased_{};
};

/// The same, as many times as there are numbers.
template <std::size_t>
using numbered_raw_argument = any_raw_argument;

inline constexpr std::size_t max_arguments_before_braces = 32;

template <class Kernel, class Numbers = std::make_index_sequence<max_arguments_before_braces>>
class raw_calls;

template <class Kernel>
class raw_calls<Kernel, std::index_sequence<>> {
 public:
  void operator()(const launch_extents& grid, const launch_extents& block,
                  const raw_launch_options& options) const {
    static_cast<const Kernel&>(*this).launch(grid, block, options, {});
  }
};

template <class Kernel, std::size_t... I>
class raw_calls<Kernel, std::index_sequence<I...>>
    : public raw_calls<Kernel, std::make_index_sequence<sizeof...(I) - 1>> {
 public:
  using raw_calls<Kernel, std::make_index_sequence<sizeof...(I) - 1>>::operator();
  void operator()(const launch_extents& grid, const launch_extents& block,
                  const numbered_raw_argument<I>&... arguments,
                  const raw_launch_options& options) const {
    const std::array<raw_argument, sizeof...(I)> erased{arguments.erased()...};
    static_cast<const Kernel&>(*this).launch(grid, block, options, erased);
  }
};

}  // namespace gpu::user_kernels
