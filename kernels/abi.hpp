// SPDX-License-Identifier: BSD-3-Clause
// Kernel arguments: the structs that host code fills and device code reads, byte for byte.
//
// The arguments of a kernel are one struct: the head of its skeleton, a `place` for each operand,
// and the body functor, whose data members are the scalars. Every part is aligned as in C.
#pragma once

#include <gpu/kernels/primitives/division.hpp>

namespace gpu::kernels {

/// How a kernel accesses one operand along the inner axis.
enum class access : unsigned char {
  unit,        ///< neighbours in memory, aligned for wide accesses
  zero,        ///< one element for the whole axis
  strided,     ///< any stride
  transposed,  ///< neighbours along another axis: goes through shared memory
  reversed,    ///< neighbours in memory in the opposite order, aligned for wide accesses
};

/// Where one operand's elements lie. Strides count elements, and may be 0 or negative. For affine
/// indices `data` holds the first value.
template <int Rank, class Index>
struct place {
  void* data;
  Index stride[Rank];
};

template <class Index>
struct place<0, Index> {
  void* data;
};

/// `axis` are the axes outside the rows, outermost first.
template <int Rank, class Index>
struct rows_head {
  Index rows;
  Index columns;
  divisor<Index> tiles;  ///< of one row
  divisor<Index> axis[Rank];
};

/// Extents of the tile's two axes; `axis` are the others, and at least one. Blocks go along the
/// columns first, then through `nearer` matrices, then along the rows.
template <int Rank, class Index>
struct tiled_head {
  Index rows;
  Index columns;
  divisor<Index> nearer;
  divisor<Index> row_tiles;
  divisor<Index> column_tiles;
  divisor<Index> axis[Rank];
};

template <int Rank, class Index>
struct strided_head {
  Index size;
  divisor<Index> axis[Rank];
};

/// What is known of a segment's elements before a tile.
enum class carried : unsigned char {
  nothing,    ///< a segment is one tile
  by_team,    ///< whoever computes a tile computes the next one of that segment
  in_memory,  ///< other blocks tell
};

/// Scans through memory: tiles of a group, if so many vectors lie side by side; as many as a block
/// can read at once, of a selection; and the statuses of a segment, one for each tile and one for
/// each group.
GPU_HD constexpr int scan_radix(int threads, int width) {
  return threads / (2 * width) < 64 ? threads / (2 * width) : 64;
}
GPU_HD constexpr int select_radix(int threads) {
  return threads / 2;
}
GPU_HD constexpr long long scan_slots(long long tiles, int radix) {
  return tiles + tiles / radix;
}

/// A segment is what is scanned, `segments` of them side by side; `axis` are the others.
template <int Rank, class Index>
struct scan_head {
  Index length;
  Index segments;
  Index count;                    ///< groups: all blocks of segments
  divisor<Index> segment_blocks;  ///< side by side
  divisor<Index> groups;
  Index tiles;        ///< of a segment
  void* statuses;     ///< zeros; `carried::in_memory` only
  unsigned* tile_id;  ///< 0
  divisor<Index> axis[Rank];
};

/// In device memory: `size`, `rank`, then 3 words for each axis (a divisor), then for each operand
/// its data and strides, then the body.
struct table_head {
  const long long* words;
};

/// Of the kernels that reduce. `axis` are all but the last, of which `run` counts the vectors.
template <int Axes, class Index>
struct reduction_head {
  Index rows;             ///< reduce_outer: vectors of all rows
  Index columns;          ///< extent of the last axis
  Index steps;            ///< of a row: vectors; reduce_outer: elements
  Index split_steps;      ///< steps of one split
  divisor<Index> splits;  ///< of a row
  divisor<Index> run;
  int team;            ///< logarithm; of reduce_outer the number
  int height;          ///< likewise
  void* partial;       ///< accumulators of splits
  unsigned* arrivals;  ///< how many splits have been computed, for each row or tile
  divisor<Index> axis[Axes];
};

/// An index out of bounds that a kernel met, in memory of the host.
struct bad_index {
  long long index;
  long long size;  ///< of the axis
  long long axis;
  long long exists;  ///< written last: not 0 if the others hold
};

/// Where kernels report such an index. `is_claimed` is not 0 once one of them does.
struct index_report {
  bad_index* found;
  unsigned is_claimed;
};

/// Of kernels/skeletons/at.cuh: updates sorted by key, and where their operands lie.
struct at_arguments {
  void* data;
  const void* operand;
  const void* keys;
  const void* positions;
  long long count;
  long long row_size;  ///< elements of a row
  long long operand_row;
  long long operand_step;
  long long bad_key;  ///< if the last key is this, nothing is written; -1 if it is known not to be
};

/// How kernels/skeletons/histogram.cuh finds the bin of an element.
enum class binning : unsigned char {
  number,   ///< the element is the number of its bin
  uniform,  ///< bins of one width, with NumPy's rounding
  spaced,   ///< edges at nearly even distances; for bins of one width as well
  between,  ///< any ascending edges
  indexed,  ///< the same, with a table of evenly spaced cells in front
};

/// The bins of a histogram. spaced: `(x - edges[0]) * scale` is the place of x in units of bins. If
/// it is no farther than `reach` from the middle of a bin, x is in that bin; else an edge decides.
/// indexed: the same product, rounded down, is the number of the cell of x.
struct histogram_bins {
  const void* edges;  ///< `count` + 1, of the type of the elements
  double span;        ///< uniform: the width of all bins
  double scale;
  double reach;
  int count;
  int cells = 0;
  const double* largest = nullptr;  ///< of some weights: kernels/primitives/fixed_point.hpp
  unsigned* inexact = nullptr;      ///< becomes 1 if a weight is not exact
  int limb_bits = 0;                ///< of weights: kernels/primitives/limb_sum.hpp
};

/// The most bits of limbs of weights of which a word of 32 bits takes so many `additions`: each is
/// up to 2^(bits - 1). More of them would not fit a sum: kernels/primitives/limb_sum.hpp.
inline constexpr int max_limb_bits = 17;
GPU_HD constexpr int limb_bits_for(long long additions) {
  int bits = max_limb_bits;
  while (bits > 1 && additions >= 1ll << (32 - bits)) --bits;
  return bits;
}

/// Words of shared memory for copies of the counts: whole groups of 32. Elements outside all bins
/// are counted behind the last bin, which nobody reads.
GPU_HD constexpr int histogram_words(int bins, int copies) {
  return copies == 0 ? 0 : ((bins + 1) * copies + 31) / 32 * 32;
}

/// `axis` are all axes; the last one counts vectors.
template <int Rank, class Index>
struct histogram_head {
  unsigned long long* counts;
  Index size;     ///< vectors of all rows
  Index columns;  ///< elements of a row
  divisor<Index> axis[Rank];
};

/// Tiles are in C order of the elements; `axis` are all axes, the last one counts vectors.
template <int Rank, class Index>
struct select_head {
  void* out;          ///< room for all elements
  long long* count;   ///< receives the number of those selected
  void* statuses;     ///< zeros
  unsigned* tile_id;  ///< 0
  Index size;         ///< elements
  Index tiles;
  divisor<Index> axis[Rank];
};

/// Of kernels/skeletons/matrix_product.cuh: where the matrices of one operand lie. Its outer axis
/// is that which the result has too: rows of the first operand, columns of the second one.
inline constexpr int product_batch_axes = 3;
struct product_operand {
  const void* data;
  long long outer_stride;
  long long term_stride;
  long long step[product_batch_axes];  ///< from one matrix to the next
};

/// Products of shapes (m, k), (k, n) -> (m, n), one for each index of the batch and, outside it,
/// for each split of the terms.
struct product_arguments {
  product_operand a;
  product_operand b;
  void* out;
  long long m;
  long long n;
  long long k;
  long long split_terms;  ///< of each split but the last
  long long first_tile;   ///< of all products' tiles: that of the first block
  divisor<long long> row_tiles;
  divisor<long long> column_tiles;
  divisor<long long> batch[product_batch_axes];
};

/// Of kernels/skeletons/row_product.cuh: the same products, of which a thread has a row.
struct row_product_arguments {
  product_operand a;
  product_operand b;
  void* out;
  long long n;
  long long k;
  long long rows;         ///< of all products
  long long first_block;  ///< of all blocks: that of the launch
  divisor<long long> m;
  divisor<long long> batch[product_batch_axes];
  bool has_a_vectors;    ///< terms of a row are neighbours, in vectors that are aligned
  bool has_b_vectors;    ///< columns are neighbours, as many as a thread has, in aligned vectors
  bool has_out_vectors;  ///< likewise
};

}  // namespace gpu::kernels
