// SPDX-License-Identifier: BSD-3-Clause
// Scans: of every element, what the elements up to it along one axis give.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/reduction.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/kernels/reductions/prod.hpp>
#include <gpu/kernels/reductions/sum.hpp>

namespace gpu {

/// What precedes the first element, as `include_initial` makes it.
struct include_initial_option {
  bool include;
  [[nodiscard]] constexpr include_initial_option operator()(bool value) const noexcept {
    return {value};
  }
};
/// The result begins with that of no elements, and so has one more along the axis. Of
/// `cumulative_sum` and `cumulative_prod`.
inline constexpr include_initial_option include_initial{true};

namespace detail {

/// One scan as its node is made.
struct scan_op {
  const char* name;
  const graph::op_record& record;
  int loop;       ///< for elements of one dtype
  dtype type;     ///< of the result
  bool is_ufunc;  ///< refuses numbers and several axes, as `ufunc.accumulate` does
};

/// The scan of `value`, converted to `how.type` first if that is given. Over all elements in C
/// order if no axis is.
/// @throws axis_error; dtype_error, value_error  in NumPy's words
[[nodiscard]] graph::node_ptr scan_node(const scan_op& op, graph::node_ptr value,
                                        const reduction_settings& how);
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
  static constexpr unsigned options = takes_out | takes_dtype;
  static void require_target(const graph::node_ptr& value, const written_array& target) {
    require_scan_target(value, target);
  }
};

/// What a reduction of kernels/reductions/ gives for the elements up to each one.
template <class Op>
struct reduction_scan : scan_options {
  static constexpr const char* name = Op::info.name;

  [[nodiscard]] static constexpr std::optional<dtype> result(dtype element,
                                                             std::optional<dtype> asked) {
    return plain_reduction<Op>::result(element, asked);
  }
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how,
                                            const char* as = name, bool is_ufunc = true) {
    const dtype element = how.type.value_or(value->type);
    const loop found = find_reduction_loop(Op::info, element);
    if (found.index < 0) throw_no_scan(as);
    return scan_node(
        {as, graph::record_of<Op>(), found.index, how.type.value_or(found.out), is_ufunc},
        std::move(value), how);
  }
};

struct cumsum_scan : reduction_scan<reductions::sum> {
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    return reduction_scan::make(std::move(value), how, "cumsum", false);
  }
};
struct cumprod_scan : reduction_scan<reductions::prod> {
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    return reduction_scan::make(std::move(value), how, "cumprod", false);
  }
};
struct nancumsum_scan : cumsum_scan {
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    return cumsum_scan::make(without_nans(std::move(value), 0), how);
  }
};
struct nancumprod_scan : cumprod_scan {
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    return cumprod_scan::make(without_nans(std::move(value), 1), how);
  }
};

/// The array API's form: no axis only for one axis.
template <class Scan>
struct cumulative_scan : Scan {
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    require_axis(value, how.axes);
    return Scan::make(std::move(value), how);
  }
};
/// The same after one more element, which is that of no elements.
template <class Scan>
struct initial_scan : Scan {
  static constexpr double first = std::same_as<Scan, cumsum_scan> ? 0 : 1;
  [[nodiscard]] static graph::node_ptr make(graph::node_ptr value, const reduction_settings& how) {
    return with_initial(cumulative_scan<Scan>::make(std::move(value), how), first, how.axes);
  }
};

}  // namespace detail

/// What follows the axis of a scan: `out(...)`, `as_dtype<T>`, a `gpu::dtype`.
template <class A>
concept scan_option = reduction_option<A>;

/// Sums of the elements up to each one, along an axis or over all in C order. `numpy.cumsum`.
///
/// @dtype   that of `sum`: int64 and uint64 for smaller integers; `as_dtype` converts the elements
/// @throws  axis_error
/// On `cpu()` one after the other, long lines in blocks; on a GPU as a tree: the same bits run
/// after run. float16 and bfloat16 are accumulated in float32.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumsum(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::cumsum_scan, T>(std::forward<A>(x), axis,
                                                 std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumsum(A&& x, Options&&... options) {
  return cumsum<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}

/// Products of the elements up to each one. `numpy.cumprod`.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumprod(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::cumprod_scan, T>(std::forward<A>(x), axis,
                                                  std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumprod(A&& x, Options&&... options) {
  return cumprod<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}

/// `cumsum` with nans taken as 0. `numpy.nancumsum`.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) nancumsum(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::nancumsum_scan, T>(std::forward<A>(x), axis,
                                                    std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) nancumsum(A&& x, Options&&... options) {
  return nancumsum<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}

/// `cumprod` with nans taken as 1. `numpy.nancumprod`.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) nancumprod(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::nancumprod_scan, T>(std::forward<A>(x), axis,
                                                     std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) nancumprod(A&& x, Options&&... options) {
  return nancumprod<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}

/// The array API's `cumsum`: several axes need one to be named. `numpy.cumulative_sum`.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_sum(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::cumulative_scan<detail::cumsum_scan>, T>(
      std::forward<A>(x), axis, std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_sum(A&& x, Options&&... options) {
  return cumulative_sum<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}
/// With `include_initial`, which follows the axis: computed now.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_sum(A&& x, const reduction_axes& axis, include_initial_option initial,
                              Options&&... options) {
  if (initial.include)
    return detail::reduced<detail::initial_scan<detail::cumsum_scan>, T>(
        std::forward<A>(x), axis, std::forward<Options>(options)...);
  return cumulative_sum<T>(std::forward<A>(x), axis, std::forward<Options>(options)...);
}

/// The array API's `cumprod`. `numpy.cumulative_prod`.
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_prod(A&& x, const reduction_axes& axis, Options&&... options) {
  return detail::reduced<detail::cumulative_scan<detail::cumprod_scan>, T>(
      std::forward<A>(x), axis, std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_prod(A&& x, Options&&... options) {
  return cumulative_prod<T>(std::forward<A>(x), std::nullopt, std::forward<Options>(options)...);
}
template <class T = void, reducible A, scan_option... Options>
decltype(auto) cumulative_prod(A&& x, const reduction_axes& axis, include_initial_option initial,
                               Options&&... options) {
  if (initial.include)
    return detail::reduced<detail::initial_scan<detail::cumprod_scan>, T>(
        std::forward<A>(x), axis, std::forward<Options>(options)...);
  return cumulative_prod<T>(std::forward<A>(x), axis, std::forward<Options>(options)...);
}

}  // namespace gpu
