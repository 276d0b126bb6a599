// SPDX-License-Identifier: BSD-3-Clause
// Every loop of every op as a function that the driver assembles. Nothing here names an op.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/ops.hpp>

#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "support/assembler.hpp"

namespace gpu::test {
namespace {

/// All loops, each of arrays of its own.
graph::kernel every_loop(const graph::op_record& op) {
  testing::kernel_builder made(shape{5});
  for (std::size_t i = 0; i < op.loops.size(); ++i) {
    const graph::typed_loop& loop = op.loops[i];
    const auto first = static_cast<std::uint32_t>(made.work.operands.size());
    for (const dtype type : loop.in) made.work.operands.push_back(made.array(type));
    made.work.body.push_back(
        {&op, static_cast<int>(i), first, static_cast<std::uint32_t>(loop.in.size())});
    made.write({graph::value_id::source::instruction, static_cast<std::uint32_t>(i)});
  }
  return std::move(made.work);
}

std::vector<const graph::op_record*> all() {
  std::vector<const graph::op_record*> ops;
  all_ops::for_each([&]<class Op>() { ops.push_back(&graph::record_of<Op>()); });
  return ops;
}

}  // namespace

struct every_op_as_functions : ::testing::TestWithParam<const graph::op_record*> {};

TEST_P(every_op_as_functions, is_taken_by_the_assembler) {
  testing::kernel_builder copy(shape{5});
  copy.write(copy.cast(copy.array(dtype::float32), dtype::float32));
  if (graph::emit_ptx(copy.work, {}, false).empty()) GTEST_SKIP() << "built without NVRTC";
  const std::string text = graph::emit_ptx(every_loop(*GetParam()), {}, false);
  ASSERT_NE(text, "");
  GPU_REQUIRE_ASSEMBLER();
  for (const char* architecture : {"sm_75", "sm_90"})
    EXPECT_EQ(complaints_about(text, architecture), "");
}

INSTANTIATE_TEST_SUITE_P(ptx, every_op_as_functions, ::testing::ValuesIn(all()),
                         [](const auto& test) { return test.param->name; });

}  // namespace gpu::test
