// SPDX-License-Identifier: BSD-3-Clause
#include "random/drawn_integers.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

#include "array/indexing/positions.hpp"
#include "core/ceil_div.hpp"
#include "random/stream_nodes.hpp"

namespace gpu::random::detail {
namespace {

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
  const std::ptrdiff_t each = 32 / width;
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
  const auto are_kept = [&](const expression<std::uint32_t>& parts) {
    const auto lower_half =
        parts * static_cast<std::uint32_t>(of.range + 1) & static_cast<std::uint32_t>(all - 1);
    return (lower_half >= static_cast<std::uint32_t>(dropped)).node();
  };
  const double share = static_cast<double>(dropped) / static_cast<double>(all);
  for (std::ptrdiff_t count = enough(wanted, share);; count *= 2) {
    philox ahead = bits;
    const expression<std::uint32_t> parts = next_parts(ahead, count, width, where);
    const leaf_ptr kept = gpu::detail::elements_where(are_kept(parts), numbers_of(parts), where);
    const std::ptrdiff_t left = element_count(kept->extents);
    if (left < wanted) continue;
    // The stream goes on behind the last part that is kept, which is none before `first`.
    const std::ptrdiff_t first = wanted / each * each;
    ahead = bits;
    ahead.skip32(static_cast<std::uint64_t>(first / each));
    const ndarray<std::int64_t> last_kept = flatnonzero(expression<bool>(
        are_kept(next_parts(ahead, element_count(parts.shape()) - first, width, where))));
    const std::ptrdiff_t missing = wanted - (left - element_count(last_kept.shape()));
    const std::ptrdiff_t used = missing == 0 ? first : first + last_kept(missing - 1) + 1;
    bits.skip32(static_cast<std::uint64_t>(ceil_div(used, each)));
    return first_as(kept, size);
  }
}

}  // namespace gpu::random::detail
