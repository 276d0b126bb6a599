// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of one matrix that a team of threads shares, by columns without gaps: P L U and
// the solutions behind it as LAPACK's getrf and getrs, L L^H as its potrf.
//
// Team: rank(), size(), sync(), and largest(candidate), which returns to all threads the candidate
// that is better than those of all others. Rows are shared out: a thread has every size()-th one.
// Elements are written between two syncs by one thread only, and not read by others there.
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/power.hpp>
#include <gpu/kernels/primitives/scalar_parts.hpp>

namespace gpu::kernels {

/// Of kernels/skeletons/small_matrices.cuh. Matrices lie by columns without gaps, one after the
/// other.
struct small_matrix_arguments {
  void* matrices;  ///< overwritten with the factors
  void* right;     ///< columns that are overwritten with solutions, or null
  int* pivots;     ///< from 1, `rows` for each matrix, or null
  int* info;       ///< 0, or from 1 the first step that failed, for each matrix
  long long count;
  int rows;
  int columns;          ///< of `right`, for each matrix
  int stride;           ///< elements of shared memory for each matrix
  bool starts_as_unit;  ///< whether `right` is a unit matrix, which is not read
};

/// A row that may be exchanged with the one of a pivot.
template <class R>
struct pivot_candidate {
  R size;
  int row;

  /// The first row of the largest ones. A nan is only taken where it is, as in LAPACK.
  [[nodiscard]] GPU_HD bool is_better_than(const pivot_candidate& other) const {
    return size > other.size || (size == other.size && row < other.row);
  }
};

template <class T, class Team>
class small_matrix {
 public:
  using parts = scalar_parts<T>;
  using real = typename parts::real;

  /// @param columns  the rows go on behind the matrix in so many columns of a right-hand side
  GPU_HD small_matrix(const Team& team, T* elements, int rows, int columns)
      : team_(team), a_(elements), rows_(rows), columns_(rows + columns) {}

  /// Overwrites the matrix with L, below the diagonal, and U, and the columns behind it with
  /// L^-1 P times them.
  /// @return 0, or from 1 the first step whose pivot is 0
  GPU_HD int decompose(int* pivots) const {
    int info = 0;
    for (int j = 0; j < rows_; ++j) {
      const int pivot_row = team_.largest(candidate_of(j)).row;
      team_.sync();  // all have read their rows
      if (pivots != nullptr && team_.rank() == 0) pivots[j] = pivot_row + 1;
      if (pivot_row != j) exchange(j, pivot_row);
      team_.sync();
      const T pivot = at(j, j);
      if (pivot == T(0)) {
        if (info == 0) info = j + 1;
        continue;
      }
      for (int i = j + 1 + team_.rank(); i < rows_; i += team_.size()) {
        const T factor = at(i, j) / pivot;
        at(i, j) = factor;
        for (int k = j + 1; k < columns_; ++k) at(i, k) = at(i, k) - factor * at(j, k);
      }
      team_.sync();
    }
    return info;
  }

  /// Overwrites the columns behind the matrix, which `decompose` left, with solutions.
  GPU_HD void substitute() const {
    for (int j = rows_ - 1; j >= 0; --j) {
      const T pivot = at(j, j);
      for (int k = rows_ + team_.rank(); k < columns_; k += team_.size())
        at(j, k) = at(j, k) / pivot;
      team_.sync();
      for (int i = team_.rank(); i < j; i += team_.size()) {
        const T factor = at(i, j);
        for (int k = rows_; k < columns_; ++k) at(i, k) = at(i, k) - factor * at(j, k);
      }
      team_.sync();
    }
  }

  /// Overwrites the lower triangle with L. Does not read what is above the diagonal, nor imaginary
  /// parts of the diagonal.
  /// @return 0, or from 1 the first step without a positive root: L is not complete then
  GPU_HD int decompose_positive() const {
    for (int j = 0; j < rows_; ++j) {
      const real square = parts::real_part(at(j, j));
      if (!(square > 0)) return j + 1;
      const real root = math::sqrt(square);
      team_.sync();  // all have read the element
      if (team_.rank() == 0) at(j, j) = parts::make(root, real(0));
      for (int i = j + 1 + team_.rank(); i < rows_; i += team_.size()) {
        const T x = at(i, j);
        at(i, j) = parts::make(parts::real_part(x) / root, parts::imaginary_part(x) / root);
      }
      team_.sync();
      for (int i = j + 1 + team_.rank(); i < rows_; i += team_.size()) {
        const T factor = at(i, j);
        for (int k = j + 1; k <= i; ++k) at(i, k) = at(i, k) - factor * parts::conjugate(at(k, j));
      }
      team_.sync();
    }
    return 0;
  }

 private:
  [[nodiscard]] GPU_HD T& at(int row, int column) const { return a_[column * rows_ + row]; }

  /// The best row of this thread for the pivot of step j.
  [[nodiscard]] GPU_HD pivot_candidate<real> candidate_of(int j) const {
    pivot_candidate<real> best = {-1, rows_};
    for (int i = j + team_.rank(); i < rows_; i += team_.size()) {
      const real size = sum_of_parts(at(i, j));
      const bool is_nan = math::isnan(size);
      const pivot_candidate<real> mine = {
          is_nan ? (i == j ? math::infinity<real> : real(-1)) : size, i};
      if (mine.is_better_than(best)) best = mine;
    }
    return best;
  }

  GPU_HD void exchange(int j, int row) const {
    for (int k = team_.rank(); k < columns_; k += team_.size()) {
      const T held = at(j, k);
      at(j, k) = at(row, k);
      at(row, k) = held;
    }
  }

  const Team& team_;
  T* a_;
  int rows_;
  int columns_;
};

}  // namespace gpu::kernels
