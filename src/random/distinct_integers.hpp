// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/random/philox.hpp>

namespace gpu::random::detail {

/// So many different numbers of [0, count), not more than there are: those that NumPy's
/// `Generator.choice` takes without replacement, and in its order, which need not be random without
/// `shuffle`.
[[nodiscard]] std::vector<std::int64_t> distinct_integers(philox& bits, std::ptrdiff_t count,
                                                          std::ptrdiff_t wanted, bool shuffle);

}  // namespace gpu::random::detail
