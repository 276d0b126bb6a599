// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/arguments.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::operand_kind;

/// A data member of the body functor.
void write_scalar(argument_writer& out, const graph::scalar_node& scalar) noexcept {
  const std::size_t bytes = size_bytes(scalar.type);
  const bool is_complex = traits(scalar.type).kind == dtype_kind::complex;
  out.put(scalar.bytes, bytes, is_complex ? bytes / 2 : bytes);
}

/// The end of the body functor: scalars, after so many addresses.
template <class Scalars>
void end_body(argument_writer& out, std::size_t addresses, const Scalars& scalars) noexcept {
  for (const auto& scalar : scalars) write_scalar(out, *scalar);
  if (addresses + scalars.size() == 0) out.put(std::byte{});  // an empty struct takes a byte
  out.align(8);
}

/// Where an operand begins; false if it is not iterated.
bool write_start(argument_writer& out, const kernel& work, std::size_t operand,
                 std::ptrdiff_t shift) noexcept {
  const std::size_t outputs = work.outputs.size();
  const std::ptrdiff_t offset = origin_of(work, operand) + shift;
  if (operand < outputs) {
    out.put(address_in(*work.outputs[operand].target, offset));
    return true;
  }
  const graph::kernel_argument& argument = work.arguments[operand - outputs];
  switch (argument.kind) {
    case operand_kind::array:
      out.put(address_in(*leaf_of(argument), offset));
      return true;
    case operand_kind::affine:
      out.put(static_cast<long long>(offset));
      return true;
    default:
      return false;
  }
}

}  // namespace

std::ptrdiff_t origin_of(const kernel& work, std::size_t operand) noexcept {
  const std::size_t outputs = work.outputs.size();
  return operand < outputs ? work.outputs[operand].target->offset
                           : work.arguments[operand - outputs].place.offset;
}

void subtract_origins(iteration& space, const kernel& work, std::size_t first) noexcept {
  for (std::size_t i = 0; i < space.offsets.size(); ++i)
    space.offsets[i] -= origin_of(work, first + i);
}

void index_writer::put_operand(const kernel& work, std::size_t operand, std::ptrdiff_t shift,
                               std::span<const std::ptrdiff_t> strides) noexcept {
  if (!write_start(out_, work, operand, shift)) return;
  for (const std::ptrdiff_t stride : strides) put(stride);
  out_.align(8);
}

void write_body(argument_writer& out, const kernel& work) noexcept {
  std::size_t count = 0;
  work.for_each(operand_kind::memory, [&](std::size_t, const graph::kernel_argument& argument) {
    out.put(address_in(*leaf_of(argument), argument.place.offset));
    ++count;
  });
  end_body(out, count, work.scalars);
}

void write_body(argument_writer& out, std::span<const graph::scalar_node* const> scalars) noexcept {
  end_body(out, 0, scalars);
}

}  // namespace gpu::execute
