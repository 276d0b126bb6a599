// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/products.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/core/error.hpp>

#include "linalg/exact_product.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class linalg_products : public on_device {
 protected:
  template <class T = int>
  static ndarray<T> count(const shape& extents) {
    return reshape(arange<int>(static_cast<int>(element_count(extents))), extents)
        .template astype<T>();
  }
  template <class Error = shape_error, class Act>
  static std::string message(const Act& act) {
    return message_of<Error>(act);
  }
};

TEST_P(linalg_products, dot_is_a_method_too) {
  const gpu::ndarray<double> a = {3.25, -1, 7};
  EXPECT_EQ(a.dot(a).item(), 60.5625);
  EXPECT_EQ((a + 1).dot(a).item(), 69.8125);
}

TEST_P(linalg_products, dot_of_vectors_matrices_and_numbers) {
  EXPECT_EQ(dot(ndarray<int>{1, 2}, ndarray<int>{3, 4}).item(), 11);
  EXPECT_EQ(linalg::dot(ndarray<double>{{1, 2}, {3, 4}}, ndarray<double>{{0, 1}, {1, 0}}),
            (ndarray<double>{{2, 1}, {4, 3}}));
  EXPECT_EQ(dot(ndarray<double>{{1, 2}, {3, 4}}, ndarray<double>{1, 1}), (ndarray<double>{3, 7}));
  EXPECT_EQ(dot(ndarray<double>{1, 1}, ndarray<double>{{1, 2}, {3, 4}}), (ndarray<double>{4, 6}));
  EXPECT_EQ(dot(2, ndarray<double>{1, 2}), (ndarray<double>{2, 4}));
  EXPECT_EQ(dot(ndarray<double>{1, 2}, ndarray<int>(full<int>({}, 3))), (ndarray<double>{3, 6}));
  static_assert(std::is_same_v<decltype(dot(ndarray<bool>(), ndarray<bool>())), expression<bool>>);
}

TEST_P(linalg_products, dot_sums_over_the_second_to_last_axis) {
  const ndarray<int> expected{{{20, 23, 26, 29}, {56, 59, 62, 65}},
                              {{56, 68, 80, 92}, {200, 212, 224, 236}}};
  EXPECT_EQ(dot(count({2, 3}), count({2, 3, 4})), expected);
  EXPECT_EQ(dot(count<double>({2, 3}), count<double>({2, 3, 4})), expected.astype<double>());
  EXPECT_EQ(dot(count({2, 2, 3}), count({5, 3, 4})).shape(), (shape{2, 2, 5, 4}));
  EXPECT_EQ(dot(zeros<float>({2, 0}), zeros<float>({3, 0, 4})), zeros<float>({2, 3, 4}));
  EXPECT_EQ(message([] {
              (void)dot(zeros<int>({2, 3}), zeros<int>({2, 3}));
            }),
            "shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)");
  EXPECT_EQ(message([] {
              (void)dot(zeros<int>({2}), zeros<int>({3, 3, 4}));
            }),
            "shapes (2,) and (3,3,4) not aligned: 2 (dim 0) != 3 (dim 1)");
}

/// Of small integers, whose sums are exact.
template <class T>
void expect_vdot_of_any_strides() {
  using complex = std::complex<T>;
  const std::ptrdiff_t n = 100;
  ndarray<complex> a = zeros<complex>({2 * n});
  ndarray<complex> b = zeros<complex>({2 * n});
  for (std::ptrdiff_t i = 0; i < 2 * n; ++i) {
    a(i) = complex(static_cast<T>(i % 7), static_cast<T>(-(i % 5)));
    b(i) = complex(static_cast<T>(i % 3), static_cast<T>(i % 4));
  }
  const slice all = range(xnone(), xnone());
  const slice odd = range(1, xnone(), 2);
  const slice back = range(xnone(), xnone(), -2);
  for (const auto& [first, second] : {std::pair(all, all), {odd, odd}, {odd, back}, {back, odd}}) {
    const ndarray<complex> x = view(a, first);
    const ndarray<complex> y = view(b, second);
    complex expected = 0;
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(x.size()); ++i)
      expected += std::conj(complex(x(i))) * complex(y(i));
    EXPECT_EQ(vdot(view(a, first), view(b, second)).item(), expected);
    EXPECT_EQ(vdot(x, view(b, second)).item(), expected);
  }
  EXPECT_EQ(vdot(view(a, range(0, 0)), view(b, range(0, 0))).item(), complex(0));
  EXPECT_EQ(vdot(view(a, range(3, 4)), view(b, range(2, 3))).item(), complex(3, 3) * complex(2, 2));
  EXPECT_EQ(vdot(full<complex>({3}, complex(0, 1)), full<complex>({3}, complex(0, 2))).item(),
            complex(6));
}

