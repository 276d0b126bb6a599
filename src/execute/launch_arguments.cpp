// SPDX-License-Identifier: BSD-3-Clause
#include "launch_arguments.hpp"

#include <algorithm>

#include <gpu/kernels/abi.hpp>

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::skeleton;
using kernels::access;
using kernels::divisor;

std::ptrdiff_t tiles_of(std::ptrdiff_t extent, std::ptrdiff_t side) {
  return (extent + side - 1) / side;
}

/// Writes arguments with indices of one width.
template <class Index>
class place_writer {
 public:
  place_writer(argument_writer& out, const kernel& work, const planned_launch& plan)
      : out_(out), work_(work), plan_(plan) {}

  void write() {
    write_head();
    out_.align(8);
    for (std::size_t i = 0; i < plan_.walk.offsets.size(); ++i) {
      write_data(i);
      write_strides(i);
      out_.align(8);
    }
    write_scalars(out_, work_);
  }

  /// The first element of operand i, or the first value of an affine index.
  void write_data(std::size_t i) {
    const std::ptrdiff_t offset = plan_.walk.offsets[i];
    const std::size_t outputs = work_.outputs.size();
    if (i < outputs) {
      const graph::leaf_node& target = *work_.outputs[i].target;
      return out_.put(base_address(target) + element_offset(offset, target.type));
    }
    const graph::kernel_argument& argument = work_.arguments[i - outputs];
    if (argument.is_index) return out_.put(static_cast<long long>(offset));
    out_.put(base_address(leaf_of(argument)) + element_offset(offset, argument.type));
  }

  void put_axes(std::size_t begin, std::size_t end) {
    for (std::size_t axis = begin; axis < end; ++axis) put_divisor(extent(axis));
  }

 private:
  static std::uintptr_t element_offset(std::ptrdiff_t offset, dtype type) {
    return static_cast<std::uintptr_t>(offset) * size_bytes(type);
  }
  [[nodiscard]] std::ptrdiff_t extent(std::size_t axis) const { return plan_.walk.extents[axis]; }
  void put_index(std::ptrdiff_t value) { out_.put(static_cast<Index>(value)); }
  void put_divisor(std::ptrdiff_t value) {
    out_.put(divisor<Index>::of(static_cast<Index>(value)));
  }

  void write_head() {
    const std::size_t rank = plan_.walk.rank();
    switch (plan_.how.kind) {
      case skeleton::contiguous:
        return put_index(contiguous_size(plan_.how, plan_.size));
      case skeleton::rows:
        put_index(plan_.size / extent(rank - 1));
        put_index(extent(rank - 1));
        put_divisor(tiles_of(extent(rank - 1),
                             static_cast<std::ptrdiff_t>(plan_.block[0]) * plan_.how.vector));
        return put_axes(0, rank - 1);
      case skeleton::tiled:
        put_index(extent(rank - 2));
        put_index(extent(rank - 1));
        put_divisor(plan_.nearer);
        put_divisor(tiles_of(extent(rank - 2), plan_.how.side));
        put_divisor(tiles_of(extent(rank - 1), plan_.how.side));
        return put_axes(0, rank - 2);
      default:
        put_index(plan_.size);
        return put_axes(0, rank);
    }
  }

  void write_strides(std::size_t i) {
    const std::size_t outputs = work_.outputs.size();
    const bool is_index = i >= outputs && work_.arguments[i - outputs].is_index;
    const access how = plan_.how.operands.empty() ? access::unit : plan_.how.operands[i];
    std::size_t count = plan_.walk.rank();
    if (plan_.how.kind == skeleton::contiguous && !is_index) count = 0;
    if (plan_.how.kind == skeleton::rows && how != access::strided) --count;
    if (plan_.how.kind == skeleton::strided && how == access::zero) count = 0;
    for (std::size_t axis = 0; axis < count; ++axis) put_index(plan_.walk.strides[i][axis]);
  }

  argument_writer& out_;
  const kernel& work_;
  const planned_launch& plan_;
};

}  // namespace

void write_scalars(argument_writer& out, const kernel& work) noexcept {
  for (std::size_t i = 0; i < work.scalars.size(); ++i) {
    const graph::scalar_node& scalar = work.scalar(i);
    const std::size_t bytes = size_bytes(scalar.type);
    const bool is_complex = facts(scalar.type).kind == dtype_kind::complex;
    out.put(scalar.bytes, bytes, is_complex ? bytes / 2 : bytes);
  }
  if (work.scalars.empty()) out.put(std::byte{});  // an empty struct takes a byte
  out.align(8);
}

void write_arguments(argument_writer& out, const kernel& work, const planned_launch& plan) {
  if (plan.how.wide)
    place_writer<long long>(out, work, plan).write();
  else
    place_writer<int>(out, work, plan).write();
}

std::size_t argument_bytes(const kernel& work, const planned_launch& plan) {
  if (plan.how.kind == skeleton::table) return sizeof(kernels::table_head);
  argument_writer counter(nullptr);
  write_arguments(counter, work, plan);
  return counter.size();
}

std::vector<std::byte> argument_table(const kernel& work, const planned_launch& plan) {
  const auto write = [&](argument_writer out) {
    const std::size_t rank = plan.walk.rank();
    out.put(static_cast<long long>(plan.size));
    out.put(static_cast<long long>(rank));
    place_writer<long long> places(out, work, plan);
    places.put_axes(0, rank);
    for (std::size_t i = 0; i < plan.walk.offsets.size(); ++i) {
      places.write_data(i);
      for (const std::ptrdiff_t stride : plan.walk.strides[i])
        out.put(static_cast<long long>(stride));
    }
    write_scalars(out, work);
    return out.size();
  };
  std::vector<std::byte> table(write(argument_writer(nullptr)));
  write(argument_writer(table.data()));
  return table;
}

}  // namespace gpu::execute
