// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/contiguous.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/emit.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::operand_kind;
using kernels::access;

/// Parameters of a launch whose operands are aligned to `vector` elements.
graph::variant contiguous_variant(std::size_t instructions, std::ptrdiff_t size, int vector,
                                  int widest_bytes) noexcept {
  graph::variant options;
  options.skeleton = skeletons::contiguous();
  options.threads = tuning::threads;
  options.wide = size > std::numeric_limits<std::int32_t>::max() - tuning::index_margin;
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = static_cast<std::uint8_t>(tuning::unroll(vector, widest_bytes, instructions));
  return options;
}

/// Whether a contiguous kernel must end exactly at `size`. Else its last access may go beyond: only
/// to memory of the operands' blocks that has no meaning but may be read.
/// @param addresses  of the first elements of the operands; 0 if one is not accessed
bool needs_tail(const kernel& work, int vector, std::ptrdiff_t size,
                std::span<const std::uintptr_t> addresses) noexcept {
  if (vector == 1) return false;
  if (!may_compute_beyond(work)) return true;
  if (size % vector == 0) return false;
  const std::ptrdiff_t padded = size + vector - size % vector;
  const auto ends_at = [&](std::size_t i, std::ptrdiff_t count, const graph::leaf_node& leaf) {
    return addresses[i] - base_address(leaf) +
           static_cast<std::size_t>(count) * size_bytes(leaf.type);
  };
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const bool is_output = i < work.outputs.size();
    if (addresses[i] == 0) continue;
    const graph::leaf_node& leaf =
        is_output ? *work.outputs[i].target : *leaf_of(work.arguments[i - work.outputs.size()]);
    if (!leaf.block) continue;  // it is going to have a block of its own
    if (is_output && ends_at(i, size, leaf) != leaf.block->size_bytes()) return true;
    const std::size_t room =
        is_output ? leaf.block->capacity_bytes() : leaf.block->readable_bytes();
    if (ends_at(i, padded, leaf) > room) return true;
  }
  return false;
}

/// The `size` argument of a kernel: the elements that it computes.
std::ptrdiff_t size_argument(const graph::variant& options, std::ptrdiff_t size) noexcept {
  return options.tail ? size : (size + options.vector - 1) / options.vector * options.vector;
}

unsigned contiguous_blocks(const graph::variant& options, std::ptrdiff_t size) noexcept {
  return static_cast<unsigned>(ceil_div(size, options.threads * options.vector * options.unroll));
}

/// Accesses of all operands along the only axis; none if one of them rules the skeleton out.
std::optional<last_axis_accesses> access_whole(const graph::kernel& work, const map_space& space) {
  last_axis_accesses result{{}, max_vector_width(work, space.widest_bytes)};
  result.operands.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    const access pattern = access_of(space, i);
    if (pattern == access::reversed) return std::nullopt;
    if (pattern == access::strided && space.operands[i].is_array()) return std::nullopt;
    if (pattern == access::unit) result.vector = vector_of(space, i, 0, result.vector);
    if (result.vector == 0) return std::nullopt;
    result.operands.push_back(pattern);
  }
  return result;
}

/// Whether the last access may not go beyond the elements.
bool ends_exactly(const graph::kernel& work, const map_space& space,
                  const last_axis_accesses& accesses) {
  std::vector<std::uintptr_t> addresses;
  addresses.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    addresses.push_back(accesses.operands[i] == access::unit ? space.operands[i].address : 0);
  return needs_tail(work, accesses.vector, space.size, addresses);
}

}  // namespace

