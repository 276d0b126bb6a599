// SPDX-License-Identifier: BSD-3-Clause
#include "random/word_loop.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <gpu/kernels/functors/random.hpp>
#include <gpu/kernels/primitives/philox.hpp>

#include "graph/functor_op.hpp"

namespace gpu::random::detail {
namespace {

/// What the call of a functor takes beside the stream, and what it makes of that.
template <class Call>
struct drawing;
template <class Functor, class Result, class... Operand>
struct drawing<Result (Functor::*)(Operand...) const> {
  using result = element_t<dtype_of<Result>>;
  static constexpr bool of_halves = sizeof(Result) == 4;
  static constexpr int before_stream = sizeof...(Operand) - 6;  ///< the stream is six words
  static constexpr bool is_shifted = before_stream > 1;
};
template <class Functor>
using drawing_of = drawing<decltype(&Functor::operator())>;

template <class Result>
Result made_of(std::uint64_t word) {
  if constexpr (std::is_same_v<Result, double>)
    return kernels::unit_double(word);
  else
    return word;
}
template <class Result>
Result made_of(std::uint32_t half) {
  if constexpr (std::is_same_v<Result, float>)
    return kernels::unit_float(half);
  else
    return half;
}

/// The operands behind the index: what tells where the stream stands, then the stream.
class stream_operands {
 public:
  stream_operands(const void* const* in, int first) {
    const auto word = [&](int n) { return *static_cast<const std::uint64_t*>(in[first + n]); };
    counter_ = {{word(0), word(1), word(2), word(3)}};
    key_ = {{word(4), word(5)}};
  }

  /// Blocks `first` to `first + count`.
  void write(std::int64_t first, std::ptrdiff_t count, std::uint64_t* words) const {
    auto number = static_cast<std::uint64_t>(first);
    kernels::philox_counter counter = kernels::advanced(counter_, number);
    for (std::ptrdiff_t i = 0; i < count; ++i, words += 4) {
      const kernels::philox_block block = kernels::philox(counter, key_);
      std::copy(block.word, block.word + 4, words);
      ++number;
      if (++counter.word[0] == 0) counter = kernels::advanced(counter_, number);
    }
  }

 private:
  kernels::philox_counter counter_;
  kernels::philox_key key_;
};

bool is_run(const std::int64_t* index, std::ptrdiff_t count) {
  bool follow = true;
  for (std::ptrdiff_t i = 0; i < count; ++i) follow &= index[i] == index[0] + i;
  return follow;
}

/// Elements `first` to `first + count` of what the stream is made of.
template <class Functor, class Result>
void draw_run(const stream_operands& stream, std::int64_t first, std::ptrdiff_t count,
              Result* out) {
  constexpr std::ptrdiff_t blocks_at_once = 64;
  constexpr int in_block = drawing_of<Functor>::of_halves ? 8 : 4;
  std::uint64_t words[4 * blocks_at_once];
  while (count > 0) {
    const std::int64_t block = first / in_block;
    const auto skipped = static_cast<std::ptrdiff_t>(first % in_block);
    const std::ptrdiff_t size = std::min(count, blocks_at_once * in_block - skipped);
    stream.write(block, (skipped + size + in_block - 1) / in_block, words);
    if constexpr (drawing_of<Functor>::of_halves) {
      std::uint32_t halves[8 * blocks_at_once];
      for (std::ptrdiff_t i = 0; i < 4 * blocks_at_once; ++i) {
        halves[2 * i] = kernels::lower_half(words[i]);
        halves[2 * i + 1] = kernels::upper_half(words[i]);
      }
      for (std::ptrdiff_t i = 0; i < size; ++i) out[i] = made_of<Result>(halves[skipped + i]);
    } else {
      for (std::ptrdiff_t i = 0; i < size; ++i) out[i] = made_of<Result>(words[skipped + i]);
    }
    first += size;
    out += size;
    count -= size;
  }
}

template <class Functor>
void draw(const void* const* in, void* out, std::ptrdiff_t count) {
  using work = drawing_of<Functor>;
  const auto* const index = static_cast<const std::int64_t*>(in[0]);
  if (count == 0) return;
  if (!is_run(index, count))
    return graph::functor_record<Functor>().loops[0].on_host(in, out, count);
  auto* const results = static_cast<typename work::result*>(out);
  std::int64_t first = index[0];
  if constexpr (work::is_shifted) first += *static_cast<const std::int32_t*>(in[1]);
  draw_run<Functor>(stream_operands(in, work::before_stream), first, count, results);
  if constexpr (work::is_shifted && work::of_halves)
    if (index[0] == 0 && *static_cast<const bool*>(in[2]))
      results[0] = made_of<typename work::result>(*static_cast<const std::uint32_t*>(in[3]));
}

}  // namespace

template <class Functor>
const graph::op_record& word_record() {
  static const graph::op_record* const record = [] {
    const graph::typed_loop& loop = graph::functor_record<Functor>().loops[0];
    return graph::detail::new_record(Functor::info, {}, loop.in, loop.out, &draw<Functor>);
  }();
  return *record;
}
template const graph::op_record& word_record<kernels::random_word>();
template const graph::op_record& word_record<kernels::random_word_shifted>();
template const graph::op_record& word_record<kernels::random_double>();
template const graph::op_record& word_record<kernels::random_double_shifted>();
template const graph::op_record& word_record<kernels::random_half_word>();
template const graph::op_record& word_record<kernels::random_half_word_shifted>();
template const graph::op_record& word_record<kernels::random_float>();
template const graph::op_record& word_record<kernels::random_float_shifted>();

}  // namespace gpu::random::detail
