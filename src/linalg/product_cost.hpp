// SPDX-License-Identifier: BSD-3-Clause
// How a GPU computes a product of matrices: the ways, what they cost, and which one is chosen.
//
// Costs are multiply-adds of 32-bit integers, at the full rate of one multiprocessor, that the
// busiest one has time for until a product is finished. What they are made of is named in
// product_cost.cpp. The device does not count, so that a product is the same schedule on each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <gpu/core/dtype.hpp>

namespace gpu::linalg::detail {

/// Results that a block computes, and those of one thread.
struct product_tile {
  int rows;
  int columns;
  int rows_each;
  int columns_each;
  int depth;        ///< words of terms of a panel
  int slices;       ///< groups of threads that share the words of a panel
  double slowness;  ///< the time of a multiply-add, in that of the largest tile of integers

  /// The most terms of a panel: the terms of all panels divide it.
  static constexpr int max_panel = 32;
  /// Of a multiprocessor: registers suffice.
  static constexpr int resident_threads = 512;

  [[nodiscard]] constexpr int threads() const {
    return slices * (rows / rows_each) * (columns / columns_each);
  }
  friend bool operator==(const product_tile&, const product_tile&) noexcept = default;
};

/// Tiles of elements of one dtype, the largest first.
[[nodiscard]] std::span<const product_tile> tiles_of(dtype type);

/// Products of shapes (m, k), (k, n) -> (m, n).
struct product_size {
  std::ptrdiff_t m, n, k, count;
};

/// A tile, and in how many parts the terms are added.
struct tiled_choice {
  product_tile tile;
  std::ptrdiff_t splits;
  double cost;
};

/// The cheapest ones. Halves are added in one part, which is rounded once. k > 0.
[[nodiscard]] tiled_choice cheapest_tiles(const product_size& all, dtype type);

/// A thread for each result reads both factors of each term.
[[nodiscard]] double cost_of_threads(const product_size& all, dtype type);

/// A thread for each row reads its row of the first operand once, and all columns: few ones.
[[nodiscard]] double cost_of_rows(const product_size& all, dtype type);

/// cuBLAS, of floats and complex numbers, if products are small: else it is better than this says.
[[nodiscard]] double cost_of_cublas(const product_size& all, dtype type);

/// Whether rows are the best way to multiply these, whose columns are few.
[[nodiscard]] bool are_rows_cheapest(const product_size& all, dtype type);

/// The cheapest tiles of floats or complex numbers, if they are better than cuBLAS: of few small
/// matrices, for which a call of cuBLAS takes longer than they do, and of many as large as a tile.
/// k > 0.
[[nodiscard]] std::optional<tiled_choice> tiles_cheaper_than_cublas(const product_size& all,
                                                                    dtype type);

/// Several threads share a result: a reduction, which may compute its operands on the way.
[[nodiscard]] double cost_of_reduction(const product_size& all);

/// On a GPU so many results have a thread each; fewer ones share the terms of their sums.
inline constexpr std::ptrdiff_t min_results = 1 << 14;

}  // namespace gpu::linalg::detail
