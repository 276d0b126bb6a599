// SPDX-License-Identifier: BSD-3-Clause
// `pow`, which is `power`, and xtensor's `pow<3>`.
#pragma once

#include <utility>

#include <gpu/ops.hpp>

namespace gpu {

/// NumPy's other name of `gpu::power`, as a function: `power` is the object to pass on.
template <class... Arguments>
requires std::invocable < const elementwise<ops::power>
&, Arguments... > constexpr decltype(auto) pow(Arguments&&... arguments) {
  return power(std::forward<Arguments>(arguments)...);
}
/// x to a power known at compile time. xtensor's `pow<3>(x)`.
template <int exponent, operand A>
constexpr auto pow(A&& x) {
  return power(std::forward<A>(x), exponent);
}

}  // namespace gpu
