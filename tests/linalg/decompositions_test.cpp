// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/decompositions.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/products.hpp>

#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::linalg {
namespace {

using test::drawn;
using test::error_of;
using test::message_of;
using test::values;

class linalg_decompositions : public test::on_device {};

template <class A>
auto adjoint(const A& a) {
  return matrix_transpose(conj(a));
}

template <class T>
void expect_orthogonal(const ndarray<T>& q) {
  const std::ptrdiff_t n = q.shape(q.dimension() - 1);
  shape extents = q.shape();
  extents[extents.size() - 2] = n;
  EXPECT_LT(
      error_of(matmul(adjoint(q), q), broadcast_to(eye<T>(n), extents), q.shape(q.dimension() - 2)),
      30);
}

/// Residuals and orthogonality in units of precision and size, as LAPACK's own tests have them.
template <class T>
void expect_factors(const shape& extents) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << extents);
  const ndarray<T> a = drawn<T>(extents);
  const std::ptrdiff_t m = extents[extents.size() - 2];
  const std::ptrdiff_t n = extents.back();
  for (const qrmode mode : {qrmode::reduced, qrmode::complete}) {
    const auto [q, r] = qr(a, mode);
    EXPECT_LT(error_of(matmul(q, r), a, m), 30);
    expect_orthogonal(q);
    EXPECT_TRUE(array_equal(r, triu(r)));
  }
  EXPECT_TRUE(array_equal(qr(a, "r").R, qr(a).R));
  for (const bool full : {false, true}) {
    const auto [u, s, vh] = svd(a, full);
    const std::ptrdiff_t k = std::min(m, n);
    const auto left = view(u, ellipsis(), range(0, k));
    const auto right = view(vh, ellipsis(), range(0, k), all());
    EXPECT_LT(error_of(matmul(left * expand_dims(astype<T>(s), -2), right), a, std::max(m, n)), 30);
    expect_orthogonal(u);
    expect_orthogonal(ndarray<T>(adjoint(vh)));
    EXPECT_TRUE(gpu::all(diff(s) <= 0).item());
    EXPECT_LT(error_of(svdvals(a), s, std::max(m, n)), 30);
  }
  if (m != n) return;
  const ndarray<T> hermitian = a + adjoint(a);
  const auto [w, v] = eigh(hermitian);
  EXPECT_LT(error_of(matmul(hermitian, v), v * expand_dims(astype<T>(w), -2), n), 60);
  expect_orthogonal(v);
  EXPECT_LT(error_of(eigvalsh(hermitian, 'U'), w, n), 60);
  const auto [values_of, vectors] = eig(a);
  using C = typename std::decay_t<decltype(vectors)>::value_type;
  EXPECT_LT(error_of(matmul(astype<C>(a), vectors), vectors * expand_dims(values_of, -2), n), 60);
  EXPECT_LT(error_of(sum(eigvals(a), -1), sum(values_of, -1), n), 200);
}

TEST_P(linalg_decompositions, factors_give_the_matrix_again) {
  for (const shape& extents :
       {shape{1, 1}, shape{4, 4}, shape{7, 3}, shape{3, 7}, shape{2, 3, 5, 5}, shape{2, 6, 2},
        shape{9, 32, 32}, shape{3, 33, 33}, shape{8, 130, 3}}) {
    expect_factors<float>(extents);
    expect_factors<double>(extents);
    expect_factors<std::complex<float>>(extents);
    expect_factors<std::complex<double>>(extents);
  }
}

TEST_P(linalg_decompositions, leave_their_operands_as_they_are) {
  for (const shape& extents : {shape{1, 1}, shape{4, 1}, shape{1, 4}, shape{3, 3}}) {
    const ndarray<double> a = drawn<double>(extents);
    const std::vector<double> before = values(a);
    const auto transposed = transpose(a);
    static_cast<void>(qr(a, "raw"));
    static_cast<void>(qr(transposed, "raw"));
    static_cast<void>(svd(reshape(a, {a.shape(1), a.shape(0)})));
    static_cast<void>(svd(view(a, range(0, 1), all())));
    static_cast<void>(lstsq(a, a));
    EXPECT_EQ(values(a), before) << extents;
  }
}

