// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/interpolation.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// As `math::interpolated`, in a table of `count` points and values, each so many steps apart.
template <class T>
struct interp {
  static constexpr functor_info info{
      .name = "interp", .file = "interp", .weight = unbounded_weight};

  GPU_HD T operator()(double x, long long points, long long point_step, long long values,
                      long long value_step, long long count, T left, T right, bool has_left,
                      bool has_right) const {
    return math::interpolated(x, array_at<double>(points, point_step),
                              array_at<T>(values, value_step), count,
                              math::interpolation_ends<T>{left, right, has_left, has_right});
  }
};

}  // namespace gpu::kernels
