// SPDX-License-Identifier: BSD-3-Clause
// What a thread launched last, and how: for what is computed again nothing is planned or loaded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "execute/contiguous_expression.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// All of a launch but its arguments.
struct known_launch {
  std::shared_ptr<const launch_plan> plan;
  const loaded_kernel* kernel = nullptr;  ///< null if there is nothing to launch
};

/// Launches by the words of launch_key.hpp. A new one takes the place of another of the same hash.
class launch_cache {
 public:
  /// Null if it is not known. What it points to is valid until something is inserted.
  [[nodiscard]] const known_launch* find(std::span<const std::uint32_t> words) const noexcept;
  const known_launch& insert(std::vector<std::uint32_t> words, known_launch launch);

 private:
  struct slot {
    std::vector<std::uint32_t> words;
    known_launch launch;
  };
  [[nodiscard]] static std::size_t place_of(std::span<const std::uint32_t> words) noexcept;

  static constexpr std::size_t capacity = 512;
  std::array<slot, capacity> slots_;
};

/// How to launch `work`, which is for a GPU. Valid until this thread asks again. If there is
/// nothing to compute, there is a kernel only of text that a user wrote.
/// @throws as `find_kernel`
[[nodiscard]] const known_launch& find_launch(const graph::kernel& work);

/// The same for an expression whose target has memory; it is scheduled only if this thread does not
/// know it. Without a kernel if the launch takes more than the expression tells: then it must be
/// scheduled each time.
[[nodiscard]] const known_launch& find_launch(const contiguous_expression& read);

}  // namespace gpu::execute
