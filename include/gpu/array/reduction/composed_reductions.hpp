// SPDX-License-Identifier: BSD-3-Clause
// The reductions that are composed of others and of ops, each as reduction.hpp describes it. They
// fuse as those do: `gpu::var(x)` is one kernel. cmake/GpuReductions.cmake makes `gpu::NAME` of
// `detail::NAME_reduction`.
#pragma once

#include <optional>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/argmin.hpp>
#include <gpu/kernels/reductions/fmax.hpp>
#include <gpu/kernels/reductions/fmin.hpp>
#include <gpu/kernels/reductions/prod.hpp>
#include <gpu/kernels/reductions/sum.hpp>

namespace gpu::detail {

template <unsigned Options>
struct composed_reduction {
  static constexpr unsigned options = Options | takes_keepdims | takes_out;
  static constexpr bool out_gives_dtype = false;
  static constexpr casting out_rule = casting::unsafe;
};

[[nodiscard]] constexpr dtype real_of(dtype type) noexcept {
  if (type == dtype::complex64) return dtype::float32;
  return type == dtype::complex128 ? dtype::float64 : type;
}
/// float64 for bools and integers.
[[nodiscard]] constexpr dtype inexact_of(dtype type) noexcept {
  return traits(type).kind <= dtype_kind::integer ? dtype::float64 : type;
}

/// The sum over the number of elements; nan of none. float16 and bfloat16 are rounded once.
struct mean_reduction : composed_reduction<takes_where | takes_dtype> {
  static constexpr const char* name = "mean";
  static constexpr const char* ufunc = "add";
  static constexpr bool is_method = true;
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype> asked) {
    return asked.value_or(inexact_of(element));
  }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

/// The mean of |x - mean|^2, divided by the number of elements less `ddof`. One stable pass in
/// float64; the result has the precision of the elements.
/// @throws dtype_error  if the mean that `given_mean` gives is complex, and the elements are real
struct var_reduction : composed_reduction<takes_where | takes_dtype | takes_ddof | takes_mean> {
  static constexpr const char* name = "var";
  static constexpr const char* ufunc = "add";
  static constexpr const char* aliases = "variance";
  static constexpr bool is_method = true;
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype> asked) {
    return real_of(asked.value_or(inexact_of(element)));
  }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

/// The square root of the variance.
struct std_reduction : var_reduction {
  static constexpr const char* name = "std";
  static constexpr const char* aliases = "stddev";
  static constexpr casting out_rule = casting::same_kind;
  static constexpr bool is_method = true;
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

/// The largest element less the smallest. Not of bools, which have no difference.
struct ptp_reduction : composed_reduction<0> {
  static constexpr const char* name = "ptp";
  static constexpr const char* ufunc = "maximum";
  static constexpr casting out_rule = casting::same_kind;
  static constexpr bool is_method = true;
  static constexpr std::optional<dtype> result(dtype element, std::optional<dtype>) {
    if (element == dtype::bool_) return std::nullopt;
    return element;
  }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

/// The sum of what is no nan; 0 of nothing.
struct nansum_reduction : plain_reduction<reductions::sum> {
  static constexpr const char* name = "nansum";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The product of what is no nan; 1 of nothing.
struct nanprod_reduction : plain_reduction<reductions::prod> {
  static constexpr const char* name = "nanprod";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The largest element that is no nan; nan if all are.
struct nanmax_reduction : plain_reduction<reductions::fmax> {
  static constexpr const char* name = "nanmax";
};
/// The smallest element that is no nan; nan if all are.
struct nanmin_reduction : plain_reduction<reductions::fmin> {
  static constexpr const char* name = "nanmin";
};
/// The mean of what is no nan; nan of nothing.
struct nanmean_reduction : mean_reduction {
  static constexpr const char* name = "nanmean";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The variance of what is no nan; nan where no more than `ddof` elements are left.
struct nanvar_reduction : var_reduction {
  static constexpr const char* name = "nanvar";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// The square root of `nanvar`.
struct nanstd_reduction : var_reduction {
  static constexpr const char* name = "nanstd";
  static constexpr casting out_rule = casting::same_kind;
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// Position of the largest element that is no nan; -1 if all are, where NumPy throws: no kernel is
/// waited for here.
struct nanargmax_reduction : plain_reduction<reductions::argmax> {
  static constexpr const char* name = "nanargmax";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// Position of the smallest element that is no nan; -1 if all are, where NumPy throws.
struct nanargmin_reduction : plain_reduction<reductions::argmin> {
  static constexpr const char* name = "nanargmin";
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};
/// How many elements are no nan. xtensor's.
struct count_nonnan_reduction : composed_reduction<takes_where> {
  static constexpr const char* name = "count_nonnan";
  static constexpr std::optional<dtype> result(dtype, std::optional<dtype>) { return dtype::int64; }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings);
};

}  // namespace gpu::detail
