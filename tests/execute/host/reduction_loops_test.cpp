// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/loops.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/kernels/reductions/any.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/argmin.hpp>
#include <gpu/kernels/reductions/max.hpp>
#include <gpu/kernels/reductions/squared_deviations.hpp>
#include <gpu/kernels/reductions/sum.hpp>

namespace {

using gpu::execute::detail::affine_positions;
using gpu::execute::detail::block_of;
using gpu::execute::detail::element_rows;
using gpu::execute::detail::position_rows;
using gpu::execute::detail::reduction_body;
using gpu::kernels::reducer;

template <class Op, class Out, class... In>
inline constexpr bool has_rows = reduction_body<reducer<Op, Out, In...>, In...>::has_rows;

/// Whether a state of `Op` takes a block of what is at `In...`.
template <class Op, class Out, class Element, class... In>
inline constexpr bool has_blocks = requires(typename reducer<Op, Out, Element>::state state,
                                            const Element* x, In... in) {
  block_of<Op>::take(state, 0, x, in...);
};

// Without them all is computed as well, but ten times as slowly.
TEST(reduction_loops, finds_the_blocks_that_there_are) {
  namespace r = gpu::reductions;
  EXPECT_TRUE((has_rows<r::argmax, std::int64_t, float, std::int64_t>));
  EXPECT_TRUE((has_rows<r::any, bool, float>));
  EXPECT_TRUE((has_rows<r::squared_deviations, double, float>));
  EXPECT_TRUE((has_rows<r::squared_deviations, double, gpu::complex<float>>));
  EXPECT_TRUE((has_blocks<r::max, float, float>));
  EXPECT_TRUE((has_blocks<r::squared_deviations, double, gpu::complex<float>>));
  using position_state = reducer<r::argmax, std::int64_t, float, std::int64_t>::state;
  EXPECT_TRUE((requires(position_state state, const float* x, affine_positions positions) {
    block_of<r::argmax>::take(state, 0, x, positions);
  }));
}

/// A state for each of `count` columns, of one element after the other.
template <class Op, class Out, class T>
auto column_by_column(const std::vector<T>& x, std::ptrdiff_t count) {
  using body = reduction_body<reducer<Op, Out, T>, T>;
  std::vector<typename body::state> states(static_cast<std::size_t>(count));
  body::clear(states.data(), count);
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto& state = states[i % states.size()];
    state = reducer<Op, Out, T>::combine(state, reducer<Op, Out, T>::lift(x[i]));
  }
  return states;
}

/// The same by rows at once.
template <class Op, class Out, class T>
auto rows_at_once(const std::vector<T>& x, std::ptrdiff_t count) {
  using body = reduction_body<reducer<Op, Out, T>, T>;
  std::vector<typename body::state> states(static_cast<std::size_t>(count));
  body::clear(states.data(), count);
  const void* const in[] = {x.data()};
  const std::ptrdiff_t steps[] = {count * static_cast<std::ptrdiff_t>(sizeof(T))};
  body::take_rows_of(states.data(), in, steps, static_cast<std::ptrdiff_t>(x.size()) / count, count,
                     std::index_sequence<0>());
  return states;
}

TEST(reduction_loops, takes_rows_at_once_as_one_by_one) {
  namespace r = gpu::reductions;
  for (const std::size_t rows : {1, 2, 7, 8, 31, 33, 64, 97, 1023, 1024})
    for (const std::ptrdiff_t count : {1, 127, 129, 300}) {
      std::vector<std::int8_t> numbers(rows * static_cast<std::size_t>(count));
      std::vector<float> wholes(numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<std::int8_t>(i * 2654435761u >> 16);
        wholes[i] = numbers[i];
      }
      const auto check = [&](const auto& expected, const auto& found) {
        EXPECT_EQ(expected, found) << rows << " rows of " << count;
      };
      check(column_by_column<r::sum, std::int64_t>(numbers, count),
            rows_at_once<r::sum, std::int64_t>(numbers, count));
      check(column_by_column<r::sum, float>(wholes, count),
            rows_at_once<r::sum, float>(wholes, count));
      wholes[wholes.size() / 2] = -0.0f;
      check(column_by_column<r::max, float>(wholes, count),
            rows_at_once<r::max, float>(wholes, count));
      wholes[wholes.size() / 3] = std::numeric_limits<float>::quiet_NaN();
      const auto expected = column_by_column<r::max, float>(wholes, count);
      const auto found = rows_at_once<r::max, float>(wholes, count);
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_TRUE(found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i])))
            << "column " << i << ", " << rows << " rows of " << count;
    }
}

TEST(reduction_loops, finds_no_truth_in_the_sign_of_zero) {
  const std::vector<float> zeros(300, -0.0f);
  bool state = false;
  block_of<gpu::reductions::any>::take(state, 300, zeros.data());
  EXPECT_FALSE(state);
  const std::vector<gpu::complex<float>> small(300, {-0.0f, 1e-45f});
  block_of<gpu::reductions::any>::take(state, 300, small.data());
  EXPECT_TRUE(state);
}

