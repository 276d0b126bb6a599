// SPDX-License-Identifier: BSD-3-Clause
// Writing a part of an array while expressions that wait read other parts of it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ndarray;
using gpu::range;
using gpu::test::values;

class part_writes : public gpu::test::on_device {
 protected:
  /// 0, 1, ... in `rows` rows of 4.
  [[nodiscard]] static ndarray<int> rows_of_four(int rows) {
    ndarray<int> a = gpu::arange<int>(4 * rows);
    a.reshape({rows, 4});
    return a;
  }
  [[nodiscard]] static const int* place(const ndarray<int>& a) { return a.data(); }
};

TEST_P(part_writes, beside_what_is_read_are_in_place) {
  ndarray<int> a = rows_of_four(10);
  const int* const before = place(a);
  const auto row = gpu::view(a, 2) + 1;
  const auto column = gpu::view(a, range(0, 5), 3) * 2;
  gpu::view(a, 3, range(0, 3)) = 7;
  gpu::view(a, range(5, 10)) -= 1;
  gpu::view(a, all(), 1) = gpu::view(a, all(), 0);
  EXPECT_NE(place(a), before) << "the last one writes an element that `row` reads";
  EXPECT_EQ(values(row), (std::vector{9, 10, 11, 12}));
  EXPECT_EQ(values(column), (std::vector{6, 14, 22, 30, 38}));
  EXPECT_EQ(values(gpu::view(a, range(2, 6))),
            (std::vector{8, 8, 10, 11, 7, 7, 7, 15, 16, 16, 18, 19, 19, 19, 21, 22}));
}

TEST_P(part_writes, of_a_row_from_the_row_before_are_in_place) {
  ndarray<int> path = gpu::zeros<int>({50, 4});
  gpu::view(path, 0) = gpu::arange<int>(4);
  const int* const before = place(path);
  for (int t = 1; t < 50; ++t) {
    const auto old = gpu::view(path, t - 1);
    const auto step = old + 1;
    const auto next = step * 2 - old;
    gpu::view(path, t) = next - 1;
    path(t, 3) = 10 * t;
    ASSERT_EQ(place(path), before);
  }
  EXPECT_EQ(values(gpu::view(path, 49)), (std::vector{49, 50, 51, 490}));
}

TEST_P(part_writes, of_a_column_from_the_column_before_are_in_place) {
  ndarray<int> a = gpu::zeros<int>({4, 30});
  const int* const before = place(a);
  for (int t = 1; t < 30; ++t) {
    const auto next = gpu::view(a, all(), t - 1) + gpu::arange<int>(4);
    gpu::view(a, all(), t) = next;
  }
  EXPECT_EQ(place(a), before);
  EXPECT_EQ(values(gpu::view(a, all(), 29)), (std::vector{0, 29, 58, 87}));
}

TEST_P(part_writes, of_elements_and_other_parts_interleave) {
  ndarray<int> a = gpu::arange<int>(100);
  const int* const before = place(a);
  const auto even = gpu::view(a, range(0, 100, 4)) + 0;
  gpu::view(a, range(1, 100, 4)) = -1;
  a(2) = 5;
  EXPECT_EQ(place(a), before);
  a(4) = 6;
  EXPECT_NE(place(a), before);
  EXPECT_EQ(values(even), values(gpu::arange<int>(0, 100, 4)));
  EXPECT_EQ(values(gpu::view(a, range(0, 6))), (std::vector{0, -1, 5, 3, 6, -1}));
}

TEST_P(part_writes, of_what_is_read_leave_it_as_it_was) {
  ndarray<int> a = rows_of_four(10);
  const auto row = gpu::view(a, 2) + 0;
  const auto part = gpu::view(gpu::transpose(gpu::view(a, range(2, 4))), 1) + 0;
  gpu::view(a, 2, 1) = -1;
  gpu::view(a, 3) += 100;
  EXPECT_EQ(values(row), (std::vector{8, 9, 10, 11}));
  EXPECT_EQ(values(part), (std::vector{9, 13}));
  EXPECT_EQ(values(gpu::view(a, range(2, 4))), (std::vector{8, -1, 10, 11, 112, 113, 114, 115}));
}

TEST_P(part_writes, beside_others_read_their_own_part_first) {
  ndarray<int> a = rows_of_four(10);
  const int* const before = place(a);
  const auto row = gpu::view(a, 2) * 1;
  gpu::view(a, range(4, 8)) = gpu::flip(gpu::view(a, range(4, 8))) + row;
  EXPECT_EQ(place(a), before);
  EXPECT_EQ(values(gpu::view(a, 4)), (std::vector{39, 39, 39, 39}));
  EXPECT_EQ(values(gpu::view(a, 7)), (std::vector{27, 27, 27, 27}));
}

