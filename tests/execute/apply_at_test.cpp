// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scatter/apply_at.hpp"

#include <gtest/gtest.h>

#include <string>

#include <gpu/core/promotion.hpp>
#include <gpu/elementwise/add.hpp>
#include <gpu/elementwise/arctan2.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/multiply.hpp>
#include <gpu/elementwise/sqrt.hpp>

#include "jit/cache.hpp"
#include "support/jit.hpp"

namespace gpu::test {
namespace {

template <class Op>
void compile_every_loop(dtype target, bool wide) {
  const graph::op_record& op = graph::record_of<Op>();
  for (int loop = 0; loop < static_cast<int>(op.loops.size()); ++loop) {
    const dtype key = wide ? dtype::uint64 : dtype::uint32;
    const program code = execute::at_program(op, loop, target, key, wide);
    EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
  }
}

TEST(apply_at, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  compile_every_loop<ops::add>(dtype::float32, false);
  compile_every_loop<ops::multiply>(dtype::complex64, true);
  compile_every_loop<ops::less>(dtype::float16, false);
  compile_every_loop<ops::arctan2>(dtype::int8, false);
  compile_every_loop<ops::sqrt>(dtype::bfloat16, true);
}

TEST(apply_at, conversions_are_written_where_dtypes_differ) {
  const graph::op_record& op = graph::record_of<ops::add>();
  const operand_type same[] = {{dtype::float32, false}, {dtype::float32, false}};
  const int loop = find_loop(ops::add::info.loops, same).index;
  const std::string plain =
      execute::at_program(op, loop, dtype::float32, dtype::uint32, false).source;
  EXPECT_NE(plain.find("return gpu::ops::add{}(x, static_cast<const float*>(operand)[at]);"),
            std::string::npos)
      << plain;
  const std::string mixed = execute::at_program(op, loop, dtype::int8, dtype::uint32, false).source;
  EXPECT_EQ(mixed.find("gpu::ops::add{}(x,"), std::string::npos) << mixed;
}

}  // namespace
}  // namespace gpu::test
