// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/kernels/functors/random_words.hpp>

#include <set>

#include <gtest/gtest.h>

namespace gpu::kernels {
namespace {

constexpr unsigned long long most = ~0ull;
constexpr random_stream stream = {{{most - 1, most, 7, 9}}, {{3, 4}}};

TEST(random_words, begin_with_the_block_of_the_element) {
  for (long long element = 0; element < 4; ++element) {
    random_words words(element, stream);
    const philox_block block =
        philox(advanced(stream.first, static_cast<unsigned long long>(element)), stream.key);
    for (const unsigned long long expected : block.word) EXPECT_EQ(words.word(), expected);
  }
}

TEST(random_words, go_on_with_blocks_that_no_other_element_has) {
  random_words words(2, stream);
  for (int i = 0; i < 4; ++i) static_cast<void>(words.word());
  philox_counter next = advanced(stream.first, 2);
  next.word[3] += 1ull << 32;
  for (const unsigned long long expected : philox(next, stream.key).word)
    EXPECT_EQ(words.word(), expected);
  std::set<unsigned long long> all;
  for (long long element = 0; element < 100; ++element) {
    random_words own(element, stream);
    for (int i = 0; i < 40; ++i) all.insert(own.word());
  }
  EXPECT_EQ(all.size(), 4000u);
}

TEST(random_words, make_numbers_within_their_bounds) {
  random_words words(0, stream);
  for (int i = 0; i < 10000; ++i) {
    const double open = words.open_unit();
    ASSERT_GT(open, 0);
    ASSERT_LT(open, 1);
    const float unit = words.unit<float>();
    ASSERT_GT(unit, 0);
    ASSERT_LE(unit, 1);
  }
}

}  // namespace
}  // namespace gpu::kernels
