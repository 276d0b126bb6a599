// SPDX-License-Identifier: BSD-3-Clause
#include "random/stream_nodes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/random.hpp>

#include "graph/functor_op.hpp"

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
  if (shift % 4 != 0)
    return drawn(graph::functor_record<Shifted>(), first, from, size, where, shift);
  return drawn(graph::functor_record<Functor>(), kernels::advanced(first, shift == 4 ? 1 : 0), from,
               size, where);
}

template <class Functor, class Shifted>
node_ptr of_halves(philox& bits, const shape& size, device where) {
  const philox_state from = bits.state();
  bits.skip32(count_of(size));
  const kernels::philox_counter first = counter_of(from);
  const bool has_pending = from.has_uint32;
  const int shift = 2 * from.buffer_pos - (has_pending ? 1 : 0);
  if (shift == 0 || shift == 8)
    return drawn(graph::functor_record<Functor>(), kernels::advanced(first, shift == 8 ? 1 : 0),
                 from, size, where);
  return drawn(graph::functor_record<Shifted>(), shift < 0 ? preceding(first) : first, from, size,
               where, shift & 7, has_pending, from.uinteger);
}

/// What pairs of normal numbers are made of, as `kernels::normal_double` and `normal_float` read
/// it.
template <class R>
struct pair_source {
  kernels::philox_counter first;
  kernels::philox_key key;
  kernels::stream_words words{};

  /// (0, 1] and [0, 1)
  void read(std::int64_t pair, R& u, R& v) const {
    if constexpr (std::is_same_v<R, double>) {
      const std::uint64_t word = words.at(2 * pair, first, key);
      u = static_cast<double>(static_cast<std::int64_t>((word >> 11) + 1)) * 0x1p-53;
      v = kernels::unit_double(words.at(2 * pair + 1, first, key));
    } else {
      const std::uint64_t word = words.at(pair, first, key);
      u = static_cast<float>(kernels::upper_half(word)) * 0x1p-32f + 0x1p-33f;
      v = kernels::unit_float(kernels::lower_half(word));
    }
  }
};

/// The host's loop of the functors of normal numbers. What a pair has in common is computed once,
/// and one thing at a time of many pairs: so the processor has several of them under way.
template <class R>
void draw_normals(const void* const* in, void* out, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t at_once = 256;
  const auto word = [in](int n) { return *static_cast<const std::uint64_t*>(in[n]); };
  const pair_source<R> source{{{word(1), word(2), word(3), word(4)}}, {{word(5), word(6)}}};
  const auto* index = static_cast<const std::int64_t*>(in[0]);
  auto* to = static_cast<R*>(out);
  for (std::ptrdiff_t size; count > 0; count -= size, index += size, to += size) {
    size = std::min(count, at_once);
    R u[at_once], v[at_once];
    std::array<R, 2> numbers[at_once];
    std::array<std::int16_t, 2> places[at_once];  // the pair of an element, and which of it
    std::int16_t pairs = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      if (i == 0 || index[i] >> 1 != index[i - 1] >> 1) {
        source.read(index[i] >> 1, u[pairs], v[pairs]);
        ++pairs;
      }
      places[i] = {static_cast<std::int16_t>(pairs - 1), static_cast<std::int16_t>(index[i] & 1)};
    }
    for (int k = 0; k < pairs; ++k)
      u[k] = kernels::root_of_common(R(-2) * kernels::log_of_common(u[k]));
    for (int k = 0; k < pairs; ++k)
      numbers[k] = {u[k] * kernels::turned(v[k], false), u[k] * kernels::turned(v[k], true)};
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const auto [pair, which] = places[i];
      to[i] = numbers[pair][static_cast<std::size_t>(which)];
    }
  }
}

/// The op of `Functor` with that loop.
template <class Functor, class R>
const graph::op_record& normal_record() {
  static const graph::op_record* const record = [] {
    const graph::typed_loop& loop = graph::functor_record<Functor>().loops[0];
    return graph::detail::new_record(Functor::info, {}, loop.in, loop.out, &draw_normals<R>);
  }();
  return *record;
}

/// From the beginning of a block on: so neighbours are computed together.
node_ptr of_blocks(const graph::op_record& op, philox& bits, std::uint64_t words, const shape& size,
                   device where) {
  bits.skip64(static_cast<std::uint64_t>((4 - bits.state().buffer_pos) % 4));
  const philox_state from = bits.state();
  bits.skip64(words);
  return drawn(op, kernels::advanced(counter_of(from), from.buffer_pos == 4 ? 1 : 0), from, size,
               where);
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
  return of_blocks(normal_record<kernels::normal_float, float>(), bits, (count_of(size) + 1) / 2,
                   size, where);
}
node_ptr normal_double_node(philox& bits, const shape& size, device where) {
  return of_blocks(normal_record<kernels::normal_double, double>(), bits,
                   count_of(size) + count_of(size) % 2, size, where);
}

}  // namespace gpu::random::detail