TEST_P(linalg_decompositions, halves_and_integers_compute_in_wider_types) {
  const ndarray<float16> half = drawn<float16>({3, 3});
  EXPECT_EQ(svd(half).S.dtype(), dtype::float16);
  const auto [q, r] = qr(half);
  EXPECT_LT(error_of(matmul(q, r), half, 3), 30);
  EXPECT_EQ(eig(half).eigenvalues.dtype(), dtype::complex64);
  EXPECT_EQ(eigvalsh(ndarray<int>{{2, 0}, {0, 1}}).dtype(), dtype::float64);
  EXPECT_EQ(values(eigvalsh(ndarray<int>{{2, 0}, {0, 1}})), (std::vector<double>{1, 2}));
}

TEST_P(linalg_decompositions, have_the_values_of_numpy) {
  const ndarray<double> a = {{1, 2}, {3, 4}};
  const std::vector<double> s = values(svdvals(a));
  EXPECT_NEAR(s[0], 5.464985704219043, 1e-14);
  EXPECT_NEAR(s[1], 0.365966190626258, 1e-14);
  EXPECT_NEAR(cond(a).item(), 14.933034373659265, 1e-12);
  EXPECT_NEAR(cond(a, -2).item(), 1 / 14.933034373659265, 1e-14);
  EXPECT_NEAR(cond(a, 1).item(), 21, 1e-12);
  EXPECT_NEAR(cond(a, "fro").item(), 15, 1e-12);
  EXPECT_NEAR(norm(a, 2).item(), 5.464985704219043, 1e-14);
  EXPECT_NEAR(norm(a, -2).item(), 0.365966190626258, 1e-14);
  EXPECT_NEAR(norm(a, "nuc").item(), 5.830951894845301, 1e-14);
  EXPECT_EQ(norm(ones<float>({2, 3, 4}), 2, {0, 2}, keepdims).shape(), (shape{1, 3, 1}));
  EXPECT_EQ(values(eigvalsh(ndarray<double>{{2, 9}, {0, 3}})), (std::vector<double>{2, 3}));
  EXPECT_EQ(qr(a, "raw").Q.shape(), (shape{2, 2}));
  EXPECT_EQ(qr(a, "raw").R.shape(), (shape{2}));
}

TEST_P(linalg_decompositions, least_squares_are_those_of_numpy) {
  const ndarray<double> a = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};
  const auto found = lstsq(a, ndarray<double>{-1, 0.2, 0.9, 2.1});
  EXPECT_NEAR(found.x(0), 1, 1e-14);
  EXPECT_NEAR(found.x(1), -0.95, 1e-14);
  EXPECT_NEAR(found.residuals(0), 0.05, 1e-14);
  EXPECT_EQ(found.rank, 2);
  EXPECT_NEAR(found.s(0), 4.10003045, 1e-8);
  const ndarray<std::complex<float>> wide = drawn<std::complex<float>>({2, 5});
  const ndarray<std::complex<float>> b = drawn<std::complex<float>>({2, 3});
  EXPECT_THROW(static_cast<void>(lstsq(ndarray<double>{{std::nan(""), 1}, {1, 2}}, b)),
               gpu::linalg_error);
  const auto least = lstsq(wide, b);
  EXPECT_LT(error_of(matmul(wide, least.x), b, 5), 30);
  EXPECT_LT(error_of(least.x, matmul(adjoint(wide), solve(matmul(wide, adjoint(wide)), b)), 5),
            100);
  EXPECT_EQ(least.residuals.size(), 0u);
  const auto deficient = lstsq(ndarray<double>{{1, 1}, {1, 1}, {1, 1}}, ndarray<double>{1, 2, 3});
  EXPECT_EQ(deficient.rank, 1);
  EXPECT_EQ(deficient.residuals.size(), 0u);
  EXPECT_NEAR(deficient.x(0), 1, 1e-14);
}

