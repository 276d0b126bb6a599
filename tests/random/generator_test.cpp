// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/generator.hpp>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "random/check_of.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using random::default_rng;
using random::generator;
using random::philox_state;
using test::check_of;
using test::message_of;
using test::values;

class random_generator : public test::on_device {};

struct golden_call {
  std::string method, type, low, high;
  std::ptrdiff_t count = 0;
  std::uint64_t check = 0;
};

template <class T>
std::uint64_t integers(generator& rng, const golden_call& call) {
  if constexpr (std::is_signed_v<T>)
    return check_of(
        rng.integers<T>(std::stoll(call.low), std::stoll(call.high), {call.count}, true));
  else
    return check_of(
        rng.integers<T>(std::stoull(call.low), std::stoull(call.high), {call.count}, true));
}

std::uint64_t integers_of_type(generator& rng, const golden_call& call) {
  if (call.type == "bool") return integers<bool>(rng, call);
  if (call.type == "int8") return integers<std::int8_t>(rng, call);
  if (call.type == "uint8") return integers<std::uint8_t>(rng, call);
  if (call.type == "int16") return integers<std::int16_t>(rng, call);
  if (call.type == "uint16") return integers<std::uint16_t>(rng, call);
  if (call.type == "int32") return integers<std::int32_t>(rng, call);
  if (call.type == "uint32") return integers<std::uint32_t>(rng, call);
  if (call.type == "int64") return integers<std::int64_t>(rng, call);
  return integers<std::uint64_t>(rng, call);
}

std::uint64_t draw(generator& rng, const golden_call& call) {
  const shape size = {call.count};
  if (call.method == "random" && call.type == "float64") return check_of(rng.random(size));
  if (call.method == "random") return check_of(rng.random<float>(size));
  if (call.method == "uniform")
    return check_of(rng.uniform(std::stod(call.low), std::stod(call.high), size));
  if (call.method == "bytes") return check_of(rng.bytes(call.count));
  if (call.method == "random_raw") return check_of(rng.bit_generator().random_raw(call.count));
  if (call.method == "weighted_choice")
    return check_of(rng.choice(std::stoll(call.high), size, true, {0.1, 0.2, 0.3, 0.4}));
  if (call.method == "choice") return check_of(rng.choice(std::stoll(call.high), size));
  return integers_of_type(rng, call);
}

philox_state read_state(std::istream& in) {
  philox_state state;
  for (std::uint64_t& word : state.counter) in >> word;
  for (std::uint64_t& word : state.key) in >> word;
  in >> state.buffer_pos >> state.has_uint32 >> state.uinteger;
  return state;
}

/// Calls of all kinds one after the other, at odd places of the stream.
TEST_P(random_generator, draws_the_bits_of_numpy) {
  std::ifstream file(GPU_TESTS_FOLDER "/golden/random/streams.txt");
  ASSERT_TRUE(file);
  generator rng;
  int lines = 0;
  for (std::string text; std::getline(file, text); ++lines) {
    SCOPED_TRACE(text);
    std::istringstream line(text);
    golden_call call;
    line >> call.method;
    if (call.method == "seed") {
      std::uint64_t seed = 0;
      line >> seed;
      rng = default_rng(seed);
    } else if (call.method == "state") {
      const philox_state expected = read_state(line);
      const philox_state& state = rng.bit_generator().state();
      ASSERT_EQ(state.counter, expected.counter);
      ASSERT_EQ(state.key, expected.key);
      ASSERT_EQ(state.buffer_pos, expected.buffer_pos);
      ASSERT_EQ(state.has_uint32, expected.has_uint32);
      ASSERT_EQ(state.uinteger, expected.uinteger);
    } else {
      line >> call.type >> call.low >> call.high >> call.count >> std::hex >> call.check;
      ASSERT_EQ(draw(rng, call), call.check);
    }
  }
  EXPECT_GT(lines, 650);
}

TEST_P(random_generator, does_not_depend_on_when_something_is_computed) {
  generator rng = default_rng(3);
  const auto first = rng.random({5});
  const auto second = rng.random({5});
  const std::vector<double> late = values(second);
  generator again = default_rng(3);
  EXPECT_EQ(values(again.random({5})), values(first));
  EXPECT_EQ(values(again.random({5})), late);
}

