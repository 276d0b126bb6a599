// SPDX-License-Identifier: BSD-3-Clause
// The device text of reduction kernels, compiled by NVRTC in every skeleton. No GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/reduction_kernel.hpp>
#include <gpu/graph/build.hpp>

#include "execute/gpu/reduce/reduce_outer.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "jit/compiler.hpp"
#include "support/compilation.hpp"
#include "support/jit.hpp"

namespace {

using gpu::dtype;
namespace skeletons = gpu::execute::skeletons;
using gpu::kernels::access;

constexpr gpu::architecture target{9, 0};

struct texts {
  const char* in;
  const char* out;
  gpu::user_kernels::reduction_texts expressions;
  gpu::reduction_kernel_options options = {};
};

/// The node of a call on a GPU, with operands that have no memory.
gpu::graph::node_ptr called(const texts& text, dtype type, bool numbers_last = false) {
  const auto source = gpu::user_kernels::make_source(text.in, text.out, text.expressions, "tested",
                                                     text.options, {}, {});
  const std::string_view list = text.in;
  const auto count = 1 + std::count(list.begin(), list.end(), ',');
  std::vector<gpu::user_kernels::kernel_operand> operands;
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    const double number = 3;
    const bool is_number = numbers_last && k + 1 == count;
    if (is_number)
      operands.push_back(
          {gpu::graph::make_scalar(dtype::float64, &number), {dtype::float64, true}});
    else
      operands.push_back(
          {gpu::graph::node_ptr(
               gpu::graph::make_unallocated_leaf(type, {3, 4}, gpu::get_device(0)).get()),
           {type, false}});
  }
  gpu::user_kernels::reduction_call_options options;
  options.axes = 1;
  return gpu::user_kernels::call(*source, options, std::move(operands))[0];
}

/// The kernel of one skeleton that computes the node.
gpu::program program_of(const gpu::graph::node_ptr& node, const gpu::graph::skeleton& skeleton) {
  const auto& reduction = static_cast<const gpu::graph::reduction_node&>(*node);
  gpu::testing::kernel_builder made({3, 4});
  made.reduce(2);
  gpu::graph::instruction step{&reduction.op, 0, 0, 0};
  gpu::graph::variant options;
  options.skeleton = skeleton;
  options.rank = options.vector = options.unroll = 2;
  options.operands = {access::strided};
  std::vector<gpu::graph::value_id> operands;
  for (const gpu::graph::node_ptr& operand : reduction.operands) {
    if (operand->kind == gpu::graph::node_kind::scalar)
      operands.push_back(made.scalar(operand->type, std::int64_t{}));
    else if (operand->kind == gpu::graph::node_kind::index)
      operands.push_back(made.index({0, {3, 4}, {0, 1}}));
    else
      operands.push_back(made.array(operand->type));
    if (operand->kind != gpu::graph::node_kind::scalar) options.operands.push_back(access::unit);
  }
  step.count = static_cast<std::uint32_t>(operands.size());
  made.work.operands = operands;
  made.work.body.push_back(step);
  made.write_row({gpu::graph::value_id::source::instruction, 0});
  return gpu::graph::emit(made.work, options);
}

void expect_compiles(const texts& text, dtype type, bool numbers_last = false) {
  const gpu::graph::node_ptr node = called(text, type, numbers_last);
  for (const gpu::graph::skeleton& skeleton :
       {gpu::graph::skeleton(skeletons::reduce_inner{}), gpu::graph::skeleton(skeletons::reduce_outer{}),
        gpu::graph::skeleton(skeletons::persistent_rows{{}, 2})}) {
    try {
      gpu::test::compile_for_dtype(type, program_of(node, skeleton), target);
    } catch (const gpu::compile_error& error) {
      ADD_FAILURE() << type << ' ' << skeleton.name() << ": " << text.expressions.map << "\n"
                    << error.what();
    }
  }
}

TEST(reduction_kernel_device_text, compiles_for_every_dtype) {
  GPU_REQUIRE_NVRTC();
  for (int k = 0; k < gpu::dtype_count; ++k)
    expect_compiles({"T x, T y", "T z", {"x * y", "a + b", "z = a", "0"}}, static_cast<dtype>(k));
}

TEST(reduction_kernel_device_text, compiles_with_accumulators_of_every_kind) {
  GPU_REQUIRE_NVRTC();
  const gpu::reduction_kernel_options moments{
      .reduce_type = "moments",
      .preamble =
          "struct moments { double sum, squares; };\n"
          "__device__ moments operator+(const moments& a, const moments& b) {\n"
          "  return {a.sum + b.sum, a.squares + b.squares};\n}\n"};
  for (const dtype type : {dtype::float32, dtype::float16, dtype::int8}) {
    expect_compiles({"T x", "T y", {"x", "max(a, b)", "y = a", std::nullopt}}, type);
    expect_compiles({"T x", "T y", {"x * i", "a + b", "y = a", "0"}, {.reduce_type = "double"}},
                    type);
    expect_compiles(
        {"T x", "T y", {"{x, x * x}", "a + b", "y = a.sum / a.squares", "{0, 0}"}, moments}, type);
    expect_compiles(
        {"T x, int32 n", "T y", {"{x, x * x}", "a + b", "y = a.sum / n", "{0, 0}"}, moments}, type,
        true);
    expect_compiles(
        {"T x, U n", "U y", {"x", "max(a, b)", "y = a / n", std::nullopt}, {.reduce_type = "T"}},
        type, true);
    expect_compiles({"T x",
                     "T y",
                     {"pow(x, WIDTH)", "logaddexp(a, b)", "y = exp(a)", "-INFINITY"},
                     {.reduce_type = "double",
                      .preamble = "#include <gpu/elementwise/support/math.hpp>\n",
                      .options = {"-DWIDTH=3"}}},
                    type);
  }
}

TEST(reduction_kernel_device_text, depends_on_no_number) {
  const texts text{"T x, T n", "T y", {"x * n", "a + b", "y = a / n", "0"}};
  EXPECT_EQ(program_of(called(text, dtype::float32, true), skeletons::reduce_inner{}),
            program_of(called(text, dtype::float32, true), skeletons::reduce_inner{}));
  const auto op = [&] {
    return &static_cast<const gpu::graph::op_node&>(*called(text, dtype::float32, true)).op;
  };
  EXPECT_EQ(op(), op());
}

TEST(reduction_kernel_device_text, mistakes_name_the_users_line) {
  GPU_REQUIRE_NVRTC();
  const auto shown = [](const texts& text) {
    try {
      (void)gpu::jit::compile(program_of(called(text, dtype::float32), skeletons::reduce_inner{}),
                              target);
    } catch (const gpu::compile_error& error) {
      return std::string(error.what());
    }
    return std::string("it compiles");
  };
  const std::string map = shown({"T x", "T y", {"x +\nnothing", "a + b", "y = a", "0"}});
  EXPECT_NE(map.find("reduction_kernel tested map_expr:"), std::string::npos) << map;
  EXPECT_NE(map.find(">    2 | nothing"), std::string::npos) << map;
  const std::string post = shown({"T x", "T y", {"x", "a + b", "y = a +;", "0"}});
  EXPECT_NE(post.find("reduction_kernel tested post_map_expr:"), std::string::npos) << post;
}

}  // namespace
