// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <iosfwd>

#include <gpu/core/promotion.hpp>

namespace gpu {

/// NumPy's casting rules: which conversions a call may make. There is one byte order here, so that
/// `equiv` is `no`.
enum class casting : std::uint8_t {
  no,         ///< none
  equiv,      ///< of the byte order
  safe,       ///< those that keep every value
  same_kind,  ///< those, and within a kind of number or to a higher one: float64 to float32
  unsafe,     ///< any
};

/// Streams the NumPy name: "same_kind".
std::ostream& operator<<(std::ostream& out, casting rule);

namespace detail {
/// The kinds of numbers in the order in which "same_kind" lets them climb.
[[nodiscard]] constexpr int kind_order(dtype type) noexcept {
  const dtype_traits& own = traits(type);
  return 2 * static_cast<int>(own.kind) + (is_integer(type) && own.is_signed ? 1 : 0);
}

/// @throws dtype_error  "Cannot cast array data from dtype('float64') to dtype('int64') according
///                      to the rule 'safe'"; of a scalar if `rank` is 0
[[noreturn]] void throw_no_array_cast(dtype from, dtype to, casting rule, std::size_t rank);
}  // namespace detail

/// Whether `rule` allows the conversion. `numpy.can_cast`.
[[nodiscard]] constexpr bool can_cast(dtype from, dtype to, casting rule) noexcept {
  switch (rule) {
    case casting::no:
    case casting::equiv:
      return from == to;
    case casting::safe:
      return can_cast(from, to);
    case casting::same_kind:
      return can_cast(from, to) || detail::kind_order(from) <= detail::kind_order(to);
    default:
      return true;
  }
}

/// The same for an operand: a weak scalar becomes what its kind of number fits in.
[[nodiscard]] constexpr bool can_cast(const operand_type& from, dtype to, casting rule) noexcept {
  if (from.weak && traits(from.type).kind <= traits(to).kind) return true;
  return can_cast(from.type, to, rule);
}

/// The element type of `numpy.promote_types` of two.
template <element_type A, element_type B>
using promote_types_t = element_t<promote_types(dtype_of<A>, dtype_of<B>)>;

}  // namespace gpu
