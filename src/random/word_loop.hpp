// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/op.hpp>

namespace gpu::random::detail {

/// The op of a functor of gpu/kernels/functors/random.hpp with a loop for the host that makes each
/// block of the stream once: the processor has several under way.
template <class Functor>
[[nodiscard]] const graph::op_record& word_record();

}  // namespace gpu::random::detail
