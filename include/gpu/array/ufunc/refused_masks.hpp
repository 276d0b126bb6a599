// SPDX-License-Identifier: BSD-3-Clause
// What is taken for a mask and is none: `a == b` of arrays.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace gpu {

class equality;
template <class T>
class expression;

namespace detail {

/// What `a == b` and `a != b` of arrays are.
template <class A>
concept comparison_of_arrays = std::derived_from<std::remove_cvref_t<A>, equality>;

/// Named in the compiler's message.
template <class Comparison>
inline constexpr bool arrays_are_compared_by_gpu_equal_to_give_a_mask = false;

/// Any other argument as it is. A comparison is refused; it is taken for the mask that was meant,
/// so that nothing else is found wrong.
template <class A>
constexpr decltype(auto) as_mask(A&& argument) {
  if constexpr (comparison_of_arrays<A>) {
    static_assert(arrays_are_compared_by_gpu_equal_to_give_a_mask<A>,
                  "a == b of arrays is one bool, no mask: write gpu::equal(a, b), or "
                  "gpu::not_equal(a, b) for a != b");
    return expression<std::enable_if_t<comparison_of_arrays<A>, bool>>(nullptr);
  } else {
    return std::forward<A>(argument);
  }
}

}  // namespace detail
}  // namespace gpu