/// numpy.linalg.lstsq(a, b, rcond).
TEST_P(linalg_decompositions, least_squares_take_a_cutoff) {
  const ndarray<double> a = {{1, 0}, {0, 1e-3}, {0, 0}};
  const ndarray<double> b = {{1, 2}, {1, 3}, {5, 6}};
  const auto cut = lstsq(a, b, 0.1);
  EXPECT_EQ(cut.rank, 1);
  EXPECT_EQ(cut.residuals.size(), 0u);
  EXPECT_LT(error_of(cut.x, ndarray<double>{{1, 2}, {0, 0}}, 2), 10);
  const auto whole = lstsq(a, b, -1);
  EXPECT_EQ(whole.rank, 2);
  EXPECT_LT(error_of(whole.x, ndarray<double>{{1, 2}, {1000, 3000}}, 2), 10);
  EXPECT_LT(error_of(whole.residuals, ndarray<double>{25, 36}, 2), 10);
  const ndarray<double> ones = {1, 1};
  EXPECT_EQ(lstsq(ndarray<double>{{1, 0}, {0, 1e-15}}, ones, -1).rank, 2);
  EXPECT_EQ(lstsq(ndarray<double>{{1, 0}, {0, 1e-15}}, ones, 0).rank, 2);
  EXPECT_EQ(lstsq(ndarray<double>{{1, 0}, {0, 0x1p-54}}, ones, -1).rank, 1);
  EXPECT_EQ(lstsq(ndarray<double>{{1, 0}, {0, 0x1p-54}}, ones, 0).rank, 1);
}

TEST_P(linalg_decompositions, least_squares_take_empty_matrices) {
  const auto no_columns = lstsq(ndarray<double>{{3, 0}, {0, 4}, {0, 0}}, zeros<double>({3, 0}));
  EXPECT_EQ(no_columns.x.shape(), (shape{2, 0}));
  EXPECT_EQ(no_columns.residuals.shape(), (shape{0}));
  EXPECT_EQ(no_columns.rank, 2);
  EXPECT_LT(error_of(no_columns.s, ndarray<double>{4, 3}, 2), 10);
  const auto no_rows = lstsq(zeros<double>({0, 2}), zeros<double>({0, 3}));
  EXPECT_EQ(no_rows.x, zeros<double>({2, 3}));
  EXPECT_EQ(no_rows.rank, 0);
  EXPECT_EQ(no_rows.s.shape(), (shape{0}));
  const auto no_unknowns = lstsq(ones<double>({2, 0}), ones<double>({2, 3}));
  EXPECT_EQ(no_unknowns.x.shape(), (shape{0, 3}));
  EXPECT_EQ(no_unknowns.rank, 0);
}

/// numpy.linalg.eigh(a, UPLO): the other triangle, and the imaginary parts of the diagonal, are not
/// read.
template <class T>
void expect_one_triangle_is_read(const shape& extents) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << extents);
  const ndarray<T> a = drawn<T>(extents);
  const std::ptrdiff_t n = extents.back();
  const ndarray<T> hermitian = a + adjoint(a);
  const auto nan = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  const ndarray<bool> is_lower = tri<bool>(n);
  const ndarray<T> lower = gpu::where(is_lower, hermitian, nan);
  const ndarray<T> upper = gpu::where(transpose(is_lower), hermitian, nan);
  const auto expect_all = [&](const ndarray<T>& given, const triangle_name& uplo) {
    const auto [w, v] = eigh(given, uplo);
    EXPECT_LT(error_of(matmul(hermitian, v), v * expand_dims(astype<T>(w), -2), n), 60);
    expect_orthogonal(v);
    EXPECT_LT(error_of(eigvalsh(given, uplo), w, n), 60);
  };
  expect_all(lower, triangle::lower);
  expect_all(lower, "L");
  expect_all(lower, 'l');
  expect_all(upper, triangle::upper);
  expect_all(upper, "u");
  expect_all(upper, 'U');
  if constexpr (traits(dtype_of<T>).kind == dtype_kind::complex) {
    const ndarray<T> tilted = hermitian + eye<T>(n) * T(0, 1);
    expect_all(tilted, 'L');
    expect_all(tilted, 'U');
  }
}

TEST_P(linalg_decompositions, of_hermitian_matrices_read_one_triangle) {
  for (const shape& extents : {shape{1, 1}, shape{5, 5}, shape{2, 3, 4, 4}, shape{2, 32, 32},
                               shape{40, 40}, shape{2, 40, 40}}) {
    expect_one_triangle_is_read<float>(extents);
    expect_one_triangle_is_read<double>(extents);
    expect_one_triangle_is_read<std::complex<float>>(extents);
    expect_one_triangle_is_read<std::complex<double>>(extents);
  }
  EXPECT_EQ(message_of<value_error>([] { static_cast<void>(eigvalsh(eye<double>(2), "LU")); }),
            "UPLO argument must be 'L' or 'U', not 'LU'");
}

