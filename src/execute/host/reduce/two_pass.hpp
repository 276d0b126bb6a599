// SPDX-License-Identifier: BSD-3-Clause
// Reductions that read a block twice: first what the whole block has, then what follows from it.
#pragma once

#include <gpu/elementwise/support/cast.hpp>
#include <gpu/elementwise/support/element.hpp>
#include <gpu/kernels/primitives/key_value_pair.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "execute/host/reduce/extremum.hpp"

namespace gpu::execute::detail {

/// Whether the last input of `Op` is positions.
template <class Op>
inline constexpr bool has_positions = requires {
  requires Op::info.takes_positions;
};

/// Positions of a row of elements: read as if they were in memory.
struct row_positions {
  long long first;
  long long step;

  GPU_HD static row_positions read(const std::int64_t* p) { return {p[0], p[1]}; }
  GPU_HD long long operator[](std::ptrdiff_t i) const { return first + i * step; }
};

/// Those of contiguous elements that are several rows.
struct element_positions {
  long long first;
  long long step;
  long long row_length;
  long long row_step;
  long long skipped;  ///< elements before the first that is meant

  GPU_HD static element_positions read(const std::int64_t* p) {
    return {p[0], p[1], p[2], p[3], 0};
  }
  GPU_HD long long operator[](std::ptrdiff_t i) const {
    const long long at = skipped + i;
    if (at < row_length) return first + at * step;
    return first + at % row_length * step + at / row_length * row_step;
  }
  GPU_HD element_positions operator+(std::ptrdiff_t i) const {
    return {first, step, row_length, row_step, skipped + i};
  }
  /// Where the row of element `i` ends.
  [[nodiscard]] GPU_HD std::ptrdiff_t row_end(std::ptrdiff_t i) const {
    return i + row_length - (skipped + i) % row_length;
  }
  /// Whether those of `count` elements grow.
  [[nodiscard]] GPU_HD bool ascend(std::ptrdiff_t count) const {
    return step >= 0 && (skipped + count <= row_length || row_step >= row_length * step);
  }
};

/// `reduce(accumulator, count, in...)` of a block, for reductions that declare what it needs:
/// see kernels/primitives/reducer.hpp. Others read each element once. Vectors have `Bytes` bytes.
template <class Op, int Bytes>
struct two_pass;

template <class Op>
inline constexpr bool reads_twice = requires {
  sizeof(two_pass<Op, 16>);
};

/// Elements of a block: it is in the nearest cache when it is read again.
inline constexpr std::ptrdiff_t two_pass_block = 2048;

/// The first extremum of a block, then its position.
template <class Op, int Bytes>
requires requires {
  typename Op::extremum;
}
struct two_pass<Op, Bytes> {
  template <class T, class Position, class Stored>
  GPU_HD static void reduce(kernels::key_value_pair<T, Position>& all, std::ptrdiff_t count,
                            const Stored* x, const element_positions& positions) {
    const bool ascend = positions.ascend(count);
    const bool is_later = ascend && all.position < positions[0];
    const std::ptrdiff_t first = first_extremum<Op, Bytes>(count, x, [&](const T& value) {
      return all.position < 0 ||
             (is_later ? Op::precedes(value, all.value) : !Op::precedes(all.value, value));
    });
    if (first == count) return;
    const auto take = [&](std::ptrdiff_t i) {
      all = Op()(all, kernels::key_value_pair<T, Position>{x[i], positions[i]});
    };
    if (ascend) return take(first);
    // Of all extrema that of the least position.
    const T value = x[first];
    const auto is_extremum = [value](const T& y) {
      return y == value || (math::isnan(y) && math::isnan(value));
    };
    for (std::ptrdiff_t i = 0, end = 0; i < count; i = end) {
      end = std::min(count, positions.row_end(i));
      const bool is_first = positions.step > 0;
      std::ptrdiff_t last = end;  // beyond it no position of an equal element is an improvement
      if (is_first && all.position >= 0 && is_extremum(all.value))
        last = std::min<std::ptrdiff_t>(
            end,
            i + std::max(0LL, (all.position - positions[i] + positions.step - 1) / positions.step));
      for (; i < last; i = is_first ? last : i + 1) {
        i += first_of(last - i, x + i, is_extremum);
        if (i < last) take(i);
      }
    }
  }
};

/// The sum of `term(i)`, in lanes that are added pairwise.
template <class Term>
GPU_HD double lane_sum(std::ptrdiff_t count, const Term& term) {
  constexpr std::ptrdiff_t lanes = 16;
  double sums[lanes] = {};
  std::ptrdiff_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (std::ptrdiff_t k = 0; k < lanes; ++k) sums[k] += term(i + k);
  for (; i < count; ++i) sums[i % lanes] += term(i);
  for (std::ptrdiff_t half = lanes / 2; half > 0; half /= 2)
    for (std::ptrdiff_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

/// The mean of the block, then the deviations from it. A mask says which elements count.
template <class Op, int Bytes>
requires requires {
  requires Op::takes_moments;
}
struct two_pass<Op, Bytes> {
  template <class Accumulator, class T, class... Mask>
  GPU_HD static void reduce(Accumulator& all, std::ptrdiff_t count, const T* x,
                            const Mask*... mask) {
    const auto counted = [&](std::ptrdiff_t i, double value) {
      if constexpr (sizeof...(Mask) != 0)
        return (..., (mask[i] ? value : 0.0));
      else
        return value;
    };
    double number = static_cast<double>(count);
    if constexpr (sizeof...(Mask) != 0)
      number = lane_sum(count, [&](std::ptrdiff_t i) { return counted(i, 1.0); });
    if (number == 0) return;
    double deviations = 0;
    const auto mean_of = [&](const auto& part) {
      const double sum = lane_sum(count, [&](std::ptrdiff_t i) { return counted(i, part(x[i])); });
      const double mean = sum / number;
      deviations += lane_sum(count, [&](std::ptrdiff_t i) {
        const double step = part(x[i]) - mean;
        return counted(i, step * step);
      });
      return mean;
    };
    if constexpr (is_complex<T>) {
      const double real = mean_of([](const T& z) { return static_cast<double>(z.real()); });
      const double imag = mean_of([](const T& z) { return static_cast<double>(z.imag()); });
      all = Op()(all, Accumulator{number, {real, imag}, deviations});
    } else {
      const double mean = mean_of([](const T& y) { return math::cast<double>(y); });
      all = Op()(all, Accumulator{number, mean, deviations});
    }
  }
};

}  // namespace gpu::execute::detail