TEST_P(linalg_products, vdot_of_complex_vectors_of_any_strides) {
  expect_vdot_of_any_strides<float>();
  expect_vdot_of_any_strides<double>();
}

TEST_P(linalg_products, dot_of_vectors_of_any_strides) {
  const ndarray<double> a = arange<double>(40);
  const slice odd = range(1, xnone(), 2);
  const slice back = range(xnone(), xnone(), -2);
  EXPECT_EQ(dot(view(a, odd), view(a, odd)).item(), 10660);
  EXPECT_EQ(dot(view(a, odd), view(a, back)).item(), 5340);
  EXPECT_EQ(dot(view(a, odd), arange<double>(20)).item(), 5130);
  EXPECT_EQ(dot(arange<double>(20), view(a, odd)).item(), 5130);
}

TEST_P(linalg_products, vdot_flattens_and_conjugates) {
  using complex = std::complex<float>;
  EXPECT_EQ(vdot(ndarray<complex>{complex(0, 1), 2}, ndarray<complex>{complex(0, 1), 1}).item(),
            complex(3));
  EXPECT_EQ(vdot(count({2, 3}), count({6})).item(), 55);
  EXPECT_EQ(vdot(full<int>({}, 2), full<int>({1}, 3)).item(), 6);
  EXPECT_EQ(message([] {
              (void)vdot(zeros<int>({2, 3}), zeros<int>({8}));
            }),
            "cannot reshape array of size 8 into shape (6,)");
}

TEST_P(linalg_products, inner_sums_over_the_last_axes) {
  EXPECT_EQ(inner(count({2, 3}), count({2, 2, 3})),
            (ndarray<int>{{{5, 14}, {23, 32}}, {{14, 50}, {86, 122}}}));
  EXPECT_EQ(inner(count<double>({2, 3}), count<double>({2, 3})),
            (ndarray<double>{{5, 14}, {14, 50}}));
  EXPECT_EQ(inner(count({3}), count({3})).item(), 5);
  EXPECT_EQ(inner(count({3}), full<int>({}, 2)), (ndarray<int>{0, 2, 4}));
  EXPECT_EQ(inner(full<int>({}, 2), count({2, 3})), (ndarray<int>{{0, 2, 4}, {6, 8, 10}}));
  EXPECT_EQ(message([] {
              (void)inner(zeros<int>({2, 3}), zeros<int>({5, 4}));
            }),
            "shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)");
}

TEST_P(linalg_products, outer_and_kron_are_elementwise) {
  EXPECT_EQ(outer(count({3}), ndarray<int>{1, 10}), (ndarray<int>{{0, 0}, {1, 10}, {2, 20}}));
  EXPECT_EQ(outer(ndarray<int>{{1, 2}}, ndarray<double>{0.5}), (ndarray<double>{{0.5}, {1}}));
  EXPECT_EQ(kron(ndarray<int>{{1, 2}, {3, 4}}, ndarray<int>{1, 10}),
            (ndarray<int>{{1, 10, 2, 20}, {3, 30, 4, 40}}));
  EXPECT_EQ(kron(ndarray<int>{1, 2}, ndarray<int>{{1, 1}, {0, 1}}),
            (ndarray<int>{{1, 1, 2, 2}, {0, 1, 0, 2}}));
  EXPECT_EQ(kron(ndarray<int>{{1}, {2}}, ndarray<int>{{1, 3}, {0, 1}}),
            (ndarray<int>{{1, 3}, {0, 1}, {2, 6}, {0, 2}}));
  EXPECT_EQ(kron(count({2, 2}), full<int>({}, 3)), (ndarray<int>{{0, 3}, {6, 9}}));
  EXPECT_EQ(kron(count({2, 0}), count({3})), zeros<int>({2, 0}));
  EXPECT_EQ(kron(count({2}), count({2, 0})), zeros<int>({2, 0}));
  EXPECT_EQ(std::stoi(explain(outer(count({3}), count({2})) + 1)), 1);
  EXPECT_EQ(std::stoi(explain(kron(count({3}), count({2})))), 1);
  EXPECT_EQ(linalg::outer(count({2}), count({2})), (ndarray<int>{{0, 0}, {0, 1}}));
  EXPECT_EQ(message<value_error>([] {
              (void)linalg::outer(zeros<int>({2, 2}), zeros<int>({2}));
            }),
            "Input arrays must be one-dimensional, but they are x1.ndim=2 and x2.ndim=1.");
}

