// SPDX-License-Identifier: BSD-3-Clause
// What docs/architecture.md shows of its worked examples is what the library makes of them. The
// line <!-- checked: NAME --> stands there before each block that is compared; a line "..." stands
// for lines that are left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include <gpu/array/array_method_definitions.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "execute/gpu/skeleton_families.hpp"
#include "graph/emit/emit.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

/// The block of that name, without its fences.
std::string block_of(const std::string& name) {
  std::ifstream file(GPU_TESTS_FOLDER "/../docs/architecture.md");
  std::string block;
  bool found = false;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && line == "```") break;
    if (inside) block += line + '\n';
    inside = inside || (found && line.starts_with("```"));
    found = found || line == "<!-- checked: " + name + " -->";
  }
  return block;
}

/// The parts of the block between "..." follow each other in `text`.
void expect_shown(const std::string& name, const std::string& text) {
  constexpr std::string_view gap = "\n...\n";
  const std::string block = '\n' + block_of(name);
  ASSERT_GT(block.size(), 1u) << "docs/architecture.md has no block " << name;
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < block.size();) {
    const std::size_t end = std::min(block.find(gap, begin), block.size());
    std::string part = block.substr(begin, end - begin);
    if (begin == 0) part.erase(0, 1);
    const std::size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << name << " has no lines\n" << part << "\nin\n" << text;
    at = found + part.size();
    begin = end + gap.size();
  }
}

/// An array on a GPU, without memory.
expression<float> array(const shape& extents) {
  return expression<float>(
      node_ptr(make_unallocated_leaf(dtype::float32, extents, gpu::gpu(0)).get()));
}

kernel kernel_of(const node_ptr& value) {
  const leaf_ptr target = make_unallocated_leaf(value->type, value->extents, *value->where);
  const std::vector<scheduled_kernel> schedule = make_schedule(value, target);
  EXPECT_EQ(schedule.size(), 1u);
  return schedule.front().work;
}

std::string name_of(value_id value) {
  return text_of("asv"[static_cast<int>(value.from)], value.index);
}

std::string instructions_of(const kernel& work) {
  std::string text;
  for (std::size_t i = 0; i < work.body.size(); ++i) {
    const instruction& step = work.body[i];
    text += text_of("v", i, " = ", step.op->name, "(");
    for (std::uint32_t k = 0; k < step.count; ++k)
      text += (k ? ", " : "") + name_of(work.operands[step.first + k]);
    text += ")\n";
  }
  return text;
}

std::string source_of(const kernel& work) {
  return emit(work, execute::family_of(work).plan(work)->options).source;
}

void expect_shown(const std::string& name, const expression<float>& value) {
  const kernel work = kernel_of(value.node());
  expect_shown(name + " instructions", instructions_of(work));
  expect_shown(name + " schedule", explain(value));
  expect_shown(name + " text", source_of(work));
}

TEST(architecture, softplus_is_as_shown) {
  const expression<float> x = array({1000, 1000});
  expect_shown("softplus", maximum(0, x) + log1p(exp(-abs(x))));
}

TEST(architecture, sum_of_products_is_as_shown) {
  const expression<float> x = array({64, 512, 128});
  const expression<float> y = array({128, 512, 64});
  expect_shown("sum", sum(exp(x) * y.transpose(), {0, 2}));
}

}  // namespace
}  // namespace gpu::graph
