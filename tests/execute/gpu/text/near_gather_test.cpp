// SPDX-License-Identifier: BSD-3-Clause
#include "graph/near_gather.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/rows.hpp"

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

std::vector<reviewed_text> texts(std::ptrdiff_t rows) {
  std::vector<reviewed_text> all;
  const node_ptr a = array_on_gpu(dtype::float32, {rows, 8});
  const std::vector<near_axis> axes{{-1, rows + 2}, {-2, 12}};
  const auto add = [&](const char* name, const node_ptr& value) {
    kernel_builder made(value->extents);
    made.work = kernel_of(value);
    variant options;
    options.skeleton = skeletons::rows{};
    options.rank = 1;
    options.vector = 4;
    all.push_back({name, std::move(made), options});
  };
  const float none = 0;
  add("padded", make_gather_within(a, axes, make_scalar(dtype::float32, &none)));
  add("padded_with_edges", make_near_gather(a, axes, beyond_axis::edge));
  add("mirrored", make_near_gather(a, axes, beyond_axis::mirrored));
  add("wrapped", make_near_gather(a, axes, beyond_axis::wrapped));
  return all;
}

TEST(near_gather, text_is_as_reviewed) {
  expect_as_reviewed(texts(10));
}

TEST(near_gather, compiles_for_every_architecture) {
  expect_to_compile(texts(10));
}

TEST(near_gather, compiles_for_axes_that_32_bits_do_not_hold) {
  const std::vector<reviewed_text> wide = texts(std::ptrdiff_t{1} << 31);
  expect_to_compile(wide);
  for (const reviewed_text& one : wide)
    for (const instruction& step : one.made.work.body)
      EXPECT_EQ(step.op->loops[0].functor.find("<int>"), std::string::npos);
}

TEST(near_gather, reads_no_value_that_is_still_to_be_computed) {
  const node_ptr a = array_on_gpu(dtype::float32, {4, 4});
  const node_ptr below = make_cast(make_index({4, 4}, 0, 0, 1, gpu(0)), dtype::bool_);
  const float none = 0;
  const node_ptr zero = make_scalar(dtype::float32, &none);
  EXPECT_EQ(kernel_of(make_read_where(below, a, zero)).arguments.size(), 3u);
  EXPECT_EQ(
      make_read_where(below, make_cast(array_on_gpu(dtype::int32, {4, 4}), dtype::float32), zero),
      nullptr);
}

}  // namespace
}  // namespace gpu::execute
