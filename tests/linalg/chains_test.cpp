// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/chains.hpp>

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/matmul.hpp>

#include "linalg/exact_product.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

using linalg::matrix_power;
using linalg::multi_dot;

class linalg_chains : public on_device {
 protected:
  /// How many kernels and calls of libraries an expression takes.
  template <class A>
  static int steps(const A& value) {
    return std::stoi(explain(value));
  }
};

TEST_P(linalg_chains, powers_of_matrices_and_of_stacks) {
  const ndarray<std::int64_t> fibonacci{{0, 1}, {1, 1}};
  EXPECT_EQ(matrix_power(fibonacci, 10), (ndarray<std::int64_t>{{34, 55}, {55, 89}}));
  EXPECT_EQ(matrix_power(fibonacci.astype<double>(), 7), (ndarray<double>{{8, 13}, {13, 21}}));
  EXPECT_EQ(matrix_power(fibonacci, 1), fibonacci);
  EXPECT_EQ(matrix_power(fibonacci, 0), (ndarray<std::int64_t>{{1, 0}, {0, 1}}));
  const ndarray<double> stack{{{1, 1}, {0, 1}}, {{2, 0}, {0, 3}}};
  EXPECT_EQ(matrix_power(stack, 3), (ndarray<double>{{{1, 3}, {0, 1}}, {{8, 0}, {0, 27}}}));
  EXPECT_EQ(matrix_power(stack, 0), (ndarray<double>{{{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}}));
  EXPECT_EQ(matrix_power(ndarray<bool>{{false, true}, {true, false}}, 2),
            (ndarray<bool>{{true, false}, {false, true}}));
}

TEST_P(linalg_chains, powers_are_computed_by_squaring) {
  const ndarray<double> x = eye<double>(3);
  EXPECT_EQ(steps(matrix_power(x, 2)), 1);
  EXPECT_EQ(steps(matrix_power(x, 4)), 2);
  EXPECT_EQ(steps(matrix_power(x, 7)), 4);
  EXPECT_EQ(steps(matrix_power(x, 64)), 6);
}

TEST_P(linalg_chains, powers_refuse_what_has_none) {
  const auto message = [](const shape& extents) {
    return message_of<linalg_error>([&] { (void)matrix_power(zeros<double>(extents), 2); });
  };
  EXPECT_EQ(message({3}), "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(message({2, 3}), "Last 2 dimensions of the array must be square: (2,3)");
  EXPECT_THROW((void)matrix_power(zeros<double>({2, 2}), -1), linalg_error);
}

TEST_P(linalg_chains, products_of_several_matrices) {
  const auto a = some_elements<double>({3, 40}, 1);
  const auto b = some_elements<double>({40, 2}, 2);
  const auto c = some_elements<double>({2, 30}, 3);
  const auto d = some_elements<double>({30}, 4);
  EXPECT_TRUE(allclose(multi_dot(xtuple(a, b)), matmul(a, b)));
  EXPECT_TRUE(allclose(multi_dot(xtuple(a, b, c)), matmul(matmul(a, b), c)));
  EXPECT_TRUE(allclose(multi_dot(xtuple(a, b, c, d)), matmul(a, matmul(b, matmul(c, d)))));
  EXPECT_EQ(multi_dot(xtuple(a, b, c, d)).shape(), shape{3});
  EXPECT_EQ(multi_dot(xtuple(d, transpose(c))).shape(), shape{2});
  EXPECT_EQ(multi_dot(xtuple(d, transpose(c), c, d)).shape(), shape());
  const std::vector<ndarray<int>> powers(5, ndarray<int>{{1, 1}, {0, 1}});
  EXPECT_EQ(multi_dot(powers), (ndarray<int>{{1, 5}, {0, 1}}));
  EXPECT_EQ(multi_dot({powers[0], powers[1]}), (ndarray<int>{{1, 2}, {0, 1}}));
}

TEST_P(linalg_chains, products_of_two_are_those_of_dot) {
  const auto stack = some_elements<double>({2, 3, 4}, 1);
  const auto matrix = some_elements<double>({4, 5}, 2);
  EXPECT_TRUE(array_equal(multi_dot(xtuple(stack, matrix)), dot(stack, matrix)));
  EXPECT_EQ(multi_dot(xtuple(transpose(matrix), swapaxes(stack, 1, 2))).shape(), (shape{5, 2, 3}));
  EXPECT_TRUE(array_equal(multi_dot(xtuple(2.0, matrix)), 2.0 * matrix));
}

TEST_P(linalg_chains, products_are_multiplied_in_the_cheapest_order) {
  // Introduction to Algorithms, figure 15.5: the order is (1 (2 3)) ((4 5) 6).
  const std::ptrdiff_t sizes[] = {30, 35, 15, 5, 10, 20, 25};
  std::vector<ndarray<double>> chain;
  for (int i = 0; i < 6; ++i) chain.push_back(some_elements<double>({sizes[i], sizes[i + 1]}, i));
  const auto cheapest = matmul(matmul(chain[0], matmul(chain[1], chain[2])),
                               matmul(matmul(chain[3], chain[4]), chain[5]));
  const auto product = multi_dot(chain);
  EXPECT_EQ(steps(product), 5);
  EXPECT_EQ(explain(product), explain(cheapest));
  EXPECT_TRUE(array_equal(product, cheapest));
}

TEST_P(linalg_chains, the_product_has_the_promoted_dtype) {
  const auto product = multi_dot(
      xtuple(ndarray<std::int8_t>{{1}}, ndarray<std::uint8_t>{{2}}, ndarray<float>{{0.5F}}));
  static_assert(std::is_same_v<decltype(product)::value_type, float>);
  EXPECT_EQ(product.item(), 1);
}

TEST_P(linalg_chains, misuse_is_said_in_numpys_words) {
  const auto matrices = [](const std::vector<shape>& shapes) {
    std::vector<ndarray<double>> list;
    for (const shape& extents : shapes) list.push_back(zeros<double>(extents));
    return list;
  };
  EXPECT_EQ(message_of<value_error>([&] {
              (void)multi_dot(matrices({{2, 2}}));
            }),
            "Expecting at least two arrays. Given: 1");
  EXPECT_EQ(message_of<linalg_error>([&] {
              (void)multi_dot(matrices({{2}, {2}, {2, 2}}));
            }),
            "1-dimensional array given. Array must be two-dimensional");
  for (const std::size_t place : {0, 1, 2}) {
    std::vector<shape> shapes(3, shape{2, 2});
    shapes[place] = {2, 2, 2};
    EXPECT_EQ(message_of<linalg_error>([&] { (void)multi_dot(matrices(shapes)); }),
              "3-dimensional array given. Array must be two-dimensional");
  }
  EXPECT_EQ(message_of<shape_error>([&] {
              (void)multi_dot(matrices({{2, 3, 4}, {5, 6}}));
            }),
            "shapes (2,3,4) and (5,6) not aligned: 4 (dim 2) != 5 (dim 0)");
  EXPECT_EQ(message_of<shape_error>([&] {
              (void)multi_dot(matrices({{2, 3}, {3, 4}, {5}}));
            }),
            "shapes (3,4) and (5,1) not aligned: 4 (dim 1) != 5 (dim 0)");
}

/// A step of the power iteration as one writes it down.
TEST_P(linalg_chains, products_that_are_written_twice_are_computed_once) {
  const ndarray<float> a{{2, 0}, {0, 3}};
  const ndarray<float> x{{1, 2}, {1, 2}};
  const auto step = matmul(a, x) / sum(square(matmul(a, x)));
  const auto product = matmul(a, x);
  EXPECT_EQ(steps(step), steps(product / sum(square(product))));
  EXPECT_EQ(step, (ndarray<float>{{2, 4}, {3, 6}}) / 65.0f);
  EXPECT_GT(steps(matmul(a, x) / sum(square(matmul(x, a)))), steps(step));
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_chains, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
