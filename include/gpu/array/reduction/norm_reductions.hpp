// SPDX-License-Identifier: BSD-3-Clause
// xtensor's norms of elements over axes, as composed_reductions.hpp has the others.
#pragma once

#include <optional>

#include <gpu/array/reduction/composed_reductions.hpp>

namespace gpu::detail {

struct norm_reduction : composed_reduction<0> {
  /// Absolute values are real; sums of bools and integers are wide.
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype>) {
    return find_reduction_loop(reductions::sum::info, real_of(element)).out;
  }
};
/// How many elements are not 0.
struct norm_l0_reduction : composed_reduction<0> {
  static constexpr const char* name = "norm_l0";
  static constexpr std::optional<dtype> result(dtype, std::optional<dtype>) { return dtype::int64; }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The sum of |x|.
struct norm_l1_reduction : norm_reduction {
  static constexpr const char* name = "norm_l1";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The sum of |x|^2.
struct norm_sq_reduction : norm_reduction {
  static constexpr const char* name = "norm_sq";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The square root of the sum of |x|^2.
struct norm_l2_reduction : composed_reduction<0> {
  static constexpr const char* name = "norm_l2";
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype>) {
    return real_of(inexact_of(element));
  }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The largest |x|; 0 of no elements.
struct norm_linf_reduction : composed_reduction<0> {
  static constexpr const char* name = "norm_linf";
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype>) {
    return real_of(element);
  }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

}  // namespace gpu::detail
