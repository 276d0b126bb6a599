// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/functions.hpp>

#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::random {
namespace {

using gpu::test::values;

class random_functions : public test::on_device {};

TEST_P(random_functions, of_a_seed_are_those_of_default_rng) {
  seed(12);
  generator rng = default_rng(12);
  EXPECT_EQ(values(uniform<float>({2, 3})), values(rng.random<float>({2, 3})));
  EXPECT_EQ(values(rand<double>({5}, -1, 1)), values(rng.uniform(-1, 1, {5})));
  EXPECT_EQ(values(randn<float>({5}, 2, 3)), values(rng.normal<float>(2, 3, {5})));
  EXPECT_EQ(values(randint<std::int32_t>({9}, -4, 4)),
            values(rng.integers<std::int32_t>(-4, 4, {9})));
  EXPECT_EQ(values(permutation(20)), values(rng.permutation(20)));
}

TEST_P(random_functions, take_shapes_behind_a_bound_and_none_for_one_number) {
  EXPECT_EQ(randint(5, {2, 4}).shape(), (shape{2, 4}));
  EXPECT_EQ(randint(2, shape{10}).shape(), shape{10});
  EXPECT_EQ(randint(5).shape(), shape());
  const double uniform_number = rand();
  EXPECT_TRUE(uniform_number >= 0 && uniform_number < 1);
  seed(5);
  const float normal_number = randn<float>();
  EXPECT_EQ(normal_number, default_rng(5).normal<float>(0, 1, {}).item());
}

TEST_P(random_functions, permute_lists_and_vectors) {
  EXPECT_EQ(values(sort(permutation({4, 9, 1}))), (std::vector<int>{1, 4, 9}));
  generator rng = default_rng(3);
  EXPECT_EQ(values(sort(rng.permutation({4, 9, 1}))), (std::vector<int>{1, 4, 9}));
  EXPECT_EQ(values(sort(rng.permutation(std::vector<int>{4, 9}))), (std::vector<int>{4, 9}));
  EXPECT_EQ(values(sort(rng.permuted({4, 9, 1}))), (std::vector<int>{1, 4, 9}));
}

TEST_P(random_functions, go_on_from_call_to_call) {
  EXPECT_NE(values(uniform<double>({4})), values(uniform<double>({4})));
  EXPECT_EQ(uniform<float>({2, 3}).device(), GetParam());
  EXPECT_EQ(normal<float>({0}).shape(), (shape{0}));
  ndarray<int> a = arange<int>(50);
  shuffle(a);
  EXPECT_TRUE(sort(a) == arange<int>(50));
  ndarray<int> rows = reshape(arange<int>(100), {2, 50});
  shuffle(view(rows, 1));
  EXPECT_TRUE(view(rows, 0) == arange<int>(50));
  EXPECT_TRUE(sort(view(rows, 1)) == arange<int>(50, 100));
  EXPECT_FALSE(view(rows, 1) == arange<int>(50, 100));
  EXPECT_TRUE(all(choice(a, {10}) >= 0).item());
  EXPECT_THROW(static_cast<void>(randint<int>({2}, 3, 3)), value_error);
  EXPECT_THROW(static_cast<void>(randn<float>({2}, 0, -1)), value_error);
}

TEST_P(random_functions, go_back_to_a_state) {
  seed(12);
  EXPECT_EQ(get_state(), default_rng(12).bit_generator().state());
  (void)values(random<float>({3}));
  const philox_state state = get_state();
  EXPECT_TRUE(state.has_uint32);
  const std::vector<float> drawn = values(random<float>({5}));
  EXPECT_NE(get_state(), state);
  set_state(state);
  EXPECT_EQ(get_state(), state);
  EXPECT_EQ(values(random<float>({5})), drawn);
  seed(13);
  set_state(state);
  EXPECT_EQ(values(random<float>({5})), drawn);
  philox_state wrong = state;
  wrong.buffer_pos = 5;
  const philox_state before = get_state();
  EXPECT_EQ(gpu::test::message_of<value_error>([&] { set_state(wrong); }),
            "buffer_pos must be within 0 to 4, not 5");
  EXPECT_EQ(get_state(), before);
}

TEST_P(random_functions, have_a_state_for_each_device) {
  seed(12);
  const philox_state before = get_state(cpu());
  generator other = default_rng(5);
  set_state(other.bit_generator().state(), GetParam());
  EXPECT_EQ(get_state(), other.bit_generator().state());
  EXPECT_EQ(get_state(cpu()) == before, !GetParam().is_cpu());
  EXPECT_EQ(values(random({4})), values(other.random({4})));
}

TEST_P(random_functions, choose_by_weights) {
  const ndarray<int> a = {5, 6, 7};
  seed(12);
  const ndarray<int> chosen = choice(a, 20, ndarray<int>{1, 0, 3});
  EXPECT_TRUE(all(not_equal(chosen, 6)));
  seed(12);
  EXPECT_TRUE(chosen == choice(a, {20}, true, {0.25, 0.0, 0.75}));
  EXPECT_TRUE(sort(choice(a, 2, ndarray<double>{2, 0, 8}, false)) == (ndarray<int>{5, 7}));
  EXPECT_THROW(static_cast<void>(choice(a, 2, ndarray<double>{0, 0, 0})), value_error);
}

TEST_P(random_functions, choose_as_the_generator_does) {
  seed(12);
  const ndarray<std::int64_t> chosen = choice(9, {2, 3});
  EXPECT_TRUE(chosen == default_rng(12).choice(9, {2, 3}));
  seed(12);
  EXPECT_TRUE(choice(9, 4, false) == default_rng(12).choice(9, {4}, false));
  seed(12);
  EXPECT_TRUE(choice(3, {8}, true, {0.5, 0.25, 0.25}) ==
              default_rng(12).choice(3, {8}, true, {0.5, 0.25, 0.25}));
  EXPECT_EQ(choice(std::vector<int>{7, 7}).item(), 7);
  EXPECT_EQ(values(choice(std::vector<int>{6, 7}, 2, true, {0.0, 1.0})), (std::vector<int>{7, 7}));
  EXPECT_THROW(static_cast<void>(choice(3, 4, false)), value_error);
}

TEST_P(random_functions, are_called_by_several_threads) {
  std::vector<std::vector<double>> drawn(4);
  std::vector<std::thread> threads;
  for (auto& mine : drawn)
    threads.emplace_back(
        [&mine, where = GetParam()] { mine = values(random<double>({100}, where)); });
  for (std::thread& one : threads) one.join();
  for (std::size_t i = 1; i < drawn.size(); ++i) EXPECT_NE(drawn[i], drawn[0]);
}

TEST_P(random_functions, bounds_of_randint_do_not_wrap) {
  EXPECT_EQ(gpu::test::message_of<value_error>(
                [] { static_cast<void>(randint<std::int8_t>(0, 300, 5)); }),
            "high is out of bounds for int8");
  EXPECT_EQ(
      gpu::test::message_of<value_error>([] { static_cast<void>(randint<std::uint8_t>(-1, 3)); }),
      "low is out of bounds for uint8");
  seed(4);
  for (const std::uint8_t drawn : values(randint<std::uint8_t>(250, 256, 50)))
    EXPECT_GE(drawn, 250);
}

TEST_P(random_functions, choices_of_lists_vectors_and_numbers) {
  seed(8);
  const std::vector<int> expected = values(choice(ndarray<int>{1, 2, 3}, {5}));
  seed(8);
  EXPECT_EQ(values(choice({1, 2, 3}, 5)), expected);
  seed(8);
  EXPECT_EQ(values(choice(std::vector{1, 2, 3}, {5})), expected);
  seed(8);
  EXPECT_EQ(values(choice(3, 5) + 1), std::vector<std::int64_t>(expected.begin(), expected.end()));
  EXPECT_EQ(values(sort(choice({2.5, 4.0}, 2, false))), (std::vector{2.5, 4.0}));
  EXPECT_EQ(choice(4, {2, 3}).device(), GetParam());
  generator rng = default_rng(8);
  EXPECT_EQ(values(rng.choice({1, 2, 3}, {5})), expected);
  EXPECT_EQ(gpu::test::message_of<value_error>([] {
              (void)choice({1, 2}, 3, false);
            }),
            gpu::test::message_of<value_error>([] { (void)choice(2, 3, false); }));
}

TEST_P(random_functions, randint_of_one_extent_in_braces) {
  EXPECT_EQ(randint(0, 10, {3}).shape(), shape{3});
  EXPECT_EQ(randint({3}, 0, 10).shape(), shape{3});
  EXPECT_EQ(randint(std::vector<std::ptrdiff_t>{2, 3}, 0, 10).shape(), (shape{2, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, random_functions, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
