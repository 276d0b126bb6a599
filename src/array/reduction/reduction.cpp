// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reduction/reduction.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <string>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/outer_axes.hpp>
#include <gpu/array/ufunc/reduction.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/reduction/nodes.hpp"

namespace gpu::detail {

std::ptrdiff_t reduced_count(const shape& extents, std::uint64_t bits) {
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if ((bits >> axis & 1) != 0) count *= extents[axis];
  return count;
}

namespace {

axes_list list_of(std::uint64_t bits) {
  axes_list axes;
  for (std::ptrdiff_t axis = 0; axis < static_cast<std::ptrdiff_t>(max_rank); ++axis)
    if ((bits >> axis & 1) != 0) axes.push_back(axis);
  return axes;
}

}  // namespace

graph::node_ptr with_kept_axes(const graph::node_ptr& value, std::uint64_t bits) {
  const axes_list axes = list_of(bits);
  return axes.empty() ? value : expanded(value, axes);
}

namespace {

[[noreturn]] void throw_no_mask(const shape& mask, const shape& extents) {
  const shape* const both[] = {&extents, &mask};
  shape common;
  try {
    common = broadcast_shapes(both);
  } catch (const shape_error&) {
    throw shape_error(
        text_of("operands could not be broadcast together with remapped shapes "
                "[original->remapped]: ",
                extents, ' ', mask, ' '));
  }
  throw shape_error(text_of("non-broadcastable operand with shape ", extents,
                            " doesn't match the broadcast shape ", common));
}

}  // namespace

graph::node_ptr mask_over(const graph::node_ptr& mask, const shape& extents) {
  if (mask->extents.size() > extents.size())
    throw shape_error("input operand has more dimensions than allowed by the axis remapping");
  if (!broadcasts_to(mask->extents, extents)) throw_no_mask(mask->extents, extents);
  return graph::make_broadcast(mask, extents);
}

shape with_single_axis(const shape& extents) {
  if (extents.size() == max_rank) return {element_count(extents), 1};
  shape more = extents;
  more.push_back(1);
  return more;
}

graph::node_ptr with_single_axis(const graph::node_ptr& value) {
  if (value->extents.size() == max_rank)
    return graph::make_reshape(value, with_single_axis(value->extents));
  return with_axes_behind(value, 1);
}

void add_axis_if_none(graph::node_ptr& value, std::uint64_t& bits) {
  if (bits != 0) return;
  value = with_single_axis(value);
  bits = std::uint64_t{1} << (value->extents.size() - 1);
}

void require_position_target(dtype target) {
  if (!can_cast(target, dtype::int64, casting::safe))
    throw dtype_error(text_of("Cannot cast array data from dtype('", target,
                              "') to dtype('int64') according to the rule 'safe'"));
}

graph::node_ptr initial_value(const graph::node_ptr& initial, dtype type) {
  const dtype_kind kind = traits(initial->type).kind;
  if (kind == dtype_kind::complex && type != dtype::bool_ &&
      traits(type).kind != dtype_kind::complex)
    throw_no_real_element(type);
  if (kind == dtype_kind::floating && is_integer(type)) {
    const graph::node_ptr wide = graph::make_cast(initial, dtype::float64);
    double value;
    std::memcpy(&value, static_cast<const graph::scalar_node&>(*wide).bytes, sizeof(value));
    require_integer(value, type);
  }
  const bool is_signed = traits(initial->type).is_signed;
  if (is_integer(type) && is_integer(initial->type)) {
    const graph::node_ptr wide =
        graph::make_cast(initial, is_signed ? dtype::int64 : dtype::uint64);
    const auto& bytes = static_cast<const graph::scalar_node&>(*wide).bytes;
    std::int64_t value;
    std::memcpy(&value, bytes, sizeof(value));
    const auto magnitude = static_cast<std::uint64_t>(value);
    if (is_signed ? !holds(type, value) : !holds(type, magnitude))
      throw_out_of_bounds(is_signed ? std::to_string(value) : std::to_string(magnitude), type);
  }
  return graph::make_cast(initial, type);
}

namespace {

void require_identity(const reduction_info& info, const shape& extents, std::uint64_t bits,
                      const reduction_settings& settings) {
  if (*info.empty == '\0' || settings.initial) return;
  if (settings.mask)
    throw value_error(text_of("reduction operation '", info.empty,
                              "' does not have an identity, so to use a where mask one has to "
                              "specify 'initial'"));
  if (reduced_count(extents, bits) == 0)
    throw value_error(
        text_of("zero-size array to reduction operation ", info.empty, " which has no identity"));
}

/// Remembers for each thread what it has found: reading the list takes as long as building a node.
loop require_reduction_loop(const reduction_op& op, dtype element) {
  struct known_loop {
    std::uint32_t op = 0;
    dtype element = {};
    loop found = {};
  };
  static thread_local std::array<known_loop, 64> all;
  known_loop& known = all[(op.record.id + 7 * static_cast<std::size_t>(element)) % all.size()];
  if (known.op == op.record.id && known.element == element && known.found.index >= 0)
    return known.found;
  const loop found = find_reduction_loop(op.info, element);
  known = {op.record.id, element, found};
  if (found.index >= 0) return found;
  const operand_type types[] = {{element, false}};
  static_cast<void>(graph::resolve_loop(op.record, types));  // says why there is none
  fail("a reduction has no loop in its list, but one in its record");
}

graph::node_ptr combined(const reduction_op& op, graph::node_ptr a, graph::node_ptr b, dtype type) {
  const operand_type types[] = {{type, false}, {type, false}};
  return graph::make_op(*op.combine, graph::resolve_loop(*op.combine, types),
                        graph::operand_list::of(std::move(a), std::move(b)));
}

/// Whether a row of one element has that element as its result, but for combining it with the
/// identity.
bool keeps_single(const reduction_op& op, const loop& found) {
  return op.combine != nullptr && found.in[0] == found.out &&
         traits(found.out).kind != dtype_kind::complex;
}

/// The result of rows of one element: no reduction, so that memory is accessed as in a copy.
graph::node_ptr single_elements(const reduction_op& op, const graph::node_ptr& value,
                                std::uint64_t rows) {
  graph::node_ptr result = squeezed(value, list_of(rows));
  if (traits(result->type).kind != dtype_kind::floating || *op.info.empty != '\0') return result;
  const dtype type = result->type;  // -0 becomes 0 in a sum
  return combined(op, std::move(result), number(type, op.info.identity), type);
}

/// -0, of complex numbers in both parts.
graph::node_ptr negative_zero(dtype type) {
  if (traits(type).kind != dtype_kind::complex) return number(type, -0.0);
  const std::complex<double> zero(-0.0, -0.0);
  return graph::make_cast(graph::make_scalar(dtype::complex128, &zero), type);
}

/// Which parts of a number that a sum begins with are -0. Kernels begin with 0, which a sum of -0
/// and nothing else does not leave.
struct negative_parts {
  bool real = false;
  bool imag = false;
};
negative_parts negative_parts_of(const reduction_op& op, const graph::node_ptr& initial) {
  if (op.combine == nullptr || op.combine->name != "add" || is_integer(initial->type)) return {};
  const graph::node_ptr wide = graph::make_cast(initial, dtype::complex128);
  std::complex<double> value;
  std::memcpy(&value, static_cast<const graph::scalar_node&>(*wide).bytes, sizeof(value));
  const bool has_imag = traits(initial->type).kind == dtype_kind::complex;
  return {value.real() == 0 && std::signbit(value.real()),
          has_imag && value.imag() == 0 && std::signbit(value.imag())};
}

/// The sums of real numbers, but -0 where all elements are that, also where there are none.
graph::node_ptr with_negative_zeros(const graph::node_ptr& elements, const reduction_axes& axes,
                                    const graph::node_ptr& sums) {
  const graph::node_ptr is_zero = apply_op<ops::equal>(elements, number(elements->type, 0));
  const graph::node_ptr are_all = plain_reduction<reductions::all>::make(
      apply_op<ops::logical_and>(is_zero, apply_op<ops::signbit>(elements)), {axes});
  return apply_op<ops::where>(are_all, negative_zero(sums->type), sums);
}
/// The same of those parts that the sums began with.
graph::node_ptr with_negative_zeros(const graph::node_ptr& elements, const reduction_axes& axes,
                                    const graph::node_ptr& sums, negative_parts parts) {
  if (traits(sums->type).kind != dtype_kind::complex)
    return with_negative_zeros(elements, axes, sums);
  graph::node_ptr real = apply_op<ops::real>(sums);
  graph::node_ptr imag = apply_op<ops::imag>(sums);
  if (parts.real) real = with_negative_zeros(apply_op<ops::real>(elements), axes, real);
  if (parts.imag) imag = with_negative_zeros(apply_op<ops::imag>(elements), axes, imag);
  return apply_op<ops::to_complex>(real, imag);
}

}  // namespace

graph::node_ptr reduce_node(const reduction_op& op, graph::node_ptr value,
                            const reduction_settings& settings) {
  if (settings.type) value = graph::make_cast(value, *settings.type);
  const loop found = require_reduction_loop(op, value->type);
  if (settings.type && found.in[0] != *settings.type) throw_no_fold(op.info.name);
  value = graph::make_cast(value, found.in[0]);
  const std::uint64_t axes = settings.axes.bits(value->extents.size());
  require_identity(op.info, value->extents, axes, settings);
  const dtype type = settings.type.value_or(found.out);
  graph::node_ptr initial;
  if (settings.initial) initial = initial_value(settings.initial, type);
  negative_parts zeros;
  if (initial) zeros = negative_parts_of(op, initial);
  const bool begins_with_zero = zeros.real || zeros.imag;
  if (settings.mask)
    value = masked(mask_over(settings.mask, value->extents), value,
                   begins_with_zero         ? negative_zero(value->type)
                   : *op.info.empty == '\0' ? number(value->type, op.info.identity)
                                            : graph::make_cast(initial, value->type),
                   value->type);
  const graph::node_ptr elements = begins_with_zero ? value : nullptr;
  std::uint64_t rows = axes;
  const shape extents = value->extents;
  add_axis_if_none(value, rows);
  graph::node_ptr result =
      reduced_count(value->extents, rows) == 1 && keeps_single(op, found)
          ? single_elements(op, value, rows)
          : graph::make_reduction(op.record, found.index, graph::operand_list::of(std::move(value)),
                                  rows);
  if (axes == 0) result = graph::make_reshape(result, extents);
  result = graph::make_cast(result, type);
  if (initial) result = combined(op, std::move(result), std::move(initial), type);
  if (elements) result = with_negative_zeros(elements, settings.axes, result, zeros);
  return settings.keepdims ? with_kept_axes(result, axes) : result;
}

graph::node_ptr position_node(const reduction_op& op, graph::node_ptr value,
                              const reduction_settings& settings) {
  const loop found = require_reduction_loop(op, value->type);
  const std::uint64_t axes = settings.axes.bits(value->extents.size());
  const shape& extents = value->extents;
  if (!settings.axes.is_all() && settings.axes.list().size() != 1)
    throw value_error(text_of(op.info.name, " takes one axis, or all as one"));
  if (reduced_count(extents, axes) == 0)
    throw value_error(text_of("attempt to get ", op.info.name, " of an empty sequence"));
  std::uint64_t rows = axes;
  add_axis_if_none(value, rows);
  const auto axis = static_cast<std::size_t>(__builtin_ctzll(rows));
  graph::node_ptr position =
      settings.axes.is_all() || axes == 0
          ? graph::make_flat_index(value->extents, value->where)
          : graph::make_index(value->extents, axis, 0, 1, graph::device_of(value));
  const graph::node_ptr result = graph::make_reduction(
      op.record, found.index, graph::operand_list::of(std::move(value), std::move(position)), rows);
  return settings.keepdims ? with_kept_axes(result, axes) : result;
}

void require_reduction_target(const char* name, const graph::node_ptr& value,
                              const written_array& target, casting rule) {
  require_output(name, value->type, target.type, rule);
  const std::size_t rank = value->extents.size();
  if (target.extents.size() != rank)
    throw shape_error(text_of("output parameter for reduction operation ", name,
                              " has the wrong number of dimensions: Found ", target.extents.size(),
                              " but expected ", rank));
  if (target.extents != value->extents)
    throw shape_error(text_of("non-broadcastable output operand with shape ", target.extents,
                              " doesn't match the broadcast shape ", value->extents));
  if (value->where && *value->where != target.where)
    throw device_mismatch(*value->where, target.where);
}

}  // namespace gpu::detail
