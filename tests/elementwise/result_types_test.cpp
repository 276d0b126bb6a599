// SPDX-License-Identifier: BSD-3-Clause
// That no op is missing in what result_types_0_test.cpp and its neighbours check.
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <gpu/ops.hpp>

namespace gpu::test {
namespace {

std::set<std::string> extensions() {
  std::set<std::string> names;
  std::ifstream file(GPU_TESTS_FOLDER "/golden/extensions.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    if (std::string first; words >> first) names.insert(first);
  }
  return names;
}

}  // namespace

TEST(result_types, of_every_op_that_numpy_has_are_checked) {
  std::set<std::string> checked;
#define GPU_ROW(part, op, output, text) checked.insert(#op);
#include "golden/result_types.inc"
#undef GPU_ROW
  const std::set<std::string> beyond_numpy = extensions();
  all_ops::for_each([&]<class Op>() {
    const std::string name = Op::info.name;
    EXPECT_TRUE(checked.contains(name) || beyond_numpy.contains(name))
        << name << ": run tools/golden/write_result_types.py";
  });
}

}  // namespace gpu::test
