// SPDX-License-Identifier: BSD-3-Clause
// Ops of products that are part of their calls on a GPU give the bits of ops of arrays. Elements
// are integers, whose sums are exact in any order.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/linalg/math_mode.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "vendor/cublas/cublas.hpp"

namespace gpu::test {
namespace {

constexpr std::ptrdiff_t rows = 1024;
constexpr std::ptrdiff_t terms = 256;
constexpr std::ptrdiff_t columns = 1024;

/// From -5 to 5.
template <class T>
ndarray<T> integers(const shape& extents, int seed) {
  const ndarray<int> numbers =
      reshape(arange<int>(static_cast<int>(element_count(extents))), extents);
  return (remainder(numbers * 37 + seed * 5, 11) - 5).template astype<T>();
}

/// The same, in memory.
template <class A>
auto kept(const A& value) {
  return ndarray<typename A::value_type>(value);
}

template <class... T, class Act>
void for_each_type(const Act& act) {
  (act(std::type_identity<T>()), ...);
}

class products_with_ops : public on_device {
 protected:
  /// Whether the ops of a product are part of its call.
  static bool are_called() { return GetParam().is_gpu() && !vendor::cublas_file().empty(); }
  /// Launches of kernels beside the library's.
  template <class Work>
  static std::uint64_t kernels_of(const Work& work) {
    work();
    const std::uint64_t before = launches();
    work();
    return launches() - before;
  }
  /// Of an expression that nobody has computed, and the same of arrays.
  template <class Expression, class A>
  static void expect_one_call(const Expression& value, const A& wanted) {
    if (GetParam().is_gpu()) {
      EXPECT_EQ(std::stoi(explain(value)), 1);
    }
    EXPECT_TRUE(array_equal(kept(value), kept(wanted)));
  }
};

TEST_P(products_with_ops, are_ops_of_arrays) {
  for_each_type<float, double>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> x = integers<T>({rows, terms}, 1);
    const ndarray<T> w = integers<T>({terms, columns}, 2);
    const ndarray<T> b = integers<T>({columns}, 3);
    const ndarray<T> c = integers<T>({rows, columns}, 4);
    const ndarray<T> product = matmul(x, w);
    expect_one_call(matmul(x, w) + b, product + b);
    expect_one_call(maximum(matmul(x, w) + b, 0), maximum(kept(product + b), 0));
    expect_one_call(maximum(0, matmul(x, w)), maximum(product, 0));
    expect_one_call(c + matmul(x, w), c + product);
    expect_one_call(maximum(matmul(x, w) + c, 0), maximum(kept(product + c), 0));
    expect_one_call(T(0.5) * matmul(x, w), T(0.5) * product);
    expect_one_call(maximum(matmul(x, w) * -2, 0), maximum(kept(product * -2), 0));
    expect_one_call(matmul(x, w) - c, product - c);
    expect_one_call(b - matmul(x, w), b - product);
    expect_one_call(c - T(0.5) * matmul(x, w), c - kept(T(0.5) * product));
    expect_one_call(maximum(2 * matmul(x, w) + T(0.25) * c, 0),
                    maximum(kept(2 * product) + kept(T(0.25) * c), 0));
  });
}

TEST_P(products_with_ops, of_halves_are_rounded_once_on_a_gpu) {
  for_each_type<float16, bfloat16>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> x = integers<T>({rows, terms}, 1);
    const ndarray<T> w = integers<T>({terms, columns}, 2);
    const ndarray<T> b = integers<T>({columns}, 3);
    const ndarray<T> product = matmul(x, w);
    expect_one_call(maximum(matmul(x, w), 0), maximum(product, 0));
    const ndarray<float> exact = matmul(astype<float>(x), astype<float>(w)) + astype<float>(b);
    const ndarray<T> once = astype<T>(maximum(exact, 0));
    const ndarray<T> twice = maximum(kept(product + b), 0);
    expect_one_call(maximum(matmul(x, w) + b, 0), are_called() ? once : twice);
  });
}