/// numpy.linalg.svd(a, hermitian=True), svd(a, compute_uv=False).
TEST_P(linalg_decompositions, singular_values_of_hermitian_matrices) {
  const ndarray<std::complex<double>> a = drawn<std::complex<double>>({3, 5, 5});
  const ndarray<std::complex<double>> both = a + adjoint(a);
  const auto [u, s, vh] = svd(both, true, true, hermitian);
  EXPECT_LT(error_of(matmul(u * expand_dims(s, -2), vh), both, 5), 60);
  EXPECT_LT(error_of(s, svdvals(both), 5), 30);
  expect_orthogonal(u);
  expect_orthogonal(ndarray<std::complex<double>>(adjoint(vh)));
  EXPECT_LT(error_of(svd(both, true, false, hermitian).S, s, 5), 30);
  const auto alone = svd(both, true, false);
  EXPECT_EQ(alone.U.size(), 0u);
  EXPECT_TRUE(array_equal(alone.S, svdvals(both)));
  const auto zero = svd(zeros<float>({2, 2}), true, true, hermitian);
  expect_orthogonal(zero.Vh);
}

TEST_P(linalg_decompositions, the_condition_of_singular_matrices_is_infinite) {
  const ndarray<double> stack = {{{1, 2}, {2, 4}}, {{1, 0}, {0, 1}}, {{0, 0}, {0, 0}}};
  for (const norm_order& order : {norm_order(1), norm_order(inf), norm_order("fro")}) {
    const std::vector<double> found = values(cond(stack, order));
    EXPECT_EQ(found[0], inf);
    EXPECT_LT(found[1], 2.1);
    EXPECT_EQ(found[2], inf);
  }
  EXPECT_EQ(cond(zeros<float>({2, 2})).item(), std::numeric_limits<float>::infinity());
  EXPECT_EQ(cond(zeros<double>({2, 2}), -2).item(), inf);
  for (const norm_order& order : {norm_order(std::nullopt), norm_order(1), norm_order("fro")})
    EXPECT_EQ(cond(zeros<double>({0, 2, 2}), order).shape(), gpu::shape{0});
  EXPECT_TRUE(std::isnan(cond(ndarray<double>{{NAN, 0}, {0, 1}}, 1).item()));
}

TEST_P(linalg_decompositions, take_empty_matrices_and_stacks) {
  const auto [q, r] = qr(zeros<double>({0, 3}));
  EXPECT_EQ(q.shape(), (shape{0, 0}));
  EXPECT_EQ(r.shape(), (shape{0, 3}));
  EXPECT_EQ(qr(zeros<double>({3, 0}), qrmode::complete).Q.shape(), (shape{3, 3}));
  EXPECT_EQ(svd(zeros<double>({0, 2, 3})).U.shape(), (shape{0, 2, 2}));
  EXPECT_EQ(svd(zeros<double>({3, 0})).U, eye<double>(3));
  EXPECT_EQ(svd(zeros<float>({2, 0, 3})).Vh, broadcast_to(eye<float>(3), {2, 3, 3}));
  EXPECT_EQ(svdvals(zeros<double>({0, 4})).shape(), (shape{0}));
  EXPECT_EQ(eigh(zeros<double>({0, 0})).eigenvalues.shape(), (shape{0}));
  EXPECT_EQ(eig(zeros<double>({2, 0, 0})).eigenvectors.shape(), (shape{2, 0, 0}));
}

TEST_P(linalg_decompositions, refuse_in_the_words_of_numpy) {
  const auto message = [](const auto& call) {
    return message_of<linalg_error>([&] { static_cast<void>(call()); });
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message([&] { return svd(ndarray<double>{{nan}}); }), "SVD did not converge");
  EXPECT_EQ(message([&] { return eig(ndarray<double>{{nan}}); }),
            "Array must not contain infs or NaNs");
  EXPECT_EQ(message([] {
              return eigh(zeros<double>({2, 3}));
            }),
            "Last 2 dimensions of the array must be square: (2,3)");
  EXPECT_EQ(message([] { return qr(zeros<double>(2)); }),
            "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(message([] {
              return lstsq(zeros<double>({2, 3}), zeros<double>({3}));
            }),
            "Incompatible dimensions: (2,3) and (3,)");
  EXPECT_EQ(message([] {
              return cond(zeros<double>({0, 0}));
            }),
            "cond is not defined on empty arrays");
  EXPECT_THROW(static_cast<void>(eigh(eye<double>(2), 'X')), value_error);
  EXPECT_THROW(static_cast<void>(qr(eye<double>(2), "full")), value_error);
}

