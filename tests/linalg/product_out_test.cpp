// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/product_out.hpp>

#include <cstdint>
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
            "output array is not acceptable (must have the right datatype, number of dimensions, "
            "and be a C-Array)");
  EXPECT_EQ(values(wide), numbers(6, 9));
  ndarray<std::int64_t> whole({2, 2}, 9);
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { gpu::matmul(a, b, gpu::out(whole)); }),
      "Cannot cast ufunc 'matmul' output from dtype('float64') to dtype('int64') with casting "
      "rule 'same_kind'");
  EXPECT_THROW(gpu::dot(a, b, gpu::out(whole)), gpu::value_error);
  gpu::matmul(a, b, gpu::out(whole), gpu::casting::unsafe);
  EXPECT_EQ(values(whole), (std::vector<std::int64_t>{4, 5, 10, 11}));
  ndarray<double> stack({1, 2, 2}, 9.0);
  EXPECT_THROW(gpu::matmul(a, b, gpu::out(stack)), gpu::shape_error);
}

INSTANTIATE_TEST_SUITE_P(devices, product_out, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