TEST_P(linalg_products, of_an_array_and_a_number_are_elementwise) {
  const ndarray<float> a = {{1, 2}, {3, 4}};
  EXPECT_EQ(inner(a, 2), (ndarray<float>{{2, 4}, {6, 8}}));
  EXPECT_EQ(inner(2, a), (ndarray<float>{{2, 4}, {6, 8}}));
  EXPECT_EQ(outer(a, 2), (ndarray<float>{{2}, {4}, {6}, {8}}));
  EXPECT_EQ(outer(2, a), (ndarray<float>{{2, 4, 6, 8}}));
  EXPECT_EQ(kron(a, 2), (ndarray<float>{{2, 4}, {6, 8}}));
  EXPECT_EQ(kron(2, a), (ndarray<float>{{2, 4}, {6, 8}}));
  EXPECT_EQ(any_expression(inner(any_expression(a.node()), 2)).item<float>(0, 1), 4);
}

TEST_P(linalg_products, tensordot_sums_over_any_axes) {
  const ndarray<double> expected{
      {4400, 4730}, {4532, 4874}, {4664, 5018}, {4796, 5162}, {4928, 5306}};
  const ndarray<double> a = count<double>({3, 4, 5});
  const ndarray<double> b = count<double>({4, 3, 2});
  EXPECT_EQ(tensordot(a, b, {1, 0}, {0, 1}), expected);
  EXPECT_EQ(tensordot(a.astype<int>(), b.astype<int>(), {-2, 0}, {0, -2}), expected.astype<int>());
  EXPECT_EQ(tensordot(a, b, 1, 0).shape(), (shape{3, 5, 3, 2}));
  EXPECT_EQ(tensordot(count({2, 3}), count({2, 3})).item(), 55);
  EXPECT_EQ(tensordot(count({2, 3}), count({3, 2}), 1), matmul(count({2, 3}), count({3, 2})));
  EXPECT_EQ(tensordot(count({2}), count({3}), 0), outer(count({2}), count({3})));
  EXPECT_EQ(message([] {
              (void)tensordot(zeros<int>({2, 3}), zeros<int>({4, 2}), 1);
            }),
            "shape-mismatch for sum: shapes (2,3) and (4,2), axes (-1,) and (0,)");
  EXPECT_EQ(message<value_error>([] {
              (void)tensordot(zeros<int>({2, 2}), zeros<int>({2, 2}), {0, 0}, {0, 1});
            }),
            "duplicate axes are not allowed in tensordot: (0,0) and (0,1)");
  EXPECT_THROW((void)tensordot(zeros<int>({2}), zeros<int>({2}), 2), axis_error);
}

TEST_P(linalg_products, cross_of_vectors_of_two_and_three) {
  const ndarray<int> x{{1, 2, 3}, {4, 5, 6}};
  const ndarray<int> y{{4, 5, 6}, {1, 2, 3}};
  EXPECT_EQ(cross(x, y), (ndarray<int>{{-3, 6, -3}, {3, -6, 3}}));
  EXPECT_EQ(cross(transpose(x), y, 0, 1, 0), (ndarray<int>{{-3, 3}, {6, -6}, {-3, 3}}));
  EXPECT_EQ(cross(ndarray<int>{1, 2}, ndarray<int>{4, 5, 6}), (ndarray<int>{12, -6, -3}));
  EXPECT_EQ(cross(ndarray<int>{4, 5, 6}, ndarray<int>{1, 2}), (ndarray<int>{-12, 6, 3}));
  EXPECT_EQ(cross(ndarray<int>{1, 2}, ndarray<int>{4, 5}).item(), -3);
  EXPECT_EQ(cross(x, ndarray<double>{0, 0, 1}), (ndarray<double>{{2, -1, 0}, {5, -4, 0}}));
  EXPECT_EQ(std::stoi(explain(cross(x, y) * 2)), 1);
  EXPECT_EQ(linalg::cross(transpose(x), transpose(y), 0), transpose(cross(x, y)));
  EXPECT_NE(message([] {
              (void)cross(zeros<int>({2, 4}), zeros<int>({3}));
            }).find("incompatible dimensions for cross product\n(dimension must be 2 or 3)"),
            std::string::npos);
  EXPECT_NE(message([] {
              (void)cross(zeros<int>({}), zeros<int>({3}));
            }).find("At least one array has zero dimension"),
            std::string::npos);
  EXPECT_EQ(message([] { (void)linalg::cross(zeros<int>({2}), zeros<int>({2})); }),
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are 2 and 2 "
            "dimensional instead.");
  EXPECT_THROW((void)cross(x, y, -1, -1, 2), axis_error);
  EXPECT_EQ(message<dtype_error>([] { (void)cross(zeros<bool>({3}), zeros<bool>({3})); }),
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
            "`^` operator, or the logical_xor function instead.");
  EXPECT_EQ(message<shape_error>([] {
              (void)cross(zeros<int>({2, 3}), zeros<int>({4, 3}));
            }),
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            "arg 0 with shape (2,) and arg 1 with shape (4,).");
}

