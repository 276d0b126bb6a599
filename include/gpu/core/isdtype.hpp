// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <string_view>
#include <tuple>

#include <gpu/core/dtype.hpp>

namespace gpu {

namespace detail {
/// @throws value_error  "kind argument is a string, but 'x' is not a known kind name."
[[noreturn]] void throw_unknown_kind(std::string_view kind);
}  // namespace detail

/// Whether `type` is of the kind, by the array API's names: "bool", "signed integer", "unsigned
/// integer", "integral", "real floating", "complex floating", "numeric". `numpy.isdtype`.
/// @throws value_error  "kind argument is a string, but 'x' is not a known kind name."
[[nodiscard]] constexpr bool isdtype(dtype type, std::string_view kind) {
  const dtype_traits& own = traits(type);
  if (kind == "bool") return own.kind == dtype_kind::boolean;
  if (kind == "signed integer") return is_integer(type) && own.is_signed;
  if (kind == "unsigned integer") return is_integer(type) && !own.is_signed;
  if (kind == "integral") return is_integer(type);
  if (kind == "real floating") return own.kind == dtype_kind::floating;
  if (kind == "complex floating") return own.kind == dtype_kind::complex;
  if (kind == "numeric") return own.kind != dtype_kind::boolean;
  detail::throw_unknown_kind(kind);
}
/// Whether the two are the same.
[[nodiscard]] constexpr bool isdtype(dtype type, dtype other) noexcept {
  return type == other;
}
/// Whether it is of one of the kinds, or one of the dtypes.
template <class... Kinds>
requires(sizeof...(Kinds) > 1)
    [[nodiscard]] constexpr bool isdtype(dtype type, const Kinds&... kinds) {
  return (static_cast<int>(isdtype(type, kinds)) + ...) > 0;
}
template <class... Kinds>
[[nodiscard]] constexpr bool isdtype(dtype type, const std::tuple<Kinds...>& kinds) {
  return std::apply(
      [&](const Kinds&... one) { return (0 + ... + static_cast<int>(isdtype(type, one))) > 0; },
      kinds);
}
/// The same of a list: `isdtype(type, {"real floating", "complex floating"})`.
[[nodiscard]] constexpr bool isdtype(dtype type, std::initializer_list<std::string_view> kinds) {
  bool is_one = false;
  for (const std::string_view kind : kinds) is_one = isdtype(type, kind) || is_one;
  return is_one;
}
[[nodiscard]] constexpr bool isdtype(dtype type, std::initializer_list<dtype> others) noexcept {
  for (const dtype other : others)
    if (type == other) return true;
  return false;
}

}  // namespace gpu
