// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/cast_loops.hpp"

#include <gpu/core/dtype.hpp>
#include <gpu/elementwise/support/cast.hpp>

#include <array>
#include <cstddef>
#include <utility>

#include "execute/host/loops.hpp"

namespace gpu::execute {
namespace {

template <class To>
struct cast_to {
  static constexpr bool has_one_result = true;

  template <class From>
  GPU_HD constexpr To operator()(From x) const {
    return math::cast<To>(x);
  }
};

template <std::size_t Index>
graph::host_loop loop_of(instruction_set set) noexcept {
  using from = computed_t<element_t<static_cast<dtype>(Index / dtype_count)>>;
  using to = computed_t<element_t<static_cast<dtype>(Index % dtype_count)>>;
  return loop_for<cast_to<to>, to, from>(set);
}

constexpr std::size_t pair_count = dtype_count * dtype_count;

template <std::size_t... Index>
std::array<graph::host_loop, pair_count> all_loops(std::index_sequence<Index...>) noexcept {
  const instruction_set set = host_instruction_set();
  return {loop_of<Index>(set)...};
}

}  // namespace

graph::host_loop host_cast_loop(int index) noexcept {
  static const std::array<graph::host_loop, pair_count> loops =
      all_loops(std::make_index_sequence<pair_count>());
  return loops[static_cast<std::size_t>(index)];
}

}  // namespace gpu::execute