TEST_P(part_writes, copy_for_whoever_has_all_of_it) {
  ndarray<int> a = rows_of_four(10);
  const auto row = gpu::view(a, 2) * 1;
  const ndarray<int> copy = a;
  gpu::view(a, 9) = 0;
  EXPECT_EQ(values(gpu::view(copy, 9)), (std::vector{36, 37, 38, 39}));
  const auto total = gpu::sum(a);
  gpu::view(a, 8) = 0;
  EXPECT_EQ(total(), 39 * 40 / 2 - 150);
  const auto most = gpu::view(a, range(0, 9)) + 0;
  gpu::view(a, 9) = 1;
  gpu::view(a, 0) = 1;
  EXPECT_EQ(gpu::sum(most)(), 39 * 40 / 2 - 150 - 134);
  EXPECT_EQ(values(row), (std::vector{8, 9, 10, 11}));
}

TEST_P(part_writes, of_parts_of_numbers_are_in_place) {
  auto z = gpu::zeros<gpu::complex<float>>({20});
  const void* const before = std::as_const(z).data();
  const auto first = gpu::view(z, range(0, 5)) + 1.f;
  gpu::real(gpu::view(z, range(5, 10))) = 2;
  EXPECT_EQ(std::as_const(z).data(), before);
  gpu::imag(gpu::view(z, range(4, 6))) = 3;
  EXPECT_NE(std::as_const(z).data(), before);
  EXPECT_EQ(values(gpu::imag(first)), (std::vector<float>(5, 0)));
  EXPECT_EQ(values(gpu::real(gpu::view(z, range(4, 7)))), (std::vector<float>{0, 2, 2}));
}

TEST_P(part_writes, are_in_place_again_once_readers_have_ended) {
  ndarray<int> a = rows_of_four(10);
  std::vector<gpu::expression<int>> readers;
  for (int i = 0; i < 10; ++i) readers.emplace_back(gpu::view(a, i) + 0);
  readers.erase(readers.begin() + 3, readers.begin() + 5);
  const int* const before = place(a);
  gpu::view(a, 3) = 1;
  EXPECT_EQ(place(a), before);
  gpu::view(a, 5) = 1;
  EXPECT_NE(place(a), before);
  EXPECT_EQ(values(ndarray<int>(readers[3])), (std::vector{20, 21, 22, 23}));
}

// Whoever normalises the rows, the columns or the tiles of an array names what it divides by.
TEST_P(part_writes, by_named_results_of_the_part_are_in_place) {
  ndarray<int> a = rows_of_four(10);
  const int* const before = place(a);
  for (int i = 0; i < 10; ++i) {
    auto row = gpu::view(a, i);
    const auto lowest = gpu::min(row);
    const auto spread = gpu::max(row - lowest) + lowest * 0;
    row = (row - lowest) * 10 + spread;
    ASSERT_EQ(place(a), before);
    ASSERT_EQ(lowest(), 4 * i);
    ASSERT_EQ(spread(), 3);
  }
  for (int j = 0; j < 4; ++j) {
    auto column = gpu::view(a, all(), j);
    const auto total = gpu::sum(gpu::square(column));
    column += total;
    ASSERT_EQ(place(a), before);
    ASSERT_EQ(total(), 10 * (10 * j + 3) * (10 * j + 3));
  }
  EXPECT_EQ(values(gpu::view(a, 7)), (std::vector{3 + 90, 13 + 1690, 23 + 5290, 33 + 10890}));
}

TEST_P(part_writes, of_what_was_read_and_has_its_result_are_in_place) {
  ndarray<int> a = rows_of_four(10);
  const int* const before = place(a);
  const auto total = gpu::sum(gpu::view(a, 3) * 2);
  const auto next = gpu::view(a, 5) + 1;
  EXPECT_EQ(total(), 2 * (12 + 13 + 14 + 15));
  gpu::view(a, 3) = 0;
  gpu::view(a, 5) = next;
  a(3, 1) = 7;
  EXPECT_EQ(place(a), before);
  EXPECT_EQ(total(), 2 * (12 + 13 + 14 + 15));
  EXPECT_EQ(values(next), (std::vector{21, 22, 23, 24}));
  EXPECT_EQ(values(gpu::view(a, range(3, 6))),
            (std::vector{0, 7, 0, 0, 16, 17, 18, 19, 21, 22, 23, 24}));
}

TEST_P(part_writes, by_results_as_large_as_the_array_copy_it) {
  ndarray<int> a = gpu::arange<int>(8);
  const int* const before = place(a);
  auto part = gpu::view(a, range(0, 4));
  const auto table = gpu::reshape(part, {4, 1}) * gpu::reshape(part, {1, 4});
  part += gpu::sum<int>(table, {1});
  EXPECT_NE(place(a), before);
  EXPECT_EQ(values(a), (std::vector{0, 7, 14, 21, 4, 5, 6, 7}));
  EXPECT_EQ(values(gpu::view(table, 3)), (std::vector{0, 3, 6, 9}));
}

