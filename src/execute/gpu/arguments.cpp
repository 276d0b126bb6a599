// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/arguments.hpp"

#include <algorithm>

#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/launch_key.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::operand_kind;
using kernels::access;
using kernels::divisor;

namespace skeletons = graph::skeletons;

/// How many elements a contiguous kernel computes.
void write_size(argument_writer& out, const graph::variant& options, std::ptrdiff_t size) noexcept {
  const std::ptrdiff_t count = contiguous_size(options, size);
  if (options.wide)
    out.put(static_cast<long long>(count));
  else
    out.put(static_cast<int>(count));
}

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

/// The struct `arguments` of a contiguous kernel, whose text is in graph/emit/map.cpp and
/// graph/emit/ptx/: the size, what `write_operands` writes, and the body functor.
template <class WriteOperands, class WriteBody>
void write_contiguous(argument_writer& out, const graph::variant& options, std::ptrdiff_t size,
                      const WriteOperands& write_operands, const WriteBody& write_body) {
  write_size(out, options, size);
  out.align(8);
  write_operands();
  write_body();
}

/// Writes arguments with indices of one width.
template <class Index>
class place_writer {
 public:
  place_writer(argument_writer& out, const kernel& work, const map_plan& plan)
      : out_(out), work_(work), plan_(plan), is_dense_(is_dense(work)) {}

  void write() {
    if (plan_.options.is<skeletons::contiguous>())
      return write_contiguous(
          out_, plan_.options, plan_.size, [&] { write_operands(); },
          [&] { write_body(out_, work_); });
    write_head();
    out_.align(8);
    write_operands();
    write_body(out_, work_);
  }

  /// What a `table` launch reads from device memory.
  void write_table() {
    put_index(plan_.size);
    put_index(static_cast<std::ptrdiff_t>(plan_.space.rank()));
    put_axes(0, plan_.space.rank());
    for (std::size_t i = 0; i < plan_.space.offsets.size(); ++i)
      write_operand<Index>(out_, work_, i, offset_of(i), plan_.space.strides[i]);
    write_body(out_, work_);
  }

 private:
  void put_axes(std::size_t begin, std::size_t end) {
    for (std::size_t axis = begin; axis < end; ++axis) put_divisor(extent(axis));
  }
  [[nodiscard]] std::ptrdiff_t extent(std::size_t axis) const { return plan_.space.extents[axis]; }
  void put_index(std::ptrdiff_t value) { out_.put(static_cast<Index>(value)); }
  void put_divisor(std::ptrdiff_t value) {
    out_.put(divisor<Index>::of(static_cast<Index>(value)));
  }

  void write_operands() {
    for (std::size_t i = 0; i < plan_.space.offsets.size(); ++i)
      write_operand<Index>(out_, work_, i, offset_of(i), strides_of(i));
  }

  void write_head() {
    const std::size_t rank = plan_.space.rank();
    if (plan_.options.is<skeletons::rows>()) {
      put_index(plan_.size / extent(rank - 1));
      put_index(extent(rank - 1));
      put_divisor(ceil_div(extent(rank - 1),
                           static_cast<std::ptrdiff_t>(plan_.block[0]) * plan_.options.vector));
      return put_axes(0, rank - 1);
    }
    if (plan_.options.is<skeletons::interleaved>()) {
      put_index(plan_.size / (extent(rank - 2) * extent(rank - 1)));
      put_index(extent(rank - 1));
      put_divisor(ceil_div(extent(rank - 1),
                           static_cast<std::ptrdiff_t>(plan_.block[0]) * plan_.options.vector));
      return put_axes(0, rank - 2);
    }
    if (plan_.options.is<skeletons::tiled>()) {
      const auto& tile = plan_.options.as<skeletons::tiled>();
      put_index(extent(rank - 2));
      put_index(extent(rank - 1));
      put_divisor(plan_.nearer);
      put_divisor(ceil_div(extent(rank - 2), tile.tile_rows));
      put_divisor(ceil_div(extent(rank - 1), tile.tile_columns));
      return put_axes(0, rank - 2);
    }
    put_index(plan_.size);
    put_axes(0, rank);
  }

  /// Of the element that is accessed first. One plan is for all dense kernels of a size, which
  /// begin where their operands do.
  [[nodiscard]] std::ptrdiff_t offset_of(std::size_t i) const {
    if (!is_dense_) return plan_.space.offsets[i];
    const std::size_t outputs = work_.outputs.size();
    return i < outputs ? work_.outputs[i].target->offset
                       : work_.arguments[i - outputs].place.offset;
  }

  /// Those that the skeleton is given.
  [[nodiscard]] std::span<const std::ptrdiff_t> strides_of(std::size_t i) const {
    const std::size_t outputs = work_.outputs.size();
    const access pattern = plan_.options.access_of(i);
    std::size_t count = plan_.space.rank();
    if (plan_.options.is<skeletons::contiguous>() &&
        (i < outputs || work_.arguments[i - outputs].kind == operand_kind::array))
      count = 0;
    if (plan_.options.is<skeletons::rows>() && pattern != access::strided) --count;
    if (plan_.options.is<skeletons::strided>() && pattern == access::zero) count = 0;
    return {plan_.space.strides[i].data(), count};
  }

  argument_writer& out_;
  const kernel& work_;
  const map_plan& plan_;
  const bool is_dense_;
};

/// Where an operand begins; false if it is not iterated.
bool write_start(argument_writer& out, const kernel& work, std::size_t operand,
                 std::ptrdiff_t offset) noexcept {
  const std::size_t outputs = work.outputs.size();
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

template <class Index>
void write_operand(argument_writer& out, const kernel& work, std::size_t operand,
                   std::ptrdiff_t offset, std::span<const std::ptrdiff_t> strides) noexcept {
  if (!write_start(out, work, operand, offset)) return;
  for (const std::ptrdiff_t stride : strides) out.put(static_cast<Index>(stride));
  out.align(8);
}
template void write_operand<int>(argument_writer&, const kernel&, std::size_t, std::ptrdiff_t,
                                 std::span<const std::ptrdiff_t>) noexcept;
template void write_operand<long long>(argument_writer&, const kernel&, std::size_t, std::ptrdiff_t,
                                       std::span<const std::ptrdiff_t>) noexcept;

void write_body(argument_writer& out, const kernel& work) noexcept {
  std::size_t count = 0;
  work.for_each(operand_kind::memory, [&](std::size_t, const graph::kernel_argument& argument) {
    out.put(address_in(*leaf_of(argument), argument.place.offset));
    ++count;
  });
  end_body(out, count, work.scalars);
}

void write_arguments(argument_writer& out, const kernel& work, const map_plan& plan) {
  if (plan.options.is<skeletons::table>())
    place_writer<long long>(out, work, plan).write_table();
  else if (plan.options.wide)
    place_writer<long long>(out, work, plan).write();
  else
    place_writer<int>(out, work, plan).write();
}

void write_arguments(argument_writer& out, const contiguous_expression& read,
                     const graph::variant& options) noexcept {
  write_contiguous(
      out, options, read.size(),
      [&] {
        out.put(address_in(read.target(), read.target().offset));
        for (const graph::leaf_node* leaf : read.leaves()) out.put(address_in(*leaf, leaf->offset));
      },
      [&] { end_body(out, 0, read.scalars()); });
}

std::size_t argument_bytes(const kernel& work, const map_plan& plan) {
  if (plan.options.arguments_in_memory) return sizeof(void*);
  return written_bytes([&](argument_writer& out) { write_arguments(out, work, plan); });
}

}  // namespace gpu::execute
