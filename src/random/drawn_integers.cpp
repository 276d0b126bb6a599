// SPDX-License-Identifier: BSD-3-Clause
#include "random/drawn_integers.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/block_part.hpp"
#include "array/part_along.hpp"
#include "core/ceil_div.hpp"
#include "random/stream_nodes.hpp"

namespace gpu::random::detail {
namespace {

using gpu::detail::part_along;
using graph::leaf_ptr;

/// Of so many values that a part has, that of the products which are dropped.
struct part_values {
  std::uint64_t all;
  std::uint64_t dropped;
};
part_values values_of(dtype type, const interval& of) {
  const std::uint64_t all = std::uint64_t{1} << part_bits(type);
  return {all, all % (of.range + 1)};
}

/// Parts of halves of words, the least significant first.
expression<std::uint32_t> parts_of(const expression<std::uint32_t>& halves, int width) {
  const std::ptrdiff_t count = element_count(halves.shape());
  const std::ptrdiff_t each = 32 / width;
  const expression<std::uint32_t> shift(
      graph::make_cast(graph::make_index({1, each}, 1, 0, width, halves.device()), dtype::uint32));
  const std::uint32_t ones = (1U << width) - 1;
  return reshape((reshape(halves, {count, 1}) >> shift) & ones, {count * each});
}

/// At least `count` parts. Only kernels of one axis draw each block once, others once for each of
/// its words: if several parts share a word, the words are in memory.
expression<std::uint32_t> next_parts(philox& bits, std::ptrdiff_t count, int width, device where) {
  const graph::node_ptr halves = half_word_node(bits, {ceil_div(count, 32 / width)}, where);
  if (width == 32) return expression<std::uint32_t>(halves);
  return parts_of(expression<std::uint32_t>(graph::node_ptr(execute::evaluate(halves).get())),
                  width);
}

/// How many of `wanted` numbers and those dropped among them are surely enough, if a share of all
/// is dropped: six standard deviations more than are to be expected.
std::ptrdiff_t enough(std::ptrdiff_t wanted, double share) {
  const auto count = static_cast<double>(wanted);
  const double more = (count * share + 6 * std::sqrt(count * share)) / (1 - share);
  return wanted + static_cast<std::ptrdiff_t>(more) + 16;
}

/// How many numbers come before the one that is kept as the `wanted`-th, and that one.
/// @param dropped  the places of those that are not kept, which ascend
std::ptrdiff_t last_place(const std::vector<std::int64_t>& dropped, std::ptrdiff_t wanted) {
  std::ptrdiff_t parts = wanted;
  for (const std::int64_t place : dropped) parts += place < parts ? 1 : 0;
  return parts;
}
std::ptrdiff_t last_place(const ndarray<std::int64_t>& dropped, std::ptrdiff_t wanted) {
  const std::ptrdiff_t count = element_count(dropped.shape());
  const auto kept_before = dropped - arange<std::int64_t>(count, dropped.device());
  return wanted + count_nonzero(kept_before < wanted).item();
}

/// Up to so many numbers are dropped by copying what lies between them.
constexpr std::ptrdiff_t max_copied_around = 32;

/// The first `parts` integers without the dropped ones.
leaf_ptr without(const leaf_ptr& integers, const std::vector<std::int64_t>& dropped,
                 std::ptrdiff_t parts) {
  if (dropped.empty() || dropped.front() >= parts)
    return gpu::detail::leaf_in_block(*integers, 0, integers->type, {parts});
  const graph::node_ptr all(integers.get());
  std::vector<graph::node_ptr> pieces;
  std::ptrdiff_t begin = 0;
  for (const std::int64_t place : dropped) {
    if (place >= parts) break;
    if (place > begin) pieces.push_back(part_along(all, 0, range(begin, place)));
    begin = place + 1;
  }
  pieces.push_back(part_along(all, 0, range(begin, parts)));
  return execute::evaluate(gpu::detail::concatenated(pieces, 0));
}

/// The integers where the flags are set.
leaf_ptr filtered(const graph::node_ptr& integers, const graph::node_ptr& flags) {
  return visit_dtype(integers->type, [&]<class T>(std::type_identity<T>) -> leaf_ptr {
    if constexpr (std::is_integral_v<T>)
      return execute::evaluate(
          expression<T>(filter(expression<T>(integers), expression<bool>(flags))).node());
    fail("random integers have a dtype of integers");
  });
}

leaf_ptr first_as(const leaf_ptr& elements, const shape& size) {
  layout place = row_major(size);
  place.offset = elements->offset;
  return leaf_ptr(new graph::leaf_node(elements->block, elements->type, place, *elements->where));
}

}  // namespace

bool are_drawn_at_once(dtype type, const interval& of) {
  return of.range != 0 && of.range <= std::numeric_limits<std::uint32_t>::max() &&
         traits(type).kind <= dtype_kind::integer;
}

bool drops_none(dtype type, const interval& of) {
  return values_of(type, of).dropped == 0;
}

leaf_ptr drawn_integers(philox& bits, dtype type, const interval& of, const shape& size,
                        device where) {
  const std::ptrdiff_t wanted = element_count(size);
  const int width = part_bits(type);
  const auto [all, dropped] = values_of(type, of);
  const auto numbers_of = [&](const expression<std::uint32_t>& parts) {
    const auto product = parts.astype<std::uint64_t>() * (of.range + 1);
    const auto number =
        (product >> static_cast<std::uint64_t>(width)).template astype<std::int64_t>() +
        static_cast<std::int64_t>(of.offset);
    return graph::make_cast(number.node(), type);
  };
  if (dropped == 0)
    return first_as(execute::evaluate(numbers_of(next_parts(bits, wanted, width, where))), size);
  const auto go_on_behind = [&](std::ptrdiff_t parts) {
    bits.skip32(static_cast<std::uint64_t>(ceil_div(parts, 32 / width)));
    return parts;
  };
  const double share = static_cast<double>(dropped) / static_cast<double>(all);
  for (std::ptrdiff_t count = enough(wanted, share);; count *= 2) {
    philox ahead = bits;
    const expression<std::uint32_t> parts = next_parts(ahead, count, width, where);
    const auto lower_half =
        parts * static_cast<std::uint32_t>(of.range + 1) & static_cast<std::uint32_t>(all - 1);
    const auto is_fair = lower_half >= static_cast<std::uint32_t>(dropped);
    const std::vector<leaf_ptr> both =
        execute::evaluate(std::vector{numbers_of(parts), is_fair.node()});
    const expression<bool> kept(graph::node_ptr(both[1].get()));
    const ndarray<std::int64_t> unfair = flatnonzero(!kept);
    const std::ptrdiff_t dropped_parts = element_count(unfair.shape());
    if (element_count(kept.shape()) - dropped_parts < wanted) continue;
    if (dropped_parts <= max_copied_around) {
      std::vector<std::int64_t> places(static_cast<std::size_t>(dropped_parts));
      if (!places.empty()) gpu::detail::read_elements(unfair.node(), places.data());
      return first_as(without(both[0], places, go_on_behind(last_place(places, wanted))), size);
    }
    const slice taken = range(go_on_behind(last_place(unfair, wanted)));
    return first_as(filtered(part_along(graph::node_ptr(both[0].get()), 0, taken),
                             part_along(kept.node(), 0, taken)),
                    size);
  }
}

}  // namespace gpu::random::detail
