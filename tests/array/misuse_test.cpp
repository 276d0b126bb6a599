// SPDX-License-Identifier: BSD-3-Clause
// What a newcomer tries: it works, or is refused with words that help, and never harms an array.
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/print/print.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class misuse : public gpu::test::on_device {};

gpu::expression<float> sum_of_locals() {
  const ndarray<float> a{1, 2};
  ndarray<float> b{10, 20};
  auto intermediate = a * 2;
  return intermediate + b;
}

TEST_P(misuse, an_expression_of_locals_may_be_returned) {
  EXPECT_EQ(values(sum_of_locals()), (std::vector<float>{12, 24}));
}

TEST_P(misuse, auto_of_temporaries_does_not_dangle) {
  const auto e = ndarray<float>{1, 2} + gpu::ones<float>({2});
  const auto t = gpu::transpose(ndarray<float>{{1, 2}, {3, 4}});
  const auto v = gpu::view(ndarray<float>{1, 2, 3} * 2, gpu::range(1, 3));
  const ndarray<float> noise({64}, -1.f);
  EXPECT_EQ(values(e), (std::vector<float>{2, 3}));
  EXPECT_EQ(values(t), (std::vector<float>{1, 3, 2, 4}));
  EXPECT_EQ(values(v), (std::vector<float>{4, 6}));
}

TEST_P(misuse, a_loop_over_a_temporary_expression_does_not_dangle) {
  const ndarray<int> a{1, 2, 3};
  int sum = 0;
  const auto e = a * 2;
  for (const int x : e) sum += x;
  const std::vector<int> copied((a + 1).begin(), (a + 1).end());  // two ranges: both are whole
  EXPECT_EQ(sum, 12);
  EXPECT_EQ(copied.size(), 3u);
}

TEST_P(misuse, lambdas_may_keep_arrays_expressions_and_views) {
  std::function<std::vector<float>()> later;
  {
    ndarray<float> a{1, 2};
    auto part = gpu::view(a, 0);
    later = [=] { return values(a + part); };
    a.fill(100);
  }
  EXPECT_EQ(later(), (std::vector<float>{101, 102}));
}

TEST_P(misuse, wrong_shapes_say_which) {
  ndarray<float> a({2, 3}, 1.f);
  EXPECT_EQ(message_of<gpu::shape_error>([&] { (void)(a + gpu::ones<float>({2})); }),
            "operands could not be broadcast together with shapes (2,3) (2,) ");
  EXPECT_EQ(message_of<gpu::shape_error>([&] { (void)gpu::reshape(a, {4}); }),
            "cannot reshape array of size 6 into shape (4,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              a.reshape({5, 5});
            }),
            "cannot reshape array of size 6 into shape (5,5)");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::flip(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(a.shape(), (shape{2, 3}));
  EXPECT_EQ(values(a), std::vector<float>(6, 1.f));
}

TEST_P(misuse, every_error_is_a_runtime_error_and_a_gpu_error) {
  const auto mismatch = [] { (void)(gpu::ones<int>({2}) + gpu::ones<int>({3})); };
  EXPECT_THROW(mismatch(), std::runtime_error);
  EXPECT_THROW(mismatch(), gpu::error);
  EXPECT_THROW((void)gpu::ones<int>({2}).at(5), std::runtime_error);
}

TEST_P(misuse, an_exception_leaves_all_arrays_as_they_were) {
  ndarray<int> a{{1, 2}, {3, 4}};
  const ndarray<int> copy = a;
  const int* place = copy.data();
  auto row = gpu::view(a, 0);
  EXPECT_ANY_THROW(a += gpu::ones<int>({3}));
  EXPECT_ANY_THROW(a = a + gpu::ones<int>({3}));
  EXPECT_ANY_THROW(row = gpu::ones<int>({3}));
  EXPECT_ANY_THROW(row += gpu::ones<int>({2, 2}));
  EXPECT_ANY_THROW(a.reshape({3, 3}));
  EXPECT_ANY_THROW(a.resize({-1}));
  EXPECT_ANY_THROW(a(5, 5) = 1);
  EXPECT_ANY_THROW(a += 1l << 33);
  EXPECT_ANY_THROW((void)gpu::view(a, 7));
  EXPECT_TRUE(a == copy);
  EXPECT_EQ(copy.data(), place);
  row = 9;
  EXPECT_EQ(values(a), (std::vector{9, 9, 3, 4}));
}

