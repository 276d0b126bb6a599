// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/fast_path_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include <gpu/core/per_thread.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/cuda/stream.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_node;

/// The kernels of the expressions that have these words.
struct known_expression {
  std::vector<std::uint32_t> words;
  std::size_t instructions = 0;
  int widest_bytes = 1;
  int widest_vector = 0;                          ///< of one access if all operands are aligned
  std::array<const loaded_kernel*, 5> kernels{};  ///< by the logarithm of the elements of an access
};

constexpr std::size_t max_known = 64;

std::size_t place_of(std::span<const std::uint32_t> words) noexcept {
  std::uint64_t sum = words.size();
  for (const std::uint32_t word : words) sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
  return sum >> 32 & (max_known - 1);
}

/// The kernel as the scheduler writes it down.
graph::kernel scheduled(const graph::node& value, const leaf_node& target) {
  static const auto& nothing_finished = *new graph::finished_values;
  graph::linearizer lines;
  graph::kernel work;
  const graph::root one{&value, &target};
  (void)lines.run({&one, 1}, nothing_finished, work);
  return work;
}

/// This thread's place for the words, which may hold another expression.
std::unique_ptr<known_expression>& slot_of(std::span<const std::uint32_t> words) {
  using slots = std::array<std::unique_ptr<known_expression>, max_known>;
  return gpu::detail::per_thread<slots>::get()[place_of(words)];
}

known_expression& insert(const contiguous_expression& read, const graph::node& value,
                         const leaf_node& target) {
  const graph::kernel work = scheduled(value, target);
  auto made = std::make_unique<known_expression>();
  made->words.assign(read.words().begin(), read.words().end());
  made->instructions = work.body.size();
  made->widest_bytes = static_cast<int>(size_bytes(target.type));
  for (const leaf_node* leaf : read.leaves())
    made->widest_bytes = std::max(made->widest_bytes, static_cast<int>(size_bytes(leaf->type)));
  made->widest_vector = widest_vector(work, made->widest_bytes);
  return *(slot_of(read.words()) = std::move(made));
}

known_expression& known(const contiguous_expression& read, const graph::node& value,
                        const leaf_node& target) {
  known_expression* const found = slot_of(read.words()).get();
  if (found != nullptr && std::ranges::equal(found->words, read.words())) return *found;
  return insert(read, value, target);
}

/// Loading may run kernels of its own in this thread: what was known may be so no longer.
const loaded_kernel& look_up(const graph::variant& how, const contiguous_expression& read,
                             const graph::node& value, const leaf_node& target) {
  const loaded_kernel& kernel = find_kernel(scheduled(value, target), how);
  known_expression& now = known(read, value, target);
  now.kernels[static_cast<std::size_t>(std::countr_zero(how.vector))] = &kernel;
  return kernel;
}

/// Where the operands begin.
struct addresses {
  std::uintptr_t of[contiguous_expression::max_operands + 1];
  std::size_t count = 0;

  /// The widest access, up to `vector`, that the operand allows too.
  int add(const leaf_node& leaf, int vector) noexcept {
    of[count] = address_in(leaf, leaf.offset);
    return aligned_vector(vector, size_bytes(leaf.type), of[count++]);
  }
};

void launch_known(kernel_ref kernel, const graph::variant& how, const contiguous_expression& read,
                  const addresses& operands, stream_ref stream) {
  alignas(16) std::byte buffer[512];
  argument_writer out(buffer);
  write_dense_operands(out, how, read.size(), {operands.of, operands.count});
  for (const graph::scalar_node* scalar : read.scalars())
    write_scalar(out, scalar->type, scalar->bytes);
  end_body(out, read.scalars().size());
  cuda::launch(kernel, launch_of(contiguous_blocks(how, read.size()), how.threads), stream, buffer,
               out.size());
}

}  // namespace

bool run_known(const contiguous_expression& read, const graph::node& value,
               const leaf_node& target) {
  known_expression& mine = known(read, value, target);
  addresses operands;
  int vector = operands.add(target, mine.widest_vector);
  for (const leaf_node* leaf : read.leaves()) vector = operands.add(*leaf, vector);
  if (vector == 0 || read.size() % vector != 0) return false;
  const graph::variant how =
      contiguous_variant(mine.instructions, read.size(), vector, mine.widest_bytes);
  const loaded_kernel* kernel =
      mine.kernels[static_cast<std::size_t>(std::countr_zero(how.vector))];
  if (kernel == nullptr) kernel = &look_up(how, read, value, target);
  const stream_ref stream = current_stream(*target.where);
  for (const leaf_node* leaf : read.leaves()) order_before_read(*leaf->block, stream);
  order_before_write(*target.block, stream);
  launch_known(kernel->on(stream), how, read, operands, stream);
  return true;
}

}  // namespace gpu::execute
