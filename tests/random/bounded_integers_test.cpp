// SPDX-License-Identifier: BSD-3-Clause
// Integers between bounds that are arrays.
#include <gpu/random/generator.hpp>

#include <concepts>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "random/check_of.hpp"
#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using random::default_rng;
using random::generator;
using random::philox_state;
using test::check_of;
using test::message_of;
using test::values;

class bounded_integers : public test::on_device {};

using bound =
    std::variant<std::int64_t, std::uint64_t, ndarray<std::int64_t>, ndarray<std::uint64_t>>;

bool is_above_int64(const std::string& number) {
  return number[0] != '-' &&
         std::stoull(number) > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
}

template <class T>
ndarray<T> array_of(const std::vector<std::string>& numbers, bool is_column) {
  std::vector<T> elements;
  for (const std::string& number : numbers)
    elements.push_back(std::is_signed_v<T> ? static_cast<T>(std::stoll(number))
                                           : static_cast<T>(std::stoull(number)));
  const auto count = static_cast<std::ptrdiff_t>(elements.size());
  return from_host<T>(elements.data(), is_column ? shape{count, 1} : shape{count});
}

bound bound_of(const std::string& text) {
  if (text[0] != '[') {
    if (is_above_int64(text)) return std::stoull(text);
    return std::int64_t{std::stoll(text)};
  }
  const std::string list = text.substr(1, text.find(']') - 1);
  const std::vector<std::string> numbers = test::parts_of(list, ',');
  const bool is_column = text.ends_with(".T");
  for (const std::string& number : numbers)
    if (is_above_int64(number)) return array_of<std::uint64_t>(numbers, is_column);
  return array_of<std::int64_t>(numbers, is_column);
}

struct golden_call {
  std::string type, low, high, size;
  bool endpoint = false;
};

template <class T>
std::uint64_t draw_of(generator& rng, const golden_call& call) {
  const std::vector<std::ptrdiff_t> extents = test::numbers_of(call.size);
  const shape size(extents.begin(), extents.end());
  return std::visit(
      [&]<class Low, class High>(const Low& low, const High& high) -> std::uint64_t {
        if constexpr (std::integral<Low> && std::integral<High>)
          throw std::runtime_error("no array of bounds");
        else
          return check_of(rng.integers<T>(low, high, size, call.endpoint));
      },
      bound_of(call.low), bound_of(call.high));
}

std::uint64_t draw(generator& rng, const golden_call& call) {
  if (call.type == "bool") return draw_of<bool>(rng, call);
  if (call.type == "int8") return draw_of<std::int8_t>(rng, call);
  if (call.type == "uint8") return draw_of<std::uint8_t>(rng, call);
  if (call.type == "int16") return draw_of<std::int16_t>(rng, call);
  if (call.type == "uint16") return draw_of<std::uint16_t>(rng, call);
  if (call.type == "int32") return draw_of<std::int32_t>(rng, call);
  if (call.type == "uint32") return draw_of<std::uint32_t>(rng, call);
  if (call.type == "int64") return draw_of<std::int64_t>(rng, call);
  return draw_of<std::uint64_t>(rng, call);
}

/// Calls one after the other: each has to leave the stream where NumPy leaves it.
TEST_P(bounded_integers, are_numpys) {
  std::ifstream file(GPU_TESTS_FOLDER "/golden/random/bounded_integers.txt");
  ASSERT_TRUE(file);
  generator rng = default_rng(5);
  int lines = 0;
  for (std::string text; std::getline(file, text); ++lines) {
    SCOPED_TRACE(text);
    std::istringstream line(text);
    golden_call call;
    std::uint64_t check = 0;
    philox_state expected;
    line >> call.type >> call.low >> call.high >> call.size >> call.endpoint >> std::hex >> check >>
        std::dec >> expected.buffer_pos >> expected.has_uint32 >> expected.uinteger >>
        expected.counter[0];
    ASSERT_EQ(draw(rng, call), check);
    const philox_state& state = rng.bit_generator().state();
    ASSERT_EQ(state.buffer_pos, expected.buffer_pos);
    ASSERT_EQ(state.has_uint32, expected.has_uint32);
    ASSERT_EQ(state.uinteger, expected.uinteger);
    ASSERT_EQ(state.counter[0], expected.counter[0]);
  }
  EXPECT_GT(lines, 100);
}