TEST_P(linalg_products, take_axes_by_name) {
  const ndarray<double> a{{1, 2, 3}, {2, 7, 6}};
  EXPECT_EQ(cross(a, a * a, axis(1)), cross(a, a * a));
  EXPECT_EQ(tensordot(a, a, axis(1), axis(1)), matmul(a, transpose(a)));
}

TEST_P(linalg_products, the_last_two_axes_are_those_of_a_matrix) {
  const ndarray<int> x = count({2, 3, 4});
  EXPECT_EQ(linalg::diagonal(x), (ndarray<int>{{0, 5, 10}, {12, 17, 22}}));
  EXPECT_EQ(linalg::diagonal(x, 2), (ndarray<int>{{2, 7}, {14, 19}}));
  ndarray<int> written = x;
  linalg::diagonal(written) = 0;
  EXPECT_EQ(sum(linalg::diagonal(written)).item(), 0);
  EXPECT_EQ(linalg::diagonal(written, 2), linalg::diagonal(x, 2));
  EXPECT_EQ(linalg::trace(x), (ndarray<std::int64_t>{15, 51}));
  EXPECT_EQ(linalg::trace(x, -1), (ndarray<std::int64_t>{13, 37}));
  EXPECT_EQ(linalg::trace<double>(x, 0), (ndarray<double>{15, 51}));
  EXPECT_EQ(linalg::trace(x, 0, 0, 1), gpu::trace(x));
  EXPECT_EQ(linalg::trace<double>(x, 1, -2, -1), (ndarray<double>{18, 54}));
  EXPECT_EQ(linalg::matrix_transpose(x).shape(), (shape{2, 4, 3}));
  EXPECT_EQ(message<value_error>([] { (void)linalg::trace(zeros<int>({3})); }),
            "diag requires an array of at least two dimensions");
}

TEST_P(linalg_products, tensordot_takes_the_axes_as_a_pair) {
  const auto a = count({2, 3, 4});
  const auto b = count({4, 3});
  EXPECT_EQ(tensordot(a, b, {{2, 1}, {0, 1}}), tensordot(a, b, {2, 1}, {0, 1}));
  EXPECT_EQ(tensordot(a, b, {{2}, {0}}), tensordot(a, b, {2}, {0}));
  EXPECT_EQ(tensordot(a, b, {2, 0}), tensordot(a, b, {2}, {0}));
  EXPECT_EQ(tensordot(a, b, std::pair(std::vector{2}, std::vector{0})), tensordot(a, b, {2}, {0}));
}

TEST_P(linalg_products, take_vectors_of_the_host) {
  const std::vector<double> v{1, 2};
  const ndarray<double> a{3, 4};
  EXPECT_EQ(dot(a, v).item(), 11);
  EXPECT_EQ(dot(v, v).item(), 5);
  EXPECT_EQ(vdot(v, a).item(), 11);
  EXPECT_EQ(inner(a, v).item(), 11);
  EXPECT_EQ(outer(v, a), (ndarray<double>{{3, 4}, {6, 8}}));
  EXPECT_EQ(kron(v, a), (ndarray<double>{3, 4, 6, 8}));
  EXPECT_EQ(cross(std::vector<int>{1, 0, 0}, std::vector<int>{0, 1, 0}), (ndarray<int>{0, 0, 1}));
  EXPECT_EQ(matmul(ndarray<double>{{1, 2}, {3, 4}}, v), (ndarray<double>{5, 11}));
}

TEST_P(linalg_products, axes_that_are_not_there_are_named_as_by_numpy) {
  const auto a = count({2, 3});
  EXPECT_EQ(message<axis_error>([&] { static_cast<void>(cross(a, a, 2)); }),
            "axisa: axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message<axis_error>([&] { static_cast<void>(cross(a, a, 1, -3)); }),
            "axisb: axis -3 is out of bounds for array of dimension 2");
  EXPECT_EQ(message<axis_error>([&] { static_cast<void>(cross(a, a, 1, 1, 2)); }),
            "axisc: axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message<axis_error>([&] { static_cast<void>(vecdot(a, a, 2)); }),
            "axis 2 is out of bounds for array of dimension 2");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_products, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
