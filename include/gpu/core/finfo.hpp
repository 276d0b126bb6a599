// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <gpu/core/dtype.hpp>

namespace gpu {

namespace detail {

/// What defines a binary floating-point format.
struct float_format {
  gpu::dtype dtype;
  int bits;
  int nmant;  ///< bits of the fraction
  int nexp;   ///< bits of the exponent
};

/// That of a dtype, or of the parts of a complex one.
/// @throws value_error  "data type <class 'numpy.int32'> not inexact"
[[nodiscard]] float_format float_format_of(dtype type);

[[nodiscard]] constexpr float_format known_float_format(dtype type) noexcept {
  switch (type) {
    case dtype::float16:
      return {dtype::float16, 16, 10, 5};
    case dtype::bfloat16:
      return {dtype::bfloat16, 16, 7, 8};
    case dtype::float32:
    case dtype::complex64:
      return {dtype::float32, 32, 23, 8};
    case dtype::float64:
    case dtype::complex128:
      return {dtype::float64, 64, 52, 11};
    default:
      return {type, 0, 0, 0};
  }
}

/// 2^exponent, exactly.
[[nodiscard]] constexpr double power_of_two(int exponent) noexcept {
  double power = 1;
  for (; exponent > 0; --exponent) power *= 2;
  for (; exponent < 0; ++exponent) power /= 2;
  return power;
}

[[nodiscard]] constexpr double negative_power_of_ten(int exponent) noexcept {
  double power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return 1 / power;
}

}  // namespace detail

/// The limits of a floating-point type, or of the parts of a complex one: `gpu::finfo<float>().eps`
/// is a float. Of a dtype known at run time, `gpu::finfo(type).eps`, they are doubles.
/// `numpy.finfo`.
template <class T = void>
struct finfo;

template <>
struct finfo<void> {
  /// @throws value_error  "data type <class 'numpy.int32'> not inexact"
  explicit finfo(gpu::dtype type) : finfo(detail::float_format_of(type)) {}
  constexpr explicit finfo(const detail::float_format& format)
      : dtype(format.dtype), bits(format.bits), nmant(format.nmant), nexp(format.nexp) {}

  gpu::dtype dtype;
  int bits;
  int nmant;
  int nexp;
  int iexp = nexp;
  int maxexp = 1 << (nexp - 1);                 ///< the least power of 2 that overflows
  int minexp = 2 - maxexp;                      ///< the exponent of the least normal number
  int machep = -nmant;                          ///< that of `eps`
  int negep = -nmant - 1;                       ///< that of `epsneg`
  int precision = nmant * 30103 / 100'000;      ///< decimal digits that are kept
  double eps = detail::power_of_two(machep);    ///< from 1 to the next larger number
  double epsneg = detail::power_of_two(negep);  ///< from 1 to the next smaller one
  double max = (2 - eps) * detail::power_of_two(maxexp - 1);
  double min = -max;
  double smallest_normal = detail::power_of_two(minexp);
  double tiny = smallest_normal;
  double smallest_subnormal = detail::power_of_two(minexp - nmant);
  double resolution = detail::negative_power_of_ten(precision);
};

finfo(gpu::dtype)->finfo<void>;

template <class T>
struct finfo {
  static_assert(detail::known_float_format(dtype_of<T>).bits != 0,
                "gpu::finfo is for floating-point and complex types; gpu::iinfo for integers");

 private:
  static constexpr finfo<void> wide{detail::known_float_format(dtype_of<T>)};

 public:
  using value_type = element_t<wide.dtype>;

  static constexpr gpu::dtype dtype = wide.dtype;
  static constexpr int bits = wide.bits;
  static constexpr int nmant = wide.nmant;
  static constexpr int nexp = wide.nexp;
  static constexpr int iexp = wide.iexp;
  static constexpr int maxexp = wide.maxexp;
  static constexpr int minexp = wide.minexp;
  static constexpr int machep = wide.machep;
  static constexpr int negep = wide.negep;
  static constexpr int precision = wide.precision;
  static constexpr value_type eps = value_type(wide.eps);
  static constexpr value_type epsneg = value_type(wide.epsneg);
  static constexpr value_type max = value_type(wide.max);
  static constexpr value_type min = value_type(wide.min);
  static constexpr value_type smallest_normal = value_type(wide.smallest_normal);
  static constexpr value_type tiny = smallest_normal;
  static constexpr value_type smallest_subnormal = value_type(wide.smallest_subnormal);
  static constexpr value_type resolution = value_type(wide.resolution);
};

}  // namespace gpu
