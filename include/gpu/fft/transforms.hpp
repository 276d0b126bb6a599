// SPDX-License-Identifier: BSD-3-Clause
// Discrete Fourier transforms: NumPy's module `fft`. Results are expressions: nothing is computed
// before it is needed.
//
// On `cpu()` FFTW 3 does it, on a GPU cuFFT, each opened at the first transform; $GPU_NDARRAY_FFTW,
// $GPU_NDARRAY_FFTWF and $GPU_NDARRAY_CUFFT name other files. Division by the number of points is
// fused with what reads the result, zeros are put around the elements on the way to the transform.
// Any strides are read where they lie, on a GPU those that cuFFT takes.
//
// Of all transforms:
//
// @dtype   float32, complex64, float16 and bfloat16 are computed in single precision and give
//          complex64, all others complex128; real results likewise float32 or float64
// @enqueue nothing; when it is needed, on the current stream
// @throws  axis_error   "axis 2 is out of bounds for array of dimension 1"
// @throws  value_error  "Invalid number of FFT data points (0) specified.", "Invalid norm value x;
//          should be "backward","ortho" or "forward"."
// @throws  when it is computed, library_not_found if there is no FFTW or cuFFT
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axes.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu::fft {

/// The number of points along each axis, NumPy's `s`: one for each of `axes`, or for the last axes.
/// -1 is the extent of the axis, `std::nullopt` that of all.
class transform_shape {
 public:
  template <integer_like Points>
  transform_shape(Points points) : points_{{static_cast<std::ptrdiff_t>(points)}} {}
  transform_shape(std::initializer_list<list_integer> points)
      : points_(std::in_place, points.begin(), points.end()) {}
  transform_shape(const std::vector<std::ptrdiff_t>& points) : points_(points) {}
  transform_shape(const gpu::shape& points)
      : points_(std::in_place, points.begin(), points.end()) {}
  transform_shape(std::nullopt_t) {}

  [[nodiscard]] const std::optional<std::vector<std::ptrdiff_t>>& points() const& noexcept {
    return points_;
  }
  [[nodiscard]] std::optional<std::vector<std::ptrdiff_t>> points() const&& { return points_; }

 private:
  std::optional<std::vector<std::ptrdiff_t>> points_;
};

namespace detail {

using points_option = std::optional<std::ptrdiff_t>;

[[nodiscard]] graph::node_ptr fft_node(const graph::node_ptr& a, points_option n,
                                       std::ptrdiff_t axis, std::string_view norm, bool inverse);
[[nodiscard]] graph::node_ptr rfft_node(const graph::node_ptr& a, points_option n,
                                        std::ptrdiff_t axis, std::string_view norm);
[[nodiscard]] graph::node_ptr irfft_node(const graph::node_ptr& a, points_option n,
                                         std::ptrdiff_t axis, std::string_view norm);
[[nodiscard]] graph::node_ptr hfft_node(const graph::node_ptr& a, points_option n,
                                        std::ptrdiff_t axis, std::string_view norm);
[[nodiscard]] graph::node_ptr ihfft_node(const graph::node_ptr& a, points_option n,
                                         std::ptrdiff_t axis, std::string_view norm);
[[nodiscard]] graph::node_ptr fftn_node(const graph::node_ptr& a, const transform_shape& s,
                                        const reduction_axes& axes, std::string_view norm,
                                        bool inverse);
[[nodiscard]] graph::node_ptr rfftn_node(const graph::node_ptr& a, const transform_shape& s,
                                         const reduction_axes& axes, std::string_view norm);
[[nodiscard]] graph::node_ptr irfftn_node(const graph::node_ptr& a, const transform_shape& s,
                                          const reduction_axes& axes, std::string_view norm);

[[nodiscard]] constexpr bool is_single(dtype type) noexcept {
  return traits(type).kind > dtype_kind::integer && type != dtype::float64 &&
         type != dtype::complex128;
}
[[nodiscard]] constexpr dtype complex_result(dtype type) noexcept {
  return is_single(type) ? dtype::complex64 : dtype::complex128;
}
[[nodiscard]] constexpr dtype real_result(dtype type) noexcept {
  return is_single(type) ? dtype::float32 : dtype::float64;
}

template <class A>
[[nodiscard]] auto as_complex(graph::node_ptr value) {
  if constexpr (typed_array<A>)
    return expression<element_t<complex_result(A::dtype())>>(std::move(value));
  else
    return any_expression(std::move(value));
}
template <class A>
[[nodiscard]] auto as_real(graph::node_ptr value) {
  if constexpr (typed_array<A>)
    return expression<element_t<real_result(A::dtype())>>(std::move(value));
  else
    return any_expression(std::move(value));
}

}  // namespace detail

/// The transform along an axis: element k is the sum of a[j] exp(-2 pi i j k / n). `numpy.fft.fft`.
///
/// @param n     points: an axis that is longer is cropped, a shorter one is filled with zeros
/// @param norm  which direction is divided by n: "backward", "forward"; "ortho": each by sqrt(n)
template <array_like A>
[[nodiscard]] auto fft(const A& a, std::optional<strict_integer> n = std::nullopt,
                       axis_index axis = -1, option_name norm = "backward") {
  return detail::as_complex<A>(detail::fft_node(a.node(), n, axis, norm, false));
}
/// The inverse of `fft`. `numpy.fft.ifft`.
template <array_like A>
[[nodiscard]] auto ifft(const A& a, std::optional<strict_integer> n = std::nullopt,
                        axis_index axis = -1, option_name norm = "backward") {
  return detail::as_complex<A>(detail::fft_node(a.node(), n, axis, norm, true));
}

/// The first n/2 + 1 elements of the transform of real numbers: the others are their conjugates.
/// `numpy.fft.rfft`.
/// @throws dtype_error  of complex numbers
template <array_like A>
[[nodiscard]] auto rfft(const A& a, std::optional<strict_integer> n = std::nullopt,
                        axis_index axis = -1, option_name norm = "backward") {
  return detail::as_complex<A>(detail::rfft_node(a.node(), n, axis, norm));
}
/// The inverse of `rfft`: n real numbers, without `n` 2 (m - 1) of m. `numpy.fft.irfft`.
template <array_like A>
[[nodiscard]] auto irfft(const A& a, std::optional<strict_integer> n = std::nullopt,
                         axis_index axis = -1, option_name norm = "backward") {
  return detail::as_real<A>(detail::irfft_node(a.node(), n, axis, norm));
}

/// The transform, which is real, of a signal of which half is given, as the other half are the
/// conjugates: n numbers, without `n` 2 (m - 1) of m. `numpy.fft.hfft`.
template <array_like A>
[[nodiscard]] auto hfft(const A& a, std::optional<strict_integer> n = std::nullopt,
                        axis_index axis = -1, option_name norm = "backward") {
  return detail::as_real<A>(detail::hfft_node(a.node(), n, axis, norm));
}
/// The inverse of `hfft`, of real numbers. `numpy.fft.ihfft`.
/// @throws dtype_error  of complex numbers
template <array_like A>
[[nodiscard]] auto ihfft(const A& a, std::optional<strict_integer> n = std::nullopt,
                         axis_index axis = -1, option_name norm = "backward") {
  return detail::as_complex<A>(detail::ihfft_node(a.node(), n, axis, norm));
}

/// The transform along several axes, without `axes` along all, or along as many of the last ones as
/// `s` has numbers: `fftn(a)`, `fftn(a, {8, 8})`, `fftn(a, std::nullopt, {0, 2})`. An axis that is
/// there twice is transformed twice. `numpy.fft.fftn`.
/// @throws value_error  "Shape and axes have different lengths."
template <array_like A>
[[nodiscard]] auto fftn(const A& a, const transform_shape& s = std::nullopt,
                        const reduction_axes& axes = std::nullopt, option_name norm = "backward") {
  return detail::as_complex<A>(detail::fftn_node(a.node(), s, axes, norm, false));
}
/// The inverse of `fftn`. `numpy.fft.ifftn`.
template <array_like A>
[[nodiscard]] auto ifftn(const A& a, const transform_shape& s = std::nullopt,
                         const reduction_axes& axes = std::nullopt, option_name norm = "backward") {
  return detail::as_complex<A>(detail::fftn_node(a.node(), s, axes, norm, true));
}
/// The transform of real numbers along several axes, the last of which has n/2 + 1 results.
/// `numpy.fft.rfftn`.
/// @throws dtype_error  of complex numbers
/// @throws index_error  "list index out of range" of no axes
template <array_like A>
[[nodiscard]] auto rfftn(const A& a, const transform_shape& s = std::nullopt,
                         const reduction_axes& axes = std::nullopt, option_name norm = "backward") {
  return detail::as_complex<A>(detail::rfftn_node(a.node(), s, axes, norm));
}
/// The inverse of `rfftn`. Without `s` the last axis has 2 (m - 1) results. `numpy.fft.irfftn`.
/// @throws index_error  "list index out of range" of no axes
template <array_like A>
[[nodiscard]] auto irfftn(const A& a, const transform_shape& s = std::nullopt,
                          const reduction_axes& axes = std::nullopt,
                          option_name norm = "backward") {
  return detail::as_real<A>(detail::irfftn_node(a.node(), s, axes, norm));
}

/// `fftn` along two axes. `numpy.fft.fft2`.
template <array_like A>
[[nodiscard]] auto fft2(const A& a, const transform_shape& s = std::nullopt,
                        const reduction_axes& axes = {-2, -1}, option_name norm = "backward") {
  return fftn(a, s, axes, norm);
}
/// `ifftn` along two axes. `numpy.fft.ifft2`.
template <array_like A>
[[nodiscard]] auto ifft2(const A& a, const transform_shape& s = std::nullopt,
                         const reduction_axes& axes = {-2, -1}, option_name norm = "backward") {
  return ifftn(a, s, axes, norm);
}
/// `rfftn` along two axes. `numpy.fft.rfft2`.
template <array_like A>
[[nodiscard]] auto rfft2(const A& a, const transform_shape& s = std::nullopt,
                         const reduction_axes& axes = {-2, -1}, option_name norm = "backward") {
  return rfftn(a, s, axes, norm);
}
/// `irfftn` along two axes. `numpy.fft.irfft2`.
template <array_like A>
[[nodiscard]] auto irfft2(const A& a, const transform_shape& s = std::nullopt,
                          const reduction_axes& axes = {-2, -1}, option_name norm = "backward") {
  return irfftn(a, s, axes, norm);
}

}  // namespace gpu::fft
