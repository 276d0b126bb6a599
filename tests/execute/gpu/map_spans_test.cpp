// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/core/error.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/map/spans.hpp"
#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "jit/compiler.hpp"

namespace gpu::execute {
namespace {

using testing::kernel_builder;
using testing::new_record;

constexpr dtype f32 = dtype::float32;
constexpr std::ptrdiff_t pitch = 512;

/// The sum of views of one array of rows of `pitch` elements, which begin at these offsets.
class sum_of_views {
 public:
  sum_of_views(const shape& extents, dtype type, std::vector<std::ptrdiff_t> offsets)
      : made(extents), block_(memory_block::allocate(cpu(), std::size_t{1} << 20)) {
    graph::op_record& add = new_record("add", {type, type}, type);
    shape strides{1};
    if (extents.size() == 2) strides.insert(0, pitch);
    graph::value_id sum = made.array(type, {offsets[0], extents, strides}, block_);
    for (std::size_t i = 1; i < offsets.size(); ++i)
      sum = made.op(add, {sum, made.array(type, {offsets[i], extents, strides}, block_)});
    made.write(sum);
  }
  [[nodiscard]] std::optional<spans> found() const {
    return find_spans(made.work, map_space_of(made.work));
  }

  kernel_builder made;

 private:
  ref_ptr<memory_block> block_;
};

TEST(map_spans, join_what_is_a_few_columns_apart) {
  // Rows of 480 elements: their results begin at multiples of 4, as those of the array do.
  const sum_of_views sum({100, 480}, f32, {pitch + 2, 2, pitch, pitch + 5, 3, 2 * pitch + 2});
  const auto found = sum.found();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vector, 4);
  const std::vector<graph::span_access> wanted{{0, 0, 0, 4, 0}, {3, 2, 0, 4, 2}, {2, 0, 1, 4, 2},
                                               {3, 0, 5, 4, 0}, {3, 5, 0, 4, 1}, {2, 1, 0, 4, 3},
                                               {6, 0, 0, 4, 2}};
  EXPECT_EQ(found->operands, wanted);
  const map_plan plan = plan_map(sum.made.work);
  EXPECT_TRUE(plan.options.is<execute::skeletons::rows>());
  EXPECT_EQ(plan.options.spans, wanted);
  EXPECT_EQ(plan.options.vector, 4);
}

TEST(map_spans, know_how_rows_are_aligned) {
  const sum_of_views sum({100, 482}, f32, {1, 2, 3});  // results: every other row by 4 elements
  const auto found = sum.found();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operands[0].max_width, 2);
  EXPECT_EQ(found->operands[1], (graph::span_access{1, 0, 2, 4, 1}));
}

TEST(map_spans, are_of_one_row_too) {
  const sum_of_views sum({20000}, dtype::float64, {0, 1, 2, 3});
  const map_plan plan = plan_map(sum.made.work);
  EXPECT_TRUE(plan.options.is<execute::skeletons::rows>());
  ASSERT_EQ(plan.options.spans.size(), 5u);
  EXPECT_EQ(plan.options.spans[1].more, 3);
}

TEST(map_spans, leave_small_and_far_ones_and_other_arrays) {
  EXPECT_FALSE(sum_of_views({10, 480}, f32, {0, 1, 2}).found()) << "few elements";
  EXPECT_FALSE(sum_of_views({100, 480}, f32, {0, 1}).found()) << "two operands";
  EXPECT_FALSE(sum_of_views({100, 400}, f32, {0, 40, 80}).found()) << "far apart";
  sum_of_views strided({100, 480}, f32, {0, 1, 2});
  shape& strides = strided.made.work.arguments[0].place.strides;
  strides[strides.size() - 1] = 2;
  EXPECT_FALSE(strided.found());
}

TEST(map_spans, make_texts_that_compile) {
  for (const dtype type : {dtype::uint8, dtype::float16, f32, dtype::complex64}) {
    const sum_of_views sum({100, 480}, type, {pitch + 2, 2, pitch, pitch + 5, 3});
    const program code = graph::emit(sum.made.work, plan_map(sum.made.work).options);
    EXPECT_NE(code.source.find("read_span<"), std::string::npos);
    for (const architecture target : {architecture{7, 5}, architecture{9, 0}, architecture{10, 0}})
      try {
        EXPECT_FALSE(jit::compile(code, target).bytes.empty());
      } catch (const library_not_found& missing) {
        GTEST_SKIP() << missing.what();
      }
  }
}

}  // namespace
}  // namespace gpu::execute
