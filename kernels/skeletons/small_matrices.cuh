// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of many small matrices, each by a few lanes of a warp: see
// kernels/primitives/small_matrix.hpp.
//
// T      float, double or complex of them
// Lanes  for each matrix: a power of two up to 32, of which each has rows
// launch one dimension; whole warps; shared memory for `stride` elements of each Lanes threads
// alias  `right` is not in the matrices
//
// Example: (8, 8) floats, Lanes 8: a block of 128 threads has 16 matrices. A stride of 72 elements
// puts the four of a warp into different banks.
#pragma once

#include <gpu/kernels/primitives/small_matrix.hpp>

namespace gpu::kernels {

template <int Lanes>
class lane_team {
 public:
  [[nodiscard]] __device__ __forceinline__ int rank() const {
    return static_cast<int>(threadIdx.x) % Lanes;
  }
  [[nodiscard]] static __device__ constexpr int size() { return Lanes; }
  __device__ __forceinline__ void sync() const { __syncwarp(lanes()); }

  template <class R>
  [[nodiscard]] __device__ __forceinline__ pivot_candidate<R> largest(
      pivot_candidate<R> best) const {
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2) {
      const pivot_candidate<R> other = {__shfl_xor_sync(lanes(), best.size, distance),
                                        __shfl_xor_sync(lanes(), best.row, distance)};
      if (other.is_better_than(best)) best = other;
    }
    return best;
  }

 private:
  /// Those of the warp that are of this team.
  [[nodiscard]] static __device__ __forceinline__ unsigned lanes() {
    constexpr unsigned all = ~0u >> (32 - Lanes);
    return all << (threadIdx.x % 32 / Lanes * Lanes);
  }
};

template <class T, int Lanes>
class small_matrices {
 public:
  using arguments = small_matrix_arguments;
  using parts = scalar_parts<T>;

  /// L and U, pivots, and the solutions of the right-hand sides.
  static __device__ __forceinline__ void solve(const arguments& x) {
    const lane_team<Lanes> team;
    const long long number = number_of_team();
    if (number >= x.count) return;
    const int size = x.rows * x.rows;
    const int right_size = x.rows * x.columns;
    T* const matrix = static_cast<T*>(x.matrices) + number * size;
    T* const right = static_cast<T*>(x.right) + number * right_size;
    T* const a = memory_of_team(x);
    for (int i = team.rank(); i < size; i += Lanes) a[i] = matrix[i];
    for (int i = team.rank(); i < right_size; i += Lanes)
      a[size + i] = x.starts_as_unit ? T(i % (x.rows + 1) == 0 ? 1 : 0) : right[i];
    team.sync();
    const small_matrix<T, lane_team<Lanes>> work(team, a, x.rows, x.columns);
    const int info = work.decompose(x.pivots == nullptr ? nullptr : x.pivots + number * x.rows);
    if (team.rank() == 0) x.info[number] = info;
    if (x.pivots != nullptr)
      for (int i = team.rank(); i < size; i += Lanes) matrix[i] = a[i];
    if (right_size == 0) return;
    work.substitute();
    for (int i = team.rank(); i < right_size; i += Lanes) right[i] = a[size + i];
  }

  /// L of the lower triangles, or L^H of the upper ones, and zeros beside it.
  template <bool Upper>
  static __device__ __forceinline__ void cholesky(const arguments& x) {
    const lane_team<Lanes> team;
    const long long number = number_of_team();
    if (number >= x.count) return;
    const int n = x.rows;
    T* const matrix = static_cast<T*>(x.matrices) + number * n * n;
    T* const a = memory_of_team(x);
    for (int column = 0; column < n; ++column)
      for (int row = team.rank(); row < n; row += Lanes)
        a[Upper ? row * n + column : column * n + row] = turned<Upper>(matrix[column * n + row]);
    team.sync();
    const small_matrix<T, lane_team<Lanes>> work(team, a, n, 0);
    const int info = work.decompose_positive();
    if (team.rank() == 0) x.info[number] = info;
    team.sync();
    for (int column = 0; column < n; ++column)
      for (int row = team.rank(); row < n; row += Lanes) {
        const bool is_outside = Upper ? row > column : row < column;
        const T factor = a[Upper ? row * n + column : column * n + row];
        matrix[column * n + row] = is_outside ? T(0) : turned<Upper>(factor);
      }
  }

 private:
  static __device__ __forceinline__ long long number_of_team() {
    return (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / Lanes;
  }
  static __device__ __forceinline__ T* memory_of_team(const arguments& x) {
    extern __shared__ uint4 memory[];
    return reinterpret_cast<T*>(memory) + threadIdx.x / Lanes * x.stride;
  }

  template <bool Conjugated>
  static __device__ __forceinline__ T turned(T x) {
    if constexpr (Conjugated) return parts::conjugate(x);
    return x;
  }
};

}  // namespace gpu::kernels
