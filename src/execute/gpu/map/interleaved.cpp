// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/interleaved.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/item_order.hpp"
#include "execute/gpu/map/row_block.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// The widest access of at most `most` elements that every row of operand `i` allows, `before`
/// elements before its first one; 0 if not even one is aligned to its size.
int aligned_width(const item_space& in, std::size_t i, std::ptrdiff_t most, std::ptrdiff_t before,
                  bool has_channels) {
  const map_operand& operand = in.space.operands[i];
  most = std::min<std::ptrdiff_t>(most, tuning::access_bytes / std::ptrdiff_t(operand.bytes));
  int width = aligned_vector(static_cast<int>(std::bit_floor(static_cast<std::size_t>(most))),
                             operand.bytes,
                             operand.address - static_cast<std::uintptr_t>(before) * operand.bytes);
  for (std::size_t axis = 0; axis + 1 < in.space.rank(); ++axis)
    while (width > 1 && (has_channels || axis + 2 < in.space.rank()) &&
           in.space.stride(i, axis) % width != 0)
      width /= 2;
  return width;
}

int width_of(const item_space& in, const packed_array& array, std::ptrdiff_t vector) {
  const std::size_t first = array.operands.front();
  const std::ptrdiff_t elements = vector * in.item_stride(first);
  const std::ptrdiff_t divisor = elements & -elements;  // the largest power of two
  return aligned_width(in, first, divisor, -array.lowest, false);
}

/// Bytes of one item of the array.
std::ptrdiff_t item_bytes(const item_space& in, const packed_array& array) {
  const std::size_t first = array.operands.front();
  return in.item_stride(first) * static_cast<std::ptrdiff_t>(in.space.operands[first].bytes);
}

/// What a thread holds.
std::ptrdiff_t held_bytes(const item_order& order, std::ptrdiff_t vector) {
  std::vector<bool> is_counted(order.in.space.operands.size(), false);
  std::ptrdiff_t bytes = 0;
  for (const packed_array& array : order.packed) {
    bytes += vector * item_bytes(order.in, array);
    for (const std::size_t i : array.operands) is_counted[i] = true;
  }
  for (std::size_t i = 0; i < is_counted.size(); ++i) {
    if (is_counted[i]) continue;
    const std::ptrdiff_t items = order.in.item_stride(i) != 0 ? vector : 1;
    bytes += order.in.elements(i) * items *
             static_cast<std::ptrdiff_t>(order.in.space.operands[i].bytes);
  }
  return bytes;
}

/// Items of a thread; 0 if one is too many.
std::ptrdiff_t choose_vector(const item_order& order) {
  const item_space& in = order.in;
  std::size_t widest = 1;
  for (std::size_t i = 0; i < in.space.operands.size(); ++i)
    if (in.item_stride(i) != 0) widest = std::max(widest, in.space.operands[i].bytes);
  std::ptrdiff_t vector = tuning::access_bytes / static_cast<std::ptrdiff_t>(widest);
  const packed_array& main = *std::max_element(order.packed.begin(), order.packed.end(),
                                               [&](const packed_array& a, const packed_array& b) {
                                                 return item_bytes(in, a) < item_bytes(in, b);
                                               });
  // Neighbouring threads begin as many bytes apart as each has, which is better little if accesses
  // are narrow, and an odd multiple of the widest access.
  const auto bytes = static_cast<std::ptrdiff_t>(in.space.operands[main.operands.front()].bytes);
  const std::ptrdiff_t aligned =
      aligned_width(in, main.operands.front(), tuning::access_bytes, -main.lowest, false);
  vector = std::min(vector, std::max<std::ptrdiff_t>({aligned, 4 / bytes, 1}));
  while (vector > 1 && vector * item_bytes(in, main) % (2 * tuning::access_bytes) == 0) vector /= 2;
  while (vector > 1 && in.items() < tuning::min_vectors_of_items * vector) vector /= 2;
  const auto fits = [&] {
    const std::size_t bodies = static_cast<std::size_t>(vector * in.channels());
    return bodies * std::max<std::size_t>(in.space.weight, 1) <= 2 * tuning::max_instructions &&
           held_bytes(order, vector) <= tuning::interleaved_bytes;
  };
  while (vector > 0 && !fits()) vector /= 2;
  return vector;
}

/// Sets how operands are accessed, those of packed arrays apart.
void set_planar(map_plan& plan, const item_space& in) {
  auto& form = plan.options.as<skeletons::interleaved>();
  for (std::size_t i = 0; i < in.space.operands.size(); ++i) {
    const std::ptrdiff_t step = in.item_stride(i);
    const bool is_array = in.space.operands[i].is_array();
    form.operands[i].varies = in.channel_stride(i) != 0;
    access& pattern = plan.options.operands[i];
    pattern = step == 1 ? access::unit : access::strided;
    if (step == 0 && !in.space.operands[i].is_written) pattern = access::zero;
    if (step == 1 && is_array)
      form.operands[i].width =
          static_cast<std::uint8_t>(aligned_width(in, i, plan.options.vector, 0, true));
  }
}

