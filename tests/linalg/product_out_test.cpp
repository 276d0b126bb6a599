// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/product_out.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;
using numbers = std::vector<double>;

class product_out : public gpu::test::on_device {
 protected:
  const ndarray<double> a = {{1, 2, 3}, {4, 5, 6}};
  const ndarray<double> b = {{1, 0}, {0, 1}, {1, 1}};
  const ndarray<double> v = {1, 2, 3};
  const ndarray<double> w = {1, 10};

  /// What is said of a target of the wrong shape or dtype, which is not written.
  template <class Error, class T, class Act>
  static std::string refusal(const gpu::shape& extents, const Act& act) {
    ndarray<T> target(extents, T(9));
    const std::string message = message_of<Error>([&] { act(gpu::out(target)); });
    EXPECT_EQ(values(target), std::vector<T>(target.size(), T(9)));
    return message;
  }
  static constexpr const char* not_acceptable =
      "output array is not acceptable (must have the right datatype, number of dimensions, and be "
      "a C-Array)";
};

TEST_P(product_out, is_written_at_once) {
  ndarray<double> c({2, 2}, 9.0);
  EXPECT_EQ(&gpu::matmul(a, b, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (numbers{4, 5, 10, 11}));
  EXPECT_EQ(&gpu::dot(c, c, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (numbers{66, 75, 150, 171}));
  gpu::matmul(c, c, gpu::out(c));
  EXPECT_EQ(c(0, 0), 66 * 66 + 75 * 150);
  ndarray<float> d({3, 2}, 7.0F);
  gpu::matmul(a, b, gpu::out(gpu::view(d, gpu::range(1, 3))));
  EXPECT_EQ(values(d), (std::vector<float>{7, 7, 4, 5, 10, 11}));
  EXPECT_EQ(values(gpu::matmul(a, b, gpu::out(gpu::zeros<float>({2, 2})))),
            (std::vector<float>{4, 5, 10, 11}));
  ndarray<double> e({2}, 0.0);
  gpu::matmul(a, ndarray<double>{1, 1, 1}, gpu::out(e));
  EXPECT_EQ(values(e), (numbers{6, 15}));
  const ndarray<double> f = {2, 3, 4};
  EXPECT_EQ(&a.dot(f, gpu::out(e)), &e);
  EXPECT_EQ(values(e), (numbers{20, 47}));
}

TEST_P(product_out, is_refused_in_numpys_words) {
  ndarray<double> wide({2, 3}, 9.0);
  EXPECT_EQ(
      message_of<gpu::shape_error>([&] { gpu::matmul(a, b, gpu::out(wide)); }),
      "matmul: Output operand 0 has a mismatch in its core dimension 1, with gufunc signature "
      "(n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::dot(a, b, gpu::out(wide)); }),
            "output array has wrong dimensions: its shape is (2,3), that of the product (2,2)");
  EXPECT_EQ(values(wide), numbers(6, 9));
  ndarray<std::int64_t> whole({2, 2}, 9);
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { gpu::matmul(a, b, gpu::out(whole)); }),
      "Cannot cast ufunc 'matmul' output from dtype('float64') to dtype('int64') with casting "
      "rule 'same_kind'");
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::dot(a, b, gpu::out(whole)); }),
            std::string(not_acceptable) + ": its dtype is int64, that of the product float64");
  gpu::matmul(a, b, gpu::out(whole), gpu::casting::unsafe);
  EXPECT_EQ(values(whole), (std::vector<std::int64_t>{4, 5, 10, 11}));
  ndarray<double> stack({1, 2, 2}, 9.0);
  EXPECT_THROW(gpu::matmul(a, b, gpu::out(stack)), gpu::shape_error);
  EXPECT_EQ(message_of<gpu::value_error>([&] { gpu::dot(a, b, gpu::out(stack)); }),
            std::string(not_acceptable) + ": its shape is (1,2,2), that of the product (2,2)");
}

