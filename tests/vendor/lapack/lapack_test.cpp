// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/lapack/lapack.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

namespace gpu::vendor {
namespace {

TEST(lapack, solves_by_columns) {
  // The columns of [[2, 1], [0, 4]].
  std::vector<double> a = {2, 0, 1, 4};
  std::vector<double> b = {4, 8};
  std::vector<int> pivots(2);
  EXPECT_EQ(getrf(2, a.data(), pivots.data()), 0);
  EXPECT_EQ(getrs(2, 1, a.data(), pivots.data(), b.data()), 0);
  EXPECT_EQ(b, (std::vector<double>{1, 2}));
  EXPECT_FALSE(lapack_file().empty());
}

TEST(lapack, solves_triangles_by_columns) {
  // The columns of [[2, 1], [3, 4]].
  const std::vector<double> a = {2, 3, 1, 4};
  const auto solved = [&](const triangular_form& form) {
    std::vector<double> b = {4, 8};
    EXPECT_EQ(trtrs(form, 2, 1, a.data(), b.data()), 0);
    return b;
  };
  EXPECT_EQ(solved({true, false, false}), (std::vector<double>{1, 2}));
  EXPECT_EQ(solved({false, false, false}), (std::vector<double>{2, 0.5}));
  EXPECT_EQ(solved({false, true, false}), (std::vector<double>{-1, 2}));
  EXPECT_EQ(solved({true, false, true}), (std::vector<double>{-4, 8}));
  std::vector<complex<float>> b = {complex<float>(0, 1)};
  const complex<float> i(0, 1);
  EXPECT_EQ(trtrs({true, true, false}, 1, 1, &i, b.data()), 0);
  EXPECT_EQ(b[0], complex<float>(-1, 0));
}

/// After singular matrices, OpenBLAS 0.3.21 fails at some for float: see `heevd`.
TEST(lapack, finds_eigenvalues_after_other_calls) {
  constexpr int large = 62;
  unsigned state = 1;
  const auto draw = [&] { return (state = state * 1664525u + 1013904223u) >> 16; };
  std::vector<int> pivots(large);
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> bits(large * large);
    for (double& x : bits) x = draw() % 2;
    EXPECT_GE(getrf(large, bits.data(), pivots.data()), 0);
    const int n = 2 + i % 15;
    std::vector<float> a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    for (float& x : a) x = 0.21f * (static_cast<float>(draw() % 17) - 8);
    std::vector<float> values(static_cast<std::size_t>(n));
    ASSERT_EQ(heevd(true, 'L', n, a.data(), values.data()), 0) << i;
  }
}

/// Those of matrices of few different rows, where OpenBLAS 0.3.21 finds others for float.
template <class T>
void expect_values_alone(int n, int count) {
  const auto size = static_cast<std::size_t>(n);
  unsigned state = static_cast<unsigned>(n);
  for (int i = 0; i < count; ++i) {
    std::vector<bool> bits;
    for (int k = 0; k < n; ++k) bits.push_back((state = state * 1664525u + 1013904223u) >> 31 != 0);
    std::vector<T> a(size * size);
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = bits[std::min(k / size, k % size)] ? 1 : 0;
    std::vector<double> wide(size * size);
    for (std::size_t k = 0; k < a.size(); ++k) wide[k] = a[k] == T(0) ? 0 : 1;
    std::vector<float> values(size);
    std::vector<double> wanted(size);
    ASSERT_EQ(heevd(false, 'U', n, a.data(), values.data()), 0);
    ASSERT_EQ(heevd(false, 'U', n, wide.data(), wanted.data()), 0);
    for (std::size_t k = 0; k < size; ++k)
      ASSERT_NEAR(static_cast<double>(values[k]), wanted[k], 1e-5 * n) << n << ", matrix " << i;
  }
}

TEST(lapack, finds_eigenvalues_without_vectors) {
  for (const int n : {16, 32, 64}) expect_values_alone<complex<float>>(n, 300);
  for (const int n : {16, 32, 64}) expect_values_alone<float>(n, 300);
  for (const int n : {257, 300}) expect_values_alone<float>(n, 10);
  expect_values_alone<complex<float>>(300, 10);
}

TEST(lapack, says_what_has_no_answer) {
  std::vector<float> negative = {-1};
  EXPECT_EQ(potrf('L', 1, negative.data()), 1);
  std::vector<complex<float>> zeros(4, 0);
  std::vector<int> pivots(2);
  EXPECT_EQ(getrf(2, zeros.data(), pivots.data()), 1);
  std::vector<complex<float>> b(2, 1);
  EXPECT_EQ(trtrs({true, false, false}, 2, 1, zeros.data(), b.data()), 1);
}

/// A process of its own: a library is opened once.
TEST(lapack_death, a_named_file_that_is_none_is_an_error) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto opened = [] {
    ::setenv("GPU_NDARRAY_LAPACK", "/nowhere/liblapack.so", 1);
    try {
      static_cast<void>(lapack_file());
    } catch (const library_not_found& error) {
      const std::string text = error.what();
      std::exit(text.find("GPU_NDARRAY_LAPACK") != std::string::npos &&
                        text.find("/nowhere/liblapack.so") != std::string::npos
                    ? 0
                    : 2);
    }
    std::exit(1);
  };
  EXPECT_EXIT(opened(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace gpu::vendor
