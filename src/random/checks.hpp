// SPDX-License-Identifier: BSD-3-Clause
// What parameters of distributions must be.
#pragma once

#include <gpu/random/distributions.hpp>

namespace gpu::random::detail {

/// @throws value_error  in NumPy's words. Of arrays that looks at all elements, and waits.
void check(distribution which, const parameters& p);
void check(count_distribution which, const parameters& p);
void check_binomial(const count_parameter& n, const parameter& p);
/// Good ones, bad ones, and how many are drawn.
void check_hypergeometric(const std::array<count_parameter, 3>& counts);

}  // namespace gpu::random::detail
