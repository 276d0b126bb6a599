// SPDX-License-Identifier: BSD-3-Clause
// Random expressions whole and op by op: fusing does not change a bit. tools/fuzz_elementwise runs
// many more.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "fuzz/campaign.hpp"
#include "fuzz/check.hpp"
#include "fuzz/functor_table.hpp"
#include "support/device.hpp"

namespace gpu::test {

struct random_expressions : on_device {
  /// Few kernel texts on a GPU, where each takes time to compile.
  static fuzz::campaign drawn() {
    fuzz::campaign what;
    what.where = GetParam();
    if (what.where.is_gpu()) what.trees = 25;
    if (what.where.is_gpu()) what.layouts = 2;
    return what;
  }
  static void expect_equal(const fuzz::campaign& what, std::uint64_t cases) {
    for (std::uint64_t number = 0; number < cases; ++number)
      ASSERT_EQ(fuzz::check(fuzz::case_program(what, number), what.where), "")
          << "fuzz_elementwise --seed " << what.seed << " --case " << number;
  }
};

TEST_P(random_expressions, have_the_same_bits_whole_and_op_by_op) {
  expect_equal(drawn(), 300);
}

TEST_P(random_expressions, that_are_large_have_the_same_bits) {
  fuzz::campaign what = drawn();
  what.draw.max_ops = 150;
  what.draw.max_elements = 400;
  expect_equal(what, what.where.is_cpu() ? 60 : 20);
}

TEST_P(random_expressions, of_many_elements_have_the_same_bits) {
  fuzz::campaign what = drawn();
  what.draw.max_ops = 4;
  what.draw.max_elements = 100000;
  expect_equal(what, what.where.is_cpu() ? 20 : 40);
}

INSTANTIATE_TEST_SUITE_P(devices, random_expressions, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

TEST(random_programs, are_equal_for_equal_seeds) {
  fuzz::campaign what;
  const fuzz::program once = fuzz::case_program(what, 5);
  const fuzz::program again = fuzz::case_program(what, 5);
  ASSERT_EQ(once.steps.size(), again.steps.size());
  for (std::size_t i = 0; i < once.steps.size(); ++i)
    EXPECT_EQ(once.steps[i].bytes, again.steps[i].bytes);
}

TEST(random_programs, contain_every_op) {
  fuzz::campaign what;
  std::vector<bool> seen(fuzz::op_entries().size(), false);
  for (std::uint64_t number = 0; number < 2000; ++number)
    for (const fuzz::step& one : fuzz::case_program(what, number).steps)
      if (one.what == fuzz::action::op) seen[one.op] = true;
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_TRUE(seen[i]) << fuzz::op_entries()[i].info->name;
}

}  // namespace gpu::test