void set_packed(map_plan& plan, const item_space& in, const std::vector<packed_array>& arrays) {
  auto& form = plan.options.as<skeletons::interleaved>();
  for (const packed_array& array : arrays) {
    const std::size_t holder = array.operands.front();
    const std::ptrdiff_t period = in.item_stride(holder);
    const int width = width_of(in, array, plan.options.vector);
    form.spare = form.spare || array.highest - array.lowest < period - 1;
    for (const std::size_t i : array.operands) {
      plan.options.operands[i] = access::unit;
      const std::ptrdiff_t first = in.distance(holder, i) - array.lowest;
      form.operands[i] = {
          static_cast<std::uint8_t>(width),  static_cast<std::uint8_t>(period),
          static_cast<std::uint8_t>(first),  static_cast<std::int8_t>(in.channel_stride(i)),
          static_cast<std::uint8_t>(holder), in.channel_stride(i) != 0};
    }
  }
}

/// ",\n    packed<write<float>, 4, 3, 0, 1, 0>"
std::string operand_text(const skeletons::interleaved_operand& access, const graph::kernel& work,
                         const graph::variant& options, std::size_t operand) {
  const std::string text = map_operand_text(work, options, operand, true);
  if (text.empty()) return text;
  constexpr std::size_t indent = std::string_view(",\n    ").size();
  const std::string inner = text.substr(indent);
  if (access.period == 0)
    return text_of(",\n    planar<", inner, graph::template_argument(int{access.width}),
                   graph::template_argument(access.varies), ">");
  return text_of(",\n    packed<", inner, graph::template_argument(int{access.width}),
                 graph::template_argument(int{access.period}),
                 graph::template_argument(int{access.first}),
                 graph::template_argument(int{access.step}),
                 graph::template_argument(number_of_operand(work, access.holder)), ">");
}

}  // namespace

std::optional<map_plan> plan_interleaved(const graph::kernel& work, const map_space& space) {
  if (space.rank() > 8 || space.size < tuning::interleaved_threshold) return std::nullopt;
  std::optional<item_order> order = choose_order(work, space);
  const std::ptrdiff_t vector = order ? choose_vector(*order) : 0;
  if (vector == 0) return std::nullopt;
  const item_space& in = order->in;
  map_plan plan;
  plan.space = in.space.axes;
  plan.size = space.size;
  plan.arguments = &skeletons::interleaved::arguments;
  plan.options.skeleton = skeletons::interleaved{
      .channels = static_cast<std::uint8_t>(in.channels()),
      .operands = std::vector<skeletons::interleaved_operand>(space.operands.size())};
  plan.options.wide = !fits_32_bits(plan.space, tuning::index_margin);
  plan.options.rank = static_cast<std::uint8_t>(plan.space.rank() - 2);
  plan.options.vector = static_cast<std::uint8_t>(vector);
  plan.options.threads = tuning::threads;
  plan.options.operands.resize(space.operands.size());
  set_planar(plan, in);
  set_packed(plan, in, order->packed);
  plan.options.tail = in.items() % vector != 0 || plan.options.as<skeletons::interleaved>().spare;
  const std::ptrdiff_t vectors = ceil_div(in.items(), vector);
  const std::ptrdiff_t rows = space.size / (in.items() * in.channels());
  const row_block block = shape_block(vectors, rows);
  plan.block[0] = static_cast<unsigned>(block.across);
  plan.block[1] = static_cast<unsigned>(block.down);
  plan.grid = static_cast<unsigned>(ceil_div(vectors, block.across) * ceil_div(rows, block.down));
  return plan;
}

const map_arguments skeletons::interleaved::arguments{
    [](index_writer& out, const map_plan& plan) {
      const std::size_t channels = plan.space.rank() - 2;
      const std::ptrdiff_t items = plan.space.extents[channels + 1];
      out.put(plan.size / (plan.space.extents[channels] * items));
      out.put(items);
      out.put_divisor(
          ceil_div(items, static_cast<std::ptrdiff_t>(plan.block[0]) * plan.options.vector));
      out.put_axes(plan.space.extents, 0, channels);
    },
    stride_of_each_axis};

std::string skeletons::interleaved::text(const graph::kernel& work, const graph::variant& options,
                                         const std::string& name) const {
  std::string all;
  for (std::size_t i = 0; i < operands.size(); ++i)
    all += operand_text(operands[i], work, options, i);
  return map_text(
      work, options, name,
      text_of(graph::index_type(options), graph::template_argument(int{options.rank}),
              graph::template_argument(int{options.vector}),
              graph::template_argument(int{channels}), graph::template_argument(spare ? 1 : 0),
              graph::template_argument(options.tail)),
      all);
}

}  // namespace gpu::execute
