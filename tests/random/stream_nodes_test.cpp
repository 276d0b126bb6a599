// SPDX-License-Identifier: BSD-3-Clause
#include "random/stream_nodes.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/kernels/functors/random_normal.hpp>
#include <gpu/ops.hpp>
#include <gpu/random/generator.hpp>
#include <gpu/reductions.hpp>

#include "graph/schedule/schedule.hpp"
#include "support/device.hpp"
#include "support/ulp.hpp"

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
  const kernels_of first = kernels_for(rng.random<float>({104}, gpu::gpu(0)));
  EXPECT_EQ(kernels_for(rng.random<float>({104}, gpu::gpu(0))), first);
  generator other = default_rng(99);
  EXPECT_EQ(kernels_for(other.random<float>({101}, gpu::gpu(0))), first);
  // Within a block there is one for all places.
  const kernels_of within = kernels_for(other.random<float>({102}, gpu::gpu(0)));
  EXPECT_NE(within, first);
  EXPECT_EQ(kernels_for(other.random<float>({102}, gpu::gpu(0))), within);
  EXPECT_EQ(kernels_for(rng.gamma(2, 3, {101}, gpu::gpu(0))),
            kernels_for(other.gamma(4, 5, {101}, gpu::gpu(0))));
}

/// The host draws many normal numbers at once: each is what the functor gives for it, those of
/// float64 but for the errors of functions of vectors.
template <class R>
void expect_numbers_of_functor(std::ptrdiff_t size) {
  constexpr double max_ulp = sizeof(R) == 8 ? 8 : 0;
  generator rng = default_rng(3);
  philox bits = rng.bit_generator();
  const std::uint64_t low = bits.next64();
  const std::uint64_t high = bits.next64();
  const std::uint64_t key = bits.next64();
  const auto drawn = rng.standard_normal<R>({size}, cpu());
  EXPECT_EQ(rng.bit_generator().state(), bits.state());
  const std::vector<R> whole(drawn.cbegin(), drawn.cend());
  for (std::ptrdiff_t i = 0; i < size; ++i)
    ASSERT_LE(test::ulp_distance(whole[static_cast<std::size_t>(i)],
                                 kernels::random_normal<R>{}(i, low, high, key)),
              max_ulp)
        << i;
}

TEST(stream_nodes, of_normal_numbers_have_those_of_the_functor) {
  for (const std::ptrdiff_t size : {1, 2, 3, 5, 255, 256, 257, 511, 513, 100'001}) {
    expect_numbers_of_functor<double>(size);
    expect_numbers_of_functor<float>(size);
  }
}

class stream_nodes_on : public test::on_device {};

/// Neighbours share their blocks: so must those of views agree that share none.
TEST_P(stream_nodes_on, have_the_same_elements_in_views) {
  for (const std::ptrdiff_t drawn_before : {0, 1, 2, 3, 5, 8}) {
    const auto drawn = [&](auto draw) {
      generator rng = default_rng(7);
      static_cast<void>(rng.random<float>({drawn_before}));
      return draw(rng);
    };
    const auto expect_equal = [&](auto draw) {
      const auto whole = eval(drawn(draw));
      EXPECT_TRUE(eval(view(drawn(draw), range(3, 77, 2))) == eval(view(whole, range(3, 77, 2))));
      EXPECT_TRUE(eval(flip(drawn(draw))) == eval(flip(whole)));
      EXPECT_TRUE(eval(reshape(drawn(draw), {7, 11}) + 0) == eval(reshape(whole, {7, 11}) + 0));
      for (const std::ptrdiff_t axis : {0, 1}) {
        const auto rows = [&](const auto& x) { return max(abs(reshape(x, {7, 11})), axis); };
        EXPECT_TRUE(eval(rows(drawn(draw))) == eval(rows(whole)));
      }
      EXPECT_EQ(argmax(drawn(draw)).item(), argmax(whole).item());
    };
    expect_equal([](generator& rng) { return rng.random<float>({77}); });
    expect_equal([](generator& rng) { return rng.random({77}); });
    expect_equal([](generator& rng) { return rng.standard_normal<float>({77}); });
    expect_equal([](generator& rng) { return rng.standard_normal({77}); });
  }
}

INSTANTIATE_TEST_SUITE_P(devices, stream_nodes_on, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::random
