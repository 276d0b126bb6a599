// SPDX-License-Identifier: BSD-3-Clause
// Choices without replacement are those of NumPy 2.4 for
// `Generator(Philox(8)).choice(count, size, replace=False)`.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/random/generator.hpp>

#include "random/check_of.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using random::default_rng;
using random::generator;
using test::check_of;
using test::values;

using indices = std::vector<std::int64_t>;

class choice_without_replacement : public test::on_device {};

TEST_P(choice_without_replacement, of_few_numbers_is_numpys) {
  EXPECT_EQ(values(default_rng(8).choice(10, {4}, false)), indices({7, 3, 1, 6}));
  EXPECT_EQ(values(default_rng(8).choice(10, {2, 5}, false)),
            indices({9, 3, 4, 6, 2, 8, 7, 0, 1, 5}));
  EXPECT_EQ(values(default_rng(8).choice(std::int64_t{1} << 40, {3}, false)),
            indices({879894395062, 151032361139, 535059736454}));
  EXPECT_EQ(default_rng(8).choice(1, {}, false).item(), 0);
  EXPECT_EQ(default_rng(8).choice(5, {0, 2}, false).shape(), (shape{0, 2}));
  const ndarray<int> a = reshape(arange<int>(12), {3, 4});
  EXPECT_EQ(values(default_rng(8).choice(a, {2}, false, 1)), std::vector<int>({1, 3, 5, 7, 9, 11}));
}

/// What is chosen, and the number that the stream gives afterwards.
struct known_choice {
  std::ptrdiff_t count, size;
  std::uint64_t check;
  std::int64_t next;
};

TEST_P(choice_without_replacement, of_many_numbers_is_numpys) {
  const known_choice all[] = {
      {1000, 1000, 500114600U, 902},           {10000, 10000, 500225931778U, 853},
      {10001, 200, 203443017U, 688},           {10001, 201, 200508448U, 713},
      {20000, 20000, 3988936000050U, 750},     {1000000, 1000, 500292879379U, 290},
      {1000000, 20001, 200206272593569U, 566},
  };
  for (const known_choice& one : all) {
    generator rng = default_rng(8);
    EXPECT_EQ(check_of(rng.choice(one.count, {one.size}, false)), one.check)
        << one.size << " of " << one.count;
    EXPECT_EQ(rng.integers(0, 1000).item(), one.next) << one.size << " of " << one.count;
  }
}

// `Generator(Philox(8)).choice(count, size, replace=False, shuffle=False)`.
TEST_P(choice_without_replacement, need_not_be_shuffled) {
  using random::shuffle;
  EXPECT_EQ(values(default_rng(8).choice(10, {4}, false, shuffle(false))), indices({3, 7, 6, 1}));
  EXPECT_EQ(values(default_rng(8).choice(10, {4}, false, shuffle(true))), indices({7, 3, 1, 6}));
  EXPECT_EQ(
      values(default_rng(8).choice(std::vector{1, 2, 3, 4, 5, 6}, {3}, false, shuffle(false))),
      std::vector<int>({3, 5, 6}));
  const ndarray<double> a = reshape(arange<double>(6), {2, 3});
  EXPECT_EQ(values(default_rng(8).choice(a, {1}, false, 1, shuffle(false))),
            std::vector<double>({1, 4}));
  EXPECT_EQ(default_rng(8).choice(20000, {500}, false, shuffle(false)).back(), 11202);
  EXPECT_EQ(default_rng(8).choice(20000, {1500}, false, shuffle(false)).back(), 10549);
  EXPECT_EQ(values(default_rng(8).choice(5, {2}, true, shuffle(false))), indices({2, 2}));
  const ndarray<double> p = {0.5, 0.5};
  EXPECT_EQ(values(default_rng(8).choice(ndarray<int>{1, 2}, {3}, true, p, 0, shuffle(false))),
            values(default_rng(8).choice(ndarray<int>{1, 2}, {3}, true, p)));
}

INSTANTIATE_TEST_SUITE_P(devices, choice_without_replacement,
                         testing::ValuesIn(test::cpu_and_gpu()), test::device_name);

}  // namespace
}  // namespace gpu
