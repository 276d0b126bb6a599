// SPDX-License-Identifier: BSD-3-Clause
// Convolutions and correlations of vectors, by direct sums or by Fourier transforms.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/array/statistics/convolution_mode.hpp>
#include <gpu/array/two_lists.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

/// How `convolve` and `correlate` compute; SciPy's names: "auto", "direct", "fft".
class convolution_method {
 public:
  enum class kind { automatic, direct, fft };

  constexpr convolution_method(kind method) : kind_(method) {}
  /// @throws value_error  "Acceptable method flags are 'auto', 'direct', or 'fft', not 'x'."
  template <std::convertible_to<option_name> Name>
  convolution_method(const Name& name) : kind_(kind_of(option_name(name))) {}

  [[nodiscard]] constexpr kind get() const noexcept { return kind_; }

 private:
  static kind kind_of(std::string_view name);

  kind kind_;
};

namespace fft::detail {
/// Of vectors of one dtype.
[[nodiscard]] graph::node_ptr convolution_node(const graph::node_ptr& a, const graph::node_ptr& v,
                                               convolution_mode mode, convolution_method method);
[[nodiscard]] graph::node_ptr correlation_node(const graph::node_ptr& a, const graph::node_ptr& v,
                                               convolution_mode mode, convolution_method method);

/// The element type of the result; void if it is known at run time only.
template <class A, class V>
struct convolved_type : std::type_identity<void> {};
template <typed_array A, typed_array V>
struct convolved_type<A, V>
    : std::type_identity<promote_types_t<typename A::value_type, typename V::value_type>> {};

/// The array itself, or a copy of numbers on the host; a number is a vector of one element.
template <gpu::detail::array_argument A>
[[nodiscard]] decltype(auto) as_vector(const A& value, device where) {
  if constexpr (gpu::detail::number_or_element<A>)
    return asarray(std::initializer_list{gpu::detail::read_proxy(value)}, where);
  else
    return gpu::detail::as_array(value, where);
}
}  // namespace fft::detail

/// The convolution of two vectors: the sums of a[i] * v[k - i]. `numpy.convolve`.
///
/// @param method  "direct": sums in the order of the shorter vector, float16 and bfloat16 added in
///          float32, as in NumPy. "fft": by Fourier transforms in double precision, of which each
///          element has an error of 1e-16 log2(elements) |a| |v|, with Euclidean norms: small
///          elements beside large ones are less accurate. "auto", the default, takes transforms for
///          long vectors of floating-point or complex numbers where they are faster, if all
///          products are finite and there is an FFTW or a cuFFT, else direct sums.
/// @dtype   the promoted type; of bools: whether any product is true. Integers are exact: they have
///          direct sums, unless "fft" asks for sums that are rounded to integers, below 2^53
/// @enqueue computed at once; of long vectors, waits to see whether they are finite
/// @throws  value_error  "a cannot be empty", and for more than one axis
/// @throws  library_not_found  of "fft", if there is no FFTW or cuFFT
template <array_like A, array_like V>
[[nodiscard]] auto convolve(const A& a, const V& v, convolution_mode mode = convolve_mode::full{},
                            convolution_method method = convolution_method::kind::automatic) {
  const dtype type = promote_types(a.dtype(), v.dtype());
  using T = typename fft::detail::convolved_type<A, V>::type;
  return detail::expression_of_node<T>(fft::detail::convolution_node(
      graph::make_cast(a.node(), type), graph::make_cast(v.node(), type), mode, method));
}
/// The same of vectors and lists, `convolve(x, {1, 2, 1})`, and of a number, which is a vector of
/// one element. Mode and method as above.
template <detail::array_argument A, detail::array_argument V, class... Options>
requires(!(array_like<A> && array_like<V>))
    [[nodiscard]] auto convolve(const A& a, const V& v, const Options&... options) {
  const device where = detail::device_of_arguments(a, v);
  return convolve(fft::detail::as_vector(a, where), fft::detail::as_vector(v, where), options...);
}

/// The correlation of two vectors: the sums of a[n + k] * conj(v[n]). `numpy.correlate`. As
/// `convolve`.
template <array_like A, array_like V>
[[nodiscard]] auto correlate(const A& a, const V& v, convolution_mode mode = convolve_mode::valid{},
                             convolution_method method = convolution_method::kind::automatic) {
  const dtype type = promote_types(a.dtype(), v.dtype());
  using T = typename fft::detail::convolved_type<A, V>::type;
  return detail::expression_of_node<T>(fft::detail::correlation_node(
      graph::make_cast(a.node(), type), graph::make_cast(v.node(), type), mode, method));
}
/// The same of vectors and lists.
template <detail::array_or_vector A, detail::array_or_vector V, class... Options>
requires(detail::host_range<A> || detail::host_range<V>)
    [[nodiscard]] auto correlate(const A& a, const V& v, const Options&... options) {
  const device where = detail::device_of_arguments(a, v);
  return correlate(detail::as_array(a, where), detail::as_array(v, where), options...);
}

GPU_TAKES_TWO_LISTS(convolve)
GPU_TAKES_TWO_LISTS(correlate)

}  // namespace gpu
