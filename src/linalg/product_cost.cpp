// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product_cost.hpp"

#include <algorithm>

#include "core/ceil_div.hpp"

namespace gpu::linalg::detail {
namespace {

// Of an H100: from its documentation, from counting instructions, and from the times of products of
// 16 x 16 to 1024 x 1024 and of stacks of them. A multiprocessor has 64 multiply-adds in a cycle,
// of about 1.7 GHz.

constexpr std::ptrdiff_t multiprocessors = 132;
constexpr double adds_per_microsecond = 64 * 1700;
/// Of a kernel more.
constexpr double launch_cost = 3 * adds_per_microsecond;
/// A thread that reads both factors of a term, and computes where they are, has time for so many
/// multiply-adds of registers.
constexpr double term_cost = 16;
/// The same of one that has a whole row: it reads a factor of two in vectors.
constexpr double row_term_cost = 3;
/// Memory brings a multiprocessor about 15 bytes in a cycle, and our kernels ask for 0.7 of that.
constexpr double byte_cost = 64 / 15.0;
constexpr double own_byte_cost = byte_cost / 0.7;
/// The beginning and the end of a block of tiles beside others that run.
constexpr double block_cost = 36000;
/// A block of fewer threads leaves a multiprocessor idle while it is alone there.
constexpr double busy_threads = 128;
/// cuBLAS computes tiles of so many rows and columns, and panels of so many terms, whatever part of
/// them there is. In short sums nothing hides what loads take.
constexpr std::ptrdiff_t library_tile = 64;
constexpr std::ptrdiff_t library_complex_tile = 32;
constexpr std::ptrdiff_t library_panel = 16;
constexpr double library_block_cost = 12000;
constexpr std::ptrdiff_t short_sum = 32;
/// Arithmetic and memory: of the shorter one this part is not hidden behind the longer one.
constexpr double library_exposed_part = 0.6;
/// However few threads there are: from one term of a sum to the next in a thread that has a row;
/// and in one that waits for both factors.
constexpr double row_term_latency_cost = 20 * 64;
constexpr double term_latency_cost = 160 * 64;
/// A result of a split, written and read again.
constexpr double split_result_cost = 16;
/// Splits have so many terms at least, or the beginning and the end of a block cost too much.
constexpr std::ptrdiff_t min_split_terms = 512;
/// Blocks of a multiprocessor beyond which splits gain nothing.
constexpr std::ptrdiff_t max_blocks = 4;

constexpr product_tile byte_tiles[] = {
    {128, 128, 8, 8, 8, 1, 1}, {64, 64, 8, 4, 8, 1, 1.4}, {32, 32, 4, 4, 8, 1, 2.2}};
constexpr product_tile integer_tiles[] = {{128, 128, 8, 8, 8, 1, 1},
                                          {64, 64, 8, 4, 8, 1, 1.4},
                                          {32, 32, 4, 4, 8, 1, 2.2},
                                          {32, 32, 4, 4, 32, 4, 2.4}};
/// A sum is 64 bits wide, and a thread has fewer.
constexpr product_tile wide_integer_tiles[] = {
    {64, 64, 4, 4, 8, 1, 1}, {32, 32, 4, 4, 8, 1, 1.3}, {32, 32, 4, 4, 32, 4, 1.5}};
/// Small: cuBLAS is the better one for large matrices. Deep panels, since few threads wait for
/// them.
constexpr product_tile float_tiles[] = {
    {64, 64, 8, 4, 16, 1, 1.8}, {32, 32, 4, 4, 32, 1, 2.45}, {32, 32, 4, 4, 32, 4, 2.7}};
constexpr product_tile float64_tiles[] = {{32, 32, 4, 4, 16, 1, 2.1}, {32, 32, 4, 4, 32, 4, 2.3}};
constexpr product_tile complex64_tiles[] = {{32, 32, 4, 4, 16, 1, 1.6}, {32, 32, 4, 4, 32, 4, 1.8}};
constexpr product_tile complex128_tiles[] = {{32, 32, 2, 2, 16, 1, 1.8}};

bool has_integers(dtype type) {
  return traits(type).kind <= dtype_kind::integer;
}
bool has_halves(dtype type) {
  return traits(type).kind == dtype_kind::floating && size_bytes(type) == 2;
}

/// Multiply-adds for a term. Of integers bytes share a word, and 64 bits take four of them. Of
/// floats there are two at once, of complex numbers it takes four.
double adds_per_term(dtype type) {
  switch (type) {
    case dtype::float16:
    case dtype::bfloat16:
    case dtype::float32:
      return 0.5;
    case dtype::float64:
      return 1;
    case dtype::complex64:
      return 2;
    case dtype::complex128:
      return 4;
    default:
      return size_bytes(type) == 1 ? 0.25 : size_bytes(type) == 8 ? 4 : 1;
  }
}

/// The same of cuBLAS, which multiplies halves by tensor cores.
double library_adds_per_term(dtype type) {
  return has_halves(type) ? 1 / 16.0 : adds_per_term(type);
}

/// From a call of cuBLAS to the end of its kernels, however small a product is.
double library_call_cost(dtype type) {
  return adds_per_microsecond * (type == dtype::float32 ? 14 : has_halves(type) ? 9.5 : 11);
}

double bytes_of(const product_size& all, dtype type) {
  const auto m = static_cast<double>(all.m);
  const auto n = static_cast<double>(all.n);
  const auto k = static_cast<double>(all.k);
  return static_cast<double>(size_bytes(type)) * static_cast<double>(all.count) *
         (m * k + k * n + m * n);
}

/// However the products are computed.
double cost_of_memory(const product_size& all, dtype type) {
  return bytes_of(all, type) * own_byte_cost / multiprocessors;
}

double results_of(const product_size& all) {
  return static_cast<double>(all.m) * static_cast<double>(all.n) * static_cast<double>(all.count);
}

double cost_of_tiles(const product_size& all, dtype type, const product_tile& tile,
                     std::ptrdiff_t splits) {
  const std::ptrdiff_t blocks =
      ceil_div(all.m, tile.rows) * ceil_div(all.n, tile.columns) * all.count * splits;
  const auto rounds = static_cast<double>(ceil_div(blocks, multiprocessors));
  const auto terms = static_cast<double>(ceil_div(all.k, splits));
  const double tile_cost =
      tile.rows * tile.columns * terms * adds_per_term(type) * tile.slowness + block_cost;
  const double alone = std::max(1.0, busy_threads / tile.threads());
  const double products =
      std::max({rounds * tile_cost, alone * tile_cost, cost_of_memory(all, type)});
  if (splits == 1) return products;
  return products + launch_cost +
         results_of(all) * static_cast<double>(splits) * split_result_cost / multiprocessors;
}

}  // namespace

std::span<const product_tile> tiles_of(dtype type) {
  switch (type) {
    case dtype::float16:
    case dtype::bfloat16:
    case dtype::float32:
      return float_tiles;
    case dtype::float64:
      return float64_tiles;
    case dtype::complex64:
      return complex64_tiles;
    case dtype::complex128:
      return complex128_tiles;
    default:
      if (size_bytes(type) == 1) return byte_tiles;
      if (size_bytes(type) == 8) return wide_integer_tiles;
      return integer_tiles;
  }
}

tiled_choice cheapest_tiles(const product_size& all, dtype type) {
  const std::span<const product_tile> known = tiles_of(type);
  tiled_choice best{known.front(), 1, cost_of_tiles(all, type, known.front(), 1)};
  for (const product_tile& tile : known) {
    const std::ptrdiff_t blocks =
        ceil_div(all.m, tile.rows) * ceil_div(all.n, tile.columns) * all.count;
    for (std::ptrdiff_t splits = 1;
         splits == 1 || (!has_halves(type) && blocks * splits <= max_blocks * multiprocessors &&
                         all.k / splits >= min_split_terms);
         splits *= 2) {
      const double cost = cost_of_tiles(all, type, tile, splits);
      if (cost < best.cost) best = {tile, splits, cost};
    }
  }
  return best;
}

double cost_of_threads(const product_size& all, dtype type) {
  const auto terms = static_cast<double>(all.k);
  return std::max({results_of(all) * terms * term_cost / multiprocessors, terms * term_latency_cost,
                   cost_of_memory(all, type)});
}

double cost_of_rows(const product_size& all, dtype type) {
  const auto terms = static_cast<double>(all.k);
  const double adds = std::max(1.0, adds_per_term(type));
  return std::max({cost_of_memory(all, type),
                   results_of(all) * terms * row_term_cost * adds / multiprocessors,
                   terms * row_term_latency_cost});
}

double cost_of_cublas(const product_size& all, dtype type) {
  const std::ptrdiff_t tile =
      traits(type).kind == dtype_kind::complex ? library_complex_tile : library_tile;
  const auto blocks = static_cast<double>(ceil_div(all.m, tile)) *
                      static_cast<double>(ceil_div(all.n, tile)) * static_cast<double>(all.count);
  const auto terms = static_cast<double>(ceil_div(all.k, library_panel) * library_panel);
  const double each = terms * static_cast<double>(tile * tile) * library_adds_per_term(type);
  const double adding = blocks * (each + library_block_cost) / multiprocessors;
  const double reading = bytes_of(all, type) * byte_cost / multiprocessors;
  return std::max(library_call_cost(type),
                  std::max(adding, reading) + library_exposed_part * std::min(adding, reading));
}

bool are_rows_cheapest(const product_size& all, dtype type) {
  if (all.k > short_sum) return false;
  const double cost = cost_of_rows(all, type);
  if (!has_integers(type)) return launch_cost + cost < cost_of_cublas(all, type);
  return cost <= cost_of_threads(all, type) && cost < cheapest_tiles(all, type).cost;
}

std::optional<tiled_choice> tiles_cheaper_than_cublas(const product_size& all, dtype type) {
  const tiled_choice choice = cheapest_tiles(all, type);
  if (launch_cost + choice.cost < cost_of_cublas(all, type)) return choice;
  return std::nullopt;
}

double cost_of_reduction(const product_size& all) {
  return results_of(all) * static_cast<double>(all.k) * term_cost / multiprocessors;
}

}  // namespace gpu::linalg::detail
