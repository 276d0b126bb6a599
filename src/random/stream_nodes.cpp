// SPDX-License-Identifier: BSD-3-Clause
#include "random/stream_nodes.hpp"

#include <cstdint>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/random.hpp>
#include <gpu/kernels/functors/random_normal.hpp>
#include <gpu/kernels/primitives/philox.hpp>
#include <gpu/ops.hpp>

#include "graph/functor_op.hpp"
#include "random/normal_loop.hpp"
#include "random/word_loop.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;

std::uint64_t count_of(const shape& size) {
  return static_cast<std::uint64_t>(element_count(size));
}

/// An op of the elements' numbers, of what else it takes, and of a stream from a block on.
template <class... Others>
node_ptr drawn(const graph::op_record& op, const kernels::philox_counter& first,
               const philox_state& from, const shape& size, device where, const Others&... others) {
  const auto& [c0, c1, c2, c3] = first.word;
  return graph::apply(op, graph::make_flat_index(size, where), others..., c0, c1, c2, c3,
                      from.key[0], from.key[1]);
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
  if (shift % 4 != 0) return drawn(word_record<Shifted>(), first, from, size, where, shift);
  return drawn(word_record<Functor>(), kernels::advanced(first, shift == 4 ? 1 : 0), from, size,
               where);
}

/// Where the next half of a word is: in the block that begins at `first`, behind `shift` halves. A
/// half that is pending takes the place before those that follow it.
struct half_place {
  kernels::philox_counter first;
  int shift;
};
half_place next_half_of(const philox_state& from) {
  const kernels::philox_counter first = counter_of(from);
  const int shift = 2 * from.buffer_pos - (from.has_uint32 ? 1 : 0);
  if (shift == 8) return {kernels::advanced(first, 1), 0};
  return {shift < 0 ? preceding(first) : first, shift & 7};
}

template <class Functor, class Shifted>
node_ptr of_halves(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip32(count_of(size));
  const auto [first, shift] = next_half_of(from);
  if (shift == 0) return drawn(word_record<Functor>(), first, from, size, where);
  return drawn(word_record<Shifted>(), first, from, size, where, shift, from.has_uint32,
               from.uinteger);
}

/// The op of `random_normal` with a loop for the host that draws many at once.
template <class R>
const graph::op_record& normal_record() {
  static const graph::op_record* const record = [] {
    using functor = kernels::random_normal<R>;
    const graph::typed_loop& loop = graph::functor_record<functor>().loops[0];
    return graph::detail::new_record(functor::info, {dtype_of<R>}, loop.in, loop.out,
                                     &draw_normals<R>);
  }();
  return *record;
}

/// Takes three words of the generator; none if there are no elements.
template <class R>
node_ptr normal_node(philox& bits, const shape& size, device where) {
  const bool draws = count_of(size) > 0;
  const std::uint64_t low = draws ? bits.next64() : 0;
  const std::uint64_t high = draws ? bits.next64() : 0;
  const std::uint64_t key = draws ? bits.next64() : 0;
  return graph::apply(normal_record<R>(), graph::make_flat_index(size, where), low, high, key);
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
halves_of_blocks half_words_of_blocks(philox& bits, std::ptrdiff_t count, device where) {
  const philox_state from = bits.state();
  bits.skip32(static_cast<std::uint64_t>(count));
  const auto [first, shift] = next_half_of(from);
  const shape size{count + shift};
  const expression<std::uint32_t> halves(
      drawn(word_record<kernels::random_half_word>(), first, from, size, where));
  if (!from.has_uint32) return {halves.node(), shift};
  const expression<std::int64_t> index(graph::make_flat_index(size, where));
  return {gpu::where(equal(index, std::int64_t{shift}), from.uinteger, halves).node(), shift};
}
node_ptr float_node(philox& bits, const shape& size, device where) {
  return of_halves<kernels::random_float, kernels::random_float_shifted>(bits, size, where);
}

node_ptr normal_float_node(philox& bits, const shape& size, device where) {
  return normal_node<float>(bits, size, where);
}
node_ptr normal_double_node(philox& bits, const shape& size, device where) {
  return normal_node<double>(bits, size, where);
}

}  // namespace gpu::random::detail