/// Of elements that are all `common`, but for some.
template <class Op, class T>
void check_positions(T common, T better) {
  using state = gpu::kernels::key_value_pair<T, long long>;
  constexpr std::ptrdiff_t chunk = 256 / sizeof(T);
  for (const std::ptrdiff_t count : {chunk - 1, chunk, chunk + 1, 3 * chunk, 64 * chunk})
    for (const std::ptrdiff_t place : {std::ptrdiff_t(0), count / 2, count - 2, count - 1})
      for (const long long step : {3, -3}) {
        std::vector<T> x(static_cast<std::size_t>(count), common);
        x[static_cast<std::size_t>(place)] = better;
        x.back() = better;
        const affine_positions positions{step < 0 ? 3 * count : 5, step};
        state found = gpu::kernels::arg_extremum<true>::identity<state>();
        block_of<Op>::take(found, count, x.data(), positions);
        EXPECT_EQ(positions[step < 0 ? count - 1 : place], found.position)
            << place << " of " << count << " elements of " << sizeof(T) << " bytes";
      }
}

TEST(reduction_loops, finds_the_first_position_of_equals_in_whole_chunks_and_in_part_of_one) {
  using op = gpu::reductions::argmax;
  check_positions<op, std::int8_t>(-128, -127);
  check_positions<op, std::uint8_t>(0, 255);
  check_positions<op, std::int16_t>(-3, 7);
  check_positions<op, std::int64_t>(std::numeric_limits<std::int64_t>::min(), 0);
  check_positions<op, std::uint64_t>(1, std::uint64_t(1) << 63);
  check_positions<op, float>(-std::numeric_limits<float>::infinity(), -1);
  check_positions<op, double>(9, std::numeric_limits<double>::quiet_NaN());
}

TEST(reduction_loops, finds_positions_of_complex_numbers_as_one_by_one) {
  using op = gpu::reductions::argmax;
  using number = gpu::complex<float>;
  using state = gpu::kernels::key_value_pair<number, long long>;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const number special : {number(0, 0), number(9, infinity), number(9, nan), number(nan, 0)})
    for (const long long step : {1, -1})
      for (const std::ptrdiff_t count : {1, 16, 50, 333}) {
        std::vector<number> z;
        for (std::ptrdiff_t i = 0; i < count; ++i)
          z.emplace_back(static_cast<float>(i * 7 % 10), static_cast<float>(i * 5 % 3));
        z[static_cast<std::size_t>(count / 3)] = special;
        const affine_positions positions{step < 0 ? count - 1 : 0, step};
        state expected{number(-infinity, -infinity), -1};
        state found = expected;
        for (std::ptrdiff_t i = 0; i < count; ++i)
          expected = op()(expected, state{z[static_cast<std::size_t>(i)], positions[i]});
        block_of<op>::take(found, count, z.data(), positions);
        EXPECT_EQ(expected.position, found.position) << count << " elements, step " << step;
      }
}

TEST(reduction_loops, finds_positions_of_complex_numbers_in_rows_as_one_by_one) {
  using op = gpu::reductions::argmax;
  using number = gpu::complex<float>;
  using state = gpu::kernels::key_value_pair<number, long long>;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr std::ptrdiff_t count = 300;
  for (const std::ptrdiff_t rows : {1, 2, 31})
    for (const long long step : {count, -count}) {
      std::vector<number> z;
      for (std::ptrdiff_t i = 0; i < rows * count; ++i)
        z.emplace_back(static_cast<float>(i * i % 97), static_cast<float>(i % 5));
      z[count - 1] = number(nan, 0);
      z[z.size() / 2] = number(0, nan);
      const long long first = step < 0 ? (rows - 1) * count : 0;
      std::vector<state> expected(count, state{number(0, 0), -1});
      std::vector<state> found = expected;
      for (std::size_t i = 0; i < z.size(); ++i) {
        const auto row = static_cast<long long>(i) / count;
        const auto column = static_cast<long long>(i) % count;
        state& one = expected[static_cast<std::size_t>(column)];
        one = op()(one, state{z[i], first + row * step + column});
      }
      block_of<op>::reduce_rows(
          found.data(), rows, count,
          element_rows<number>{reinterpret_cast<const char*>(z.data()), count * sizeof(number)},
          position_rows{{first, 1}, step});
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(expected[i].position, found[i].position)
            << "column " << i << ", " << rows << " rows, step " << step;
    }
}

TEST(reduction_loops, takes_lines_as_one_by_one) {
  using op = gpu::reductions::argmin;
  using body = reduction_body<reducer<op, std::int64_t, float, std::int64_t>, float, std::int64_t>;
  constexpr auto inputs = std::index_sequence<0, 1>();
  constexpr std::ptrdiff_t rows = 50;
  for (const std::ptrdiff_t count : {1, 2, 5, 16, 40, 700}) {
    std::vector<float> x;
    for (std::ptrdiff_t i = 0; i < 2 * rows * count; ++i)
      x.push_back(static_cast<float>(i * i % 7));
    x[x.size() / 2] = std::numeric_limits<float>::quiet_NaN();
    std::vector<body::state> expected(rows);
    body::clear(expected.data(), rows);
    std::vector<body::state> found = expected;
    // The second half of each line first.
    for (const std::ptrdiff_t half : {1, 0}) {
      const float* const from = x.data() + half * count;
      std::int64_t line[] = {half * count, 1, 2 * count};
      const void* in[] = {from, line};
      const std::ptrdiff_t steps[] = {2 * count * static_cast<std::ptrdiff_t>(sizeof(float)), 0};
      body::take_lines_of(found.data(), in, steps, rows, count, inputs);
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        in[0] = from + row * 2 * count;
        body::take_all_of(&expected[static_cast<std::size_t>(row)], in, count, inputs);
        line[0] += line[2];
      }
    }
    for (std::size_t row = 0; row < found.size(); ++row)
      EXPECT_EQ(expected[row].position, found[row].position) << "row " << row << " of " << count;
  }
}

}  // namespace
