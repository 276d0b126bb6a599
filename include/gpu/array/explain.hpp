// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <gpu/array/concepts.hpp>
#include <gpu/execute/explanation.hpp>

namespace gpu {

/// How an expression would be computed: its kernels in order, what each reads and writes, which
/// variant walks it, and why it is a kernel of its own. Computes nothing.
///
///     1 kernel on gpu(0), reading 4096 bytes and writing 4096 bytes
///       1. absolute_negative_exp  (1024,) float32: reads 4096 bytes of 1 array, writes 4096 bytes;
///          contiguous, 1 x 256 threads, 32-bit indices
template <array_like A>
[[nodiscard]] std::string explain(const A& value) {
  return execute::explain(value.node());
}

}  // namespace gpu
