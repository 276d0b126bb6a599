// SPDX-License-Identifier: BSD-3-Clause
// Scans: of every element, what the elements up to it along one axis give, each described as a
// reduction is: see reduction.hpp. cmake/GpuReductions.cmake makes `gpu::NAME` of
// `detail::NAME_scan`.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/kernels/reductions/prod.hpp>
#include <gpu/kernels/reductions/sum.hpp>

namespace gpu::detail {

/// One scan as its node is made.
struct scan_op {
  const char* name;
  const graph::op_record& record;
  int loop;       ///< for elements of one dtype
  dtype type;     ///< of the result
  bool is_ufunc;  ///< refuses numbers and several axes, as `ufunc.accumulate` does
};

/// The scan of `value`, converted to `settings.type` first if that is given. Over all elements in C
/// order if no axis is.
/// @throws axis_error; dtype_error, value_error  in NumPy's words
[[nodiscard]] graph::node_ptr scan_node(const scan_op& op, graph::node_ptr value,
                                        const reduction_settings& settings);
/// @throws value_error  "provided out is the wrong size for the accumulation."
void require_scan_target(const graph::node_ptr& value, const written_array& target);
/// @throws dtype_error  "No loop matching the specified signature and casting was found ..."
[[noreturn]] void throw_no_scan(const char* name);
/// The elements, 0 or 1 in the place of nans.
[[nodiscard]] graph::node_ptr without_nans(graph::node_ptr value, double instead);
/// `value` after one element of `first` along the axis: one array, computed now.
[[nodiscard]] graph::node_ptr with_initial(const graph::node_ptr& value, double first,
                                           const reduction_axes& axes);
/// @throws value_error  "For arrays which have more than one dimension ``axis`` argument is ..."
void require_axis(const graph::node_ptr& value, const reduction_axes& axes);

struct scan_options {
  static constexpr bool out_gives_dtype = true;
  static constexpr casting out_rule = casting::unsafe;
  static constexpr unsigned options = takes_out | takes_dtype;
  static void require_target(const graph::node_ptr& value, const written_array& target) {
    require_scan_target(value, target);
  }
};

/// What a reduction of kernels/reductions/ gives for the elements up to each one.
template <class Op>
struct reduction_scan : scan_options {
  static constexpr const char* name = op_of<Op>::info.name;

  [[nodiscard]] static constexpr std::optional<dtype> result_into(dtype element, dtype target) {
    if constexpr (plain_reduction<Op>::has_own_dtype)
      return result(element, std::nullopt);
    else
      return plain_reduction<Op>::result_into(element, target);
  }
  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    return plain_reduction<Op>::result(element, asked);
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings,
                                            const char* as = name, bool is_ufunc = true) {
    const dtype element = settings.type.value_or(value->type);
    if (!result(value->type, settings.type)) throw_no_scan(as);
    const loop found = find_reduction_loop(Op::info, element);
    return scan_node(
        {as, graph::record_of<Op>(), found.index, settings.type.value_or(found.out), is_ufunc},
        std::move(value), settings);
  }
};

/// Sums of the elements up to each one, along an axis or over all in C order; dtypes are those of
/// `sum`. On `cpu()` one after the other, long lines in blocks; on a GPU as a tree: the same bits
/// run after run. float16 and bfloat16 are accumulated in float32.
struct cumsum_scan : reduction_scan<reductions::sum> {
  static constexpr const char* name = "cumsum";
  static constexpr bool is_method = true;
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    return reduction_scan::make(std::move(value), settings, name, false);
  }
};
/// Products of the elements up to each one.
struct cumprod_scan : reduction_scan<reductions::prod> {
  static constexpr const char* name = "cumprod";
  static constexpr bool is_method = true;
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    return reduction_scan::make(std::move(value), settings, name, false);
  }
};
/// `cumsum` with nans taken as 0.
struct nancumsum_scan : cumsum_scan {
  static constexpr const char* name = "nancumsum";
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    return cumsum_scan::make(without_nans(std::move(value), 0), settings);
  }
};
/// `cumprod` with nans taken as 1.
struct nancumprod_scan : cumprod_scan {
  static constexpr const char* name = "nancumprod";
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    return cumprod_scan::make(without_nans(std::move(value), 1), settings);
  }
};

/// The array API's form: several axes need one to be named. With `include_initial` the result
/// begins with that of no elements, and is computed now.
template <class Scan, int First>
struct cumulative_scan : Scan {
  static constexpr unsigned options = Scan::options | takes_include_initial;
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value,
                                            const reduction_settings& settings) {
    require_axis(value, settings.axes);
    graph::node_ptr scanned = Scan::make(std::move(value), settings);
    return settings.include_initial ? with_initial(scanned, First, settings.axes) : scanned;
  }
};
/// `cumsum` in the array API's form.
struct cumulative_sum_scan : cumulative_scan<cumsum_scan, 0> {
  static constexpr const char* name = "cumulative_sum";
};
/// `cumprod` in the array API's form.
struct cumulative_prod_scan : cumulative_scan<cumprod_scan, 1> {
  static constexpr const char* name = "cumulative_prod";
};

}  // namespace gpu::detail