TEST_P(misuse, memory_that_cannot_be_had_is_an_error_with_figures) {
  ndarray<float> a{1, 2};
  const auto greedy = [] { return gpu::empty<float>({1l << 46}); };
  EXPECT_NE(message_of<gpu::out_of_memory>(greedy).find("281,474,976,710,656"), std::string::npos)
      << message_of<gpu::out_of_memory>(greedy);
  const auto broad = [&] {
    a = gpu::broadcast_to(gpu::view(a, gpu::newaxis(), gpu::all()), {1l << 45, 2}) + 1;
  };
  EXPECT_THROW(broad(), gpu::out_of_memory);
  EXPECT_EQ(values(a), (std::vector<float>{1, 2}));
  EXPECT_EQ(values(a + a), (std::vector<float>{2, 4}));
}

TEST_P(misuse, assigning_a_view_to_its_own_array_shrinks_it) {
  ndarray<int> a{1, 2, 3, 4};
  a = gpu::view(a, gpu::range(1, 3));
  EXPECT_EQ(values(a), (std::vector{2, 3}));
  a = gpu::view(a, 1);
  EXPECT_EQ(a.dimension(), 0u);
  EXPECT_EQ(a.item(), 3);
}

TEST_P(misuse, an_element_reference_stays_a_reference) {
  ndarray<int> a{1, 2};
  auto first = a(0);  // not an int: a reference, as in std::vector<bool>
  a(0) = 5;
  EXPECT_EQ(first, 5);
  first = 6;
  EXPECT_EQ(a(0), 6);
}

TEST_P(misuse, self_referential_updates_in_a_loop_stay_right) {
  ndarray<double> x({8}, 1.0);
  ndarray<double> y = x;
  for (int i = 0; i < 20; ++i) {
    y = x + y;
    x = y - x;
    gpu::view(x, gpu::range(0, 4)) = gpu::view(y, gpu::range(4, 8));
    y *= 0.5;
  }
  double expected_x[2] = {1, 1}, expected_y[2] = {1, 1};
  for (int i = 0; i < 20; ++i) {
    for (int half = 0; half < 2; ++half) expected_y[half] = expected_x[half] + expected_y[half];
    for (int half = 0; half < 2; ++half) expected_x[half] = expected_y[half] - expected_x[half];
    expected_x[0] = expected_y[1];
    for (double& one : expected_y) one *= 0.5;
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(x(i), expected_x[i / 4]);
    EXPECT_EQ(y(i), expected_y[i / 4]);
  }
}

TEST_P(misuse, zero_d_and_empty_arrays_go_everywhere) {
  for (const shape& extents : {shape{}, shape{0}, shape{2, 0}, shape{0, 0, 4}}) {
    ndarray<float> a(extents, 2.f);
    const std::size_t count = a.size();
    EXPECT_EQ(values(gpu::sqrt(a * 2) + 1), std::vector<float>(count, 3.f)) << extents;
    a += 1;
    a = a * a;
    a.fill(4);
    EXPECT_EQ(values(a), std::vector<float>(count, 4.f)) << extents;
    EXPECT_EQ(values(gpu::transpose(gpu::flip(a))), values(a)) << extents;
    EXPECT_EQ(gpu::ravel(a).shape(), shape{static_cast<std::ptrdiff_t>(count)}) << extents;
    EXPECT_TRUE(a == a.copy_to(gpu::cpu()).to(GetParam())) << extents;
    EXPECT_TRUE(a == gpu::eval(a)) << extents;
    gpu::view(a, gpu::ellipsis()) = 7;
    EXPECT_EQ(values(a.astype<int>()), std::vector(count, 7)) << extents;
    EXPECT_FALSE(gpu::array_repr(a).empty());
    EXPECT_EQ(values(gpu::where(a > 1, a, -a)), std::vector<float>(count, 7.f)) << extents;
  }
}

INSTANTIATE_TEST_SUITE_P(devices, misuse, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
