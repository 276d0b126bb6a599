// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gpu_small_matrices.hpp"

#include <barrier>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/core/error.hpp>
#include <gpu/kernels/primitives/small_matrix.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/solve.hpp>

#include "jit/cache.hpp"
#include "linalg/drawn_matrices.hpp"
#include "linalg/lu_decomposition.hpp"
#include "support/device.hpp"
#include "support/jit.hpp"
#include "support/values.hpp"

namespace gpu::linalg {
namespace {

using detail::matrix_stack;
using detail::small_decomposition;
using gpu::test::values;

constexpr dtype computing_types[] = {dtype::float32, dtype::float64, dtype::complex64,
                                     dtype::complex128};

TEST(gpu_small_matrices, every_kernel_compiles) {
  GPU_REQUIRE_NVRTC();
  for (const dtype type : computing_types)
    for (const int lanes : {1, 4, 32})
      for (const auto kind : {small_decomposition::lu, small_decomposition::cholesky,
                              small_decomposition::upper_cholesky}) {
        const program code = detail::small_matrix_program(kind, type, lanes);
        EXPECT_NO_THROW((void)load_image(code, {9, 0})) << code.source;
      }
}

TEST(gpu_small_matrices, have_up_to_32_rows_and_fit_a_block) {
  const auto small = [](const shape& batch, std::ptrdiff_t rows, std::ptrdiff_t columns) {
    return detail::are_small(matrix_stack(dtype::complex128, batch, rows, rows), columns);
  };
  EXPECT_TRUE(small({}, 1, 0));
  EXPECT_TRUE(small({}, 32, 32));
  EXPECT_TRUE(small({2, 3}, 4, 32));
  EXPECT_FALSE(small({}, 33, 0));
  EXPECT_FALSE(small({}, 4, 33));
  EXPECT_FALSE(small({0}, 4, 0));
}

/// Threads of the host in the place of lanes.
class thread_team {
 public:
  struct shared {
    explicit shared(int size) : barrier(size), candidates(static_cast<std::size_t>(size)) {}
    std::barrier<> barrier;
    std::vector<kernels::pivot_candidate<double>> candidates;
  };

  thread_team(shared& all, int rank) : all_(all), rank_(rank) {}
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return static_cast<int>(all_.candidates.size()); }
  void sync() const { all_.barrier.arrive_and_wait(); }
  template <class R>
  [[nodiscard]] kernels::pivot_candidate<R> largest(kernels::pivot_candidate<R> best) const {
    all_.candidates[static_cast<std::size_t>(rank_)] = {static_cast<double>(best.size), best.row};
    sync();
    for (const auto& [size, row] : all_.candidates)
      if (const kernels::pivot_candidate<R> one = {static_cast<R>(size), row};
          one.is_better_than(best))
        best = one;
    sync();
    return best;
  }

 private:
  shared& all_;
  int rank_;
};

template <class Work>
void run_in_team(int size, const Work& work) {
  thread_team::shared all(size);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&all, &work, rank] { work(thread_team(all, rank)); });
  for (std::thread& thread : threads) thread.join();
}

/// The algorithms of the kernels, on the host, beside LAPACK's.
template <class T, class element = T>
void expect_lapacks_factors(int n, int threads) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << n << ' ' << threads);
  const matrix_stack drawn(test::drawn<T>({1, n, n}).node());
  const auto* const first = drawn.at<element>(0);
  std::vector<element> found(first, first + n * n);
  std::vector<int> pivots(static_cast<std::size_t>(n));
  std::vector<int> infos(static_cast<std::size_t>(threads));
  run_in_team(threads, [&](const thread_team& team) {
    const kernels::small_matrix<element, thread_team> matrix(team, found.data(), n, 0);
    infos[static_cast<std::size_t>(team.rank())] = matrix.decompose(pivots.data());
  });
  detail::decompose_lu<element>(
      drawn, [&](std::ptrdiff_t, int info, const std::vector<int>& expected) {
        EXPECT_EQ(pivots, expected);
        EXPECT_EQ(infos, std::vector<int>(static_cast<std::size_t>(threads), info));
      });
  const double bound = 100 * n * test::precision_of<T>();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::complex<double> difference =
        std::complex<double>(T(found[i])) - std::complex<double>(T(drawn.at<element>(0)[i]));
    EXPECT_LT(std::abs(difference), bound) << i;
  }
}

TEST(gpu_small_matrices, factors_are_those_of_lapack) {
  for (const int n : {1, 2, 5, 8, 13})
    for (const int threads : {1, 3}) {
      expect_lapacks_factors<float>(n, threads);
      expect_lapacks_factors<double>(n, threads);
      expect_lapacks_factors<std::complex<float>, complex<float>>(n, threads);
      expect_lapacks_factors<std::complex<double>, complex<double>>(n, threads);
    }
}

TEST(gpu_small_matrices, a_pivot_of_0_is_the_first_that_fails) {
  // Column 1 is twice column 0.
  std::vector<double> a = {1, 2, 3, 2, 4, 6, 1, 0, 1};
  std::vector<int> infos(2);
  run_in_team(2, [&](const thread_team& team) {
    const kernels::small_matrix<double, thread_team> matrix(team, a.data(), 3, 0);
    infos[static_cast<std::size_t>(team.rank())] = matrix.decompose(nullptr);
  });
  EXPECT_EQ(infos, (std::vector<int>{2, 2}));
}