TEST_P(random_generator, draws_integers_from_zero_on) {
  generator rng = default_rng(3);
  generator again = default_rng(3);
  EXPECT_EQ(values(rng.integers(6, {2, 5})), values(again.integers(0, 6, {10})));
  EXPECT_EQ(values(rng.integers<std::uint8_t>(255, shape{4}, true)),
            values(again.integers<std::uint8_t>(0, 255, {4}, true)));
  EXPECT_EQ(rng.integers(6).item(), again.integers(0, 6).item());
  EXPECT_EQ(values(rng.integers(1, 7, {3}, true)), values(again.integers(1, 8, {3})));
  EXPECT_THROW((void)rng.integers(0), value_error);
}

TEST_P(random_generator, gives_arrays_of_any_shape) {
  generator rng = default_rng(3);
  generator flat = default_rng(3);
  EXPECT_EQ(values(rng.random({2, 3, 4})), values(flat.random({24})));
  EXPECT_EQ(rng.normal(0, 1, {0, 3}).shape(), (shape{0, 3}));
  EXPECT_EQ(rng.random().dimension(), 0u);
  EXPECT_EQ(rng.integers(0, 5).dimension(), 0u);
  EXPECT_EQ(rng.random<float16>({3}).dtype(), dtype::float16);
  EXPECT_EQ(rng.uniform<bfloat16>(1, 2, {3}).dtype(), dtype::bfloat16);
}

TEST_P(random_generator, state_is_saved_and_restored) {
  generator rng = default_rng(8);
  static_cast<void>(rng.random<float>({3}));
  const philox_state state = rng.bit_generator().state();
  const std::vector<float> expected = values(rng.random<float>({9}));
  rng.bit_generator().set_state(state);
  EXPECT_EQ(values(rng.random<float>({9})), expected);
}

TEST_P(random_generator, children_differ) {
  generator rng = default_rng(8);
  std::vector<generator> children = rng.spawn(2);
  EXPECT_NE(values(children[0].random({4})), values(children[1].random({4})));
  EXPECT_NE(values(rng.spawn(1)[0].random({4})), values(default_rng(8).spawn(1)[0].random({4})));
}

TEST_P(random_generator, permutations_have_each_number_once) {
  generator rng = default_rng(8);
  const ndarray<std::int64_t> order = rng.permutation(1000);
  EXPECT_TRUE(sort(order) == arange<std::int64_t>(1000));
  EXPECT_FALSE(order == arange<std::int64_t>(1000));
  ndarray<int> a = arange<int>(12);
  a.reshape({3, 4});
  rng.shuffle(a, 1);
  EXPECT_TRUE(sort(a, 1) == reshape(arange<int>(12), {3, 4}));
  EXPECT_EQ(rng.permutation(a).shape(), a.shape());
  EXPECT_EQ(rng.permutation(any_expression(a.node())).shape(), a.shape());
  const ndarray<std::int64_t> chosen = sort(rng.choice(10, {4}, false));
  EXPECT_TRUE(all(diff(chosen) > 0).item());
  EXPECT_EQ(rng.choice(a, {2}, true, 1).shape(), (shape{3, 2}));
}

TEST_P(random_generator, chooses_by_probabilities_as_numpy_does) {
  const std::vector<double> p = {0.1, 0, 0.25, 0.4, 0.25};
  const std::vector<double> uniform = values(default_rng(8).random({40}));
  std::vector<double> shares;
  double sum = 0;
  for (const double one : p) shares.push_back(sum += one);
  for (double& one : shares) one /= sum;
  std::vector<std::int64_t> expected;
  for (const double x : uniform) {
    std::int64_t count = 0;
    while (shares[static_cast<std::size_t>(count)] <= x) ++count;
    expected.push_back(count);
  }
  const ndarray<double> weights = {0.1, 0, 0.25, 0.4, 0.25};
  EXPECT_EQ(values(default_rng(8).choice(5, {5, 8}, true, weights)), expected);
  const ndarray<int> a = {10, 11, 12, 13, 14};
  EXPECT_TRUE(default_rng(8).choice(a, {40}, true, weights) ==
              take(a, default_rng(8).choice(5, {40}, true, weights)));
  EXPECT_EQ(default_rng(8).choice(5, {}, true, weights).item(), expected[0]);
  EXPECT_EQ(default_rng(8).choice(5, {0, 2}, true, weights).shape(), (shape{0, 2}));
  EXPECT_EQ(values(default_rng(8).choice(2, {3}, true, {0.0, 1.0})),
            (std::vector<std::int64_t>{1, 1, 1}));
}

