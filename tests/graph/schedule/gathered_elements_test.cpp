// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/gathered_elements.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include "graph/gather.hpp"
#include "graph/near_gather.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {
namespace {

node_ptr array_of(dtype type, const shape& extents) {
  return node_ptr(make_unallocated_leaf(type, extents, gpu(0)).get());
}

kernel kernel_of(const node_ptr& value) {
  std::vector<scheduled_kernel> steps =
      make_schedule(value, make_unallocated_leaf(value->type, value->extents, gpu(0)));
  return std::move(steps.back().work);
}

/// a[i] of an array of shape (10, 8), and an index for each of 5 rows.
kernel rows_by_index() {
  const indexed_axis axis{array_of(dtype::int64, {5, 1}), 10, 8, 0};
  return kernel_of(make_gather(array_of(dtype::float32, {10, 8}), {0, {5, 8}, {0, 1}}, {&axis, 1},
                               index_mode::clip, nullptr));
}

TEST(gathered_elements, of_rows_are_neighbours_along_them) {
  const kernel work = rows_by_index();
  const std::vector<gathered_elements> found = gathered_elements_of(work);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].bytes, 4);
  EXPECT_EQ(found[0].arguments.size(), 2U) << "the index and the column";
  ASSERT_TRUE(found[0].base);
  EXPECT_EQ(work.arguments[*found[0].base].kind, operand_kind::affine);
  EXPECT_EQ(work.arguments[*found[0].base].place.strides, (shape{0, 1}));
}

TEST(gathered_elements, of_an_index_for_each_have_no_base) {
  const indexed_axis axis{array_of(dtype::int64, {5}), 10, 1, 0};
  const kernel work = kernel_of(make_gather(array_of(dtype::float64, {10}), {0, {5}, {0}},
                                            {&axis, 1}, index_mode::wrap, nullptr));
  const std::vector<gathered_elements> found = gathered_elements_of(work);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].bytes, 8);
  EXPECT_EQ(found[0].arguments.size(), 1U);
  EXPECT_FALSE(found[0].base);
}

TEST(gathered_elements, of_a_padded_array_lie_as_that_does) {
  const node_ptr source = array_of(dtype::float32, {10, 8});
  const float zero = 0;
  const kernel work = kernel_of(
      make_gather_within(source, {{-1, 12}, {-1, 10}}, make_scalar(dtype::float32, &zero)));
  const std::vector<gathered_elements> found = gathered_elements_of(work);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_TRUE(found[0].base);
  EXPECT_EQ(work.arguments[*found[0].base].place.strides, (shape{8, 1}));
}

TEST(gathered_elements, are_none_of_arrays) {
  EXPECT_TRUE(
      gathered_elements_of(kernel_of(make_cast(array_of(dtype::float32, {3}), dtype::float64)))
          .empty());
}

}  // namespace
}  // namespace gpu::graph
