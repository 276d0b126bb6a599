// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/gathered_elements.hpp"

#include <gtest/gtest.h>

#include <gpu/graph/build.hpp>

#include "graph/gather.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/near_gather.hpp"
#include "graph/scheduled.hpp"

namespace gpu::graph {
namespace {

using testing::array_on_gpu;
using testing::kernel_of;

/// a[i] of an array of shape (10, 8), and an index for each of 5 rows.
kernel rows_by_index() {
  const indexed_axis axis{array_on_gpu(dtype::int64, {5, 1}), 10, 8, 0};
  return kernel_of(make_gather(array_on_gpu(dtype::float32, {10, 8}), {0, {5, 8}, {0, 1}},
                               {&axis, 1}, index_mode::clip, nullptr));
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
  const indexed_axis axis{array_on_gpu(dtype::int64, {5}), 10, 1, 0};
  const kernel work = kernel_of(make_gather(array_on_gpu(dtype::float64, {10}), {0, {5}, {0}},
                                            {&axis, 1}, index_mode::wrap, nullptr));
  const std::vector<gathered_elements> found = gathered_elements_of(work);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].bytes, 8);
  EXPECT_EQ(found[0].arguments.size(), 1U);
  EXPECT_FALSE(found[0].base);
}

TEST(gathered_elements, of_a_padded_array_lie_as_that_does) {
  const node_ptr source = array_on_gpu(dtype::float32, {10, 8});
  const float zero = 0;
  const kernel work = kernel_of(
      make_gather_within(source, {{-1, 12}, {-1, 10}}, make_scalar(dtype::float32, &zero)));
  const std::vector<gathered_elements> found = gathered_elements_of(work);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_TRUE(found[0].base);
  EXPECT_EQ(work.arguments[*found[0].base].place.strides, (shape{8, 1}));
}

TEST(gathered_elements, are_found_where_very_many_ways_lead_to_an_index) {
  constexpr dtype i64 = dtype::int64;
  testing::kernel_builder made(shape{5});
  value_id place = made.array(i64);
  const op_record& add = testing::new_record("add", {i64, i64}, i64);
  for (int k = 0; k < 60; ++k) place = made.op(add, {place, place});
  const value_id memory = made.memory(dtype::float32, row_major({9}));
  made.write(made.op(testing::new_record("take", {i64, i64}, dtype::float32), {memory, place}));
  const std::vector<gathered_elements> found = gathered_elements_of(made.work);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].arguments, (std::vector<std::size_t>{0}));
  EXPECT_FALSE(found[0].base);
}

TEST(gathered_elements, are_none_of_arrays) {
  EXPECT_TRUE(
      gathered_elements_of(kernel_of(make_cast(array_on_gpu(dtype::float32, {3}), dtype::float64)))
          .empty());
}

}  // namespace
}  // namespace gpu::graph