TEST_P(random_generator, chooses_each_once_by_probabilities) {
  const ndarray<double> p = {0.1, 0, 0.25, 0.4, 0.25};
  const ndarray<std::int64_t> every = default_rng(8).choice(5, {2, 2}, false, p);
  EXPECT_EQ(values(sort(every, std::nullopt)), (std::vector<std::int64_t>{0, 2, 3, 4}));
  // The first of them are those that are drawn with `replace`.
  EXPECT_EQ(every.front(), default_rng(8).choice(5, {1}, true, p).front());
  EXPECT_EQ(values(default_rng(8).choice(3, {1}, false, {0.0, 1.0, 0.0})),
            (std::vector<std::int64_t>{1}));
}

TEST_P(random_generator, refuses_what_are_no_probabilities) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  const auto words = [&](const ndarray<double>& p, std::ptrdiff_t size, bool replace) {
    const std::string text =
        message_of<value_error>([&] { static_cast<void>(rng.choice(3, {size}, replace, p)); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  EXPECT_EQ(words({0.5, 0.25, 0.2}, 2, true), "Probabilities do not sum to 1");
  EXPECT_EQ(words({0.5, 0.5}, 2, true), "a and p must have same size");
  EXPECT_EQ(words({{0.5, 0.5}}, 2, true), "p must be 1-dimensional");
  EXPECT_EQ(words({1.5, -0.25, -0.25}, 2, true), "Probabilities are not non-negative");
  EXPECT_EQ(words({NAN, 0.5, 0.5}, 2, true), "Probabilities contain NaN");
  EXPECT_EQ(words({0.5, 0, 0.5}, 3, false), "Fewer non-zero entries in p than size");
  EXPECT_EQ(words({0.5, 0, 0.5}, 4, false),
            "Cannot take a larger sample than population when replace is False");
  // As precise as the type.
  EXPECT_EQ(rng.choice(2, {4}, true, ndarray<float>{0.30001f, 0.7f}).size(), 4U);
}

TEST_P(random_generator, permuted_orders_each_row_of_its_own) {
  generator rng = default_rng(8);
  const ndarray<int> a = reshape(arange<int>(400), {4, 100});
  const ndarray<int> rows = rng.permuted(a, -1);
  EXPECT_TRUE(sort(rows, 1) == a);
  // The rows are not in the same order, as those of a shuffle are.
  const ndarray<int> order = rows - 100 * reshape(arange<int>(4), {4, 1});
  EXPECT_GT(sum(not_equal(view(order, 0), view(order, 1))).item(), 50);
  const ndarray<int> columns = rng.permuted(a, 0);
  EXPECT_TRUE(sort(columns, 0) == a);
  EXPECT_GT(sum(not_equal(columns, a)).item(), 100);
  const ndarray<int> all = rng.permuted(a);
  EXPECT_EQ(all.shape(), a.shape());
  EXPECT_TRUE(sort(all, std::nullopt) == arange<int>(400));
  EXPECT_GT(sum(not_equal(floor_divide(all, 100), floor_divide(a, 100))).item(), 100);
  EXPECT_EQ(rng.permuted(ones<int>({0, 3}), 0).shape(), (shape{0, 3}));
  EXPECT_EQ(values(rng.permuted(ndarray<int>{5})), (std::vector<int>{5}));
  const philox_state before = rng.bit_generator().state();
  EXPECT_EQ(message_of<axis_error>([&] { static_cast<void>(rng.permuted(a, 2)); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(rng.bit_generator().state(), before);
}

TEST_P(random_generator, refuses_in_the_words_of_numpy) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  const auto refused = [&]<class Error>(std::type_identity<Error>, const auto& call) {
    const std::string text = message_of<Error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  constexpr std::type_identity<value_error> value;
  EXPECT_EQ(refused(value, [&] { return rng.uniform(2, 1); }), "high - low < 0");
  EXPECT_EQ(refused(std::type_identity<overflow_error>(), [&] { return rng.uniform(0, INFINITY); }),
            "high - low range exceeds valid bounds");
  EXPECT_EQ(refused(value, [&] { return rng.normal(0, -1); }), "scale < 0");
  EXPECT_EQ(refused(value, [&] { return rng.lognormal(0, -1); }), "sigma < 0");
  EXPECT_EQ(refused(value, [&] { return rng.exponential(-1); }), "scale < 0");
  EXPECT_EQ(refused(value, [&] { return rng.pareto(0); }), "a <= 0");
  EXPECT_EQ(refused(value, [&] { return rng.power(0); }), "a <= 0");
  EXPECT_EQ(refused(value, [&] { return rng.weibull(-1); }), "a < 0");
  EXPECT_EQ(refused(value, [&] { return rng.triangular(2, 1, 3); }), "left > mode");
  EXPECT_EQ(refused(value, [&] { return rng.triangular(0, 4, 3); }), "mode > right");
  EXPECT_EQ(refused(value, [&] { return rng.triangular(1, 1, 1); }), "left == right");
  EXPECT_EQ(refused(value, [&] { return rng.integers(5, 5); }), "low >= high");
  EXPECT_EQ(refused(value, [&] { return rng.integers(5, 3, {}, true); }), "low > high");
  EXPECT_EQ(refused(value, [&] { return rng.integers(-1); }), "high <= 0");
  EXPECT_EQ(refused(value, [&] { return rng.integers(0, -1, {2}, true); }), "high < 0");
  EXPECT_EQ(refused(value, [&] { return rng.integers<std::uint8_t>(-1, 5); }),
            "low is out of bounds for uint8");
  EXPECT_EQ(refused(value, [&] { return rng.integers<std::uint8_t>(0, 257); }),
            "high is out of bounds for uint8");
  EXPECT_EQ(refused(value, [&] { return rng.choice(0, {2}); }),
            "a must be a positive integer unless no samples are taken");
  EXPECT_EQ(refused(value, [&] { return rng.choice(3, {4}, false); }),
            "Cannot take a larger sample than population when replace is False");
  EXPECT_EQ(message_of<value_error>([] { static_cast<void>(default_rng(-1)); }),
            "expected non-negative integer");
}

TEST_P(random_generator, negative_counts_are_those_of_numpy) {
  generator rng = default_rng(8);
  const philox_state before = rng.bit_generator().state();
  EXPECT_EQ(rng.permutation(-1).shape(), (shape{0}));
  EXPECT_EQ(rng.permutation(-5).shape(), (shape{0}));
  EXPECT_EQ(rng.integers(5, 5, {0, 2}).shape(), (shape{0, 2}));
  EXPECT_EQ(rng.bit_generator().state(), before);
  const std::string negative = "negative dimensions are not allowed";
  const auto refused = [&](const auto& call) {
    const std::string text = message_of<error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text.substr(0, negative.size());
  };
  EXPECT_EQ(refused([&] { return rng.random({2, -1}); }), negative);
  EXPECT_EQ(refused([&] { return rng.normal(0, 1, {-1}); }), negative);
  EXPECT_EQ(refused([&] { return rng.poisson(1, {-1}); }), negative);
  EXPECT_EQ(refused([&] { return rng.integers(5, shape{0, -1}); }), negative);
  EXPECT_EQ(refused([&] { return rng.choice(5, {-1}); }), negative);
  EXPECT_EQ(refused([&] { return rng.choice(5, {-1}, false); }), negative);
  EXPECT_EQ(refused([&] { return rng.choice(2, {-1}, true, {0.5, 0.5}); }), negative);
  EXPECT_EQ(refused([&] { return rng.bytes(-1); }), negative);
  EXPECT_EQ(refused([&] { return rng.bit_generator().random_raw(-1); }), negative);
  EXPECT_EQ(refused([&] { return random::seed_sequence(1).generate_state<std::uint32_t>(-1); }),
            negative);
  EXPECT_EQ(message_of<overflow_error>([&] { static_cast<void>(rng.spawn(-1)); }),
            "can't convert negative value to uint32_t");
}

TEST_P(random_generator, one_draw_is_a_number) {
  generator rng = default_rng(3);
  generator same = default_rng(3);
  const double u = rng.random();
  EXPECT_EQ(u, same.random().item());
  const float f = rng.random<float>();
  EXPECT_EQ(f, same.random<float>().item());
  const double n = rng.normal(2, 3);
  EXPECT_EQ(n, same.normal(2, 3).item());
  const std::int64_t i = rng.integers(0, 100);
  EXPECT_EQ(i, same.integers(100).item());
  const int small = rng.integers(0, 100);
  EXPECT_EQ(small, same.integers(100).item());
  const std::size_t position = rng.integers(0, 100);
  EXPECT_EQ(static_cast<std::int64_t>(position), same.integers(100).item());
  EXPECT_EQ(message_of<gpu::overflow_error>(
                [&] { [[maybe_unused]] const std::int8_t byte = rng.integers(300, 301); }),
            "integer 300 out of bounds for 8 bits");
  EXPECT_EQ(same.integers(300, 301).item(), 300);
  const std::int64_t events = rng.poisson(3);
  EXPECT_EQ(events, same.poisson(3).item());
  const double chosen = rng.choice(ndarray<double>{1, 2, 3});
  EXPECT_EQ(chosen, same.choice(ndarray<double>{1, 2, 3}).item());
  EXPECT_TRUE(rng.random() < 1.0);
  ndarray<double> array = rng.random();
  EXPECT_EQ(array.shape(), shape{});
  EXPECT_EQ(message_of<value_error>([&] { [[maybe_unused]] const double x = rng.random({2}); }),
            "can only convert an array of size 1 to a scalar, not one of shape (2,)");
}

TEST_P(random_generator, takes_vectors_of_the_host) {
  generator rng = default_rng(3);
  generator same = default_rng(3);
  const std::vector<double> v{1, 2, 4, 8};
  const ndarray<double> a{1, 2, 4, 8};
  const std::vector<double> p{0.125, 0.125, 0.25, 0.5};
  EXPECT_EQ(values(rng.normal(v, 1)), values(same.normal(a, 1)));
  EXPECT_EQ(values(rng.poisson(v)), values(same.poisson(a)));
  EXPECT_EQ(values(rng.choice(v, {5})), values(same.choice(a, {5})));
  EXPECT_EQ(values(rng.choice(v, {3}, false)), values(same.choice(a, {3}, false)));
  EXPECT_EQ(values(rng.choice(4, {6}, true, p)), values(same.choice(4, {6}, true, asarray(p))));
  EXPECT_EQ(values(rng.choice(v, {6}, true, p)), values(same.choice(a, {6}, true, asarray(p))));
  EXPECT_EQ(values(rng.permutation(v)), values(same.permutation(a)));
  EXPECT_EQ(values(rng.permuted(v)), values(same.permuted(a)));
  std::vector<double> shuffled = v;
  rng.shuffle(shuffled);
  ndarray<double> as_array = a;
  same.shuffle(as_array);
  EXPECT_EQ(shuffled, values(as_array));
  std::vector<std::string> words{"a", "b", "c"};
  rng.shuffle(words);
  EXPECT_EQ(words.size(), 3U);
  std::vector<bool> none;
  rng.shuffle(none);
  EXPECT_TRUE(none.empty());
}

TEST_P(random_generator, shuffles_parts_of_arrays) {
  generator rng = default_rng(3);
  ndarray<int> a = reshape(arange<int>(20), {2, 10});
  rng.shuffle(view(a, 0));
  EXPECT_EQ(values(gpu::sort(view(a, 0))), values(arange<int>(10)));
  EXPECT_NE(values(view(a, 0)), values(arange<int>(10)));
  EXPECT_EQ(values(view(a, 1)), values(arange<int>(10, 20)));
}

TEST_P(random_generator, refuses_to_choose_of_an_empty_array) {
  generator rng = default_rng(3);
  const auto state = rng.bit_generator().state();
  EXPECT_EQ(
      message_of<value_error>([&] { static_cast<void>(rng.choice(zeros<double>({0}), {2})); }),
      "a cannot be empty unless no samples are taken");
  EXPECT_EQ(rng.choice(zeros<double>({0}), {0}).shape(), (shape{0}));
  EXPECT_EQ(rng.bit_generator().state(), state);
}

TEST_P(random_generator, seeds_of_several_integers_are_numpys) {
  const auto word_of = [](generator rng) { return rng.bit_generator().random_raw(); };
  EXPECT_EQ(word_of(default_rng({1, 2, 3})), 0xb84b131149d71a66U);
  EXPECT_EQ(word_of(default_rng(std::vector<std::int64_t>{std::int64_t{1} << 40, 5})),
            0xdea1311b09b2bbfbU);
  EXPECT_EQ(word_of(default_rng(std::vector<int>{0})), 0x399e5b222b82fa9U);
  EXPECT_EQ(message_of<value_error>([] {
              static_cast<void>(default_rng({1, -1}));
            }),
            "expected non-negative integer");
}

INSTANTIATE_TEST_SUITE_P(devices, random_generator, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
