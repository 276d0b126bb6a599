// SPDX-License-Identifier: BSD-3-Clause
#include "random/drawn_integers.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

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
expression<std::uint64_t> next_parts(philox& bits, std::ptrdiff_t halves, int width, device where) {
  const expression<std::uint32_t> words(half_word_node(bits, {halves}, where));
  if (width == 32) return words.astype<std::uint64_t>();
  const std::ptrdiff_t each = 32 / width;
  const expression<std::uint32_t> shift(
      graph::make_cast(graph::make_index({1, each}, 1, 0, width, where), dtype::uint32));
  const std::uint32_t ones = (1U << width) - 1;
  const auto parts = (reshape(words, {halves, 1}) >> shift) & ones;
  return reshape(parts, {halves * each}).template astype<std::uint64_t>();
}

/// How many of `wanted` numbers and those dropped among them are surely enough, if a share of all
/// is dropped: six standard deviations more than are to be expected.
std::ptrdiff_t enough(std::ptrdiff_t wanted, double share) {
  const auto count = static_cast<double>(wanted);
  const double more = (count * share + 6 * std::sqrt(count * share)) / (1 - share);
  return wanted + static_cast<std::ptrdiff_t>(more) + 16;
}

/// How many flags there are up to the one that is set for the `wanted`-th time.
std::ptrdiff_t last_place(const expression<bool>& flags, std::ptrdiff_t wanted) {
  const ndarray<std::int64_t> others = flatnonzero(!flags);
  const auto set_before = others - arange<std::int64_t>(others.size(), others.device());
  return wanted + count_nonzero(set_before < wanted).item();
}

/// The integers where the flags are set.
leaf_ptr filtered(const graph::node_ptr& integers, const expression<bool>& flags) {
  return visit_dtype(integers->type, [&]<class T>(std::type_identity<T>) -> leaf_ptr {
    if constexpr (std::is_integral_v<T>)
      return execute::evaluate(expression<T>(filter(expression<T>(integers), flags)).node());
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
  const std::ptrdiff_t each = 32 / width;
  const auto [all, dropped] = values_of(type, of);
  const double share = static_cast<double>(dropped) / static_cast<double>(all);
  for (std::ptrdiff_t count = dropped == 0 ? wanted : enough(wanted, share);; count *= 2) {
    philox ahead = bits;
    const auto product = next_parts(ahead, ceil_div(count, each), width, where) * (of.range + 1);
    const auto number =
        (product >> static_cast<std::uint64_t>(width)).template astype<std::int64_t>() +
        static_cast<std::int64_t>(of.offset);
    const graph::node_ptr elements = graph::make_cast(number.node(), type);
    if (dropped == 0) {
      bits = ahead;
      return first_as(execute::evaluate(elements), size);
    }
    const expression<bool> is_fair((product & (all - 1)) >= dropped);
    const leaf_ptr fair = filtered(elements, is_fair);
    if (fair->extents[0] < wanted) continue;
    const std::ptrdiff_t parts = last_place(is_fair, wanted);
    bits.skip32(static_cast<std::uint64_t>(ceil_div(parts, each)));
    return first_as(fair, size);
  }
}

}  // namespace gpu::random::detail
