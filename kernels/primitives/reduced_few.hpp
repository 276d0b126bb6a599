// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/kernels/primitives/reducer.hpp>

namespace gpu::kernels {

/// A reduction of so few elements that one thread has them all at once: an op of `Count` operands.
/// They are accumulated as by the skeletons of reductions, in halves.
template <int Count, class Op, class Out, class In>
struct reduced_few {
  using reduction = reducer<Op, Out, In>;

  template <class... Operands>
  GPU_HD Out operator()(Operands... operands) const {
    static_assert(sizeof...(Operands) == Count);
    const In elements[Count] = {operands...};
    return reduction::finish(reduction::lift_all(elements));
  }
};

}  // namespace gpu::kernels
