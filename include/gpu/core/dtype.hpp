// SPDX-License-Identifier: BSD-3-Clause
// The element types. Adding one is a row here and its functions in elementwise/support.
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gpu/core/op_info.hpp>

namespace gpu {

/// The element type of an array, as a value.
enum class dtype : std::uint8_t {
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
};

inline constexpr int dtype_count = 15;

/// What kind of number a dtype holds; kinds are ordered as promotion climbs.
enum class dtype_kind : std::uint8_t { boolean, integer, floating, complex };

/// The traits of one dtype.
struct dtype_traits {
  std::string_view name;  ///< NumPy's: "float32"
  char character;         ///< NumPy's type character, as in loop lists: 'f'; bfloat16 is 'E'
  dtype_kind kind;
  bool is_signed;
  std::uint8_t size_bytes;
  std::string_view device;  ///< its name in kernel text
};

namespace detail {
inline constexpr dtype_traits dtype_table[dtype_count] = {
    {"bool", '?', dtype_kind::boolean, false, 1, "bool"},
    {"int8", 'b', dtype_kind::integer, true, 1, "signed char"},
    {"int16", 'h', dtype_kind::integer, true, 2, "short"},
    {"int32", 'i', dtype_kind::integer, true, 4, "int"},
    {"int64", 'l', dtype_kind::integer, true, 8, "long long"},
    {"uint8", 'B', dtype_kind::integer, false, 1, "unsigned char"},
    {"uint16", 'H', dtype_kind::integer, false, 2, "unsigned short"},
    {"uint32", 'I', dtype_kind::integer, false, 4, "unsigned int"},
    {"uint64", 'L', dtype_kind::integer, false, 8, "unsigned long long"},
    {"float16", 'e', dtype_kind::floating, true, 2, "gpu::float16"},
    {"bfloat16", 'E', dtype_kind::floating, true, 2, "gpu::bfloat16"},
    {"float32", 'f', dtype_kind::floating, true, 4, "float"},
    {"float64", 'd', dtype_kind::floating, true, 8, "double"},
    {"complex64", 'F', dtype_kind::complex, true, 8, "gpu::complex<float>"},
    {"complex128", 'D', dtype_kind::complex, true, 16, "gpu::complex<double>"},
};
}  // namespace detail

/// Name, kind, size and device name of `type`.
[[nodiscard]] constexpr const dtype_traits& traits(dtype type) noexcept {
  return detail::dtype_table[static_cast<int>(type)];
}

[[nodiscard]] constexpr std::size_t size_bytes(dtype type) noexcept {
  return traits(type).size_bytes;
}

[[nodiscard]] constexpr bool is_integer(dtype type) noexcept {
  return traits(type).kind == dtype_kind::integer;
}

/// The dtype that a loop list writes as `character`; `found` is false if there is none.
[[nodiscard]] constexpr dtype dtype_of_character(char character, bool& found) noexcept {
  for (int i = 0; i < dtype_count; ++i) {
    found = detail::dtype_table[i].character == character;
    if (found) return static_cast<dtype>(i);
  }
  return dtype::bool_;
}

/// Streams the NumPy name: "float32".
std::ostream& operator<<(std::ostream& out, dtype type);

namespace detail {
template <dtype Type>
struct element;
template <class T>
consteval int dtype_index();
}  // namespace detail

/// The C++ element type of `Type`, as users spell it: `element_t<dtype::complex64>` is
/// `std::complex<float>`.
template <dtype Type>
using element_t = typename detail::element<Type>::type;

/// A C++ type that an array can hold.
template <class T>
concept element_type = (detail::dtype_index<std::remove_cv_t<T>>() >= 0);

/// The dtype of the C++ type `T`.
template <element_type T>
inline constexpr dtype dtype_of = static_cast<dtype>(detail::dtype_index<std::remove_cv_t<T>>());

/// Calls `function(std::type_identity<T>{})` with the C++ type of `type`. Complex types are
/// `gpu::complex`, which kernels and loops compute with.
template <class Function>
decltype(auto) visit_dtype(dtype type, Function&& function);

namespace detail {

template <>
struct element<dtype::bool_> {
  using type = bool;
};
template <>
struct element<dtype::int8> {
  using type = std::int8_t;
};
template <>
struct element<dtype::int16> {
  using type = std::int16_t;
};
template <>
struct element<dtype::int32> {
  using type = std::int32_t;
};
template <>
struct element<dtype::int64> {
  using type = std::int64_t;
};
template <>
struct element<dtype::uint8> {
  using type = std::uint8_t;
};
template <>
struct element<dtype::uint16> {
  using type = std::uint16_t;
};
template <>
struct element<dtype::uint32> {
  using type = std::uint32_t;
};
template <>
struct element<dtype::uint64> {
  using type = std::uint64_t;
};
template <>
struct element<dtype::float16> {
  using type = float16;
};
template <>
struct element<dtype::bfloat16> {
  using type = bfloat16;
};
template <>
struct element<dtype::float32> {
  using type = float;
};
template <>
struct element<dtype::float64> {
  using type = double;
};
template <>
struct element<dtype::complex64> {
  using type = std::complex<float>;
};
template <>
struct element<dtype::complex128> {
  using type = std::complex<double>;
};

template <class T>
consteval int dtype_index() {
  if constexpr (std::is_same_v<T, bool>)
    return static_cast<int>(dtype::bool_);
  else if constexpr (std::is_same_v<T, float16>)
    return static_cast<int>(dtype::float16);
  else if constexpr (std::is_same_v<T, bfloat16>)
    return static_cast<int>(dtype::bfloat16);
  else if constexpr (std::is_same_v<T, float>)
    return static_cast<int>(dtype::float32);
  else if constexpr (std::is_same_v<T, double>)
    return static_cast<int>(dtype::float64);
  else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, complex<float>>)
    return static_cast<int>(dtype::complex64);
  else if constexpr (std::is_same_v<T, std::complex<double>> || std::is_same_v<T, complex<double>>)
    return static_cast<int>(dtype::complex128);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<int>(std::is_signed_v<T> ? dtype::int8 : dtype::uint8) +
           (sizeof(T) == 1   ? 0
            : sizeof(T) == 2 ? 1
            : sizeof(T) == 4 ? 2
                             : 3);
  else
    return -1;
}

/// `gpu::complex` for `std::complex`; any other type unchanged.
template <class T>
struct computed {
  using type = T;
};
template <class T>
struct computed<std::complex<T>> {
  using type = complex<T>;
};

template <class Function, int Index = 0>
decltype(auto) visit_from(dtype type, Function&& function) {
  using element = typename computed<element_t<static_cast<dtype>(Index)>>::type;
  if constexpr (Index + 1 == dtype_count) {
    return function(std::type_identity<element>{});
  } else {
    if (static_cast<int>(type) == Index) return function(std::type_identity<element>{});
    return visit_from<Function, Index + 1>(type, std::forward<Function>(function));
  }
}

}  // namespace detail

/// The type that loops compute with for elements of type `T`: `gpu::complex` for `std::complex`.
template <class T>
using computed_t = typename detail::computed<std::remove_cv_t<T>>::type;

template <class Function>
decltype(auto) visit_dtype(dtype type, Function&& function) {
  return detail::visit_from(type, std::forward<Function>(function));
}

}  // namespace gpu
