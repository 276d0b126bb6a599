// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/strided_copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <gpu/core/layout.hpp>

#include "core/element_word.hpp"

namespace gpu::execute {
namespace {

template <class Word>
struct grid {
  Word* to;
  std::ptrdiff_t to_row;
  std::ptrdiff_t to_column;
  const Word* from;
  std::ptrdiff_t from_row;
  std::ptrdiff_t from_column;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;

  void transpose() {
    std::swap(to_row, to_column);
    std::swap(from_row, from_column);
    std::swap(rows, columns);
  }
};

template <class Word>
void fill_rows(const grid<Word>& g) {
  for (std::ptrdiff_t r = 0; r < g.rows; ++r)
    std::fill_n(g.to + r * g.to_row, g.columns, g.from[r * g.from_row]);
}

/// In pieces that the compiler copies by vectors. For more than 2 KiB glibc takes `rep movsb`,
/// which on AMD's processors is up to eight times slower if `to` lies a little behind `from` in
/// their pages: glibc's bug 30994.
void copy_bytes(char* to, const char* from, std::size_t count) {
  constexpr std::size_t piece = 128;
  for (; count >= piece; count -= piece, to += piece, from += piece) std::memmove(to, from, piece);
  std::memmove(to, from, count);
}

template <class Word>
void copy_rows(const grid<Word>& g) {
  for (std::ptrdiff_t r = 0; r < g.rows; ++r)
    copy_bytes(reinterpret_cast<char*>(g.to + r * g.to_row),
               reinterpret_cast<const char*>(g.from + r * g.from_row),
               static_cast<std::size_t>(g.columns) * sizeof(Word));
}

/// Elements of a vector register that every machine has.
template <class Word>
inline constexpr std::ptrdiff_t tile_width = 16 / static_cast<std::ptrdiff_t>(sizeof(Word));

/// The elements of two vectors in turn: the lower halves, or the upper ones.
template <bool Upper, class Vector, std::size_t... I>
Vector interleave(Vector a, Vector b, std::index_sequence<I...>) {
  constexpr std::size_t width = sizeof...(I);
  return __builtin_shufflevector(a, b, (I / 2 + I % 2 * width + (Upper ? width / 2 : 0))...);
}

/// Transposes a square of elements in registers: after log2(Width) perfect shuffles of its columns
/// they are its rows. Its columns are contiguous in `from`, its rows in `to`.
template <std::ptrdiff_t Width, class Word>
void transpose_tile(Word* to, std::ptrdiff_t to_row, const Word* from, std::ptrdiff_t from_column) {
  using vector [[gnu::vector_size(Width * sizeof(Word))]] = decltype(Word::bits);
  constexpr std::make_index_sequence<static_cast<std::size_t>(Width)> all;
  vector lines[Width];
  for (std::ptrdiff_t i = 0; i < Width; ++i)
    std::memcpy(&lines[i], from + i * from_column, sizeof(vector));
  for (std::ptrdiff_t stage = 1; stage < Width; stage *= 2) {
    vector shuffled[Width];
    for (std::ptrdiff_t i = 0; i < Width / 2; ++i) {
      shuffled[2 * i] = interleave<false>(lines[i], lines[i + Width / 2], all);
      shuffled[2 * i + 1] = interleave<true>(lines[i], lines[i + Width / 2], all);
    }
    std::memcpy(lines, shuffled, sizeof(lines));
  }
  for (std::ptrdiff_t i = 0; i < Width; ++i)
    std::memcpy(to + i * to_row, &lines[i], sizeof(vector));
}

/// Reads down the columns, which are contiguous, a cache line at a time, and writes along the rows:
/// both sides use whole lines while they are there. In tiles of `Width`, then narrower ones, from
/// row `first` on.
template <std::ptrdiff_t Width, class Word>
void copy_transposed(const grid<Word>& g, std::ptrdiff_t first = 0) {
  constexpr std::ptrdiff_t line = 64 / sizeof(Word);
  const std::ptrdiff_t end = first + (g.rows - first) / Width * Width;
  const std::ptrdiff_t tiled = Width > 1 ? g.columns / Width * Width : 0;
  for (std::ptrdiff_t row = first; row < end; row += line) {
    const std::ptrdiff_t last = std::min(row + line, end);
    if constexpr (Width > 1)
      for (std::ptrdiff_t c = 0; c < tiled; c += Width)
        for (std::ptrdiff_t r = row; r < last; r += Width)
          transpose_tile<Width>(g.to + r * g.to_row + c, g.to_row, g.from + r + c * g.from_column,
                                g.from_column);
    for (std::ptrdiff_t c = tiled; c < g.columns; ++c)
      for (std::ptrdiff_t r = row; r < last; ++r)
        g.to[r * g.to_row + c] = g.from[r + c * g.from_column];
  }
  constexpr bool is_widest = Width == tile_width<Word> && Width > 2;
  if constexpr (Width > 1) copy_transposed<is_widest ? Width / 2 : 1>(g, end);
}

/// Of two vectors the elements at even places.
template <class Vector, std::size_t... I>
Vector even_elements(Vector a, Vector b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (2 * I)...);
}

/// Every second element of rows. Reads whole vectors, but nothing behind the last element.
template <class Word>
void copy_every_second(const grid<Word>& g) {
  constexpr std::ptrdiff_t width = tile_width<Word>;
  using vector [[gnu::vector_size(16)]] = decltype(Word::bits);
  constexpr std::make_index_sequence<static_cast<std::size_t>(width)> all;
  for (std::ptrdiff_t r = 0; r < g.rows; ++r) {
    Word* const to = g.to + r * g.to_row;
    const Word* const from = g.from + r * g.from_row;
    std::ptrdiff_t c = 0;
    for (; c + width < g.columns; c += width) {
      vector a, b;
      std::memcpy(&a, from + 2 * c, sizeof(vector));
      std::memcpy(&b, from + 2 * c + width, sizeof(vector));
      a = even_elements(a, b, all);
      std::memcpy(to + c, &a, sizeof(vector));
    }
    for (; c < g.columns; ++c) to[c] = from[2 * c];
  }
}

template <class Word>
void copy_any(const grid<Word>& g) {
  for (std::ptrdiff_t r = 0; r < g.rows; ++r) {
    Word* to = g.to + r * g.to_row;
    const Word* from = g.from + r * g.from_row;
    // Unrolled, so that its speed does not depend on where the loop comes to lie.
#pragma GCC unroll 4
    for (std::ptrdiff_t c = 0; c < g.columns; ++c) to[c * g.to_column] = from[c * g.from_column];
  }
}

void copy_every_second(const grid<element_word128>& g) {
  copy_any(g);
}

template <class Word>
void copy(grid<Word> g) {
  constexpr std::ptrdiff_t short_row = 8;
  if (std::abs(g.to_row) < std::abs(g.to_column) && g.rows > 1) g.transpose();
  if (g.rows == 1 && g.columns == 1)
    *g.to = *g.from;
  else if (g.columns < short_row && g.rows > g.columns)
    g.transpose(), copy_any(g);
  else if (g.to_column == 1 && g.from_column == 1)
    copy_rows(g);
  else if (g.to_column == 1 && g.from_column == 0)
    fill_rows(g);
  else if (g.to_column == 1 && g.from_row == 1 && g.rows > 1)
    copy_transposed<tile_width<Word>>(g);
  else if (g.to_column == 1 && g.from_column == 2)
    copy_every_second(g);
  else
    copy_any(g);
}

}  // namespace

void copy_grid(grid_side<char> to, grid_side<const char> from, std::ptrdiff_t rows,
               std::ptrdiff_t columns, std::size_t size) {
  with_element_word(size, [&]<class Word>(Word) {
    copy(grid<Word>{reinterpret_cast<Word*>(to.data), to.row, to.column,
                    reinterpret_cast<const Word*>(from.data), from.row, from.column, rows,
                    columns});
  });
}

void fill_affine(std::int64_t* to, std::int64_t first, std::int64_t row, std::int64_t column,
                 std::ptrdiff_t rows, std::ptrdiff_t columns) {
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const std::int64_t begin = moved_by(first, row, r);
    for (std::ptrdiff_t c = 0; c < columns; ++c) to[r * columns + c] = moved_by(begin, column, c);
  }
}

}  // namespace gpu::execute