TEST_P(bounded_integers, are_where_the_bounds_are_and_of_their_shape) {
  generator rng = default_rng(1);
  const ndarray<int> low{{-5}, {0}, {5}};
  const ndarray<std::uint8_t> high{6, 7};
  const ndarray<std::int64_t> drawn = rng.integers(low, high);
  EXPECT_EQ(drawn.shape(), (shape{3, 2}));
  EXPECT_EQ(drawn.device(), GetParam());
  EXPECT_TRUE(all((drawn >= low) & (drawn < high)));
  EXPECT_EQ(rng.integers(high).shape(), (shape{2}));
  EXPECT_EQ(rng.integers(high, {4, 2}).shape(), (shape{4, 2}));
  EXPECT_EQ(rng.integers<std::int16_t>(0, 2 * low + 11, {3, 2}, true).shape(), (shape{3, 2}));
  EXPECT_EQ(rng.integers(ndarray<int>(5)).dimension(), 0U);
}

TEST_P(bounded_integers, are_those_of_numbers_if_all_are_equal) {
  generator rng = default_rng(2);
  generator again = default_rng(2);
  EXPECT_EQ(values(rng.integers<std::uint8_t>(full<int>({33}, 10))),
            values(again.integers<std::uint8_t>(10, {33})));
  EXPECT_EQ(values(rng.integers(-3, full<int>({33}, 1 << 20), {}, true)),
            values(again.integers(-3, 1 << 20, {33}, true)));
  EXPECT_EQ(rng.bit_generator().state(), again.bit_generator().state());
}

TEST_P(bounded_integers, are_refused_in_the_words_of_numpy) {
  generator rng = default_rng(3);
  const philox_state before = rng.bit_generator().state();
  const auto refused = [&](const auto& call) {
    const std::string text = message_of<value_error>([&] { static_cast<void>(call()); });
    EXPECT_EQ(rng.bit_generator().state(), before);
    return text;
  };
  const ndarray<int> a{1, 2, 3};
  EXPECT_EQ(refused([&] { return rng.integers(a, ndarray<int>{4, 2, 5}); }), "low >= high");
  EXPECT_EQ(refused([&] {
              return rng.integers(a, ndarray<int>{4, 1, 5}, {}, true);
            }),
            "low > high");
  EXPECT_EQ(refused([&] { return rng.integers(ndarray<int>{4, 0}); }), "high <= 0");
  EXPECT_EQ(refused([&] { return rng.integers(ndarray<int>{4, -1}, {}, true); }), "high < 0");
  EXPECT_EQ(refused([&] { return rng.integers<std::uint8_t>(a - 2, 5); }),
            "low is out of bounds for uint8");
  EXPECT_EQ(refused([&] {
              return rng.integers<std::int8_t>(a, ndarray<int>{4, 129, 5});
            }),
            "high is out of bounds for int8");
  EXPECT_EQ(refused([&] {
              return rng.integers<bool>(ndarray<int>{1, 3});
            }),
            "high is out of bounds for bool");
  EXPECT_EQ(refused([&] {
              return rng.integers(ndarray<std::uint64_t>{1U, 1ULL << 63}, 9);
            }),
            "low is out of bounds for int64");
  EXPECT_EQ(message_of<shape_error>([&] {
              (void)rng.integers(a, ndarray<int>{4, 5});
            }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
  EXPECT_EQ(message_of<shape_error>([&] { (void)rng.integers(a, {2}); }),
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            "arg 1 with shape (3,) and arg 2 with shape (2,).");
  EXPECT_EQ(message_of<shape_error>([&] { (void)rng.integers(a, {1}); }),
            "Output size (1,) is not compatible with broadcast dimensions of inputs (3,).");
  EXPECT_EQ(rng.bit_generator().state(), before);
}

INSTANTIATE_TEST_SUITE_P(devices, bounded_integers, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
