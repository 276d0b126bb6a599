// SPDX-License-Identifier: BSD-3-Clause
// What NumPy 2.4 gives.
#include <gpu/random/philox.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/kernels/primitives/philox.hpp>
#include <gpu/random/seed_sequence.hpp>

namespace gpu::random {
namespace {

using words = std::vector<std::uint64_t>;
using halves = std::vector<std::uint32_t>;

TEST(seed_sequence, mixes_entropy_as_numpy_does) {
  const seed_sequence seed(12345);
  EXPECT_EQ(seed.generate_state<std::uint32_t>(4),
            (halves{2688385916, 3048105090, 4196366895, 3152189807}));
  EXPECT_EQ(seed.generate_state<std::uint64_t>(3),
            (words{13091511679009522556u, 13538552136045918767u, 7269824232120749972u}));
  EXPECT_EQ(seed_sequence((std::uint64_t{1} << 40) + 7).generate_state<std::uint32_t>(2),
            (halves{238885397, 226915041}));
  EXPECT_EQ(seed_sequence(halves{1, 2, 3, 4, 5, 6}).generate_state<std::uint32_t>(2),
            (halves{488360481, 3956080669}));
  EXPECT_THROW(seed_sequence(-1), value_error);
}

TEST(seed_sequence, children_are_those_of_numpy) {
  seed_sequence seed(12345);
  std::vector<seed_sequence> children = seed.spawn(2);
  EXPECT_EQ(children[1].generate_state<std::uint32_t>(3),
            (halves{1457248422, 358904087, 711457119}));
  EXPECT_EQ(children[1].spawn(1)[0].generate_state<std::uint32_t>(2),
            (halves{1685036441, 1694288090}));
  EXPECT_EQ(seed.n_children_spawned(), 2u);
  EXPECT_EQ(children[1].spawn_key(), (halves{1}));
}

TEST(seed_sequence, without_entropy_differs_each_time) {
  EXPECT_NE(seed_sequence().generate_state<std::uint64_t>(2),
            seed_sequence().generate_state<std::uint64_t>(2));
}

/// The authors' known answers for Philox4x32-10 (Random123, kat_vectors).
TEST(philox, of_32_bits_has_the_words_of_its_authors) {
  constexpr auto words_of = [](std::uint64_t low, std::uint64_t high, std::uint64_t key) {
    const kernels::philox32_block block = kernels::philox32({low, high, key}, 0);
    return halves(std::begin(block.word), std::end(block.word));
  };
  EXPECT_EQ(words_of(0, 0, 0), (halves{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(words_of(most, most, most), (halves{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(words_of(0x85a308d3243f6a88, 0x0370734413198a2e, 0x299f31d0a4093822),
            (halves{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}
TEST(philox, of_32_bits_carries_into_the_upper_half_of_its_counter) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const kernels::philox32_block carried = kernels::philox32({most - 1, 6, 9}, 5);
  const kernels::philox32_block same = kernels::philox32({3, 7, 9}, 0);
  EXPECT_TRUE(std::equal(std::begin(carried.word), std::end(carried.word), same.word));
}

TEST(philox, advances_and_jumps_as_numpy_does) {
  philox bits(5);
  bits.advance(3);
  EXPECT_EQ(bits.random_raw(5),
            (words{15177429040350195147u, 5316385814128001236u, 1848334971489311788u,
                   1195789561586713937u, 12761703783571678536u}));
  EXPECT_EQ(bits.jumped(2).random_raw(2), (words{4695702779409821016u, 1778022181411642177u}));
}

TEST(philox, carries_through_all_words_of_its_counter) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  philox bits({3, 4}, {most, most, most, 9});
  EXPECT_EQ(bits.random_raw(5),
            (words{8787454193118634875u, 15917046806237273624u, 2350098665447469127u,
                   13995043844459951508u, 6693304378677821931u}));
  EXPECT_EQ(bits.state().counter, (std::array<std::uint64_t, 4>{1, 0, 0, 10}));
  EXPECT_THROW(static_cast<void>(bits.spawn(1)), value_error);
}

TEST(philox, spawns_streams_as_numpy_does) {
  philox bits(5);
  EXPECT_EQ(bits.spawn(2)[1].random_raw(2), (words{13142837011284185728u, 15169235425565913741u}));
}

TEST(philox, skips_words_and_halves_as_if_they_were_drawn) {
  for (int before = 0; before < 6; ++before)
    for (int count = 0; count < 12; ++count) {
      philox drawn(9);
      for (int i = 0; i < before; ++i) static_cast<void>(drawn.next32());
      philox skipped = drawn;
      for (int i = 0; i < count; ++i) static_cast<void>(drawn.next32());
      skipped.skip32(static_cast<std::uint64_t>(count));
      EXPECT_EQ(drawn.state(), skipped.state()) << before << ' ' << count;
      for (int i = 0; i < count; ++i) static_cast<void>(drawn.next64());
      skipped.skip64(static_cast<std::uint64_t>(count));
      EXPECT_EQ(drawn.state(), skipped.state()) << before << ' ' << count;
    }
}

TEST(philox, refuses_a_state_that_is_none) {
  philox bits(9);
  philox_state state = bits.state();
  state.buffer_pos = 5;
  EXPECT_THROW(bits.set_state(state), value_error);
}

}  // namespace
}  // namespace gpu::random
