// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/random/distributions.hpp>

#include "cuda/capture.hpp"
#include "random/distinct_integers.hpp"
#include "random/drawn_integers.hpp"
#include "random/integer_stream.hpp"
#include "random/stream_nodes.hpp"
#include "random/word_order.hpp"

namespace gpu::random::detail {
namespace {

using graph::leaf_ptr;

/// @throws value_error  "low is out of bounds for uint8", "high is ...", "low >= high"
interval interval_of(dtype type, wide_integer low, wide_integer high, bool endpoint) {
  const auto [least, most] = limits_of(type);
  const wide_integer last = high - (endpoint ? 0 : 1);
  if (low < least) throw value_error(text_of("low is out of bounds for ", type));
  if (last > most) throw value_error(text_of("high is out of bounds for ", type));
  if (low > last) throw value_error(no_integer_between(endpoint, low == 0));
  return {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(last - low)};
}

/// Whether kernels draw them, and draw them sooner. If numbers may have to be dropped the host
/// waits several times, which no capture allows.
bool suits_kernels(dtype type, const interval& of, std::ptrdiff_t count, device where) {
  constexpr std::ptrdiff_t min_count = 4096;
  if (where.is_cpu() || !are_drawn_at_once(type, of)) return false;
  return drops_none(type, of) ||
         (count >= min_count && !gpu::detail::is_capturing(current_stream(where)));
}

/// Numbers of [0, count) in any order: that of random words.
expression<std::int64_t> shuffled(philox& bits, std::ptrdiff_t count, device where) {
  return argsort(expression<std::uint64_t>(word_node(bits, {count}, where)));
}

}  // namespace

leaf_ptr integers_leaf(philox& bits, dtype type, wide_integer low, wide_integer high, bool endpoint,
                       const shape& size, device where) {
  // NumPy does not look at the bounds of no numbers.
  if (element_count(size) == 0) return gpu::detail::uninitialised_leaf(type, size, where);
  const interval of = interval_of(type, low, high, endpoint);
  if (suits_kernels(type, of, element_count(size), where))
    return drawn_integers(bits, type, of, size, where);
  return drawn_one_by_one(bits, type, size, where, [of](std::size_t) { return of; });
}

leaf_ptr bytes_leaf(philox& bits, std::ptrdiff_t length, device where) {
  if (element_count({length}) > 0 && where.is_gpu())
    return drawn_integers(bits, dtype::uint8, {0, 255}, {length}, where);
  std::vector<std::uint8_t> bytes;
  // NumPy draws half a word for no bytes, too.
  for (std::ptrdiff_t i = 0; i < std::max<std::ptrdiff_t>(length, 1); i += 4) {
    const std::uint32_t half = bits.next32();
    for (int part = 0; part < 4; ++part)
      bytes.push_back(static_cast<std::uint8_t>(half >> 8 * part));
  }
  return gpu::detail::leaf_from_host(bytes.data(), dtype::uint8, {length}, where);
}

void require_choices(std::ptrdiff_t count, const shape& size) {
  if (count == 0 && element_count(size) > 0)
    throw value_error("a cannot be empty unless no samples are taken");
}

leaf_ptr choice_leaf(philox& bits, std::ptrdiff_t count, const shape& size, bool replace,
                     device where, bool shuffle) {
  const std::ptrdiff_t wanted = element_count(size);
  if (count <= 0 && wanted > 0)
    throw value_error("a must be a positive integer unless no samples are taken");
  if (!replace && wanted > count)
    throw value_error("Cannot take a larger sample than population when replace is False");
  if (wanted == 0) return gpu::detail::uninitialised_leaf(dtype::int64, size, where);
  if (replace) return integers_leaf(bits, dtype::int64, 0, count, false, size, where);
  return gpu::detail::leaf_from_host(distinct_integers(bits, count, wanted, shuffle).data(),
                                     dtype::int64, size, where);
}

graph::node_ptr orders_node(philox& bits, const shape& extents, std::ptrdiff_t axis, device where) {
  return argsort(expression<std::uint64_t>(word_node(bits, extents, where)), axis).node();
}

leaf_ptr permutation_leaf(philox& bits, std::ptrdiff_t count, device where) {
  const std::ptrdiff_t own = std::max<std::ptrdiff_t>(count, 0);
  if (where.is_cpu() && own <= max_ordered_words)
    return order_of_words(execute::evaluate(word_node(bits, {own}, where)));
  return execute::evaluate(shuffled(bits, own, where).node());
}

}  // namespace gpu::random::detail
