// SPDX-License-Identifier: BSD-3-Clause
// Every loop of every op as device code, for the oldest and the newest architectures, and one
// between them.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/ops.hpp>

#include "support/compilation.hpp"

namespace gpu::test {

namespace {

/// A kernel that calls the op once, with the types of a loop.
std::string kernel(const std::string& op, const loop& l) {
  std::ostringstream text;
  text << "extern \"C\" __global__ void loop_" << l.index << '(' << traits(l.out).device << "* out";
  if (l.outputs == 2) text << ", " << traits(l.second_out).device << "* second_out";
  for (int i = 0; i < l.arity; ++i) text << ", const " << traits(l.in[i]).device << "* in_" << i;
  text << ") {\n  const auto result = gpu::ops::" << op << "{}(";
  for (int i = 0; i < l.arity; ++i) text << (i ? ", " : "") << "in_" << i << "[threadIdx.x]";
  text << ");\n  out[threadIdx.x] = result" << (l.outputs == 2 ? ".first" : "") << ";\n";
  if (l.outputs == 2) text << "  second_out[threadIdx.x] = result.second;\n";
  text << "}\n";
  return text.str();
}

program every_loop(const op_info& info) {
  program result;
  result.name = "loop_0";
  result.source = std::string("#include <gpu/elementwise/") + info.name + ".hpp>\n";
  const char* loops = info.loops;
  for (loop l = parse_loop(loops, 0); l.index >= 0; l = parse_loop(loops, l.index + 1))
    result.source += kernel(info.name, l);
  return result;
}

std::vector<op_info> all() {
  std::vector<op_info> ops;
  all_ops::for_each([&]<class Op>() { ops.push_back(Op::info); });
  return ops;
}

}  // namespace

struct every_op_on_a_device : testing::TestWithParam<op_info> {};

TEST_P(every_op_on_a_device, compiles_for_every_loop) {
  const program code = every_loop(GetParam());
  try {
    for (const architecture target : {architecture{7, 5}, architecture{10, 0}})
      EXPECT_FALSE(compile_fast(code, target).bytes.empty());
    compile_to_ptx(code, {9, 0});
  } catch (const library_not_found& missing) {
    GTEST_SKIP() << missing.what();
  }
}

INSTANTIATE_TEST_SUITE_P(nvrtc, every_op_on_a_device, testing::ValuesIn(all()),
                         [](const auto& test) { return test.param.name; });

}  // namespace gpu::test
