// SPDX-License-Identifier: BSD-3-Clause
// Norms of vectors and matrices.
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/core/strict_bool.hpp>

namespace gpu::linalg {

/// xtensor's names of orders.
enum class normorder { frob, nuc, inf, neg_inf };

/// Which norm: a number, infinite ones too, `"fro"`, or `std::nullopt` for the usual one.
class norm_order {
 public:
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  constexpr norm_order(Number order) : number_(static_cast<double>(order)) {}
  norm_order(std::string name) : name_(std::move(name)) {}
  norm_order(const char* name) : name_(name) {}
  norm_order(std::nullopt_t) {}
  norm_order(normorder order) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (order == normorder::frob || order == normorder::nuc)
      name_ = order == normorder::frob ? "fro" : "nuc";
    else
      number_ = order == normorder::inf ? infinity : -infinity;
  }

  /// None for the usual norm, or one that has a name.
  [[nodiscard]] const std::optional<double>& number() const& noexcept { return number_; }
  [[nodiscard]] std::optional<double> number() const&& { return number_; }
  /// "" for one that has none.
  [[nodiscard]] const std::string& name() const& noexcept { return name_; }
  [[nodiscard]] std::string name() const&& { return name_; }

 private:
  std::optional<double> number_;
  std::string name_;
};

/// Infinity, as an order: the largest |x|, or the largest sum over a row of |x|. xtensor has it as
/// `normorder::inf`.
inline constexpr double inf = std::numeric_limits<double>::infinity();

/// What `ord(order)` makes.
struct ord_option {
  norm_order order;
};
/// The order of a norm by name, as NumPy's `ord=`: `vector_norm(x, ord(1))`.
[[nodiscard]] inline ord_option ord(norm_order order) {
  return {std::move(order)};
}

/// What may follow the arguments of a norm, in any order: `gpu::keepdims`, `gpu::axis(...)`,
/// `ord(...)`.
template <class A>
concept norm_option =
    std::same_as<A, keepdims_option> || std::same_as<A, ord_option> || axis_argument<A>;

namespace detail {
struct norm_settings {
  norm_order order;
  reduction_axes axes = std::nullopt;
  keepdims_option keep = {false};

  template <norm_option... Options>
  norm_settings(norm_order order, reduction_axes axes, const Options&... options)
      : order(std::move(order)), axes(std::move(axes)) {
    (take(options), ...);
  }
  void take(keepdims_option option) { keep = option; }
  void take(const ord_option& option) { order = option.order; }
  template <axis_argument Axes>
  void take(const Axes& option) {
    axes = option;
  }
};

[[nodiscard]] graph::node_ptr norm_node(const graph::node_ptr& value, const norm_order& order,
                                        const reduction_axes& axes, bool keepdims);
[[nodiscard]] graph::node_ptr vector_norm_node(const graph::node_ptr& value,
                                               const reduction_axes& axes, const norm_order& order,
                                               bool keepdims);
template <class A>
[[nodiscard]] auto norm_result(graph::node_ptr value) {
  if constexpr (typed_array<A>)
    return expression<element_t<gpu::detail::real_of(gpu::detail::inexact_of(A::dtype()))>>(
        std::move(value));
  else
    return any_expression(std::move(value));
}
}  // namespace detail

/// Norm over one axis, of the vectors along it, or over two, of matrices; over all axes if none is
/// given: with two axes of the matrix, and without an order of all elements as one vector.
/// `numpy.linalg.norm`.
///
/// @dtype   real; float64 of bools and integers
/// Orders 2, -2 and "nuc" of matrices are of their singular values, which are computed when it is
/// called: see `svdvals`.
/// @throws  value_error  "Invalid norm order for matrices.", "Improper number of dimensions to
///          norm."
template <array_like A>
[[nodiscard]] auto norm(const A& x, const norm_order& order = std::nullopt,
                        const reduction_axes& axes = std::nullopt, keepdims_option keep = {false}) {
  return detail::norm_result<A>(detail::norm_node(x.node(), order, axes, keep.keep));
}

/// NumPy's `keepdims` by its place: `norm(x, 2, -1, true)`.
template <array_like A>
[[nodiscard]] auto norm(const A& x, const norm_order& order, const reduction_axes& axes,
                        strict_bool keepdims) {
  return linalg::norm(x, order, axes, keepdims_option{keepdims});
}

/// The same with options: `norm(x, "fro", gpu::keepdims)`, `norm(x, gpu::axis(1), gpu::keepdims)`.
template <array_like A, norm_option Option, norm_option... More>
[[nodiscard]] auto norm(const A& x, const norm_order& order, const Option& option,
                        const More&... more) {
  const detail::norm_settings call(order, std::nullopt, option, more...);
  return linalg::norm(x, call.order, call.axes, call.keep);
}
template <array_like A, norm_option Option, norm_option... More>
[[nodiscard]] auto norm(const A& x, const Option& option, const More&... more) {
  return linalg::norm(x, std::nullopt, option, more...);
}

/// Norm over axes of any number, of the vectors that the elements along them make; over all if none
/// is given. `numpy.linalg.vector_norm`, whose options are by name alone: here an integer in the
/// second place is an axis, a floating-point number an order.
/// @dtype   real; float64 of bools and integers
template <array_like A>
[[nodiscard]] auto vector_norm(const A& x, const reduction_axes& axes = std::nullopt,
                               const norm_order& order = 2, keepdims_option keep = {false}) {
  return detail::norm_result<A>(detail::vector_norm_node(x.node(), axes, order, keep.keep));
}
/// The same with options: `vector_norm(x, ord(1))`, `vector_norm(x, 0, gpu::keepdims)`,
/// `vector_norm(x, inf, gpu::axis(0))`.
template <array_like A, norm_option Option, norm_option... More>
[[nodiscard]] auto vector_norm(const A& x, const reduction_axes& axes, const Option& option,
                               const More&... more) {
  const detail::norm_settings call(2, axes, option, more...);
  return linalg::vector_norm(x, call.axes, call.order, call.keep);
}
template <array_like A, norm_option Option, norm_option... More>
[[nodiscard]] auto vector_norm(const A& x, const Option& option, const More&... more) {
  return linalg::vector_norm(x, reduction_axes(std::nullopt), option, more...);
}
template <array_like A, std::floating_point Order, norm_option... Options>
[[nodiscard]] auto vector_norm(const A& x, Order order, const Options&... options) {
  return linalg::vector_norm(x, reduction_axes(std::nullopt), ord(order), options...);
}

/// Norm over the last two axes, of matrices. `numpy.linalg.matrix_norm`.
/// @shape   (..., m, n) -> (...)
/// @throws  axis_error   with fewer axes; as `norm`
template <array_like A>
[[nodiscard]] auto matrix_norm(const A& x, const norm_order& order = "fro",
                               keepdims_option keep = {false}) {
  return norm(x, order, {-2, -1}, keep);
}
/// The same with options: `matrix_norm(x, gpu::keepdims)`.
template <array_like A, norm_option Option, norm_option... More>
requires(!axis_argument<Option> && (!axis_argument<More> && ...))
    [[nodiscard]] auto matrix_norm(const A& x, const Option& option, const More&... more) {
  const detail::norm_settings call("fro", std::nullopt, option, more...);
  return linalg::matrix_norm(x, call.order, call.keep);
}

}  // namespace gpu::linalg
