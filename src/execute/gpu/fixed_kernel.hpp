// SPDX-License-Identifier: BSD-3-Clause
// Kernels of a few parameters each, which are no plan's.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

#include "core/per_thread.hpp"
#include "jit/cache.hpp"

namespace gpu::execute {
namespace fixed_kernels {

/// What a thread has loaded of one function.
template <auto write, class Key>
struct loaded {
  std::vector<std::pair<Key, kernel_ref>> kernels;
};

}  // namespace fixed_kernels

/// The definition of the kernel `name`, which calls a function of the class `work` with the
/// arguments that it takes.
/// @param threads  of a block at most, a number or an expression
[[nodiscard]] std::string fixed_entry(std::string_view threads, std::string_view name,
                                      std::string_view function = "run");

/// The text of such a kernel.
/// @param header  of kernels/skeletons/
/// @param type    `work`: of the namespace gpu::kernels
[[nodiscard]] std::string fixed_text(std::string_view header, std::string_view type,
                                     std::string_view threads, std::string_view name,
                                     std::string_view function = "run");

/// The kernel of the program that `write(parameters...)` returns, loaded if this process has not
/// yet. A thread writes each program once: its text takes longer to make than a small kernel to
/// run.
///
/// @tparam write  a function of its parameters alone, which can be compared
/// @throws as `load_kernel`
template <auto write, class... Parameters>
[[nodiscard]] kernel_ref find_fixed_kernel(device where, const Parameters&... parameters) {
  using key = std::tuple<int, Parameters...>;
  auto& known = gpu::detail::per_thread<fixed_kernels::loaded<write, key>>::get().kernels;
  const key mine(where.ordinal(), parameters...);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == mine; });
  if (found != known.end()) return found->second;
  const kernel_ref kernel = load_kernel(write(parameters...), where);
  known.emplace_back(mine, kernel);
  return kernel;
}

}  // namespace gpu::execute
