// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/interleaved.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/row_block.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// A space of at least three axes: the last two are the channels, of extent 1 if there are none,
/// and the items.
struct item_space {
  map_space space;

  [[nodiscard]] std::ptrdiff_t items() const { return space.axes.extents.back(); }
  [[nodiscard]] std::ptrdiff_t channels() const { return space.extent(space.rank() - 2); }
  [[nodiscard]] std::ptrdiff_t item_stride(std::size_t i) const {
    return space.axes.strides[i].back();
  }
  [[nodiscard]] std::ptrdiff_t channel_stride(std::size_t i) const {
    return space.stride(i, space.rank() - 2);
  }
  /// Elements of the operand for each item.
  [[nodiscard]] std::ptrdiff_t elements(std::size_t i) const {
    return channel_stride(i) != 0 ? channels() : 1;
  }
};

/// @param channels  an axis, or the rank: there are none
item_space order_for_items(const map_space& given, std::size_t items, std::size_t channels) {
  item_space result{given};
  const auto arrange = [&](shape& numbers, std::ptrdiff_t of_new_axis) {
    const shape before = numbers;
    numbers = shape();
    for (std::size_t axis = 0; axis < before.size(); ++axis)
      if (axis != items && axis != channels) numbers.push_back(before[axis]);
    if (numbers.empty()) numbers.push_back(of_new_axis);
    numbers.push_back(channels < before.size() ? before[channels] : of_new_axis);
    numbers.push_back(before[items]);
  };
  for (shape& strides : result.space.axes.strides) arrange(strides, 0);
  arrange(result.space.axes.extents, 1);
  return result;
}

/// Operands of one array of which a thread has whole items side by side. Positions are counted from
/// the first element of the first operand.
struct packed_array {
  std::vector<std::size_t> operands;
  std::ptrdiff_t lowest;
  std::ptrdiff_t highest;
  std::uint32_t positions = 0;  ///< bit k: that of `lowest + k`
  std::ptrdiff_t elements = 0;  ///< of an item, of all operands together
};

struct positions_of_item {
  std::ptrdiff_t lowest;
  std::ptrdiff_t highest;
};

positions_of_item positions(const item_space& in, std::size_t i) {
  const std::ptrdiff_t last = (in.channels() - 1) * in.channel_stride(i);
  return {std::min<std::ptrdiff_t>(last, 0), std::max<std::ptrdiff_t>(last, 0)};
}

bool may_be_packed(const item_space& in, std::size_t i) {
  const std::ptrdiff_t period = in.item_stride(i);
  const positions_of_item own = positions(in, i);
  return in.space.operands[i].is_array() && period >= 2 && period <= tuning::max_channels &&
         own.highest - own.lowest < period;
}

/// The distance of the first elements of two operands of one array, in elements.
std::ptrdiff_t distance(const item_space& in, std::size_t from, std::size_t to) {
  return in.space.axes.offsets[to] - in.space.axes.offsets[from];
}

/// Whether operand `i` goes over the same array in the same way, and has elements of the same
/// items.
bool joins(const item_space& in, const packed_array& array, std::size_t i) {
  const std::size_t first = array.operands.front();
  const map_operand& a = in.space.operands[first];
  const map_operand& b = in.space.operands[i];
  if (a.block != b.block || a.type != b.type || a.is_written != b.is_written) return false;
  for (std::size_t axis = 0; axis < in.space.rank(); ++axis)
    if (axis != in.space.rank() - 2 && in.space.stride(first, axis) != in.space.stride(i, axis))
      return false;
  const positions_of_item own = positions(in, i);
  const std::ptrdiff_t shift = distance(in, first, i);
  return std::max(array.highest, own.highest + shift) - std::min(array.lowest, own.lowest + shift) <
         in.item_stride(i);
}

void add_positions(packed_array& array, const item_space& in) {
  for (const std::size_t i : array.operands) {
    array.elements += in.elements(i);
    const std::ptrdiff_t start = distance(in, array.operands.front(), i) - array.lowest;
    for (std::ptrdiff_t c = 0; c < in.elements(i); ++c)
      array.positions |= 1u << (start + c * in.channel_stride(i));
  }
}

/// Whether to load or store all that lies side by side: of what is read, most is needed; what is
/// written is all of it.
bool is_packed(const item_space& in, const packed_array& array) {
  const std::ptrdiff_t period = in.item_stride(array.operands.front());
  const std::ptrdiff_t count = std::popcount(array.positions);
  if (!in.space.operands[array.operands.front()].is_written) return 2 * count >= period;
  return count == period && array.elements == period;
}

