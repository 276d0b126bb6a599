// SPDX-License-Identifier: BSD-3-Clause
// What NumPy 2.4 gives.
#include <gpu/random/philox.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
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