TEST_P(product_out, core_dimensions_are_those_behind_the_stack) {
  const auto message = [&](const gpu::shape& extents) {
    return refusal<gpu::shape_error, double>(extents, [&](const auto& out) {
      gpu::matmul(gpu::ones<double>({4, 2, 3}), v, out);
    });
  };
  EXPECT_EQ(message({4, 3}),
            "matmul: Output operand 0 has a mismatch in its core dimension 0, with gufunc "
            "signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 2)");
  EXPECT_EQ(message({3, 2}),
            "non-broadcastable output operand with shape (3,2) doesn't match the broadcast shape "
            "(4,2)");
  EXPECT_EQ(message({}),
            "matmul: Output operand 0 does not have enough dimensions (has 0, gufunc core with "
            "signature (n?,k),(k,m?)->(n?,m?) requires 1)");
}

TEST_P(product_out, of_vectors_and_matrices_is_written) {
  ndarray<double> pair({2}, 9.0);
  EXPECT_EQ(&gpu::matvec(a, v, gpu::out(pair)), &pair);
  EXPECT_EQ(values(pair), (numbers{14, 32}));
  EXPECT_EQ(&gpu::vecdot(a, a, gpu::out(pair)), &pair);
  EXPECT_EQ(values(pair), (numbers{14, 77}));
  ndarray<double> triple({3}, 9.0);
  EXPECT_EQ(&gpu::vecdot(a, a, 0, gpu::out(triple)), &triple);
  EXPECT_EQ(values(triple), (numbers{17, 29, 45}));
  EXPECT_EQ(&gpu::vecmat(w, a, gpu::out(triple)), &triple);
  EXPECT_EQ(values(triple), (numbers{41, 52, 63}));
  ndarray<double> zero({}, 9.0);
  gpu::vecdot(v, v, gpu::out(zero));
  EXPECT_EQ(zero.item(), 14);
  EXPECT_EQ(
      values(gpu::matvec(a, v, gpu::out(gpu::zeros<std::int64_t>({2})), gpu::casting::unsafe)),
      (std::vector<std::int64_t>{14, 32}));
}

TEST_P(product_out, may_be_an_operand) {
  ndarray<double> x = {1, 2};
  gpu::matvec(ndarray<double>{{0, 1}, {3, 4}}, x, gpu::out(x));
  EXPECT_EQ(values(x), (numbers{2, 11}));
  gpu::vecmat(x, ndarray<double>{{0, 1}, {3, 4}}, gpu::out(x));
  EXPECT_EQ(values(x), (numbers{33, 46}));
  ndarray<double> m = {{1, 2}, {3, 4}};
  gpu::vecdot(m, m, gpu::out(gpu::view(m, 0)));
  EXPECT_EQ(values(m), (numbers{5, 25, 3, 4}));
  gpu::outer(gpu::view(m, 1), gpu::view(m, 1), gpu::out(m));
  EXPECT_EQ(values(m), (numbers{9, 12, 12, 16}));
  gpu::linalg::multi_dot({m, m, m}, gpu::out(m));
  EXPECT_EQ(values(m), (numbers{5625, 7500, 7500, 10000}));
}

TEST_P(product_out, of_core_dimensions_that_differ_is_refused_in_numpys_words) {
  const auto matvec = [&](const auto& out) { gpu::matvec(a, v, out); };
  const auto vecmat = [&](const auto& out) { gpu::vecmat(w, a, out); };
  const auto vecdot = [&](const auto& out) { gpu::vecdot(a, a, out); };
  EXPECT_EQ((refusal<gpu::shape_error, double>({3}, matvec)),
            "matvec: Output operand 0 has a mismatch in its core dimension 0, with gufunc "
            "signature (m,n),(n)->(m) (size 3 is different from 2)");
  EXPECT_EQ((refusal<gpu::shape_error, double>({}, matvec)),
            "matvec: Output operand 0 does not have enough dimensions (has 0, gufunc core with "
            "signature (m,n),(n)->(m) requires 1)");
  EXPECT_EQ((refusal<gpu::dtype_error, std::int64_t>({2}, matvec)),
            "Cannot cast ufunc 'matvec' output from dtype('float64') to dtype('int64') with "
            "casting rule 'same_kind'");
  EXPECT_EQ((refusal<gpu::shape_error, double>({2}, vecmat)),
            "vecmat: Output operand 0 has a mismatch in its core dimension 0, with gufunc "
            "signature (n),(n,m)->(m) (size 2 is different from 3)");
  EXPECT_EQ((refusal<gpu::dtype_error, std::int64_t>({3}, vecmat)),
            "Cannot cast ufunc 'vecmat' output from dtype('float64') to dtype('int64') with "
            "casting rule 'same_kind'");
  EXPECT_EQ((refusal<gpu::shape_error, double>({3}, vecdot)),
            "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
            "(2,)");
  EXPECT_EQ((refusal<gpu::dtype_error, std::int64_t>({2}, vecdot)),
            "Cannot cast ufunc 'vecdot' output from dtype('float64') to dtype('int64') with "
            "casting rule 'same_kind'");
}

