// SPDX-License-Identifier: BSD-3-Clause
// Scans that are part of kernels over rows.
#include "graph/schedule/scanned_rows.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/kernel_builder.hpp"
#include "graph/schedule/passes.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

const op_record& divide() {
  static const op_record& record = new_record("divide", {f32, f32}, f32);
  return record;
}
const op_record& exp() {
  static const op_record& record = new_record("exp", {f32}, f32);
  return record;
}
/// Its accumulator has the size of an element.
const op_record& sum() {
  static const host_reduction on_host{.accumulator_bytes = 4,
                                      .clear = nullptr,
                                      .accumulate_each = nullptr,
                                      .reduce_contiguous = nullptr,
                                      .combine = nullptr,
                                      .finish = nullptr};
  static const op_record& record = []() -> const op_record& {
    op_record& made = new_reduction("sum", {f32}, f32);
    made.loops.front().reduces_on_host = &on_host;
    return made;
  }();
  return record;
}

node_ptr array(const shape& extents, device where = gpu(0)) {
  return node_ptr(make_unallocated_leaf(f32, extents, where).get());
}
node_ptr call(const op_record& op, const node_ptr& a) {
  return make_op(op, 0, operand_list::of(a));
}
node_ptr call(const op_record& op, const node_ptr& a, const node_ptr& b) {
  return make_op(op, 0, operand_list::of(a, b));
}
node_ptr scan(const node_ptr& value, std::size_t axis = 1) {
  return make_scan(sum(), 0, value, axis);
}
/// Along the last of two axes, which stays as one of extent 1.
node_ptr total(const node_ptr& value) {
  return make_reshape(make_reduction(sum(), 0, operand_list::of(value), 2), {value->extents[0], 1});
}
node_ptr reversed(const node_ptr& value) {
  const shape& extents = value->extents;
  return make_view(value, {extents, {0, extents[1] - 1}, {{0, 0, 1}, {1, 1, -1}}});
}

std::vector<kernel> schedule(const std::vector<node_ptr>& values) {
  std::vector<leaf_ptr> targets;
  std::vector<root> roots;
  for (const node_ptr& value : values) {
    targets.push_back(make_unallocated_leaf(value->type, value->extents, *value->where));
    roots.push_back({value.get(), targets.back().get()});
  }
  std::vector<kernel> kernels;
  for (scheduled_kernel& one : make_schedule(roots)) kernels.push_back(std::move(one.work));
  return kernels;
}

/// "scan, reduction, elementwise": the kinds of the kernels, with how many of the instructions of
/// those that reduce are scans, if there are any.
std::string kinds(const std::vector<node_ptr>& values) {
  std::string text;
  for (const kernel& work : schedule(values)) {
    text += text.empty() ? "" : ", ";
    std::ptrdiff_t scans = 0;
    for (const instruction& step : work.body) scans += step.is_scan ? 1 : 0;
    text += work.scan() != nullptr        ? "scan"
            : work.reduction() == nullptr ? "elementwise"
            : scans > 0                   ? "rows with " + std::to_string(scans)
                                          : "reduction";
  }
  return text;
}
std::string kinds(const node_ptr& value) {
  return kinds(std::vector<node_ptr>{value});
}

TEST(scanned_rows, are_in_one_kernel_with_what_reads_them) {
  const node_ptr x = array({300, 4000});
  EXPECT_EQ(kinds(call(exp(), scan(x))), "rows with 1");
  EXPECT_EQ(kinds(call(divide(), scan(x), x)), "rows with 1");
  EXPECT_EQ(kinds(call(divide(), scan(x), total(x))), "rows with 1");
  EXPECT_EQ(kinds(make_reduction(sum(), 0, operand_list::of(scan(x)), 2)), "rows with 1");
  EXPECT_EQ(kinds(call(divide(), call(exp(), scan(x)), scan(call(exp(), scan(x))))), "rows with 2");
}

TEST(scanned_rows, are_in_one_kernel_with_what_they_are_computed_from) {
  const node_ptr x = array({300, 4000});
  EXPECT_EQ(kinds(scan(call(divide(), x, total(x)))), "rows with 1");
  EXPECT_EQ(kinds(scan(scan(x))), "rows with 2");
  EXPECT_EQ(kinds(scan(call(exp(), scan(x)))), "rows with 2");
}

TEST(scanned_rows, that_nothing_else_is_computed_for_are_a_scan) {
  const node_ptr x = array({300, 4000});
  EXPECT_EQ(kinds(scan(x)), "scan");
  EXPECT_EQ(kinds(scan(call(exp(), x))), "scan");
  EXPECT_EQ(kinds(scan(call(divide(), x, array({300, 1})))), "scan");
}

