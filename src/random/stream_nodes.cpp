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

/// The place of each element in the stream, counted from the buffered block on.
node_ptr places(const shape& size, std::ptrdiff_t first, device where) {
  layout place = row_major(size);
  place.offset = first;
  return node_ptr(new graph::index_node(place, where));
}

std::uint64_t count_of(const shape& size) {
  return static_cast<std::uint64_t>(element_count(size));
}

/// A functor of places, of what else it takes, and of where the stream stands.
template <class Functor, class... Others>
node_ptr drawn(const philox_state& from, const node_ptr& place, const Others&... others) {
  const auto& [c0, c1, c2, c3] = from.counter;
  return graph::apply(graph::functor_record<Functor>(), place, others..., c0, c1, c2, c3,
                      from.key[0], from.key[1]);
}

template <class Functor>
node_ptr of_words(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip64(count_of(size));
  return drawn<Functor>(from, places(size, from.buffer_pos, where));
}

template <class Functor>
node_ptr of_halves(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip32(count_of(size));
  const std::int64_t first = 2 * from.buffer_pos;
  return drawn<Functor>(from, places(size, first - (from.has_uint32 ? 1 : 0), where), first,
                        from.uinteger);
}

}  // namespace

node_ptr word_node(philox& bits, const shape& size, device where) {
  return of_words<kernels::random_word>(bits, size, where);
}
node_ptr double_node(philox& bits, const shape& size, device where) {
  return of_words<kernels::random_double>(bits, size, where);
}
node_ptr normal_float_node(philox& bits, const shape& size, device where) {
  return of_words<kernels::normal_float>(bits, size, where);
}
node_ptr half_word_node(philox& bits, const shape& size, device where) {
  return of_halves<kernels::random_half_word>(bits, size, where);
}
node_ptr float_node(philox& bits, const shape& size, device where) {
  return of_halves<kernels::random_float>(bits, size, where);
}

node_ptr normal_double_node(philox& bits, const shape& size, device where) {
  // A pair lies in one block.
  bits.skip64(static_cast<std::uint64_t>(bits.state().buffer_pos % 2));
  const philox_state from = bits.state();
  bits.skip64(2 * count_of(size));
  return drawn<kernels::normal_double>(from, places(size, from.buffer_pos / 2, where));
}

}  // namespace gpu::random::detail
