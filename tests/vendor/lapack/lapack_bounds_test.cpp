// SPDX-License-Identifier: BSD-3-Clause
// LAPACK reads nothing behind its matrices. If it does, the process ends.
#include <gtest/gtest.h>

#include "support/guarded_elements.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::vendor {
namespace {

using test::guarded_elements;

/// m x n of elements that are alike in no two places, with a large diagonal.
template <class T>
void fill(guarded_elements<T>& a, int m, int n) {
  unsigned state = static_cast<unsigned>(m * 1000 + n);
  for (int k = 0; k < m * n; ++k) {
    state = state * 1664525u + 1013904223u;
    const float x = static_cast<float>(state >> 16) / 65536.0f - 0.5f;
    a.data()[k] = static_cast<T>(k % m == k / m ? x + 2 * static_cast<float>(m) : x);
  }
}

template <class T>
class lapack_bounds : public testing::Test {};
using element_types = testing::Types<float, double, complex<float>, complex<double>>;
TYPED_TEST_SUITE(lapack_bounds, element_types, );

constexpr int sizes[] = {1, 2, 3, 5, 16, 17, 33, 64, 65, 100, 131};

TYPED_TEST(lapack_bounds, of_square_matrices) {
  using T = TypeParam;
  using R = real_part_t<T>;
  for (const int n : sizes) {
    guarded_elements<T> a(n * n), b(n * 3);
    guarded_elements<R> values(n);
    guarded_elements<int> pivots(n);
    guarded_elements<complex<R>> eigenvalues(n), eigenvectors(n * n);
    for (const char triangle : {'U', 'L'}) {
      fill(a, n, n);
      ASSERT_EQ(potrf(triangle, n, a.data()), 0) << n;
      for (const bool vectors : {false, true}) {
        fill(a, n, n);
        ASSERT_EQ(heevd(vectors, triangle, n, a.data(), values.data()), 0) << n;
      }
      for (const bool adjoint : {false, true}) {
        fill(a, n, n);
        fill(b, n, 3);
        ASSERT_EQ(trtrs({triangle == 'U', adjoint, false}, n, 3, a.data(), b.data()), 0) << n;
      }
    }
    fill(a, n, n);
    fill(b, n, 3);
    ASSERT_EQ(getrf(n, a.data(), pivots.data()), 0) << n;
    ASSERT_EQ(getrs(n, 3, a.data(), pivots.data(), b.data()), 0) << n;
    fill(a, n, n);
    ASSERT_EQ(geev(n, a.data(), eigenvalues.data(), eigenvectors.data()), 0) << n;
    fill(a, n, n);
    ASSERT_EQ(geev<T>(n, a.data(), eigenvalues.data(), nullptr), 0) << n;
  }
}

TYPED_TEST(lapack_bounds, of_rectangles) {
  using T = TypeParam;
  using R = real_part_t<T>;
  for (const int n : sizes) {
    for (const int m : {n, n + 3, 2 * n + 1}) {
      guarded_elements<T> a(m * n), tall(m * m), small(n * n), b(m * 2);
      guarded_elements<T> tau(n);
      guarded_elements<R> values(n);
      fill(a, m, n);
      ASSERT_EQ(geqrf(m, n, a.data(), tau.data()), 0) << m << " x " << n;
      ASSERT_EQ(orgqr(m, n, n, a.data(), tau.data()), 0) << m << " x " << n;
      for (const char job : {'A', 'N'}) {
        fill(a, m, n);
        ASSERT_EQ(gesdd(job, m, n, a.data(), values.data(), tall.data(), small.data()), 0)
            << job << ", " << m << " x " << n;
        fill(a, n, m);
        ASSERT_EQ(gesdd(job, n, m, a.data(), values.data(), small.data(), tall.data()), 0)
            << job << ", " << n << " x " << m;
      }
      fill(a, m, n);
      fill(b, m, 2);
      int rank = 0;
      ASSERT_EQ(gelsd(m, n, 2, a.data(), b.data(), values.data(), R(0), &rank), 0)
          << m << " x " << n;
      EXPECT_EQ(rank, n);
    }
  }
}

TYPED_TEST(lapack_bounds, of_matrices_without_elements) {
  using T = TypeParam;
  using R = real_part_t<T>;
  guarded_elements<T> none(0), x(3 * 2);
  guarded_elements<R> no_values(0);
  int rank = -1;
  EXPECT_EQ(gelsd(0, 0, 2, none.data(), none.data(), no_values.data(), R(0), &rank), 0);
  EXPECT_EQ(rank, 0);
  EXPECT_EQ(gelsd(0, 3, 2, none.data(), x.data(), no_values.data(), R(0), &rank), 0);
  EXPECT_EQ(gelsd(3, 0, 2, none.data(), x.data(), no_values.data(), R(0), &rank), 0);
  EXPECT_EQ(heevd(true, 'U', 0, none.data(), no_values.data()), 0);
}

}  // namespace
}  // namespace gpu::vendor