TEST(gpu_small_matrices, a_nan_is_no_pivot_but_where_it_is) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> first = {nan, 5, 1, 1};
  std::vector<double> second = {1, nan, 1, 1};
  std::vector<int> pivots(2);
  run_in_team(1, [&](const thread_team& team) {
    const kernels::small_matrix<double, thread_team> matrix(team, first.data(), 2, 0);
    EXPECT_EQ(matrix.decompose(pivots.data()), 0);
    EXPECT_EQ(pivots, (std::vector<int>{1, 2}));
    const kernels::small_matrix<double, thread_team> other(team, second.data(), 2, 0);
    EXPECT_EQ(other.decompose(pivots.data()), 0);
    EXPECT_EQ(pivots, (std::vector<int>{1, 2}));
  });
}

TEST(gpu_small_matrices, positive_matrices_have_roots) {
  // (2 0; 1 3) times its transpose; nan above the diagonal is not read.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int threads : {1, 2}) {
    std::vector<double> a = {4, 2, nan, 10};
    std::vector<double> negative = {4, 2, nan, 1};
    run_in_team(threads, [&](const thread_team& team) {
      const kernels::small_matrix<double, thread_team> matrix(team, a.data(), 2, 0);
      EXPECT_EQ(matrix.decompose_positive(), 0);
      const kernels::small_matrix<double, thread_team> other(team, negative.data(), 2, 0);
      EXPECT_EQ(other.decompose_positive(), 2);
    });
    EXPECT_EQ(a[0], 2);
    EXPECT_EQ(a[1], 1);
    EXPECT_EQ(a[3], 3);
  }
}

class stacks_of_small_matrices : public test::on_device {};

INSTANTIATE_TEST_SUITE_P(devices, stacks_of_small_matrices,
                         testing::ValuesIn(gpu::test::cpu_and_gpu()), gpu::test::device_name);

/// A stack at once beside its matrices one by one, by LAPACK. They are far from singular ones, but
/// need exchanges of rows.
template <class T>
void expect_that_of_each(std::ptrdiff_t count, std::ptrdiff_t n, std::ptrdiff_t columns) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << count << ' ' << n << ' ' << columns);
  const auto size = static_cast<T>(2 * std::sqrt(static_cast<float>(n)));
  const ndarray<T> a = flip(ndarray<T>(test::drawn<T>({count, n, n}) + eye<T>(n) * size), -2);
  const ndarray<T> b = test::drawn<T>({count, n, columns});
  const ndarray<T> positive = matmul(a, matrix_transpose(conj(a)));
  const ndarray<T> x = solve(a, b);
  const ndarray<T> inverse = inv(a);
  const ndarray<T> lower = cholesky(positive);
  const ndarray<T> upper = cholesky(positive, true);
  const ndarray<T> determinant = det(a);
  const auto [sign, logarithm] = slogdet(a);
  for (std::ptrdiff_t i = 0; i < count; i += count / 3 + 1) {
    const auto one = [&](const ndarray<T>& all) { return ndarray<T>(view(all, i)).to(cpu()); };
    const auto expect_near = [&](const ndarray<T>& found, const ndarray<T>& expected) {
      EXPECT_LT(test::error_of(found, expected, n), 100);
    };
    expect_near(one(x), solve(one(a), one(b)));
    expect_near(one(inverse), inv(one(a)));
    expect_near(one(lower), cholesky(one(positive)));
    expect_near(one(upper), cholesky(one(positive), true));
    expect_near(one(determinant), det(one(a)));
    expect_near(one(sign), slogdet(one(a)).sign);
    EXPECT_NEAR(double(logarithm(i)), double(slogdet(one(a)).logabsdet()), 1e-3);
  }
  EXPECT_EQ(values(tril(lower)), values(lower)) << "zeros above the diagonal";
  EXPECT_EQ(values(triu(upper)), values(upper));
}

TEST_P(stacks_of_small_matrices, are_those_of_each_matrix) {
  struct sizes {
    std::ptrdiff_t count, rows, columns;
  };
  for (const auto& [count, n, columns] : {sizes{1, 1, 1},
                                          {200, 1, 3},
                                          {70, 2, 1},
                                          {300, 3, 2},
                                          {65, 4, 4},
                                          {33, 7, 1},
                                          {40, 8, 9},
                                          {17, 15, 1},
                                          {9, 16, 32},
                                          {5, 17, 3},
                                          {3, 31, 2},
                                          {1, 32, 32},
                                          {3, 32, 1},
                                          {2, 32, 40},
                                          {2, 33, 1}}) {
    expect_that_of_each<float>(count, n, columns);
    expect_that_of_each<double>(count, n, columns);
    expect_that_of_each<std::complex<float>>(count, n, columns);
    expect_that_of_each<std::complex<double>>(count, n, columns);
  }
}

TEST_P(stacks_of_small_matrices, name_the_matrix_that_is_singular) {
  ndarray<double> a = broadcast_to(eye<double>(5), {100, 5, 5});
  gpu::view(a, 41, 3) = 0;
  for (const auto& refused : {std::function<void()>([&] { (void)inv(a); }),
                              std::function<void()>([&] { (void)solve(a, a); })})
    EXPECT_EQ(test::message_of<linalg_error>(refused), "Singular matrix (matrix 41 of the stack)");
  EXPECT_EQ(test::message_of<linalg_error>([&] { (void)cholesky(a); }),
            "Matrix is not positive definite (matrix 41 of the stack)");
  EXPECT_EQ(det(a)(41), 0);
  EXPECT_EQ(det(a)(40), 1);
}

TEST_P(stacks_of_small_matrices, one_triangle_is_read) {
  ndarray<double> a{{4, -7}, {2, 10}};
  EXPECT_EQ(values(cholesky(a)), (std::vector<double>{2, 0, 1, 3}));
  const ndarray<double> turned = transpose(a);
  EXPECT_EQ(values(cholesky(turned, true)), (std::vector<double>{2, 1, 0, 3}));
}

}  // namespace
}  // namespace gpu::linalg