TEST_P(product_out, of_outer_is_that_of_multiply) {
  ndarray<double> c({2, 3}, 9.0);
  EXPECT_EQ(&gpu::outer(w, v, gpu::out(c)), &c);
  EXPECT_EQ(values(c), (numbers{1, 2, 3, 10, 20, 30}));
  gpu::outer(std::vector<double>{2, 3}, v, gpu::out(c));
  EXPECT_EQ(values(c), (numbers{2, 4, 6, 3, 6, 9}));
  ndarray<float> columns({3, 4}, 7.0F);
  gpu::outer(v, w, gpu::out(gpu::view(columns, gpu::all(), gpu::range(1, 4, 2))));
  EXPECT_EQ(values(columns), (std::vector<float>{7, 1, 7, 10, 7, 2, 7, 20, 7, 3, 7, 30}));
  ndarray<double> column({2, 1}, 9.0);
  gpu::outer(w, 3.0, gpu::out(column));
  EXPECT_EQ(values(column), (numbers{3, 30}));
  ndarray<double> stack({2, 2, 2}, 9.0);
  gpu::outer(w, w, gpu::out(stack));
  EXPECT_EQ(values(stack), (numbers{1, 10, 10, 100, 1, 10, 10, 100}));
  const auto outer = [&](const auto& out) { gpu::outer(w, w, out); };
  EXPECT_EQ((refusal<gpu::shape_error, double>({3}, outer)),
            "operands could not be broadcast together with shapes (2,1) (1,2) (3,) ");
  EXPECT_EQ((refusal<gpu::shape_error, double>({2, 1}, outer)),
            "non-broadcastable output operand with shape (2,1) doesn't match the broadcast shape "
            "(2,2)");
  EXPECT_EQ((refusal<gpu::dtype_error, std::int64_t>({2, 2}, outer)),
            "Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('int64') with "
            "casting rule 'same_kind'");
}

TEST_P(product_out, of_multi_dot_is_that_of_dot) {
  ndarray<double> c({2, 3}, 9.0);
  EXPECT_EQ(&gpu::linalg::multi_dot(gpu::xtuple(a, b, a), gpu::out(c)), &c);
  EXPECT_EQ(values(c), (numbers{24, 33, 42, 54, 75, 96}));
  ndarray<double> rows({2, 6}, 7.0);
  gpu::linalg::multi_dot({a, b, a}, gpu::out(gpu::view(rows, gpu::all(), gpu::range(0, 6, 2))));
  EXPECT_EQ(values(rows), (numbers{24, 7, 33, 7, 42, 7, 54, 7, 75, 7, 96, 7}));
  ndarray<double> zero({}, 9.0);
  gpu::linalg::multi_dot(gpu::xtuple(w, a, v), gpu::out(zero));
  EXPECT_EQ(zero.item(), 334);
  const auto product = [&](const auto& out) { gpu::linalg::multi_dot({a, b, a}, out); };
  EXPECT_EQ((refusal<gpu::value_error, double>({2, 2}, product)),
            "output array has wrong dimensions: its shape is (2,2), that of the product (2,3)");
  EXPECT_EQ((refusal<gpu::value_error, double>({2}, product)),
            std::string(not_acceptable) + ": its shape is (2,), that of the product (2,3)");
  EXPECT_EQ((refusal<gpu::value_error, float>({2, 3}, product)),
            std::string(not_acceptable) + ": its dtype is float32, that of the product float64");
}

INSTANTIATE_TEST_SUITE_P(devices, product_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
