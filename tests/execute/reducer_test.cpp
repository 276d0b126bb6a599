// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/kernels/primitives/reducer.hpp>

#include <gtest/gtest.h>

#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/argmin.hpp>
#include <gpu/kernels/reductions/squared_deviations.hpp>
#include <gpu/kernels/reductions/sum.hpp>

#include <cmath>
#include <limits>

namespace gpu::kernels {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

using deviations = reducer<reductions::squared_deviations, double, float>;
using counted_deviations = reducer<reductions::squared_deviations, double, float, bool>;

template <class Reducer, int Count, class... In>
typename Reducer::result taken(const In (&... elements)[Count]) {
  auto all = Reducer::start();
  Reducer::take(all, elements...);
  return Reducer::finish(Reducer::collapse(all));
}

TEST(reducer, takes_elements_of_which_the_first_is_far_from_the_others) {
  auto all = deviations::start();
  double mean = 0;
  double wanted = 0;
  constexpr int count = 1 << 10;
  const auto element = [](int i) { return i == 0 ? 1e6f : static_cast<float>(i % 7) * 0.125f; };
  for (int i = 0; i < count; ++i) {
    const float one[] = {element(i)};
    deviations::take(all, one);
    mean += element(i) / static_cast<double>(count);
  }
  for (int i = 0; i < count; ++i) wanted += std::pow(element(i) - mean, 2);
  EXPECT_NEAR(deviations::finish(deviations::collapse(all)) / wanted, 1, 1e-10);
}

TEST(reducer, deviations_do_not_cancel) {
  const float x[] = {1e7f, 1e7f + 1, 1e7f + 2, 1e7f + 3};
  EXPECT_DOUBLE_EQ(taken<deviations>(x), 5);
}

TEST(reducer, deviations_count_what_the_mask_says) {
  const float x[] = {nan, 1, 5, 3};
  const bool some[] = {false, true, false, true};
  const bool none[] = {false, false, false, false};
  EXPECT_DOUBLE_EQ(taken<counted_deviations>(x, some), 2);
  EXPECT_EQ(taken<counted_deviations>(x, none), 0);
  const bool all[] = {true, true, true, true};
  EXPECT_TRUE(std::isnan(taken<counted_deviations>(x, all)));
}

TEST(reducer, groups_of_equal_and_of_other_sizes_are_one_group) {
  const float a[] = {1, 2, 3, 4};
  const float b[] = {10, 20, 30, 40};
  const float c[] = {-5};
  const auto accumulator = [](const auto& x) {
    auto all = deviations::start();
    deviations::take(all, x);
    return deviations::collapse(all);
  };
  const auto both = deviations::combine(accumulator(a), accumulator(b));
  EXPECT_NEAR(deviations::finish(both), 1517.5, 1e-9);
  EXPECT_NEAR(deviations::finish(deviations::combine(both, accumulator(c))), 1830, 1e-9);
  EXPECT_NEAR(deviations::finish(deviations::combine(deviations::identity(), both)), 1517.5, 1e-9);
}

template <class Position>
void expect_first_of_the_best() {
  using largest = reducer<reductions::argmax, long long, float, Position>;
  using smallest = reducer<reductions::argmin, long long, float, Position>;
  const Position at[] = {40, 30, 20, 10};
  const float equals[] = {2, 7, 7, 1};
  EXPECT_EQ(taken<largest>(equals, at), 20);
  EXPECT_EQ(taken<smallest>(equals, at), 10);
  const float with_nans[] = {nan, inf, nan, -inf};
  EXPECT_EQ(taken<largest>(with_nans, at), 20);
  EXPECT_EQ(taken<smallest>(with_nans, at), 20);
  const float worst[] = {-inf, -inf, -inf, -inf};
  EXPECT_EQ(taken<largest>(worst, at), 10);
  const auto found = largest::combine(largest::identity(), largest::lift(nan, 5));
  EXPECT_EQ(largest::finish(largest::combine(found, largest::identity())), 5);
  EXPECT_EQ(largest::finish(largest::combine(found, largest::lift(nan, 3))), 3);
  EXPECT_EQ(largest::finish(largest::combine(found, largest::lift(inf, 3))), 5);
}

TEST(reducer, positions_are_the_first_of_the_best) {
  expect_first_of_the_best<long long>();
  expect_first_of_the_best<int>();
}

TEST(reducer, threads_use_the_accumulator_itself_unless_told_otherwise) {
  using total = reducer<reductions::sum, float, float>;
  static_assert(std::is_same_v<total::thread_accumulator, total::accumulator>);
  const float x[] = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(taken<total>(x), 36);
}

}  // namespace
}  // namespace gpu::kernels
