// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/executor.hpp"

#include <algorithm>
#include <optional>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/cuda/stream.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;
using graph::operand_kind;

constexpr std::size_t slot_bytes = 8;

/// Whether every operand that is iterated is an array in C order, and the arguments surely fit a
/// launch.
bool is_dense(const kernel& work) noexcept {
  const std::size_t operands = work.outputs.size() + work.arguments.size();
  if ((operands + 1) * slot_bytes + work.scalars.size() * 16 > tuning::argument_bytes) return false;
  for (const kernel_output& output : work.outputs)
    if (!is_contiguous(output.target->extents, output.target->strides)) return false;
  return std::all_of(
      work.arguments.begin(), work.arguments.end(), [](const kernel_argument& argument) {
        return argument.kind == operand_kind::memory ||
               (argument.kind == operand_kind::array && is_contiguous(argument.place));
      });
}

/// The addresses of dense operands, and the widest access that they allow.
struct dense_operands {
  explicit dense_operands(const kernel& work) noexcept
      : widest_bytes(widest_element(work)), vector(widest_vector(work, widest_bytes)) {
    for (const kernel_output& output : work.outputs)
      add(*output.target, output.target->offset, output.target->type);
    work.for_each(operand_kind::array, [&](std::size_t, const kernel_argument& argument) {
      add(*leaf_of(argument), argument.place.offset, argument.type);
    });
  }

  const int widest_bytes;
  int vector;
  std::size_t count = 0;
  std::uintptr_t address[tuning::argument_bytes / slot_bytes];

 private:
  void add(const graph::leaf_node& leaf, std::ptrdiff_t offset, dtype type) noexcept {
    address[count] = address_in(leaf, offset);
    vector = aligned_vector(vector, size_bytes(type), address[count++]);
  }
};

std::ptrdiff_t size_of(const shape& extents) noexcept {
  std::ptrdiff_t size = 1;
  for (const std::ptrdiff_t extent : extents) size *= extent;
  return size;
}

void launch_dense(const kernel& work, const dense_operands& operands, std::ptrdiff_t size,
                  stream_ref stream) {
  graph::variant how =
      contiguous_variant(work.body.size(), size, operands.vector, operands.widest_bytes);
  how.tail = needs_tail(work, how.vector, size, {operands.address, operands.count});
  const kernel_ref compiled = find_kernel(work, how).on(stream);
  alignas(16) std::byte buffer[tuning::argument_bytes];
  argument_writer out(buffer);
  write_dense_operands(out, how, size, {operands.address, operands.count});
  write_body(out, work);
  cuda::launch(compiled, launch_of(contiguous_blocks(how, size), how.threads), stream, buffer,
               out.size());
}

}  // namespace

void run_on_gpu(const kernel& work) {
  const stream_ref stream = current_stream(work.where);
  const std::ptrdiff_t size = size_of(work.extents);
  const bool is_map = !work.reduces() && work.scan.op == nullptr;
  if (is_map && size > 0 && is_dense(work)) {
    const dense_operands operands(work);
    if (operands.vector > 0) {
      order_operands(work, stream);
      return launch_dense(work, operands, size, stream);
    }
  }
  launch(work, stream);
}

}  // namespace gpu::execute
