// SPDX-License-Identifier: BSD-3-Clause
// Several values in one launch, and functions with several results.
#include <gpu/array/fuse.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/cuda/module.hpp>

#include "support/launches.hpp"
#include "support/values.hpp"

namespace {

using gpu::any_expression;
using gpu::expression;
using gpu::ndarray;
using gpu::test::values;

class fuse : public gpu::test::counts_launches {
 protected:
  /// How many kernels `explain` names for the values.
  template <class... A>
  static int kernels(const A&... all) {
    return std::stoi(gpu::explain(all...));
  }
};

TEST_P(fuse, computes_two_values_by_one_kernel) {
  const ndarray<float> x{1, 2, 3}, y{10, 20, 30};
  expect_launches(1, [&] {
    auto [sum, product] = gpu::fuse(x + y, x * y);
    static_assert(std::is_same_v<decltype(sum), ndarray<float>>);
    EXPECT_EQ(values(sum), (std::vector<float>{11, 22, 33}));
    EXPECT_EQ(values(product), (std::vector<float>{10, 40, 90}));
  });
  EXPECT_EQ(kernels(x + y, x * y), 1);
}

TEST_P(fuse, of_one_value_is_a_tuple_of_one) {
  const ndarray<float> x{1, 2, 3};
  const auto [doubled] = gpu::fuse(x * 2);
  EXPECT_EQ(values(doubled), (std::vector<float>{2, 4, 6}));
}

TEST_P(fuse, takes_values_of_several_dtypes) {
  const ndarray<float> x{1, 4, 9};
  expect_launches(1, [&] {
    const auto [root, whole, large] = gpu::fuse(gpu::sqrt(x), x.astype<int>() + 1, x > 3);
    EXPECT_EQ(values(root), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(values(whole), (std::vector<int>{2, 5, 10}));
    EXPECT_EQ(values(large), (std::vector<bool>{false, true, true}));
  });
}

TEST_P(fuse, reads_and_computes_what_is_shared_once) {
  const auto x = gpu::full<float>({100}, 3);
  const auto y = gpu::full<float>({100}, 4);
  const auto length = gpu::hypot(x, y);
  const std::string text = gpu::explain(x / length, y / length, length);
  EXPECT_NE(text.find("reading 800 bytes and writing 1200 bytes"), std::string::npos) << text;
  EXPECT_NE(text.find("float32, float32, float32"), std::string::npos) << text;
  expect_launches(1, [&] {
    const auto [cosine, sine, norm] = gpu::fuse(x / length, y / length, length);
    EXPECT_FLOAT_EQ(cosine(99), 0.6f);
    EXPECT_FLOAT_EQ(sine(0), 0.8f);
    EXPECT_EQ(norm(50), 5.f);
  });
  expect_launches(0, [&] { EXPECT_EQ(ndarray<float>(length)(7), 5.f); });
}

TEST_P(fuse, keeps_each_result_with_its_expression) {
  const ndarray<float> x{1, 2};
  const auto sum = x + 1;
  const auto product = x * 5;
  const auto [a, b, again] = gpu::fuse(sum, product, sum);
  EXPECT_TRUE(gpu::shares_memory(a, again));
  expect_launches(0, [&] {
    EXPECT_TRUE(gpu::shares_memory(ndarray<float>(sum), a));
    EXPECT_TRUE(gpu::shares_memory(std::get<0>(gpu::fuse(product)), b));
  });
}

TEST_P(fuse, hands_out_what_is_in_memory) {
  const ndarray<float> x{1, 2, 3};
  const auto done = x + 1;
  const ndarray<float> kept = done;
  expect_launches(1, [&] {
    const auto [same, evaluated, fresh] = gpu::fuse(x, done, done * x);
    EXPECT_TRUE(gpu::shares_memory(same, x));
    EXPECT_TRUE(gpu::shares_memory(evaluated, kept));
    EXPECT_EQ(values(fresh), (std::vector<float>{2, 6, 12}));
  });
}

TEST_P(fuse, gives_arrays_that_are_values) {
  const ndarray<float> x{1, 2};
  const auto sum = x + 1;
  auto [a, b] = gpu::fuse(sum, x);
  a += 10;
  b(0) = -1;
  EXPECT_EQ(values(sum), (std::vector<float>{2, 3}));
  EXPECT_EQ(values(x), (std::vector<float>{1, 2}));
}

TEST_P(fuse, groups_values_by_shape) {
  const auto x = gpu::arange<float>(6);
  const auto matrix = gpu::reshape(x, {2, 3});
  const auto all = [&] {
    return gpu::fuse(x + 1, matrix * 2, x * x, gpu::sqrt(matrix), gpu::view(x, 2) + 1);
  };
  EXPECT_EQ(kernels(x + 1, matrix * 2, x * x, gpu::sqrt(matrix), gpu::view(x, 2) + 1), 3);
  expect_launches(3, [&] {
    const auto [a, b, c, d, e] = all();
    EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(b(1, 2), 10.f);
    EXPECT_EQ(c(5), 25.f);
    EXPECT_EQ(d(1, 1), 2.f);
    EXPECT_EQ(e.item(), 3.f);
  });
}

TEST_P(fuse, computes_views_and_broadcasts) {
  const auto x = gpu::reshape(gpu::arange<float>(12), {3, 4});
  const auto row = gpu::arange<float>(4);
  const auto square = gpu::reshape(gpu::arange<float>(9), {3, 3});
  expect_launches(1, [&] {
    const auto [a, b] = gpu::fuse(x + row, gpu::flip(x) * 2);
    EXPECT_EQ(a(2, 3), 14.f);
    EXPECT_EQ(b(0, 0), 22.f);
  });
  expect_launches(1, [&] {
    const auto [a, b] = gpu::fuse(square + square.transpose(), square - square.transpose());
    EXPECT_EQ(a(0, 2), 8.f);
    EXPECT_EQ(b(0, 2), -4.f);
  });
}

TEST_P(fuse, computes_what_strides_cannot_express_with_other_extents) {
  const auto x = gpu::reshape(gpu::arange<float>(6), {2, 3});
  const auto sum = x + 1;
  const auto flat = gpu::reshape(sum.transpose(), {6});
  EXPECT_EQ(kernels(flat * 2, flat + 1), 1);
  expect_launches(1, [&] {
    const auto [a, b] = gpu::fuse(flat * 2, flat + 1);
    EXPECT_EQ(values(a), (std::vector<float>{2, 8, 4, 10, 6, 12}));
    EXPECT_EQ(values(b), (std::vector<float>{2, 5, 3, 6, 4, 7}));
  });
}

TEST_P(fuse, lets_a_value_that_others_wait_for_be_one_of_its_results) {
  const auto x = gpu::reshape(gpu::arange<float>(6), {2, 3});
  const auto transposed = (x + 1).transpose();
  const auto flat = gpu::reshape(transposed, {6});
  EXPECT_EQ(kernels(flat * 2, transposed), 1);
  expect_launches(1, [&] {
    const auto [doubled, first] = gpu::fuse(flat * 2, transposed);
    EXPECT_EQ(values(doubled), (std::vector<float>{2, 8, 4, 10, 6, 12}));
    EXPECT_EQ(values(first), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  });
  EXPECT_EQ(values(transposed), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST_P(fuse, splits_what_is_too_much_for_one_kernel) {
  std::vector<ndarray<float>> leaves;
  for (int i = 0; i < 80; ++i) leaves.push_back(gpu::full<float>({5}, static_cast<float>(i)));
  const auto sum_of = [&](std::size_t first) {
    auto sum = leaves[first] + 0;
    for (std::size_t i = first + 1; i < first + 40; ++i) sum = sum + leaves[i];
    return sum;
  };
  const auto low = sum_of(0), high = sum_of(40), again = sum_of(0);
  EXPECT_EQ(kernels(low, high), 2);
  EXPECT_EQ(kernels(low, again), 1);
  const auto [a, b] = gpu::fuse(low, high);
  EXPECT_EQ(values(a), std::vector<float>(5, 780.f));
  EXPECT_EQ(values(b), std::vector<float>(5, 2380.f));
}

TEST_P(fuse, takes_many_values) {
  const ndarray<double> x{1, 2};
  const auto add = [&](auto... numbers) { return gpu::fuse((x + double(numbers))...); };
  const auto all = [&]<int... I>(std::integer_sequence<int, I...>) {
    return add(I...);
  };
  expect_launches(2, [&] {  // 16 results a kernel
    const auto results = all(std::make_integer_sequence<int, 20>());
    EXPECT_EQ(values(std::get<0>(results)), (std::vector<double>{1, 2}));
    EXPECT_EQ(values(std::get<15>(results)), (std::vector<double>{16, 17}));
    EXPECT_EQ(values(std::get<19>(results)), (std::vector<double>{20, 21}));
  });
}

TEST_P(fuse, of_no_elements_and_of_0_axes) {
  const ndarray<float> none(gpu::shape{0, 3}, 0.f);
  expect_launches(0, [&] {
    const auto [a, b] = gpu::fuse(none + 1, none * 2);
    EXPECT_EQ(a.shape(), (gpu::shape{0, 3}));
    EXPECT_EQ(b.size(), 0u);
  });
  const auto x = gpu::full<float>({}, 2);
  expect_launches(1, [&] {
    const auto [a, b] = gpu::fuse(x + 1, x * 5);
    EXPECT_EQ(a.item(), 3.f);
    EXPECT_EQ(b.item(), 10.f);
  });
}

TEST_P(fuse, of_large_arrays_is_right_everywhere) {
  const auto x = gpu::arange<float>(100'003);
  const auto [a, b, c] = gpu::fuse(x + 1, x * 2, gpu::flip(x) + x);
  const ndarray<float> sum = x + 1, twice = x * 2;
  EXPECT_EQ(values(a), values(sum));
  EXPECT_EQ(values(b), values(twice));
  EXPECT_EQ(values(c), std::vector<float>(100'003, 100'002.f));
}

TEST_P(fuse, takes_what_has_its_dtype_at_run_time) {
  const gpu::elementwise_kernel twice("T x", "T y", "y = 2 * x", "twice");
  const gpu::elementwise_kernel parts("T x", "T y, T z", "y = x + 1; z = x - 1", "parts");
  const ndarray<float> x{1, 2};
  const any_expression doubled = twice(x);
  const auto [a, b, c] = gpu::fuse(doubled, x + 1, parts(x));
  static_assert(std::is_same_v<std::remove_const_t<decltype(a)>, any_expression>);
  static_assert(std::is_same_v<std::remove_const_t<decltype(c)>, gpu::kernel_results>);
  EXPECT_EQ(values(a.as<float>()), (std::vector<float>{2, 4}));
  EXPECT_EQ(values(b), (std::vector<float>{2, 3}));
  EXPECT_EQ(values(c.get<float>(1)), (std::vector<float>{0, 1}));
}

TEST_P(fuse, computes_both_results_of_a_call_in_one_launch) {
  const ndarray<int> a{7, -7, 7, -7, 5}, b{3, 3, -3, -3, 0};
  expect_launches(1, [&] {
    auto [q, r] = gpu::divmod(a, b);
    static_assert(std::is_same_v<decltype(q), expression<int>>);
    const ndarray<int> x = q, y = r;
    EXPECT_EQ(values(x), (std::vector<int>{2, -3, -3, 2, 0}));
    EXPECT_EQ(values(y), (std::vector<int>{1, 2, -2, -1, 0}));
  });
  expect_launches(1, [&] {  // whichever is asked for first
    auto [q, r] = gpu::divmod(a, b);
    EXPECT_EQ(ndarray<int>(r)(1), 2);
    EXPECT_EQ(ndarray<int>(q)(1), -3);
  });
  expect_launches(1, [&] {
    const auto [x, y] = gpu::fuse(gpu::divmod(a, b));
    EXPECT_EQ(x(0) * 3 + y(0), 7);
  });
}

TEST_P(fuse, assigns_both_results_of_a_call_in_one_launch) {
  ndarray<int> a{7, -7}, b{3, 3};
  expect_launches(1, [&] { std::tie(a, b) = gpu::divmod(a, b); });
  EXPECT_EQ(values(a), (std::vector<int>{2, -3}));
  EXPECT_EQ(values(b), (std::vector<int>{1, 2}));
}

TEST_P(fuse, computes_no_result_that_nobody_holds) {
  const ndarray<int> a{7, -7}, b{3, 3};
  const auto q = std::get<0>(gpu::divmod(a, b));
  EXPECT_EQ(gpu::explain(q).find("int32, int32"), std::string::npos) << gpu::explain(q);
  const auto [first, second] = gpu::divmod(a, b);
  EXPECT_NE(gpu::explain(first).find("int32, int32"), std::string::npos) << gpu::explain(first);
  EXPECT_EQ(values(q), (std::vector<int>{2, -3}));
}

TEST_P(fuse, results_of_a_call_fuse_with_their_consumers) {
  const ndarray<double> x{3.75, -0.5, 8};
  expect_launches(1, [&] {
    const auto [mantissa, exponent] = gpu::frexp(x);
    const ndarray<double> back = mantissa * gpu::exp2(exponent.astype<double>());
    EXPECT_EQ(values(back), (std::vector<double>{3.75, -0.5, 8}));
  });
  const auto [fraction, whole] = gpu::modf(x);
  EXPECT_EQ(kernels(fraction + whole), 1);
  EXPECT_EQ(values(fraction + whole), (std::vector<double>{3.75, -0.5, 8}));
}

TEST_P(fuse, a_call_of_several_results_has_numpys_dtypes) {
  const ndarray<std::int8_t> small{7};
  static_assert(std::is_same_v<decltype(gpu::divmod(small, 2)),
                               std::tuple<expression<std::int8_t>, expression<std::int8_t>>>);
  const ndarray<bool> truth{true};
  static_assert(std::is_same_v<decltype(gpu::frexp(truth)),
                               std::tuple<expression<gpu::float16>, expression<int>>>);
  const auto [q, r] = gpu::divmod(7.5, 2.0);
  static_assert(std::is_same_v<decltype(q), const double>);
  EXPECT_EQ(q, 3.0);
  EXPECT_EQ(r, 1.5);
  const auto [fraction, whole] =
      gpu::modf(any_expression((small.astype<gpu::float16>() + 0.5f).node()));
  static_assert(std::is_same_v<decltype(fraction), const any_expression>);
  EXPECT_EQ(values(whole.as<gpu::float16>())[0], gpu::float16(7.f));
  EXPECT_EQ(fraction.dtype(), gpu::dtype::float16);
}

TEST_P(fuse, divmod_of_shapes_that_broadcast) {
  const auto a = gpu::reshape(gpu::arange<int>(6), {2, 3});
  const auto [q, r] = gpu::fuse(gpu::divmod(a, ndarray<int>{{2}, {4}}));
  EXPECT_EQ(values(q), (std::vector<int>{0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(values(r), (std::vector<int>{0, 1, 0, 3, 0, 1}));
}

TEST_P(fuse, results_of_one_call_may_be_evaluated_by_two_threads_and_end_in_a_third) {
  const auto a = gpu::arange<int>(1000) + 1;
  for (int round = 0; round < 50; ++round) {
    auto both = std::make_unique<std::tuple<expression<int>, expression<int>>>(gpu::divmod(a, 7));
    auto quotient = std::make_unique<expression<int>>(std::get<0>(*both));
    auto remainder = std::make_unique<expression<int>>(std::get<1>(*both));
    both.reset();
    const auto on_its_device = [where = GetParam()](auto act) {
      return std::thread([where, act = std::move(act)]() mutable {
        where.use();
        act();
      });
    };
    std::thread first = on_its_device([q = std::move(quotient)]() mutable {
      EXPECT_EQ((*q)(999), 142);
      q.reset();
    });
    std::thread second = on_its_device([r = std::move(remainder)]() mutable {
      EXPECT_EQ((*r)(999), 6);
      r.reset();
    });
    first.join();
    second.join();
  }
}

INSTANTIATE_TEST_SUITE_P(devices, fuse, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
