// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include <gpu/array/ndarray.hpp>
#include <gpu/array/result_type.hpp>

namespace gpu {

/// Where two sequences are laid over each other; xtensor's tags: `convolve_mode::full{}`.
namespace convolve_mode {
struct full {};   ///< wherever they overlap
struct same {};   ///< as many times as the longer one has elements
struct valid {};  ///< where the shorter one lies within the longer one
}  // namespace convolve_mode

/// A mode of `convolve` and `correlate`: a tag, or NumPy's name of it.
class convolution_mode {
 public:
  enum class kind { valid, same, full };

  constexpr convolution_mode(convolve_mode::full) : kind_(kind::full) {}
  constexpr convolution_mode(convolve_mode::same) : kind_(kind::same) {}
  constexpr convolution_mode(convolve_mode::valid) : kind_(kind::valid) {}
  /// @throws value_error  "mode must be one of 'valid', 'same', or 'full' (got 'x')"
  convolution_mode(std::string_view name);
  convolution_mode(const char* name) : convolution_mode(std::string_view(name)) {}

  [[nodiscard]] constexpr kind get() const noexcept { return kind_; }

 private:
  kind kind_;
};

namespace detail {
/// Of vectors of one dtype.
[[nodiscard]] graph::node_ptr convolved(const graph::node_ptr& a, const graph::node_ptr& v,
                                        convolution_mode mode);
[[nodiscard]] graph::node_ptr correlated(const graph::node_ptr& a, const graph::node_ptr& v,
                                         convolution_mode mode);

template <class A, class V>
inline constexpr dtype convolved_type = promote_types(dtype_of<typename A::value_type>,
                                                      dtype_of<typename V::value_type>);
}  // namespace detail

/// The convolution of two vectors: the sums of a[i] * v[k - i]. Direct sums, in the order of the
/// shorter one; float16 is added in float32. `numpy.convolve`.
///
/// @dtype   the promoted type; of bools: whether any product is true
/// @enqueue computed at once
/// @throws  value_error  "a cannot be empty", and for more than one axis
template <typed_array A, typed_array V>
[[nodiscard]] auto convolve(const A& a, const V& v, convolution_mode mode = convolve_mode::full{}) {
  constexpr dtype type = detail::convolved_type<A, V>;
  using T = element_t<type>;
  return expression<T>(
      detail::convolved(graph::make_cast(a.node(), type), graph::make_cast(v.node(), type), mode));
}

/// The correlation of two vectors: the sums of a[n + k] * conj(v[n]). `numpy.correlate`. As
/// `convolve`.
template <typed_array A, typed_array V>
[[nodiscard]] auto correlate(const A& a, const V& v,
                             convolution_mode mode = convolve_mode::valid{}) {
  constexpr dtype type = detail::convolved_type<A, V>;
  using T = element_t<type>;
  return expression<T>(
      detail::correlated(graph::make_cast(a.node(), type), graph::make_cast(v.node(), type), mode));
}

}  // namespace gpu
