// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <gpu/kernels/abi.hpp>

#include "graph/emit/skeleton.hpp"

namespace gpu::graph {

/// What every skeleton has, though some leave it alone.
struct common_parameters {
  bool wide = false;                 ///< 64-bit indices
  bool tail = false;                 ///< the last axis may end within an access
  bool arguments_in_memory = false;  ///< they do not fit a launch
  std::uint8_t rank = 0;    ///< of the iteration space; rows: axes outside a row; tiled: outside a
                            ///< tile; interleaved: outside items and channels; reductions: kept
                            ///< axes beside the last axis
  std::uint8_t vector = 1;  ///< elements of one access
  std::uint8_t unroll = 1;  ///< accesses of a thread to each operand before it computes
  std::uint16_t threads = 256;  ///< of a block

  friend bool operator==(const common_parameters&, const common_parameters&) = default;
};

/// How kernels/primitives/span.cuh reads or writes an operand whose neighbours lie side by side.
struct span_access {
  std::uint8_t span = 0;   ///< the operand whose span it is part of; its own number if none other's
  std::uint8_t shift = 0;  ///< elements behind those of that operand
  std::uint8_t more = 0;   ///< elements of its own span behind those of a thread
  std::uint8_t max_width = 1;
  std::uint8_t misalignment = 0;
  friend bool operator==(const span_access&, const span_access&) = default;
};

/// How a kernel accesses its operands: with the kernel's signature, all that its text depends on.
struct variant : common_parameters {
  graph::skeleton skeleton;
  /// Of the outputs, then of the arguments; empty if all are `unit`.
  std::vector<kernels::access> operands;
  /// rows: of each operand; empty if no two of them are one array, seen a few columns apart.
  std::vector<span_access> spans;

  /// The skeleton's name, which is its file's: "contiguous".
  [[nodiscard]] std::string_view name() const noexcept { return skeleton.name(); }
  template <skeleton_parameters S>
  [[nodiscard]] bool is() const noexcept {
    return skeleton.is<S>();
  }
  /// The parameters of the skeleton that this variant is of.
  template <skeleton_parameters S>
  [[nodiscard]] const S& as() const {
    return skeleton.as<S>();
  }
  template <skeleton_parameters S>
  [[nodiscard]] S& as() {
    return skeleton.as<S>();
  }

  /// How an operand is accessed; the outputs come first.
  [[nodiscard]] kernels::access access_of(std::size_t operand) const noexcept {
    return operands.empty() ? kernels::access::unit : operands[operand];
  }

  /// Appends all of it, so that equal words are equal variants.
  void append_key(key_words& words) const {
    skeleton.append_key(words);
    append(words, static_cast<const common_parameters&>(*this));
    append(words, operands);
    append(words, spans);
  }

  friend bool operator==(const variant&, const variant&) = default;
};

}  // namespace gpu::graph
