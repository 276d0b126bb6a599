// SPDX-License-Identifier: BSD-3-Clause
// Means of blocks, and the deviations from them.
#pragma once

#include <gpu/elementwise/support/cast.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "execute/host/reduce/contiguous_reduction.hpp"

namespace gpu::reductions {
struct squared_deviations;
}  // namespace gpu::reductions

namespace gpu::execute::detail {

/// The mean of the block, then the deviations from it: two fast passes over elements in the cache.
/// Complex numbers are pairs of real ones.
template <class Op>
struct deviations_block {
  static constexpr std::ptrdiff_t lanes = 16;

  template <class State, class T, class... Mask>
  requires(!is_complex<T>) GPU_HD
      static void take(State& state, std::ptrdiff_t count, const T* x, const Mask*... counts) {
    double number = static_cast<double>(count);
    if constexpr (sizeof...(Mask) != 0)
      number = sum(count, [&](std::ptrdiff_t i) { return (..., (counts[i] ? 1.0 : 0.0)); });
    if (number == 0) return;
    const auto counted = [&](std::ptrdiff_t i, double value) {
      if constexpr (sizeof...(Mask) != 0)
        return (..., (counts[i] ? value : 0.0));
      else
        return value;
    };
    const double mean =
        sum(count, [&](std::ptrdiff_t i) { return counted(i, math::cast<double>(x[i])); }) / number;
    const double deviations = sum(count, [&](std::ptrdiff_t i) {
      const double step = math::cast<double>(x[i]) - mean;
      return counted(i, step * step);
    });
    state = Op()(state, State{number, mean, deviations});
  }
  template <class State, class T>
  GPU_HD static void take(State& state, std::ptrdiff_t count, const complex<T>* z) {
    const T* const x = reinterpret_cast<const T*>(z);
    const double number = static_cast<double>(count);
    double sums[lanes];
    lane_sums(sums, 2 * count, [&](std::ptrdiff_t i, std::ptrdiff_t) { return double(x[i]); });
    fold<2>(sums);
    double mean[lanes];
    for (std::ptrdiff_t k = 0; k < lanes; ++k) mean[k] = sums[k % 2] / number;
    double squares[lanes];
    lane_sums(squares, 2 * count, [&](std::ptrdiff_t i, std::ptrdiff_t k) {
      const double step = double(x[i]) - mean[k];
      return step * step;
    });
    fold<1>(squares);
    state = Op()(state, State{number, {mean[0], mean[1]}, squares[0]});
  }

  /// The mean of each column of the rows, then the deviations from it.
  template <class State, class T>
  requires(!is_complex<T>) GPU_HD static void reduce_rows(State* states, std::ptrdiff_t rows,
                                                          std::ptrdiff_t count, element_rows<T> x) {
    column_means columns;
    for (std::ptrdiff_t first = 0; first < count; first += lanes) {
      const std::ptrdiff_t part = std::min(lanes, count - first);
      columns.take(rows, part,
                   element_rows<T>{x.data + first * std::ptrdiff_t(sizeof(T)), x.step_bytes});
      for (std::ptrdiff_t i = 0; i < part; ++i)
        states[first + i] = Op()(states[first + i], State{static_cast<double>(rows),
                                                          columns.mean[i], columns.deviations[i]});
    }
  }
  template <class State, class T>
  GPU_HD static void reduce_rows(State* states, std::ptrdiff_t rows, std::ptrdiff_t count,
                                 element_rows<complex<T>> x) {
    column_means columns;
    for (std::ptrdiff_t first = 0; first < count; first += lanes / 2) {
      const std::ptrdiff_t part = std::min(lanes / 2, count - first);
      columns.take(
          rows, 2 * part,
          element_rows<T>{x.data + first * std::ptrdiff_t(sizeof(complex<T>)), x.step_bytes});
      for (std::ptrdiff_t i = 0; i < part; ++i)
        states[first + i] = Op()(states[first + i],
                                 State{static_cast<double>(rows),
                                       {columns.mean[2 * i], columns.mean[2 * i + 1]},
                                       columns.deviations[2 * i] + columns.deviations[2 * i + 1]});
    }
  }

 private:
  /// Of at most `lanes` columns.
  struct column_means {
    double mean[lanes];
    double deviations[lanes];

    template <class T>
    GPU_HD void take(std::ptrdiff_t rows, std::ptrdiff_t count, element_rows<T> x) {
      if (count == lanes)
        return take_lanes(rows, x, std::integral_constant<std::ptrdiff_t, lanes>());
      take_lanes(rows, x, count);
    }
    template <class T, class Count>
    GPU_HD void take_lanes(std::ptrdiff_t rows, element_rows<T> x, Count count) {
      double total[lanes] = {};
      double squares[lanes] = {};
      for (std::ptrdiff_t r = 0; r < rows; ++r)
        for (std::ptrdiff_t i = 0; i < count; ++i) total[i] += math::cast<double>(x[r][i]);
      for (std::ptrdiff_t i = 0; i < count; ++i) total[i] /= static_cast<double>(rows);
      for (std::ptrdiff_t r = 0; r < rows; ++r)
        for (std::ptrdiff_t i = 0; i < count; ++i) {
          const double step = math::cast<double>(x[r][i]) - total[i];
          squares[i] += step * step;
        }
      for (std::ptrdiff_t i = 0; i < count; ++i) mean[i] = total[i];
      for (std::ptrdiff_t i = 0; i < count; ++i) deviations[i] = squares[i];
    }
  };

  /// Sums of `term(i, lane)` in lanes: lane k takes every i with that remainder.
  template <class Term>
  GPU_HD static void lane_sums(double (&sums)[lanes], std::ptrdiff_t count, const Term& term) {
    double all[lanes] = {};
    std::ptrdiff_t i = 0;
    for (; i + lanes <= count; i += lanes)
      for (std::ptrdiff_t k = 0; k < lanes; ++k) all[k] += term(i + k, k);
    for (; i < count; ++i) all[i % lanes] += term(i, i % lanes);
    for (std::ptrdiff_t k = 0; k < lanes; ++k) sums[k] = all[k];
  }
  /// Pairwise, until `Least` lanes are left.
  template <std::ptrdiff_t Least>
  GPU_HD static void fold(double (&sums)[lanes]) {
    for (std::ptrdiff_t half = lanes / 2; half >= Least; half /= 2)
      for (std::ptrdiff_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  }
  template <class Term>
  GPU_HD static double sum(std::ptrdiff_t count, const Term& term) {
    double sums[lanes];
    lane_sums(sums, count, [&](std::ptrdiff_t i, std::ptrdiff_t) { return term(i); });
    fold<1>(sums);
    return sums[0];
  }
};
template <>
struct block_of<reductions::squared_deviations> : deviations_block<reductions::squared_deviations> {
};

}  // namespace gpu::execute::detail
