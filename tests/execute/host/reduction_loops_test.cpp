// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/loops.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/bfloat16.hpp>
#include <gpu/core/float16.hpp>
#include <gpu/kernels/reductions/all.hpp>
#include <gpu/kernels/reductions/any.hpp>
#include <gpu/kernels/reductions/argmax.hpp>
#include <gpu/kernels/reductions/argmin.hpp>
#include <gpu/kernels/reductions/max.hpp>
#include <gpu/kernels/reductions/squared_deviations.hpp>
#include <gpu/kernels/reductions/sum.hpp>

namespace {

using gpu::bfloat16;
using gpu::float16;
using gpu::execute::host_instruction_set;
using gpu::execute::reduction_for;
using gpu::kernels::reducer;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Around what one vector, one block of lanes and one block of two passes hold.
constexpr std::ptrdiff_t lengths[] = {1,  2,  7,  15,  16,   31,   32,  33,
                                      63, 64, 65, 200, 2047, 2050, 5000};

/// Elements in a vector of bool are no array.
template <class T>
struct elements {
  explicit elements(std::ptrdiff_t count) : all(static_cast<std::size_t>(count)) {}
  T& operator[](std::ptrdiff_t i) { return all[static_cast<std::size_t>(i)].value; }
  const T* data() { return &all[0].value; }
  [[nodiscard]] std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(all.size()); }

  struct element {
    T value;
  };
  std::vector<element> all;
};

/// The result of all elements; `Out` of `T`, and of positions if `positions` is not null.
template <class Op, class Out, class T, class... Position>
Out reduced(elements<T>& x, const std::int64_t* positions = nullptr) {
  const gpu::graph::host_reduction& loops =
      *reduction_for<Op, Out, T, Position...>(host_instruction_set());
  typename reducer<Op, Out, T, Position...>::accumulator accumulator;
  const void* const in[] = {x.data(), positions};
  loops.clear(&accumulator, 1);
  loops.reduce_contiguous(&accumulator, in, x.size());
  Out result;
  loops.finish(&accumulator, &result, 1);
  return result;
}

template <class T>
class positions_of : public testing::Test {};
using element_types = testing::Types<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                     std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                                     float16, bfloat16, float, double, gpu::complex<float>>;
TYPED_TEST_SUITE(positions_of, element_types);

template <class T>
void expect_position(elements<T>& x, std::ptrdiff_t place, bool largest) {
  for (const std::int64_t step : {3, -3}) {
    const std::int64_t positions[] = {step < 0 ? 3 * x.size() : 5, step, x.size(), 0};
    const std::int64_t found =
        largest ? reduced<gpu::reductions::argmax, std::int64_t, T, std::int64_t>(x, positions)
                : reduced<gpu::reductions::argmin, std::int64_t, T, std::int64_t>(x, positions);
    ASSERT_EQ(positions[0] + place * step, found) << place << " of " << x.size();
  }
}

TYPED_TEST(positions_of, an_extremum_is_found_in_every_place) {
  for (const std::ptrdiff_t count : lengths)
    for (std::ptrdiff_t place = 0; place < count; place += 1 + count / 50) {
      elements<TypeParam> x(count);
      for (const bool largest : {true, false}) {
        for (std::ptrdiff_t i = 0; i < count; ++i)
          x[i] = static_cast<TypeParam>((i == place) == largest ? 1.0f : 0.0f);
        expect_position(x, place, largest);
      }
    }
}

TYPED_TEST(positions_of, of_equal_elements_the_first_position_counts) {
  for (const std::ptrdiff_t count : lengths) {
    elements<TypeParam> x(count);
    for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<TypeParam>(1.0f);
    const std::int64_t forwards[] = {7, 2, count, 0};
    const std::int64_t backwards[] = {2 * count, -2, count, 0};
    const auto found = [&](const std::int64_t* positions) {
      return reduced<gpu::reductions::argmax, std::int64_t, TypeParam, std::int64_t>(x, positions);
    };
    EXPECT_EQ(found(forwards), 7);
    EXPECT_EQ(found(backwards), 2);
    const std::int64_t columns[] = {4, 100, 10, 1};  // of rows of ten
    EXPECT_EQ(found(columns), 4);
    x[0] = TypeParam();
    EXPECT_EQ(found(columns), count == 1 ? 4 : count > 10 ? 5 : 104);
  }
}

TYPED_TEST(positions_of, the_first_nan_is_both_extremes) {
  if constexpr (std::is_constructible_v<TypeParam, float> && !std::is_integral_v<TypeParam>) {
    for (const std::ptrdiff_t count : lengths)
      for (const std::ptrdiff_t place : {std::ptrdiff_t{0}, count / 2, count - 1})
        for (const float sign : {1.0f, -1.0f}) {
          elements<TypeParam> x(count);
          for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<TypeParam>(infinity);
          x[place] = static_cast<TypeParam>(std::copysign(nan, sign));
          expect_position(x, place, true);
          expect_position(x, place, false);
        }
  }
}