TEST_P(linalg_decompositions, name_the_matrix_that_is_not_finite) {
  const auto message = [](const auto& call) {
    return message_of<linalg_error>([&] { static_cast<void>(call()); });
  };
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    ndarray<double> stack = drawn<double>({2, 2, 3, 3});
    view(stack, 1, 0, 2, 1) = bad;
    EXPECT_EQ(message([&] { return svd(stack); }), "SVD did not converge (matrix 2 of the stack)");
    EXPECT_EQ(message([&] { return svdvals(stack); }),
              "SVD did not converge (matrix 2 of the stack)");
    EXPECT_EQ(message([&] { return eig(stack); }),
              "Array must not contain infs or NaNs (matrix 2 of the stack)");
    EXPECT_EQ(message([&] { return eigvals(astype<std::complex<float>>(stack)); }),
              "Array must not contain infs or NaNs (matrix 2 of the stack)");
  }
}

/// Sizes that differ by far: rotations stop at the precision of the type, not before.
TEST_P(linalg_decompositions, of_hermitian_matrices_are_as_exact_as_their_types) {
  const ndarray<double> graded = {{{1, 1e-4}, {1e-4, 1e-9}}, {{1e6, 3}, {3, 1e-6}}};
  const auto [w, v] = eigh(graded);
  EXPECT_LT(error_of(matmul(graded, v), v * expand_dims(w, -2), 2), 30);
  expect_orthogonal(v);
  // (1 + 1e-9 -+ sqrt((1 - 1e-9)^2 + 4e-8)) / 2
  EXPECT_NEAR(w(0, 0), -8.99999991e-9, 1e-15);
  EXPECT_NEAR(w(0, 1), 1.00000000999999991, 1e-15);
}

TEST_P(linalg_decompositions, results_can_be_tied) {
  const ndarray<double> a{{2, 1}, {1, 3}};
  ndarray<double> first, second, third;
  std::tie(first, second) = qr(a);
  EXPECT_LT(error_of(matmul(first, second), a, 2), 30);
  std::tie(first, second) = eigh(a);
  EXPECT_EQ(values(first), values(eigvalsh(a)));
  EXPECT_EQ(second.shape(), (shape{2, 2}));
  std::tie(first, second, third) = svd(a);
  EXPECT_EQ(values(second), values(svdvals(a)));
  std::int64_t rank = 0;
  ndarray<double> residuals;
  std::tie(first, residuals, rank, third) = lstsq(a, std::vector<double>{3, 4});
  EXPECT_EQ(rank, 2);
  EXPECT_LT(error_of(first, ndarray<double>{1, 1}, 2), 30);
  ndarray<std::complex<double>> w, v;
  std::tie(w, v) = eig(a);
  EXPECT_EQ(w.shape(), (shape{2}));
  EXPECT_EQ(v.shape(), (shape{2, 2}));
}

TEST_P(linalg_decompositions, results_have_places) {
  const ndarray<double> a{{2, 1}, {1, 3}};
  const auto result = svd(a);
  EXPECT_EQ(&std::get<0>(result), &result.U);
  EXPECT_EQ(&std::get<2>(result), &result.Vh);
  EXPECT_EQ(values(std::get<1>(svd(a))), values(svdvals(a)));
  EXPECT_EQ(values(std::get<0>(eigh(a))), values(eigvalsh(a)));
  EXPECT_LT(error_of(matmul(std::get<0>(qr(a)), std::get<1>(qr(a))), a, 2), 30);
  EXPECT_EQ(std::get<2>(lstsq(a, ndarray<double>{3, 4})), 2);
  EXPECT_EQ(std::get<0>(slogdet(a)).item(), 1);
  auto again = qr(a);
  std::get<1>(again) = a;
  EXPECT_EQ(again.R, a);
}

TEST_P(linalg_decompositions, the_triangle_may_be_a_string) {
  const ndarray<double> a{{2, 1}, {0, 3}};
  EXPECT_EQ(values(eigvalsh(a, std::string("U"))), values(eigvalsh(a, 'U')));
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_decompositions, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::linalg
