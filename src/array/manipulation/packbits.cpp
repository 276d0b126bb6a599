// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/packbits.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <gpu/array/manipulation/padding.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/slice.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "array/indexing/taken_axes.hpp"
#include "array/manipulation/host_bits.hpp"
#include "array/part_along.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

node_ptr byte_number(std::ptrdiff_t value) {
  return number(dtype::uint8, static_cast<double>(value));
}

/// Whether the first element is the highest bit.
bool is_big(std::string_view bitorder) {
  if (bitorder != "big" && bitorder != "little")
    throw value_error(text_of("'order' must be either 'little' or 'big', not '", bitorder, "'"));
  return bitorder == "big";
}

/// An array and one of its axes: of all elements in C order if no axis is named, or there is none.
struct line {
  node_ptr a;
  std::size_t axis;

  line(const node_ptr& value, std::optional<std::ptrdiff_t> along)
      : a(along && !value->extents.empty() ? value : graph::make_ravel(value)),
        axis(normalize_axis_index(along.value_or(0), a->extents.size())) {}

  [[nodiscard]] std::ptrdiff_t extent() const { return a->extents[axis]; }
  [[nodiscard]] device where() const { return graph::device_of(a); }
  [[nodiscard]] shape with_extent(std::ptrdiff_t extent) const {
    shape extents = a->extents;
    extents[axis] = extent;
    return extents;
  }
  /// The elements at `range` along the axis.
  [[nodiscard]] node_ptr part(const slice& range) const { return part_along(a, axis, range); }
  /// Bytes that are 0, `extent` of them along the axis.
  [[nodiscard]] node_ptr zeros(std::ptrdiff_t extent) const {
    return graph::make_cast(graph::make_index(with_extent(extent), axis, 0, 0, where()),
                            dtype::uint8);
  }
  /// With zeros behind the elements.
  [[nodiscard]] node_ptr extended_to(std::ptrdiff_t extent) const {
    pad_call call{pad_mode::constant, {}};
    call.widths.resize(a->extents.size(), {0, 0});
    call.widths[axis][1] = extent - this->extent();
    return padded(a, std::move(call));
  }
};

}  // namespace

node_ptr packed_bits(const node_ptr& a, std::optional<std::ptrdiff_t> axis,
                     std::string_view bitorder) {
  const bool highest_first = is_big(bitorder);
  line elements(a, axis);
  const std::ptrdiff_t bytes = (elements.extent() + bits_of_byte - 1) / bits_of_byte;
  if (element_count(elements.with_extent(bytes)) == 0) return elements.zeros(bytes);
  if (elements.where().is_cpu()) {
    const bool is_byte = elements.a->type == dtype::uint8 || elements.a->type == dtype::bool_;
    if (!is_byte) elements.a = apply_op<ops::not_equal>(elements.a, number(elements.a->type, 0));
    return packed_on_host(elements.a, elements.axis, highest_first);
  }
  if (elements.extent() != bytes * bits_of_byte)
    elements.a = elements.extended_to(bytes * bits_of_byte);
  node_ptr packed;
  for (std::ptrdiff_t i = 0; i < bits_of_byte; ++i) {
    node_ptr bit = elements.part(range(i, placeholders::_, bits_of_byte));
    if (bit->type != dtype::bool_) bit = apply_op<ops::not_equal>(bit, number(bit->type, 0));
    const node_ptr place = byte_number(1 << (highest_first ? bits_of_byte - 1 - i : i));
    const node_ptr value = apply_op<ops::where>(bit, place, byte_number(0));
    packed = packed ? apply_op<ops::bitwise_or>(packed, value) : value;
  }
  return packed;
}

node_ptr unpacked_bits(const node_ptr& a, std::optional<std::ptrdiff_t> axis,
                       std::optional<std::ptrdiff_t> count, std::string_view bitorder) {
  const bool highest_first = is_big(bitorder);
  const line bytes(a, axis);
  const std::ptrdiff_t bits = element_count({bytes.extent(), bits_of_byte});
  const std::ptrdiff_t wanted = !count ? bits : *count < 0 ? bits + *count : *count;
  if (wanted < 0)
    throw value_error(
        text_of("-count larger than number of elements: ", *count, " of ", bits, " bits"));
  if (element_count(bytes.with_extent(bits)) == 0 || wanted == 0) return bytes.zeros(wanted);
  if (bytes.where().is_cpu()) return unpacked_on_host(bytes.a, bytes.axis, wanted, highest_first);

  const auto number_of = [](std::ptrdiff_t value) {
    return number(dtype::int64, static_cast<double>(value));
  };
  const node_ptr place = graph::make_index({wanted}, 0, 0, 1, bytes.where());
  const node_ptr byte_place = apply_op<ops::right_shift>(place, number_of(3));
  node_ptr bit = apply_op<ops::bitwise_and>(place, number_of(bits_of_byte - 1));
  if (highest_first) bit = apply_op<ops::bitwise_xor>(bit, number_of(bits_of_byte - 1));
  shape along(bytes.a->extents.size(), 1);
  along[bytes.axis] = wanted;
  const node_ptr taken = taken_axes(bytes.a, {{bytes.axis, byte_place}}, index_mode::clip);
  const node_ptr shifted = apply_op<ops::right_shift>(
      taken, graph::make_reshape(graph::make_cast(bit, dtype::uint8), along));
  const node_ptr unpacked = apply_op<ops::bitwise_and>(shifted, byte_number(1));
  if (wanted <= bits) return unpacked;
  const node_ptr exists = apply_op<ops::less>(graph::make_reshape(place, along), number_of(bits));
  return apply_op<ops::where>(exists, unpacked, byte_number(0));
}

}  // namespace gpu::detail
