// SPDX-License-Identifier: BSD-3-Clause
// One thing for each of several numbers, each of a type of its own: `get<I>` gives thing I.
#pragma once

namespace gpu::kernels {

template <int... I>
struct indices {};

template <int I, class Indices>
inline constexpr bool is_among = false;
template <int I, int... J>
inline constexpr bool is_among<I, indices<J...>> = ((I == J) || ...);

template <int Count, int... I>
struct counted : counted<Count - 1, Count - 1, I...> {};
template <int... I>
struct counted<0, I...> {
  using type = indices<I...>;
};

/// `T`, for each operand of a pack.
template <class Operand, class T>
using for_each = T;

template <int I, class T>
struct indexed {
  T value;
};

template <class Sequence, class... Part>
struct bundle;
template <int... I, class... Part>
struct bundle<indices<I...>, Part...> : indexed<I, Part>... {};

template <int I, class T>
__device__ __forceinline__ T& get(indexed<I, T>& part) {
  return part.value;
}
template <int I, class T>
__device__ __forceinline__ auto get(const indexed<I, T>& part) -> const T& {
  return part.value;
}

}  // namespace gpu::kernels
