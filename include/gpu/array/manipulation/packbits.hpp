// SPDX-License-Identifier: BSD-3-Clause
// Bits as elements, and eight of them as a byte.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::node_ptr packed_bits(const graph::node_ptr& a,
                                          std::optional<std::ptrdiff_t> axis,
                                          std::string_view bitorder);
[[nodiscard]] graph::node_ptr unpacked_bits(const graph::node_ptr& a,
                                            std::optional<std::ptrdiff_t> axis,
                                            std::optional<std::ptrdiff_t> count,
                                            std::string_view bitorder);
}  // namespace detail

/// Which elements are not 0, eight to a byte, along an axis; without one of all elements in C
/// order. The last byte is filled up with zeros. Of a multiple of eight elements it fuses with what
/// `a` is computed from; of another number `a` is computed first. `numpy.packbits`.
///
/// @param bitorder  "big": the first element is the highest bit; or "little"
/// @shape   (m, n), axis 1 -> (m, ceil(n / 8))
/// @dtype   bools and integers -> uint8
/// @throws  value_error  "'order' must be either 'little' or 'big'"
/// @throws  axis_error
template <typed_array A>
[[nodiscard]] expression<std::uint8_t> packbits(const A& a, optional_axis_index axis = std::nullopt,
                                                option_name bitorder = "big") {
  static_assert(traits(dtype_of<typename A::value_type>).kind <= dtype_kind::integer,
                "Expected an input array of integer or boolean data type");
  return expression<std::uint8_t>(detail::packed_bits(a.node(), axis, bitorder));
}

/// The bits of bytes as elements 0 and 1, along an axis; without one those of all bytes in C order.
/// It fuses with what reads the bits; `a` is computed first. `numpy.unpackbits`.
///
/// @param count     how many bits are wanted along the axis; zeros follow if there are fewer. A
///                  negative number is left out at the end.
/// @param bitorder  "big": the highest bit comes first; or "little"
/// @shape   (m, n), axis 1 -> (m, 8 n), or (m, count)
/// @dtype   uint8 -> uint8
/// @throws  value_error  "'order' must be either 'little' or 'big'", "-count larger than number of
///                       elements"
/// @throws  axis_error
template <typed_array A>
[[nodiscard]] expression<std::uint8_t> unpackbits(
    const A& a, optional_axis_index axis = std::nullopt,
    std::optional<strict_integer> count = std::nullopt, option_name bitorder = "big") {
  static_assert(std::same_as<typename A::value_type, std::uint8_t>,
                "Expected an input array of unsigned byte data type");
  return expression<std::uint8_t>(detail::unpacked_bits(a.node(), axis, count, bitorder));
}

}  // namespace gpu
