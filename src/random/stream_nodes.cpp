// SPDX-License-Identifier: BSD-3-Clause
#include "random/stream_nodes.hpp"

#include <cstddef>
#include <cstdint>

#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/random.hpp>

#include "graph/functor_op.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;

std::uint64_t count_of(const shape& size) {
  return static_cast<std::uint64_t>(element_count(size));
}

/// A functor of the elements' numbers, of what else it takes, and of a stream from a block on.
template <class Functor, class... Others>
node_ptr drawn(const kernels::philox_counter& first, const philox_state& from, const shape& size,
               device where, const Others&... others) {
  const auto& [c0, c1, c2, c3] = first.word;
  return graph::apply(graph::functor_record<Functor>(), graph::make_flat_index(size, where),
                      others..., c0, c1, c2, c3, from.key[0], from.key[1]);
}

kernels::philox_counter counter_of(const philox_state& from) {
  const auto& [c0, c1, c2, c3] = from.counter;
  return {{c0, c1, c2, c3}};
}
/// The counter of the block before.
kernels::philox_counter preceding(kernels::philox_counter counter) {
  for (unsigned long long& word : counter.word)
    if (word-- != 0) break;
  return counter;
}

/// @tparam Functor  where the stream stands at the beginning of a block
/// @tparam Shifted  where it does not
template <class Functor, class Shifted>
node_ptr of_words(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip64(count_of(size));
  const kernels::philox_counter first = counter_of(from);
  const int shift = from.buffer_pos;
  if (shift % 4 != 0) return drawn<Shifted>(first, from, size, where, shift);
  return drawn<Functor>(kernels::advanced(first, shift == 4 ? 1 : 0), from, size, where);
}

template <class Functor, class Shifted>
node_ptr of_halves(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip32(count_of(size));
  const kernels::philox_counter first = counter_of(from);
  const bool has_pending = from.has_uint32;
  const int shift = 2 * from.buffer_pos - (has_pending ? 1 : 0);
  if (shift == 0 || shift == 8)
    return drawn<Functor>(kernels::advanced(first, shift == 8 ? 1 : 0), from, size, where);
  return drawn<Shifted>(shift < 0 ? preceding(first) : first, from, size, where, shift & 7,
                        has_pending, from.uinteger);
}

/// From the beginning of a block on: so neighbours are computed together.
template <class Functor>
node_ptr of_blocks(philox& bits, std::uint64_t words, const shape& size, device where) {
  bits.skip64(static_cast<std::uint64_t>((4 - bits.state().buffer_pos) % 4));
  const philox_state from = bits.state();
  bits.skip64(words);
  return drawn<Functor>(kernels::advanced(counter_of(from), from.buffer_pos == 4 ? 1 : 0), from,
                        size, where);
}

}  // namespace

node_ptr word_node(philox& bits, const shape& size, device where) {
  return of_words<kernels::random_word, kernels::random_word_shifted>(bits, size, where);
}
node_ptr double_node(philox& bits, const shape& size, device where) {
  return of_words<kernels::random_double, kernels::random_double_shifted>(bits, size, where);
}
node_ptr half_word_node(philox& bits, const shape& size, device where) {
  return of_halves<kernels::random_half_word, kernels::random_half_word_shifted>(bits, size, where);
}
node_ptr float_node(philox& bits, const shape& size, device where) {
  return of_halves<kernels::random_float, kernels::random_float_shifted>(bits, size, where);
}

node_ptr normal_float_node(philox& bits, const shape& size, device where) {
  return of_blocks<kernels::normal_float>(bits, (count_of(size) + 1) / 2, size, where);
}
node_ptr normal_double_node(philox& bits, const shape& size, device where) {
  return of_blocks<kernels::normal_double>(bits, count_of(size) + count_of(size) % 2, size, where);
}

}  // namespace gpu::random::detail
