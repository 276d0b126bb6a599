// SPDX-License-Identifier: BSD-3-Clause
#include "reduction_loops.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include <gpu/kernels/reductions/any.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/max.hpp>
#include <gpu/kernels/reductions/squared_deviations.hpp>

namespace {

using gpu::execute::detail::affine_positions;
using gpu::execute::detail::block_of;
using gpu::execute::detail::reduction_body;
using gpu::kernels::reducer;

template <class Op, class Out, class... In>
inline constexpr bool has_rows = reduction_body<reducer<Op, Out, In...>, In...>::has_rows;

/// Whether a state of `Op` takes a block of what is at `In...`.
template <class Op, class Out, class Element, class... In>
inline constexpr bool has_blocks = requires(typename reducer<Op, Out, Element>::state state,
                                            const Element* x, In... in) {
  block_of<Op>::take(state, 0, x, in...);
};

// Without them all is computed as well, but ten times as slowly.
TEST(reduction_loops, finds_the_blocks_that_there_are) {
  namespace r = gpu::reductions;
  EXPECT_TRUE((has_rows<r::argmax, std::int64_t, float, std::int64_t>));
  EXPECT_TRUE((has_rows<r::any, bool, float>));
  EXPECT_TRUE((has_rows<r::squared_deviations, double, float>));
  EXPECT_TRUE((has_rows<r::squared_deviations, double, gpu::complex<float>>));
  EXPECT_TRUE((has_blocks<r::max, float, float>));
  EXPECT_TRUE((has_blocks<r::squared_deviations, double, gpu::complex<float>>));
  using position_state = reducer<r::argmax, std::int64_t, float, std::int64_t>::state;
  EXPECT_TRUE((requires(position_state state, const float* x, affine_positions positions) {
    block_of<r::argmax>::take(state, 0, x, positions);
  }));
}

}  // namespace