TEST(scanned_rows, are_as_long_as_the_threads_of_a_block_keep) {
  EXPECT_EQ(kinds(call(exp(), scan(array({3, 2})))), "rows with 1");
  EXPECT_EQ(kinds(call(exp(), scan(array({3, max_scanned_row})))), "rows with 1");
  EXPECT_EQ(kinds(call(exp(), scan(array({3, max_scanned_row + 1})))), "scan, elementwise");
  // 64 bytes of accumulators for each element, and 4 of the element.
  const auto many_times = [](const node_ptr& x) {
    node_ptr value = x;
    for (int i = 0; i < 16; ++i) value = call(exp(), scan(value));
    return value;
  };
  EXPECT_EQ(kinds(many_times(array({3, 2048}))), "rows with 16");
  EXPECT_NE(kinds(many_times(array({3, 2049}))), "rows with 16");
}

TEST(scanned_rows, of_one_element_are_not_scanned) {
  const node_ptr x = array({3, 1});
  EXPECT_EQ(scan(x).get(), x.get());
  EXPECT_EQ(kinds(call(divide(), scan(call(exp(), x)), total(scan(x)))), "reduction");
}

TEST(scanned_rows, of_other_memory_are_read_from_memory) {
  const node_ptr x = array({300, 400});
  EXPECT_EQ(kinds(call(exp(), scan(x, 0))), "scan, elementwise");
  EXPECT_EQ(kinds(call(exp(), scan(reversed(x)))), "scan, elementwise");
  const node_ptr transposed = make_view(x, {{400, 300}, {0, 0}, {{0, 1, 1}, {1, 0, 1}}});
  EXPECT_EQ(kinds(call(exp(), scan(transposed))), "scan, elementwise");
}

TEST(scanned_rows, are_those_along_the_last_axis) {
  const node_ptr x = array({300, 400});
  EXPECT_EQ(kinds(call(divide(), scan(x, 0), scan(x))), "scan, rows with 1");
  EXPECT_EQ(kinds(call(divide(), scan(x), scan(x, 0))), "scan, rows with 1");
}

TEST(scanned_rows, that_are_seen_otherwise_are_read_from_memory) {
  const node_ptr x = array({300, 400});
  EXPECT_EQ(kinds(call(exp(), reversed(scan(x)))), "scan, elementwise");
  EXPECT_EQ(kinds(make_reduction(sum(), 0, operand_list::of(scan(x)), 3)), "scan, reduction");
  EXPECT_EQ(kinds(call(divide(), scan(x), array({5, 300, 400}))), "scan, elementwise");
}

TEST(scanned_rows, of_ops_are_read_from_memory) {
  const op_record& add = new_record("add", {f32, f32}, f32);
  EXPECT_EQ(kinds(call(exp(), make_scan(add, 0, array({300, 400}), 1))), "scan, elementwise");
}

TEST(scanned_rows, of_the_host_are_read_from_memory) {
  const node_ptr x = array({300, 400}, cpu());
  EXPECT_EQ(kinds(call(divide(), scan(x), total(x))), "scan, reduction");
  EXPECT_EQ(kinds(scan(scan(x))), "scan, scan");
}

TEST(scanned_rows, are_written_with_what_is_computed_from_them) {
  const node_ptr x = array({300, 400});
  const node_ptr sums = scan(x);
  EXPECT_EQ(kinds({call(divide(), sums, total(x)), sums}), "rows with 1");
  EXPECT_EQ(kinds({call(exp(), x), call(exp(), sums)}), "elementwise, rows with 1");
}

TEST(scanned_rows, sums_of_rows_and_of_what_precedes_are_two_values) {
  const node_ptr x = array({300, 400});
  const std::vector<kernel> kernels = schedule({call(divide(), scan(x), total(x))});
  ASSERT_EQ(kernels.size(), 1u);
  const kernel& work = kernels.front();
  ASSERT_EQ(work.body.size(), 3u);
  EXPECT_TRUE(work.body[0].is_scan);
  EXPECT_TRUE(work.body[1].reduces());
  const passes all(work);
  EXPECT_EQ(all.reducing_passes(), 2);
  EXPECT_TRUE(all.scans(0));
  EXPECT_FALSE(all.scans(1));
  EXPECT_FALSE(all.of_instruction(0).per_row);
  EXPECT_TRUE(all.of_instruction(1).per_row);

  kernel other = work;
  other.body[0].is_scan = false;
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> other_words;
  work.signature(words);
  other.signature(other_words);
  EXPECT_NE(words, other_words);
}

TEST(scanned_rows, of_more_values_have_fewer_elements_in_a_thread) {
  const auto elements = [](int scans) {
    kernel_builder made({30, 40});
    made.reduce(2);
    value_id value = made.array(f32);
    for (int i = 0; i < scans; ++i) value = made.scan(sum(), value);
    made.write(value);
    return scanned_elements(made.work);
  };
  EXPECT_EQ(elements(1), 16);
  EXPECT_EQ(elements(2), 16);
  EXPECT_EQ(elements(5), 8);
  EXPECT_EQ(elements(47), 1);
  EXPECT_EQ(elements(48), 0);
}

}  // namespace
}  // namespace gpu::graph
