// SPDX-License-Identifier: BSD-3-Clause
// Graph nodes of the numbers that come next in a stream. Each call lets the stream go on behind
// them.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random::detail {

/// uint64: a word for each element.
[[nodiscard]] graph::node_ptr word_node(philox& bits, const shape& size, device where);
/// uint32: half a word for each element.
[[nodiscard]] graph::node_ptr half_word_node(philox& bits, const shape& size, device where);
/// Halves of words from the beginning of a block on, which kernels draw with less work.
struct halves_of_blocks {
  graph::node_ptr halves;  ///< uint32, of one axis
  std::ptrdiff_t skipped;  ///< so many come before the next `count` of the stream
};
[[nodiscard]] halves_of_blocks half_words_of_blocks(philox& bits, std::ptrdiff_t count,
                                                    device where);
/// [0, 1): float64 of a word for each element, float32 of half a word.
[[nodiscard]] graph::node_ptr double_node(philox& bits, const shape& size, device where);
[[nodiscard]] graph::node_ptr float_node(philox& bits, const shape& size, device where);
/// Normal numbers, of a stream that three words begin.
[[nodiscard]] graph::node_ptr normal_double_node(philox& bits, const shape& size, device where);
[[nodiscard]] graph::node_ptr normal_float_node(philox& bits, const shape& size, device where);

}  // namespace gpu::random::detail