TEST_P(part_writes, of_indices_that_a_gather_has_read_change_no_gather) {
  ndarray<int> places = gpu::array<int>({0, 1, 2, 3, 4, 5, 6, 7}, GetParam());
  const ndarray<int> data = gpu::arange<int>(8) * 10;
  auto some = gpu::view(places, range(2, 5));
  const auto found = gpu::take(data, some);
  const auto selected = gpu::view(data, some);
  EXPECT_EQ(values(found), (std::vector{20, 30, 40}));
  EXPECT_EQ(values(selected), (std::vector{20, 30, 40}));
  some = 7 - some;
  EXPECT_EQ(values(found), (std::vector{20, 30, 40}));
  EXPECT_EQ(values(selected), (std::vector{20, 30, 40}));
  EXPECT_EQ(values(found + gpu::take(data, some)), (std::vector{70, 70, 70}));
}

// A GPU finds it out after the write.
TEST_P(part_writes, of_what_cannot_be_computed_throw) {
  ndarray<int> a = rows_of_four(10);
  auto row = gpu::view(a, 2);
  const auto outside = gpu::take(row, gpu::max(row));
  EXPECT_THROW(
      {
        row -= outside;
        gpu::synchronize();
      },
      gpu::index_error);
  if (GetParam().is_gpu()) return;
  EXPECT_EQ(values(row), (std::vector{8, 9, 10, 11}));
}

// The other thread computes what takes long first, and reads the row after that.
TEST_P(part_writes, hold_while_other_threads_evaluate_the_same) {
  const ndarray<double> many = gpu::ones<double>({2000000});
  for (int round = 0; round < 3; ++round) {
    ndarray<int> a = rows_of_four(10);
    auto row = gpu::view(a, 3);
    const auto twice = row * 2;
    const auto later = twice + gpu::sum(gpu::cos(gpu::sin(many * round))) * 0.0;
    std::atomic<bool> has_begun = false;
    std::thread other([&] {
      has_begun = true;
      EXPECT_EQ(values(later), (std::vector<double>{24, 26, 28, 30}));
    });
    while (!has_begun) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    row -= twice;
    other.join();
    EXPECT_EQ(values(row), (std::vector{-12, -13, -14, -15}));
    EXPECT_EQ(values(twice), (std::vector{24, 26, 28, 30}));
  }
}

TEST_P(part_writes, hold_while_other_threads_read) {
  ndarray<int> a = rows_of_four(1000);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&wrong, t, row = gpu::view(a, t) + 0] {
      for (int i = 0; i < 200; ++i) {
        const auto part = gpu::view(row, range(i % 4, 4));
        if (gpu::sum(part + 0)() != (4 - i % 4) * (8 * t + 3 + i % 4) / 2) ++wrong;
      }
    });
  }
  for (int i = 3; i < 500; ++i) gpu::view(a, i) = gpu::view(a, i - 1) + 1;
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(a(499, 0), 8 + 497);
}

/// An array of two axes, and what its elements must be.
struct checked_array {
  ndarray<int> array;
  std::vector<int> expected;
};
/// An expression that waits, and what it must be.
struct checked_expression {
  gpu::expression<int> waiting;
  std::vector<int> expected;
};

/// Random writes beside random expressions that wait.
class random_program {
 public:
  explicit random_program(std::uint32_t seed)
      : random_(seed), rows_(1 + below(9)), columns_(1 + below(9)) {
    one_.array = gpu::arange<int>(rows_ * columns_);
    one_.array.reshape({rows_, columns_});
    one_.expected = values(one_.array);
  }

  void run() {
    for (int step = 0; step < 30; ++step) {
      const slice row = any_slice(rows_);
      const slice column = any_slice(columns_);
      switch (below(7)) {
        case 0:
        case 1: {
          std::vector<int> part = elements(row, column);
          for (int& x : part) x = 3 * x + 1;
          waiting_.push_back({gpu::view(one_.array, row.range(), column.range()) * 3 + 1, part});
          if (below(4) == 0) static_cast<void>(gpu::eval(waiting_.back().waiting));
          break;
        }
        case 2:
          if (!waiting_.empty())
            waiting_.erase(waiting_.begin() + below(static_cast<int>(waiting_.size())));
          if (below(5) == 0) copies_.push_back(one_);
          break;
        case 3: {
          const int i = below(rows_);
          const int j = below(columns_);
          one_.array(i, j) = step;
          one_.expected[static_cast<std::size_t>(i * columns_ + j)] = step;
          break;
        }
        case 4:
          gpu::view(one_.array, row.range(), column.range()) = -step;
          write(row, column,
                std::vector<int>(static_cast<std::size_t>(row.count * column.count), -step));
          break;
        case 5: {
          const slice other = moved(row, rows_);
          const auto value = gpu::view(one_.array, other.range(), column.range()) - 5;
          std::vector<int> part = elements(other, column);
          for (int& x : part) x -= 5;
          gpu::view(one_.array, row.range(), column.range()) = value;
          write(row, column, part);
          if (below(2) == 0) waiting_.push_back({value, part});
          break;
        }
        case 6:
          update(row, column);
          break;
      }
    }
  }