std::optional<map_plan> plan_contiguous(const graph::kernel& work, const map_space& space) {
  if (space.rank() > 1) return std::nullopt;
  std::optional<last_axis_accesses> accesses = access_whole(work, space);
  if (!accesses) return std::nullopt;
  map_plan plan;
  plan.arguments = &skeletons::contiguous::arguments;
  plan.options = contiguous_variant(space.weight, space.size, accesses->vector, space.widest_bytes);
  plan.options.wide = plan.options.wide || !fits_32_bits(space.axes, tuning::index_margin);
  if (may_have_runs(work)) {
    plan.options.skeleton = skeletons::contiguous{.runs = true};
    plan.options.unroll =
        static_cast<std::uint8_t>(std::max(run_length(work) / accesses->vector, 1));
  }
  plan.options.tail = ends_exactly(work, space, *accesses);
  const bool has_zero =
      std::count(accesses->operands.begin(), accesses->operands.end(), access::zero) > 0;
  if (has_zero) plan.options.operands = std::move(accesses->operands);
  plan.takes_addresses_alone = !has_zero;
  plan.space = space.axes;
  plan.size = space.size;
  plan.grid = contiguous_blocks(plan.options, plan.size);
  plan.block[0] = plan.options.threads;
  return plan;
}

map_plan plan_of_nothing(const kernel& work) {
  const int bytes = widest_element(work);
  map_plan plan;
  plan.arguments = &skeletons::contiguous::arguments;
  plan.takes_addresses_alone = true;
  plan.options = contiguous_variant(weight_of(work), 0, max_vector_width(work, bytes), bytes);
  plan.options.tail = needs_tail(work, plan.options.vector, 0, {});
  return plan;
}

const map_arguments skeletons::contiguous::arguments{
    [](index_writer& out, const map_plan& plan) {
      out.put(size_argument(plan.options, plan.size));
    },
    [](const map_plan& plan, const kernel& work, std::size_t operand) -> std::size_t {
      const bool is_array =
          operand < work.outputs.size() ||
          work.arguments[operand - work.outputs.size()].kind == operand_kind::array;
      return is_array ? 0 : plan.space.rank();
    }};

void write_arguments(argument_writer& out, const contiguous_expression& read,
                     const graph::variant& options) noexcept {
  index_writer(out, options.wide).put(size_argument(options, read.size()));
  out.align(8);
  out.put(address_in(read.target(), read.target().offset));
  for (const graph::leaf_node* leaf : read.leaves()) out.put(address_in(*leaf, leaf->offset));
  write_body(out, read.scalars());
}

/// A function, so that its argument has no more than the operands that there are.
std::string skeletons::contiguous::text(const kernel& work, const graph::variant& options,
                                        const std::string& name) const {
  const char* index = graph::index_type(options);
  std::string members;
  std::string operands;
  const auto add = [&](const std::string& type, const std::string& operand) {
    members += text_of("  ", type, " ", operand, ";\n");
    operands += text_of(", x.", operand);
  };
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    add(text_of("output<", traits(work.outputs[i].target->type).device, ">"), text_of("r", i));
  for (const std::size_t i : graph::iterated_arguments(work)) {
    const kernel_argument& argument = work.arguments[i];
    const bool is_single = options.access_of(work.outputs.size() + i) == access::zero;
    add(graph::text_by_kind(
            argument, text_of(is_single ? "single<" : "input<", traits(argument.type).device, ">"),
            text_of(runs ? "index_runs<" : "affine<", index, ">")),
        text_of("a", i));
  }
  const std::string parameters = text_of(
      index, graph::template_argument(int{options.threads}),
      graph::template_argument(int{options.vector}), graph::template_argument(int{options.unroll}),
      graph::template_argument(options.tail), runs ? ", true" : "");
  return text_of(graph::elementwise_body(work, runs),
                 "\nusing namespace gpu::kernels;\nstruct arguments {\n  ", index, " size;\n",
                 members, "  body f;\n};\n",
                 graph::entry(graph::launch_bounds(options.threads), name, "arguments",
                              text_of("contiguous<", parameters, ">(x.size, x.f", operands, ");")));
}

std::string skeletons::contiguous::baseline_text(const kernel& work, const graph::variant& options,
                                                 bool programmatic_dependent) const {
  return graph::emit_ptx(work, options, programmatic_dependent);
}

}  // namespace gpu::execute