std::vector<packed_array> packed_arrays(const item_space& in) {
  std::vector<packed_array> arrays;
  for (std::size_t i = 0; i < in.space.operands.size(); ++i) {
    if (!may_be_packed(in, i)) continue;
    const auto found = std::find_if(arrays.begin(), arrays.end(),
                                    [&](const packed_array& array) { return joins(in, array, i); });
    const positions_of_item own = positions(in, i);
    if (found == arrays.end()) {
      arrays.push_back({{i}, own.lowest, own.highest});
      continue;
    }
    const std::ptrdiff_t shift = distance(in, found->operands.front(), i);
    found->operands.push_back(i);
    found->lowest = std::min(found->lowest, own.lowest + shift);
    found->highest = std::max(found->highest, own.highest + shift);
  }
  for (packed_array& array : arrays) add_positions(array, in);
  std::erase_if(arrays, [&](const packed_array& array) { return !is_packed(in, array); });
  return arrays;
}

/// Whether any other array has its items far apart, or is written several times at one place.
bool is_scattered(const item_space& in) {
  for (std::size_t i = 0; i < in.space.operands.size(); ++i) {
    if (!in.space.operands[i].is_array()) continue;
    if (std::abs(in.item_stride(i)) > tuning::max_channels) return true;
    if (!in.space.operands[i].is_written) continue;
    for (std::size_t axis = 0; axis < in.space.rank(); ++axis)
      if (in.space.stride(i, axis) == 0 && in.space.extent(axis) > 1) return true;
  }
  return false;
}

/// Whether rows of channels do without elements side by side that a thread needs alone.
bool suits_rows(const graph::kernel& work, const map_space& space, const item_space& in,
                const std::vector<packed_array>& arrays) {
  if (space.axes.extents.back() < tuning::min_row) return false;
  for (const packed_array& array : arrays)
    for (const std::size_t i : array.operands)
      if (in.channel_stride(i) == 0) return false;
  const last_axis_accesses accesses = access_last_axis(work, space);
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (space.operands[i].is_array() && accesses.operands[i] == access::strided) return false;
  return accesses.vector == max_vector_width(work, space.widest_bytes);
}

/// What the kernel is to have: its axes, and arrays of which items lie side by side.
struct item_order {
  item_space in;
  std::vector<packed_array> packed;
};

/// With these axes, if more than one element of an item lies side by side.
std::optional<item_order> try_order(const map_space& space, std::size_t items,
                                    std::size_t channels) {
  item_order order{order_for_items(space, items, channels), {}};
  if (is_scattered(order.in)) return std::nullopt;
  order.packed = packed_arrays(order.in);
  const bool has_channels = channels < space.rank();
  for (const packed_array& array : order.packed) {
    if (std::popcount(array.positions) < 2) continue;
    for (const std::size_t i : array.operands)
      if (!has_channels || order.in.channel_stride(i) != 0) return order;
  }
  return std::nullopt;
}

std::optional<item_order> choose_order(const graph::kernel& work, const map_space& space) {
  const std::size_t last = space.rank() - 1;
  const auto is_short = [&](std::size_t axis) {
    return space.extent(axis) <= tuning::max_channels;
  };
  if (last > 0 && is_short(last)) {
    std::optional<item_order> order = try_order(space, last - 1, last);
    if (order && !suits_rows(work, space, order->in, order->packed)) return order;
  }
  for (std::size_t axis = last; axis-- > 0;)
    if (is_short(axis))
      if (std::optional<item_order> order = try_order(space, last, axis)) return order;
  return try_order(space, last, space.rank());
}

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
      const std::ptrdiff_t first = distance(in, holder, i) - array.lowest;
      form.operands[i] = {
          static_cast<std::uint8_t>(width),  static_cast<std::uint8_t>(period),
          static_cast<std::uint8_t>(first),  static_cast<std::int8_t>(in.channel_stride(i)),
          static_cast<std::uint8_t>(holder), in.channel_stride(i) != 0};
    }
  }
}

/// ",\n    packed<write<float>, 4, 3, 0, 1, 0>"
std::string operand_text(const skeletons::interleaved_operand& how, const graph::kernel& work,
                         const graph::variant& options, std::size_t operand) {
  const std::string text = map_operand_text(work, options, operand, true);
  if (text.empty()) return text;
  constexpr std::size_t indent = std::string_view(",\n    ").size();
  const std::string inner = text.substr(indent);
  if (how.period == 0)
    return text_of(",\n    planar<", inner, graph::template_argument(int{how.width}),
                   graph::template_argument(how.varies), ">");
  return text_of(",\n    packed<", inner, graph::template_argument(int{how.width}),
                 graph::template_argument(int{how.period}),
                 graph::template_argument(int{how.first}), graph::template_argument(int{how.step}),
                 graph::template_argument(number_of_operand(work, how.holder)), ">");
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