TEST(reduction_loops, positions_of_complex_numbers_are_those_of_one_after_the_other) {
  using op = gpu::reductions::argmax;
  using number = gpu::complex<float>;
  using pair = gpu::kernels::key_value_pair<number, std::int64_t>;
  for (const number special : {number(0, 0), number(9, infinity), number(9, nan), number(nan, 0)})
    for (const std::int64_t step : {1, -1})
      for (const std::ptrdiff_t count : lengths) {
        elements<number> z(count);
        for (std::ptrdiff_t i = 0; i < count; ++i)
          z[i] = {static_cast<float>(i * 7 % 10), static_cast<float>(i * 5 % 3)};
        z[count / 3] = special;
        const std::int64_t positions[] = {step < 0 ? count - 1 : 0, step, count, 0};
        pair expected{number(-infinity, -infinity), -1};
        for (std::ptrdiff_t i = 0; i < count; ++i)
          expected = op()(expected, pair{z[i], positions[0] + i * step});
        EXPECT_EQ(expected.position,
                  (reduced<op, std::int64_t, number, std::int64_t>(z, positions)))
            << count << " elements, step " << step;
      }
}

TEST(reduction_loops, finds_no_truth_in_the_sign_of_zero) {
  elements<float> zeros(300);
  for (std::ptrdiff_t i = 0; i < 300; ++i) zeros[i] = -0.0f;
  EXPECT_FALSE((reduced<gpu::reductions::any, bool, float>(zeros)));
  elements<gpu::complex<float>> small(300);
  EXPECT_FALSE((reduced<gpu::reductions::any, bool, gpu::complex<float>>(small)));
  small[299] = {-0.0f, 1e-45f};
  EXPECT_TRUE((reduced<gpu::reductions::any, bool, gpu::complex<float>>(small)));
  EXPECT_FALSE((reduced<gpu::reductions::all, bool, gpu::complex<float>>(small)));
}

TEST(reduction_loops, a_single_element_decides) {
  for (const std::ptrdiff_t count : lengths)
    for (std::ptrdiff_t place = 0; place < count; place += 1 + count / 20) {
      elements<double> x(count);
      x[place] = 0.25;
      EXPECT_TRUE((reduced<gpu::reductions::any, bool, double>(x)));
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = i == place ? 0.0 : nan;
      EXPECT_FALSE((reduced<gpu::reductions::all, bool, double>(x)));
      EXPECT_EQ(count > 1, (reduced<gpu::reductions::any, bool, double>(x)));
    }
}

TEST(reduction_loops, a_nan_anywhere_is_the_extremum) {
  for (const std::ptrdiff_t count : lengths)
    for (std::ptrdiff_t place = 0; place < count; place += 1 + count / 20) {
      elements<float> x(count);
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = static_cast<float>(i % 10);
      EXPECT_EQ((reduced<gpu::reductions::max, float, float>(x)),
                static_cast<float>(std::min<std::ptrdiff_t>(count - 1, 9)));
      x[place] = nan;
      EXPECT_TRUE(std::isnan(reduced<gpu::reductions::max, float, float>(x)));
    }
}

TEST(reduction_loops, sums_of_whole_numbers_are_exact) {
  for (const std::ptrdiff_t count : lengths) {
    elements<std::int8_t> x(count);
    elements<float> y(count);
    std::int64_t expected = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      x[i] = static_cast<std::int8_t>(i * 2654435761u >> 16);
      y[i] = x[i];
      expected += x[i];
    }
    EXPECT_EQ(expected, (reduced<gpu::reductions::sum, std::int64_t, std::int8_t>(x)));
    EXPECT_EQ(static_cast<float>(expected), (reduced<gpu::reductions::sum, float, float>(y)));
  }
}

TEST(reduction_loops, deviations_do_not_cancel) {
  for (const std::ptrdiff_t count : lengths) {
    elements<double> x(count);
    elements<gpu::complex<double>> z(count);
    double mean = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      x[i] = static_cast<double>(i % 7);
      mean += x[i] / static_cast<double>(count);
    }
    double expected = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      expected += (x[i] - mean) * (x[i] - mean);
      x[i] += 1e9;
      z[i] = {x[i], -x[i]};
    }
    using op = gpu::reductions::squared_deviations;
    EXPECT_NEAR((reduced<op, double, double>(x)), expected, 1e-6 * expected);
    EXPECT_NEAR((reduced<op, double, gpu::complex<double>>(z)), 2 * expected, 2e-6 * expected);
  }
}

}  // namespace
