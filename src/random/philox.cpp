// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/philox.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/kernels/primitives/philox.hpp>

namespace gpu::random {
namespace {

using counter_words = std::array<std::uint64_t, 4>;
__extension__ using wide_word = unsigned __int128;

counter_words sum(const counter_words& counter, const counter_words& steps) {
  counter_words result{};
  wide_word carry = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    carry += static_cast<wide_word>(counter[i]) + steps[i];
    result[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return result;
}

}  // namespace

philox::philox(const seed_sequence& seed) : seed_{seed} {
  const std::vector<std::uint64_t> key = seed.generate_state<std::uint64_t>(2);
  state_.key = {key[0], key[1]};
}

philox::philox(const std::array<std::uint64_t, 2>& key, const std::array<std::uint64_t, 4>& counter)
    : state_{.counter = counter, .key = key} {}

void philox::refill(std::uint64_t blocks) {
  state_.counter[0] += blocks;
  for (std::size_t i = 1; i < 4 && state_.counter[i - 1] < blocks; ++i) {
    ++state_.counter[i];
    blocks = 1;
  }
  const auto& [c0, c1, c2, c3] = state_.counter;
  const kernels::philox_block block =
      kernels::philox({{c0, c1, c2, c3}}, {{state_.key[0], state_.key[1]}});
  for (std::size_t i = 0; i < 4; ++i) state_.buffer[i] = block.word[i];
  state_.buffer_pos = 0;
}

std::uint64_t philox::next64() {
  if (state_.buffer_pos == 4) refill(1);
  return state_.buffer[static_cast<std::size_t>(state_.buffer_pos++)];
}

std::uint32_t philox::next32() {
  if (state_.has_uint32) {
    state_.has_uint32 = false;
    return state_.uinteger;
  }
  const std::uint64_t word = next64();
  state_.has_uint32 = true;
  state_.uinteger = static_cast<std::uint32_t>(word >> 32);
  return static_cast<std::uint32_t>(word);
}

void philox::skip64(std::uint64_t words) {
  const auto here = static_cast<std::uint64_t>(state_.buffer_pos);
  if (words <= 4 - here) {
    state_.buffer_pos += static_cast<int>(words);
    return;
  }
  const std::uint64_t beyond = words - (4 - here);
  refill((beyond + 3) / 4);
  state_.buffer_pos = static_cast<int>((beyond - 1) % 4 + 1);
}

void philox::skip32(std::uint64_t halves) {
  if (halves == 0) return;
  if (state_.has_uint32) {
    state_.has_uint32 = false;
    --halves;
  }
  if (halves == 0) return;
  skip64((halves + 1) / 2);
  state_.has_uint32 = halves % 2 == 1;
  state_.uinteger = static_cast<std::uint32_t>(
      state_.buffer[static_cast<std::size_t>(state_.buffer_pos) - 1] >> 32);
}

std::vector<std::uint64_t> philox::random_raw(strict_integer count) {
  if (count < 0) throw value_error("negative dimensions are not allowed");
  std::vector<std::uint64_t> words(static_cast<std::size_t>(count));
  for (std::uint64_t& word : words) word = next64();
  return words;
}

philox& philox::advance(std::uint64_t delta) & {
  state_ = {.counter = sum(state_.counter, {delta}), .key = state_.key};
  return *this;
}

philox philox::jumped(std::uint64_t jumps) const {
  philox other = *this;
  other.state_ = {.counter = sum(state_.counter, {0, 0, jumps}), .key = state_.key};
  return other;
}

std::vector<philox> philox::spawn(strict_integer count) {
  if (seed_.empty())
    throw value_error("a stream that was made from a key has no seed to spawn others from");
  std::vector<philox> children;
  for (const seed_sequence& seed : seed_.front().spawn(count)) children.emplace_back(seed);
  return children;
}

void philox::set_state(const philox_state& state) {
  if (state.buffer_pos < 0 || state.buffer_pos > 4)
    throw value_error(text_of("buffer_pos must be within 0 to 4, not ", state.buffer_pos));
  state_ = state;
}

}  // namespace gpu::random
