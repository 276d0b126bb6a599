// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/loops.hpp"

#include <gpu/core/dtype.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/execute/cast_loops.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

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

/// The same to float64 of the halves of an integer, which AVX2 has vectors for: both are exact, and
/// their sum is rounded once.
struct cast_of_halves {
  static constexpr bool has_one_result = true;

  template <class From>
  GPU_HD constexpr double operator()(From x) const {
    const auto bits = static_cast<std::uint64_t>(x);
    const auto low = std::bit_cast<double>((bits & 0xffffffff) | 0x4330000000000000);
    const auto high = std::bit_cast<double>((bits >> 32) ^ 0x4530000080000000);
    return (high - 0x1.00000801p84) + low;
  }
};

template <std::size_t Index>
graph::host_loop loop_of(instruction_set set) noexcept {
  using from = computed_t<element_t<static_cast<dtype>(Index / dtype_count)>>;
  using to = computed_t<element_t<static_cast<dtype>(Index % dtype_count)>>;
  if constexpr (std::is_same_v<to, double> && std::is_same_v<from, std::int64_t>)
    if (set == instruction_set::avx2) return loop_for<cast_of_halves, to, from>(set);
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
