// SPDX-License-Identifier: BSD-3-Clause
// What formulas of distributions are written with. Each call lets the stream go on: two of them in
// one expression would be made in any order.
#pragma once

#include <cstdint>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "random/element_nodes.hpp"
#include "random/parameters.hpp"
#include "random/stream_nodes.hpp"

namespace gpu::random::detail {

/// Numbers of the stream, of type `R`: float or double.
template <class R>
struct source {
  philox& bits;
  extent of;

  /// [0, 1)
  [[nodiscard]] expression<R> unit() const {
    return expression<R>(sizeof(R) == 8 ? double_node(bits, of.size, of.where)
                                        : float_node(bits, of.size, of.where));
  }
  /// (0, 1): 0 becomes half of the least number there is.
  [[nodiscard]] expression<R> open_unit() const {
    return maximum(unit(), sizeof(R) == 8 ? 0x1p-54 : 0x1p-25);
  }
  [[nodiscard]] expression<R> normal() const {
    return expression<R>(sizeof(R) == 8 ? normal_double_node(bits, of.size, of.where)
                                        : normal_float_node(bits, of.size, of.where));
  }
  /// Up to 36.7; float32 up to 22.9, since small numbers keep all bits of half a word, of which
  /// `unit` drops eight.
  [[nodiscard]] expression<R> exponential() const {
    if constexpr (sizeof(R) == 8) {
      return -log1p(-unit());
    } else {
      const expression<std::uint32_t> half(half_word_node(bits, of.size, of.where));
      return 0 - log(half.template astype<R>() * 0x1p-32f + 0x1p-33f);  // not -0 of 1
    }
  }

  /// Of scale 1.
  [[nodiscard]] expression<R> gamma(const expression<R>& shape) const {
    return expression<R>(sampled_node(bits, sampler::gamma, {shape.node()}, of.size, of.where));
  }
  [[nodiscard]] expression<R> chisquare(const expression<R>& df) const { return 2 * gamma(df / 2); }
  template <class Mean>
  [[nodiscard]] expression<std::int64_t> poisson(const expression<Mean>& mean) const {
    return expression<std::int64_t>(
        sampled_node(bits, sampler::poisson, {mean.node()}, of.size, of.where));
  }
};

/// float64 is computed as such, all else in float32.
template <class Formula>
graph::node_ptr computed(dtype type, const Formula& formula) {
  if (type == dtype::float64) return formula(std::type_identity<double>()).node();
  return graph::make_cast(formula(std::type_identity<float>()).node(), type);
}

}  // namespace gpu::random::detail