TEST_P(products_with_ops, keep_nan_and_infinities) {
  for_each_type<float16, bfloat16, float, double>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    ndarray<T> x = integers<T>({rows, terms}, 1);
    ndarray<T> w = integers<T>({terms, columns}, 2);
    ndarray<T> b = integers<T>({columns}, 3);
    x(3, 5) = T(std::numeric_limits<float>::quiet_NaN());
    x(700, 9) = T(std::numeric_limits<float>::infinity());
    view(w, 9) = T(1);
    w(9, 4) = T(-1);
    b(8) = T(std::numeric_limits<float>::quiet_NaN());
    b(9) = T(-std::numeric_limits<float>::infinity());
    const ndarray<T> plain = maximum(matmul(x, w), 0);
    const ndarray<T> sums = maximum(matmul(x, w) + b, 0);
    const ndarray<double> first = plain.template astype<double>().to(cpu());
    const ndarray<double> second = sums.template astype<double>().to(cpu());
    for (std::ptrdiff_t j = 0; j < columns; ++j) {
      EXPECT_TRUE(std::isnan(double(first(3, j)))) << j;
      EXPECT_TRUE(std::isnan(double(second(3, j)))) << j;
      EXPECT_EQ(double(first(700, j)), j == 4 ? 0 : std::numeric_limits<double>::infinity()) << j;
    }
    EXPECT_TRUE(std::isnan(double(second(0, 8))));
    EXPECT_EQ(double(second(0, 9)), 0);
    EXPECT_TRUE(std::isnan(double(second(700, 9)))) << "inf - inf";
  });
}

TEST_P(products_with_ops, of_matrices_as_they_lie) {
  for_each_type<float, double>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const ndarray<T> x = integers<T>({terms, rows}, 1);
    const ndarray<T> w = integers<T>({columns, terms + 1}, 2);
    const ndarray<T> b = integers<T>({columns + 1}, 3);
    const auto left = transpose(x);
    const auto right = transpose(view(w, all(), range(1, terms + 1)));
    const auto bias = view(b, range(1, columns + 1));
    const ndarray<T> product = matmul(left, right);
    expect_one_call(maximum(matmul(left, right) + bias, 0), maximum(kept(product + bias), 0));
    const auto every_other = view(integers<T>({2 * columns}, 4), range(0, 2 * columns, 2));
    EXPECT_TRUE(array_equal(kept(matmul(left, right) + every_other), kept(product + every_other)));
    const auto column = integers<T>({rows, 1}, 5);
    EXPECT_TRUE(array_equal(kept(matmul(left, right) + column), kept(product + column)));
  });
}

TEST_P(products_with_ops, of_stacks) {
  const ndarray<float> x = integers<float>({5, 512, 128}, 1);
  const ndarray<float> w = integers<float>({5, 128, 640}, 2);
  const ndarray<float> b = integers<float>({640}, 3);
  const ndarray<float> c = integers<float>({5, 512, 640}, 4);
  const ndarray<float> products = matmul(x, w);
  expect_one_call(maximum(matmul(x, w) + b, 0), maximum(kept(products + b), 0));
  expect_one_call(matmul(x, w) + c, products + c);
  expect_one_call(matmul(x, w) * 0.125f, products * 0.125f);
  const ndarray<float> one = view(w, 0);
  const ndarray<float> by_one = matmul(x, one);
  expect_one_call(maximum(matmul(x, one) + b, 0), maximum(kept(by_one + b), 0));
  const auto backwards = flip(x, 0);
  const ndarray<float> reversed = matmul(backwards, w);
  expect_one_call(maximum(matmul(backwards, w) + c, 0), maximum(kept(reversed + c), 0));
}

TEST_P(products_with_ops, take_no_kernel_more) {
  if (!are_called()) GTEST_SKIP() << "no cuBLAS";
  const ndarray<float> x = integers<float>({rows, terms}, 1);
  const ndarray<float> w = integers<float>({terms, columns}, 2);
  const ndarray<float> b = integers<float>({columns}, 3);
  const ndarray<float> c = integers<float>({rows, columns}, 4);
  EXPECT_EQ(kernels_of([&] { const ndarray<float> y = matmul(x, w) + b; }), 0u);
  EXPECT_EQ(kernels_of([&] { const ndarray<float> y = matmul(x, w) + c; }), 0u);
  EXPECT_EQ(kernels_of([&] { const ndarray<float> y = matmul(x, w) * 2; }), 0u);
  ndarray<float> sum = c;
  EXPECT_EQ(kernels_of([&] { sum += matmul(x, w); }), 0u);
  EXPECT_EQ(kernels_of([&] { sum -= 0.5f * matmul(x, w); }), 0u);
  // One more if cuBLASLt loses nan.
  EXPECT_EQ(kernels_of([&] { const ndarray<float> y = maximum(matmul(x, w), 0); }), 0u);
  EXPECT_EQ(kernels_of([&] { const ndarray<float> y = maximum(matmul(x, w) + b, 0); }), 0u);
}

TEST_P(products_with_ops, give_the_same_bits_again) {
  const ndarray<float> x = sin(integers<float>({rows, terms}, 1));
  const ndarray<float> w = cos(integers<float>({terms, columns}, 2));
  const ndarray<float> b = integers<float>({columns}, 3);
  const ndarray<float> first = maximum(matmul(x, w) + b, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(array_equal(kept(maximum(matmul(x, w) + b, 0)), first));
  }
}

