// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/random/philox.hpp>

#include "random/integer_stream.hpp"

namespace gpu::random::detail {

/// Whether `drawn_integers` has these: more than one number, of at most 32 bits.
[[nodiscard]] bool are_drawn_at_once(dtype type, const interval& of);

/// Whether each word is a number: the range is a power of two.
[[nodiscard]] bool drops_none(dtype type, const interval& of);

/// The integers that `integer_stream` draws one after the other, all at once: so many words that
/// enough are left when some have been dropped, which the stream then goes on behind. Waits if some
/// may be dropped.
[[nodiscard]] graph::leaf_ptr drawn_integers(philox& bits, dtype type, const interval& of,
                                             const shape& size, device where);

}  // namespace gpu::random::detail
