// SPDX-License-Identifier: BSD-3-Clause
#include "random/stream_nodes.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/random/generator.hpp>

#include "graph/schedule/schedule.hpp"

namespace gpu::random {
namespace {

using kernels_of = std::vector<std::vector<std::uint32_t>>;

/// What decides about the text of each kernel that computes the value on a GPU.
template <class T>
kernels_of kernels_for(const expression<T>& value) {
  kernels_of signatures;
  const graph::leaf_ptr target =
      graph::make_unallocated_leaf(dtype_of<T>, value.shape(), gpu::gpu(0));
  for (const auto& step : graph::make_schedule(value.node(), target))
    step.work.signature(signatures.emplace_back());
  return signatures;
}

TEST(stream_nodes, fuse_with_what_needs_them) {
  generator rng = default_rng(1);
  EXPECT_EQ(kernels_for(rng.uniform(0, 1, {100}, gpu::gpu(0)) * 2 - 1).size(), 1u);
  EXPECT_EQ(kernels_for(exp(rng.normal<float>(0, 1, {100}, gpu::gpu(0)))).size(), 1u);
  EXPECT_EQ(kernels_for(sqrt(rng.gamma<float>(2, 3, {100}, gpu::gpu(0)) + 1)).size(), 1u);
  EXPECT_EQ(kernels_for(rng.poisson(3, {100}, gpu::gpu(0)) * 2).size(), 1u);
  EXPECT_EQ(kernels_for(rng.standard_t<float>(3, {100}, gpu::gpu(0))).size(), 2u);
}

TEST(stream_nodes, of_another_seed_or_place_need_no_other_kernel) {
  generator rng = default_rng(1);
  const kernels_of first = kernels_for(rng.random<float>({101}, gpu::gpu(0)));
  EXPECT_EQ(kernels_for(rng.random<float>({101}, gpu::gpu(0))), first);
  generator other = default_rng(99);
  EXPECT_EQ(kernels_for(other.random<float>({101}, gpu::gpu(0))), first);
  EXPECT_EQ(kernels_for(rng.gamma(2, 3, {101}, gpu::gpu(0))),
            kernels_for(other.gamma(4, 5, {101}, gpu::gpu(0))));
}

}  // namespace
}  // namespace gpu::random
