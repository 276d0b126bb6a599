// SPDX-License-Identifier: BSD-3-Clause
// The vectorised loops that run on cpu(), against NumPy. Nothing here names an op.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/dtype.hpp>
#include <gpu/graph/op.hpp>
#include <gpu/ops.hpp>

#include "support/golden.hpp"
#include "support/ulp.hpp"

namespace gpu::test {
namespace {

struct op_loops {
  op_info info;
  const graph::op_record* record;
};

std::vector<op_loops> all() {
  std::vector<op_loops> ops;
  all_ops::for_each([&]<class Op>() { ops.push_back({Op::info, &graph::record_of<Op>()}); });
  return ops;
}

/// "ff->f", or "ff->ff" for the first of two results.
std::string spelling(const graph::op_record& op, int index) {
  std::string text;
  const auto loop = [&](int i) { return op.loops[static_cast<std::size_t>(i)]; };
  for (const dtype type : loop(index).in) text += traits(type).character;
  text += "->";
  for (int k = 0; k < op.outputs; ++k)
    text += traits(loop(op.component_loop(index, k)).out).character;
  return text;
}

std::vector<std::byte> run(const graph::typed_loop& loop, const golden_table& table,
                           std::size_t first, std::size_t count) {
  std::vector<const void*> in;
  for (std::size_t i = 0; i < loop.in.size(); ++i)
    in.push_back(table.columns.at(i).data() + first * size_bytes(loop.in[i]));
  std::vector<std::byte> out(count * size_bytes(loop.out));
  loop.on_host(in.data(), out.data(), static_cast<std::ptrdiff_t>(count));
  return out;
}

/// The row with the largest error, and that error.
struct row_error {
  std::size_t row = 0;
  double ulp = 0;
};

row_error worst(const graph::typed_loop& loop, const golden_table& table, int position,
                const std::vector<std::byte>& results) {
  return visit_dtype(loop.out, [&]<class T>(std::type_identity<T>) {
    row_error result;
    const std::size_t expected = loop.in.size() + static_cast<std::size_t>(position);
    for (std::size_t row = 0; row < table.size; ++row) {
      T actual;
      std::memcpy(static_cast<void*>(&actual), results.data() + row * sizeof(T), sizeof(T));
      const double ulp = ulp_distance(actual, table.value<T>(expected, row));
      if (ulp > result.ulp) result = {row, ulp};
    }
    return result;
  });
}

/// Rows of a table, and how many elements before them lie in memory.
struct placed_rows {
  std::size_t before;
  std::size_t count;
};

/// Whether the loop gives `expected` for the first rows and writes nothing else, in place and not.
bool gives(const std::vector<std::byte>& expected, const graph::typed_loop& loop,
           const golden_table& table, placed_rows rows) {
  const std::size_t size = size_bytes(loop.out);
  const std::size_t begin = rows.before * size;
  const std::size_t end = begin + rows.count * size;
  alignas(64) std::byte memory[2][8192];
  const auto is_right = [&](const std::byte* in, std::byte* out) {
    std::memset(memory[1], 0x5a, sizeof memory[1]);
    std::memcpy(memory[0] + begin, table.columns[0].data(), end - begin);
    std::memcpy(memory[1] + begin, table.columns[0].data(), end - begin);
    const void* const operand = in + begin;
    loop.on_host(&operand, out + begin, static_cast<std::ptrdiff_t>(rows.count));
    const auto is_untouched = [](std::byte one) { return one == std::byte{0x5a}; };
    return std::memcmp(out + begin, expected.data(), end - begin) == 0 &&
           std::all_of(memory[1], memory[1] + begin, is_untouched) &&
           std::all_of(memory[1] + end, memory[1] + end + 64, is_untouched);
  };
  return is_right(memory[1], memory[1]) && is_right(memory[0], memory[1]);
}

}  // namespace

struct host_loop : testing::TestWithParam<op_loops> {
  const op_info info = GetParam().info;

  /// Calls `check(loop, table, position)` for each loop that NumPy has and each of its results.
  template <class Check>
  void for_each_loop(Check&& check) const {
    if (!std::ifstream(golden_path(info.name))) GTEST_SKIP() << "an extension";
    for (const golden_table& table : read_golden(golden_path(info.name)).tables) {
      const graph::op_record& op = *GetParam().record;
      int index = 0;
      while (index < op.loop_count() && spelling(op, index) != table.loop) ++index;
      ASSERT_LT(index, op.loop_count()) << table.loop;
      for (int k = 0; k < op.outputs; ++k)
        check(op.loops[static_cast<std::size_t>(op.component_loop(index, k))], table, k);
    }
  }
};

TEST_P(host_loop, computes_what_numpy_computes) {
  for_each_loop([this](const graph::typed_loop& loop, const golden_table& table, int position) {
    const bool is_complex = table.loop.find_first_of("FD") != std::string::npos;
    const int allowed = is_complex ? std::max(info.max_ulp, info.complex_ulp) : info.max_ulp;
    const row_error error = worst(loop, table, position, run(loop, table, 0, table.size));
    EXPECT_LE(error.ulp, allowed) << table.loop << ", row " << error.row << ", result " << position;
  });
}

TEST_P(host_loop, gives_the_same_bits_wherever_an_element_lies) {
  for_each_loop([](const graph::typed_loop& loop, const golden_table& table, int) {
    const std::vector<std::byte> together = run(loop, table, 0, table.size);
    const std::size_t size = size_bytes(loop.out);
    for (std::size_t row = 0; row < table.size; ++row)
      ASSERT_EQ(std::memcmp(run(loop, table, row, 1).data(), together.data() + row * size, size), 0)
          << table.loop << ", row " << row;
  });
}

TEST_P(host_loop, gives_the_same_bits_at_every_length_and_alignment) {
  for_each_loop([](const graph::typed_loop& loop, const golden_table& table, int) {
    const bool is_real = loop.out == dtype::float32 || loop.out == dtype::float64;
    if (loop.in.size() != 1 || loop.in[0] != loop.out || !is_real) return;
    const std::vector<std::byte> expected = run(loop, table, 0, table.size);
    for (const std::size_t shortest : {0, 512})
      for (std::size_t count = shortest; count <= std::min(shortest + 100, table.size); ++count)
        for (std::size_t before = 0; before < 64 / size_bytes(loop.out); ++before)
          ASSERT_TRUE(gives(expected, loop, table, {before, count}))
              << table.loop << ", " << count << " elements behind " << before;
  });
}

INSTANTIATE_TEST_SUITE_P(host, host_loop, testing::ValuesIn(all()),
                         [](const auto& test) { return test.param.info.name; });

}  // namespace gpu::test
