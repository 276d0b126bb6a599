// SPDX-License-Identifier: BSD-3-Clause
#include "random/drawn_integers.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

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

/// The same, of which the first ones are to be skipped, if a kernel then draws them with less work.
struct skipping_parts {
  expression<std::uint32_t> values;
  std::ptrdiff_t skipped;
};
skipping_parts next_parts_of_blocks(philox& bits, std::ptrdiff_t count, int width, device where) {
  if (width < 32 || where.is_cpu()) return {next_parts(bits, count, width, where), 0};
  auto [halves, skipped] = half_words_of_blocks(bits, count, where);
  return {expression<std::uint32_t>(std::move(halves)), skipped};
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
  // The upper part of a product is a number, the lower one tells whether it is dropped.
  const auto products_of = [&](const expression<std::uint32_t>& parts) {
    return expression<std::uint64_t>(parts.astype<std::uint64_t>() * (of.range + 1));
  };
  const auto numbers_of = [&](const expression<std::uint64_t>& products) {
    const auto number =
        (products >> static_cast<std::uint64_t>(width)).template astype<std::int64_t>() +
        static_cast<std::int64_t>(of.offset);
    return graph::make_cast(number.node(), type);
  };
  if (dropped == 0)
    return first_as(
        execute::evaluate(numbers_of(products_of(next_parts(bits, wanted, width, where)))), size);
  const auto are_kept = [&](const expression<std::uint64_t>& products) {
    const auto lower_part = products.astype<std::uint32_t>() & static_cast<std::uint32_t>(all - 1);
    return expression<bool>(lower_part >= static_cast<std::uint32_t>(dropped));
  };
  const double share = static_cast<double>(dropped) / static_cast<double>(all);
  for (std::ptrdiff_t count = enough(wanted, share);; count *= 2) {
    philox ahead = bits;
    const auto [parts, skipped] = next_parts_of_blocks(ahead, count, width, where);
    const std::ptrdiff_t all_parts = element_count(parts.shape());
    const expression<std::uint64_t> products = products_of(parts);
    expression<bool> are_wanted = are_kept(products);
    if (skipped > 0) {
      const expression<std::int64_t> index(graph::make_flat_index({all_parts}, where));
      are_wanted = are_wanted && index >= std::int64_t{skipped};
    }
    const leaf_ptr kept =
        gpu::detail::elements_where(are_wanted.node(), numbers_of(products), where);
    const std::ptrdiff_t left = element_count(kept->extents);
    if (left < wanted) continue;
    // The stream goes on behind the last part that is kept, which is none before `first`.
    const std::ptrdiff_t first = wanted / each * each;
    ahead = bits;
    ahead.skip32(static_cast<std::uint64_t>(first / each));
    const ndarray<std::int64_t> last_kept = flatnonzero(
        are_kept(products_of(next_parts(ahead, all_parts - skipped - first, width, where))));
    const std::ptrdiff_t missing = wanted - (left - element_count(last_kept.shape()));
    const std::ptrdiff_t used = missing == 0 ? first : first + last_kept(missing - 1) + 1;
    bits.skip32(static_cast<std::uint64_t>(ceil_div(used, each)));
    return first_as(kept, size);
  }
}

}  // namespace gpu::random::detail
