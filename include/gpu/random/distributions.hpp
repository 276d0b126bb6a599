// SPDX-License-Identifier: BSD-3-Clause
// What the members of `generator` are made of.
#pragma once

#include <array>
#include <cstddef>

#include <gpu/array/creation.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random::detail {

/// float16, bfloat16, float32, float64.
template <class T>
concept real_element = element_type<T> && facts(dtype_of<T>)
.kind == dtype_kind::floating;

/// Distributions that take one number, or a pair of them, of the stream for each element.
enum class distribution {
  normal,
  lognormal,
  exponential,
  cauchy,
  gumbel,
  laplace,
  logistic,
  pareto,
  power,
  rayleigh,
  triangular,
  weibull
};
/// In NumPy's order; those that a distribution does not have are 0.
using parameters = std::array<double, 3>;

[[nodiscard]] graph::node_ptr unit_node(philox& bits, dtype type, const shape& size, device where);
[[nodiscard]] graph::node_ptr uniform_node(philox& bits, dtype type, double low, double high,
                                           const shape& size, device where);
[[nodiscard]] graph::node_ptr drawn_node(philox& bits, distribution which, const parameters& p,
                                         dtype type, const shape& size, device where);
[[nodiscard]] graph::leaf_ptr integers_leaf(philox& bits, dtype type, gpu::detail::wide_integer low,
                                            gpu::detail::wide_integer high, bool endpoint,
                                            const shape& size, device where);
[[nodiscard]] graph::leaf_ptr bytes_leaf(philox& bits, std::size_t length, device where);
[[nodiscard]] graph::leaf_ptr choice_leaf(philox& bits, std::ptrdiff_t count, const shape& size,
                                          bool replace, device where);
[[nodiscard]] graph::leaf_ptr permutation_leaf(philox& bits, std::ptrdiff_t count, device where);

}  // namespace gpu::random::detail
