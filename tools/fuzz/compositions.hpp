// SPDX-License-Identifier: BSD-3-Clause
// Ops of ops, one kernel for each: what a compiler makes of two ops beside each other it may get
// wrong where each alone is right.
#pragma once

#include <cstdint>

#include "options.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// How many compositions there are: every loop of an op, a reduction or a scan with every loop of
/// an op as each of its operands. Of triples, which are drawn, as many as of pairs. An op in
/// `options` leaves those in which it is, a dtype those in which an op has operands of it.
[[nodiscard]] std::uint64_t composition_count(const draw_options& options);

/// The composition that belongs to `from.order` and `from.number`: different numbers below the
/// count give different ones. It computes values at the edges of their types from arrays whose last
/// elements fill no vector, and from scalars.
[[nodiscard]] program draw_composition(const draw_options& options, const seeds& from);

}  // namespace gpu::fuzz
