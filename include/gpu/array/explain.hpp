// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <gpu/array/concepts.hpp>
#include <gpu/execute/schedule_text.hpp>

namespace gpu {

/// How an expression would be computed: its kernels in order, what each reads and writes, which
/// variant computes it, and why it is a kernel of its own. Computes nothing.
///
///     1 kernel on gpu(0), reading 4096 bytes and writing 4096 bytes
///       1. absolute_negative_exp  (1024,) float32: reads 4096 bytes of 1 array, writes 4096 bytes;
///          contiguous, 1 x 256 threads, 32-bit indices
///
/// Of several: how `gpu::fuse` would compute them.
template <array_like... A>
requires(sizeof...(A) > 0) [[nodiscard]] std::string explain(const A&... values) {
  const graph::node_ptr nodes[] = {values.node()...};
  return execute::schedule_text(nodes);
}

}  // namespace gpu
