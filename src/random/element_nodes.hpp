// SPDX-License-Identifier: BSD-3-Clause
// Graph nodes of numbers that draw again until they fit. Each element has words of its own, the
// first of which are a block of the stream; the stream goes on behind the blocks of all elements.
#pragma once

#include <initializer_list>

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random::detail {

/// Those that are real are float32 or float64, as their first parameter is.
enum class sampler {
  gamma,           ///< shape
  log_gamma,       ///< shape
  beta,            ///< a, b
  vonmises,        ///< mu, kappa: float64
  poisson,         ///< lam
  binomial,        ///< n, p
  hypergeometric,  ///< ngood, nbad, nsample
  zipf,            ///< a
  logseries        ///< p
};

/// @param given  the parameters, which broadcast to `size`
[[nodiscard]] graph::node_ptr sampled_node(philox& bits, sampler which,
                                           std::initializer_list<graph::node_ptr> given,
                                           const shape& size, device where);

}  // namespace gpu::random::detail