TEST_P(products_with_ops, may_write_what_they_read) {
  const ndarray<float> w = integers<float>({rows, rows}, 2);
  const ndarray<float> b = integers<float>({rows}, 3);
  ndarray<float> x = integers<float>({rows, rows}, 1);
  const ndarray<float> wanted = maximum(kept(kept(matmul(x, w)) + b), 0);
  x = maximum(matmul(x, w) + b, 0);
  EXPECT_TRUE(array_equal(x, wanted));
  ndarray<float> c = integers<float>({rows, rows}, 4);
  const ndarray<float> sum = c + kept(matmul(w, w));
  c += matmul(w, w);
  EXPECT_TRUE(array_equal(c, sum));
  for (int i = 0; i < 2; ++i) {  // the first call looks what becomes of nan
    const ndarray<float> before = c;
    c = maximum(c * 0.5f - matmul(w, w), 0);
    EXPECT_TRUE(array_equal(c, kept(maximum(kept(before * 0.5f) - kept(matmul(w, w)), 0))));
  }
  x = integers<float>({rows, rows}, 7);
  const ndarray<float> square = kept(matmul(x, x)) + x;
  x += matmul(x, x);
  EXPECT_TRUE(array_equal(x, square));
  ndarray<float> stack = integers<float>({3, rows, rows}, 5);
  const ndarray<float> factors = integers<float>({3, rows, rows}, 6);
  const ndarray<float> sums = stack + kept(matmul(flip(factors, 0), factors));
  stack += matmul(flip(factors, 0), factors);  // several calls
  EXPECT_TRUE(array_equal(stack, sums));
  ndarray<float> wide = zeros<float>({rows, 2 * rows});
  view(wide, all(), range(rows, 2 * rows)) = maximum(matmul(w, w) + b, 0);
  EXPECT_TRUE(array_equal(kept(view(wide, all(), range(rows, 2 * rows))),
                          kept(maximum(kept(kept(matmul(w, w)) + b), 0))));
  EXPECT_TRUE(array_equal(kept(view(wide, all(), range(0, rows))), zeros<float>({rows, rows})));
}

TEST_P(products_with_ops, leave_a_product_that_others_use) {
  const ndarray<float> x = integers<float>({rows, terms}, 1);
  const ndarray<float> w = integers<float>({terms, columns}, 2);
  const ndarray<float> plain = matmul(x, w);
  const auto product = matmul(x, w);
  EXPECT_TRUE(array_equal(kept(maximum(product, 0) - product), kept(maximum(plain, 0) - plain)));
  EXPECT_TRUE(array_equal(kept(maximum(product, 0)), kept(maximum(plain, 0))));
  EXPECT_TRUE(array_equal(kept(product), plain));
}

TEST_P(products_with_ops, of_other_numbers_are_kernels) {
  const auto x = integers<std::complex<float>>({rows, terms}, 1);
  const auto w = integers<std::complex<float>>({terms, columns}, 2);
  const auto b = integers<std::complex<float>>({columns}, 3);
  EXPECT_TRUE(array_equal(kept(matmul(x, w) + b), kept(kept(matmul(x, w)) + b)));
  const auto i = integers<int>({rows, terms}, 1);
  const auto j = integers<int>({terms, columns}, 2);
  EXPECT_TRUE(array_equal(kept(maximum(matmul(i, j) + integers<int>({columns}, 3), 0)),
                          kept(maximum(kept(matmul(i, j)) + integers<int>({columns}, 3), 0))));
}

TEST_P(products_with_ops, without_terms_are_ops_of_zeros) {
  const ndarray<float> b = integers<float>({columns}, 3);
  const ndarray<float> y =
      maximum(matmul(zeros<float>({rows, 0}), zeros<float>({0, columns})) + b, 0);
  EXPECT_TRUE(array_equal(y, kept(broadcast_to(maximum(b, 0), {rows, columns}))));
}

TEST_P(products_with_ops, refuse_rows_of_another_length) {
  const ndarray<float> x = integers<float>({rows, terms}, 1);
  const ndarray<float> w = integers<float>({terms, columns}, 2);
  EXPECT_THROW((void)(matmul(x, w) + integers<float>({columns - 1}, 3)), shape_error);
}

TEST_P(products_with_ops, of_tf32_are_exact_where_that_is) {
  const math_mode scope{{.tf32 = true}};
  const ndarray<float> x = integers<float>({rows, terms}, 1);
  const ndarray<float> w = integers<float>({terms, columns}, 2);
  const ndarray<float> b = integers<float>({columns}, 3);
  const ndarray<float> product = matmul(x, w);
  expect_one_call(maximum(matmul(x, w) + b, 0), maximum(kept(product + b), 0));
}

INSTANTIATE_TEST_SUITE_P(devices, products_with_ops, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