  void check() const {
    ASSERT_EQ(values(one_.array), one_.expected);
    for (const checked_array& copy : copies_) ASSERT_EQ(values(copy.array), copy.expected);
    for (const checked_expression& one : waiting_) ASSERT_EQ(values(one.waiting), one.expected);
  }

 private:
  struct slice {
    int first;
    int count;
    int step;
    [[nodiscard]] gpu::slice range() const {
      const int end = first + count * step;
      if (end < 0) return gpu::range(first, gpu::placeholders::_, step);
      return gpu::range(first, end, step);
    }
    [[nodiscard]] int at(int i) const { return first + i * step; }
  };

  /// Writes to a part what is computed from it and from named expressions of it, some of them
  /// evaluated, and some read later.
  void update(slice row, slice column) {
    const std::vector<int> part = elements(row, column);
    const auto shown = gpu::view(one_.array, row.range(), column.range());
    const auto squares = gpu::remainder(shown * shown, 101);
    const auto largest = gpu::max(squares, {0});
    const auto spread = gpu::max(shown) - gpu::min(shown) + largest;
    if (below(4) == 0) static_cast<void>(gpu::eval(largest));
    if (below(4) == 0) static_cast<void>(gpu::eval(squares));

    const auto width = static_cast<std::size_t>(column.count);
    std::vector<int> tops(width, 0);
    for (std::size_t i = 0; i < part.size(); ++i)
      tops[i % width] = std::max(tops[i % width], modulo(part[i] * part[i], 101));
    const auto [lowest, highest] = std::minmax_element(part.begin(), part.end());
    std::vector<int> spreads;
    for (const int top : tops) spreads.push_back(*highest - *lowest + top);

    if (below(3) == 0) waiting_.push_back({largest, tops});
    if (below(3) == 0) waiting_.push_back({spread, spreads});
    const slice other = below(2) == 0 ? row : moved(row, rows_);
    gpu::view(one_.array, other.range(), column.range()) =
        gpu::remainder(shown * largest - spread, 89);
    std::vector<int> written;
    for (std::size_t i = 0; i < part.size(); ++i)
      written.push_back(modulo(part[i] * tops[i % width] - spreads[i % width], 89));
    write(other, column, written);
  }

  static int modulo(int x, int n) { return (x % n + n) % n; }
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  slice any_slice(int extent) {
    slice s{0, 1 + below(extent), 1};
    if (s.count > 1) s.step += below((extent - 1) / (s.count - 1));
    s = moved(s, extent);
    if (below(3) == 0) s = {s.at(s.count - 1), s.count, -s.step};
    return s;
  }
  /// As long and as wide, somewhere else.
  slice moved(slice s, int extent) {
    const int span = (s.count - 1) * s.step;
    s.first = below(extent - std::abs(span)) + std::max(-span, 0);
    return s;
  }

  [[nodiscard]] std::vector<int> elements(slice row, slice column) const {
    std::vector<int> part;
    for (int i = 0; i < row.count; ++i)
      for (int j = 0; j < column.count; ++j)
        part.push_back(
            one_.expected[static_cast<std::size_t>(row.at(i) * columns_ + column.at(j))]);
    return part;
  }
  void write(slice row, slice column, const std::vector<int>& part) {
    std::size_t next = 0;
    for (int i = 0; i < row.count; ++i)
      for (int j = 0; j < column.count; ++j)
        one_.expected[static_cast<std::size_t>(row.at(i) * columns_ + column.at(j))] = part[next++];
  }

  std::mt19937 random_;
  int rows_;
  int columns_;
  checked_array one_;
  std::vector<checked_array> copies_;
  std::vector<checked_expression> waiting_;
};

TEST_P(part_writes, of_random_programs_change_no_waiting_expression) {
  const std::uint32_t seed = std::random_device{}();
  const std::uint32_t programs = GetParam().is_cpu() ? 300 : 30;
  for (std::uint32_t i = 0; i < programs && !HasFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed + i);
    random_program program(seed + i);
    program.run();
    program.check();
  }
}

INSTANTIATE_TEST_SUITE_P(devices, part_writes, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
