// SPDX-License-Identifier: BSD-3-Clause
#include "graph/gather.hpp"
#include "execute/gpu/histogram/skeleton.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/scan/skeleton.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include "execute/gpu/text/reviewed_text.hpp"
#include "graph/scheduled.hpp"

namespace gpu::execute {
namespace {

using namespace graph;
using testing::array_on_gpu;
using testing::expect_as_reviewed;
using testing::expect_to_compile;
using testing::kernel_builder;
using testing::kernel_of;
using testing::reviewed_text;

/// a[i, :] of an array of shape (10, 8).
node_ptr rows_at(const node_ptr& a, const node_ptr& index, index_mode mode) {
  const std::int64_t none = 0;
  const node_ptr column = make_reshape(make_cast(index, dtype::int64), {5, 1});
  const indexed_axis axis{column, 10, 8, 0};
  return make_gather(a, {0, {5, 8}, {0, 1}}, {&axis, 1}, mode, make_scalar(dtype::int64, &none));
}

std::vector<reviewed_text> texts() {
  std::vector<reviewed_text> all;
  const auto add = [&](const char* name, index_mode mode) {
    kernel_builder made({5, 8});
    const node_ptr a = array_on_gpu(dtype::float32, {10, 8});
    made.work = kernel_of(rows_at(a, array_on_gpu(dtype::int32, {5}), mode));
    variant options;
    options.skeleton = skeletons::rows{};
    options.rank = 1;
    options.vector = 4;
    options.operands = {kernels::access::unit, kernels::access::unit, kernels::access::zero,
                        kernels::access::unit};
    all.push_back({name, std::move(made), options});
  };
  add("take", index_mode::raise);
  add("take_wrapped", index_mode::wrap);
  add("take_clipped", index_mode::clip);
  return all;
}

TEST(gather, text_is_as_reviewed) {
  expect_as_reviewed(texts());
}

TEST(gather, compiles_for_every_architecture) {
  expect_to_compile(texts());
}

/// `x` plus the address of an array.
value_id sum_with_address(kernel_builder& made, value_id x) {
  constexpr dtype i64 = dtype::int64;
  const value_id address = made.memory(dtype::float32, row_major({9}));
  return made.op(testing::new_record("add", {i64, i64}, i64), {x, address});
}

TEST(gather, has_the_address_in_the_body_of_kernels_that_scan_that_reduce_and_that_count) {
  constexpr dtype i64 = dtype::int64;
  kernel_builder scan({3, 4});
  scan.write(sum_with_address(scan, scan.array(i64)));
  scan.work.kind = kernel_kinds::scan{&testing::new_reduction("sum", {i64}, i64), 0, 1};
  variant scanning;
  scanning.rank = 1;
  scanning.skeleton = skeletons::scan{256, 1, true, kernels::carried::in_memory};
  kernel_builder sum({3, 4});
  sum.reduce(2);
  const value_id added = sum_with_address(sum, sum.array(i64));
  sum.write_row(sum.op(testing::new_reduction("sum", {i64}, i64), {added}));
  variant reducing;
  reducing.rank = 1;
  reducing.skeleton = skeletons::reduce_inner{};
  kernel_builder counts(shape{12});
  counts.write(sum_with_address(counts, counts.array(i64)));
  variant counting;
  counting.rank = 1;
  counting.threads = 512;
  counting.skeleton = skeletons::histogram{kernels::binning::number};
  std::vector<reviewed_text> all;
  all.push_back({"scan", std::move(scan), scanning});
  all.push_back({"sum", std::move(sum), reducing});
  all.push_back({"histogram", std::move(counts), counting});
  for (const reviewed_text& one : all) {
    const std::string text = emit(one.made.work, one.options).source;
    EXPECT_NE(text.find("struct body {\n  long long a1;\n\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("x.a1"), std::string::npos) << text;
  }
  expect_to_compile(all);
}

TEST(gather, reads_an_array_through_one_argument) {
  const node_ptr a = array_on_gpu(dtype::float32, {10, 8});
  const node_ptr i = array_on_gpu(dtype::int32, {5});
  const node_ptr j = array_on_gpu(dtype::int32, {5});
  const op_record& add = testing::new_record("add", {dtype::float32, dtype::float32}, a->type);
  const kernel work = kernel_of(make_op(
      add, 0, operand_list::of(rows_at(a, i, index_mode::wrap), rows_at(a, j, index_mode::wrap))));
  int count = 0;
  work.for_each(operand_kind::memory, [&](std::size_t, const kernel_argument&) { ++count; });
  EXPECT_EQ(count, 1);
  EXPECT_TRUE(work.reads_memory());
}

TEST(gather, is_one_kernel_of_an_array_in_memory_and_two_of_one_that_is_not) {
  const node_ptr a = array_on_gpu(dtype::float32, {10, 8});
  const node_ptr i = array_on_gpu(dtype::int32, {5});
  const auto kernels_of = [](const node_ptr& value) {
    return make_schedule(value, make_unallocated_leaf(value->type, value->extents, gpu(0)));
  };
  EXPECT_EQ(kernels_of(rows_at(a, i, index_mode::wrap)).size(), 1U);
  const node_ptr computed = make_cast(a, dtype::float64);
  const auto steps = kernels_of(rows_at(computed, i, index_mode::wrap));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].why, fusion_break_reason::gather);
  const kernel_argument& read = steps[1].work.arguments[0];
  EXPECT_EQ(read.kind, operand_kind::memory);
  EXPECT_EQ(leaf_of(read), steps[0].work.outputs[0].target.get());
}

}  // namespace
}  // namespace gpu::execute
