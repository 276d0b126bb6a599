// SPDX-License-Identifier: BSD-3-Clause
// The kernels that the driver assembles, as text; what they compute is tested on a GPU.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "graph/emit/emit.hpp"
#include "graph/emit/ptx/device_functions.hpp"
#include "graph/kernel_builder.hpp"
#include "support/assembler.hpp"

namespace gpu::graph {
namespace {

using kernels::access;
using testing::kernel_builder;
using testing::new_record;

constexpr dtype f32 = dtype::float32;

struct sample {
  const char* name;
  kernel_builder made;
  variant options;
};

variant contiguous(std::vector<access> operands = {}) {
  variant options;
  options.vector = 4;
  options.unroll = 2;
  options.operands = std::move(operands);
  return options;
}

sample softplus() {
  return {"softplus", testing::softplus_kernel(), contiguous()};
}

/// Every width of words; scalars between which there is a gap; one element for all.
sample mixed_widths() {
  constexpr dtype c64 = dtype::complex64;
  constexpr dtype c128 = dtype::complex128;
  kernel_builder made(shape{5});
  const value_id z = made.array(c64);
  const value_id one = made.array(c64, layout{0, {5}, {0}});
  const value_id flag = made.cast(made.scalar(dtype::bool_, true), c128);
  const value_id wide = made.scalar(c128, complex<double>(1, 2));
  const op_record& add = new_record("add", {c64, c64}, c64);
  const value_id narrow_sum =
      made.op(add, {z, made.op(add, {one, made.scalar(c64, complex<float>(3, 4))})});
  const op_record& add_wide = new_record("add", {c128, c128}, c128);
  const value_id sum =
      made.op(add_wide, {made.cast(narrow_sum, c128), made.op(add_wide, {flag, wide})});
  made.write(sum);
  made.write(narrow_sum, dtype::float16, row_major({5}));
  return {"mixed_widths", std::move(made),
          contiguous({access::unit, access::unit, access::unit, access::zero})};
}

/// Two results of one call, of an affine index and an array.
sample results_of_indices() {
  constexpr dtype i64 = dtype::int64;
  static const op_record& divmod = testing::new_pair_record("divmod", i64);
  kernel_builder made(shape{5});
  const value_id i = made.index({7, {5}, {-2}});
  const value_id x = made.array(i64);
  made.write(made.op(divmod, {i, x}, 0));
  made.write(made.op(divmod, {i, x}, 1), dtype::int8, row_major({5}));
  return {"results_of_indices", std::move(made), contiguous()};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make : {softplus, mixed_widths, results_of_indices}) all.push_back(make());
  return all;
}

bool has_functions() {
  return find_device_function("add_float32_float32_float32") != nullptr;
}
#define GPU_REQUIRE_FUNCTIONS() \
  if (!has_functions()) GTEST_SKIP() << "the library was built without NVRTC"

/// The kernel itself: the functions before it are the compiler's.
std::string kernel_of(const std::string& text) {
  return text.substr(std::min(text.find(".visible .entry"), text.size()));
}

TEST(emit_ptx, texts_are_as_reviewed) {
  GPU_REQUIRE_FUNCTIONS();
  for (const sample& one : samples()) {
    const std::string path = text_of(GPU_TESTS_FOLDER, "/graph/emit/golden/", one.name, ".ptx");
    const std::string text = kernel_of(emit_ptx(one.made.work, one.options, false));
    if (std::getenv("GPU_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
    std::ifstream file(path);
    EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << one.name;
  }
}

TEST(emit_ptx, the_assembler_takes_every_text) {
  GPU_REQUIRE_FUNCTIONS();
  GPU_REQUIRE_ASSEMBLER();
  for (const sample& one : samples()) {
    const std::string text = emit_ptx(one.made.work, one.options, false);
    for (const char* architecture : {"sm_75", "sm_90", "sm_100"})
      EXPECT_EQ(test::complaints_about(text, architecture), "") << one.name;
    const std::string early = emit_ptx(one.made.work, one.options, true);
    for (const char* architecture : {"sm_90", "sm_100"})
      EXPECT_EQ(test::complaints_about(early, architecture), "") << one.name;
  }
}

TEST(emit_ptx, a_kernel_that_is_launched_early_waits_before_it_touches_memory) {
  GPU_REQUIRE_FUNCTIONS();
  for (const sample& one : samples()) {
    const std::string text = kernel_of(emit_ptx(one.made.work, one.options, true));
    const std::size_t wait = text.find("griddepcontrol.wait;");
    ASSERT_NE(wait, std::string::npos) << one.name;
    EXPECT_LT(wait, text.find("ld.global")) << one.name;
    EXPECT_LT(wait, text.find("st.global")) << one.name;
  }
}

TEST(emit_ptx, every_cast_is_a_function) {
  GPU_REQUIRE_FUNCTIONS();
  kernel_builder made(shape{5});
  for (int from = 0; from < dtype_count; ++from) {
    const value_id x = made.array(static_cast<dtype>(from));
    for (int to = 0; to < dtype_count; ++to) made.write(made.cast(x, static_cast<dtype>(to)));
  }
  const std::string text = emit_ptx(made.work, contiguous(), false);
  ASSERT_NE(text, "");
  GPU_REQUIRE_ASSEMBLER();
  EXPECT_EQ(test::complaints_about(text, "sm_90"), "");
}

TEST(emit_ptx, a_function_is_in_the_text_once) {
  GPU_REQUIRE_FUNCTIONS();
  kernel_builder made(shape{5});
  const op_record& exp = new_record("exp", {f32}, f32);
  made.write(made.op(exp, {made.op(exp, {made.array(f32)})}));
  const std::string text = emit_ptx(made.work, contiguous(), false);
  const std::size_t first = text.find(") exp_float32_float32(");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(text.find(") exp_float32_float32(", first + 1), std::string::npos);
}

TEST(emit_ptx, what_is_not_a_function_has_no_text) {
  kernel_builder made(shape{5});
  const value_id x = made.array(f32);
  made.write(made.op(new_record("twice", {f32}, f32, "struct twice {};\n"), {x}));
  EXPECT_EQ(emit_ptx(made.work, contiguous(), false), "");
  kernel_builder unknown(shape{5});
  unknown.write(unknown.op(new_record("no_such_op", {f32}, f32), {unknown.array(f32)}));
  EXPECT_EQ(emit_ptx(unknown.work, contiguous(), false), "");
}

TEST(emit_ptx, wide_indices_have_no_text) {
  const sample one = softplus();
  variant wide = contiguous();
  wide.wide = true;
  EXPECT_EQ(emit_ptx(one.made.work, wide, false), "");
}

}  // namespace
}  // namespace gpu::graph
