// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/row_product.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "linalg/product_operand.hpp"

namespace gpu::linalg::detail {
namespace {

using kernels::row_product_arguments;

constexpr int threads = 128;  // as row_product::threads
/// Of a multiprocessor: enough to wait for memory together.
constexpr int resident_blocks = 4;
constexpr std::ptrdiff_t access_bytes = 16;

/// Columns that a thread of the kernel for so many has.
int columns_for(std::ptrdiff_t n) {
  return n <= 2 ? 2 : n <= 4 ? 4 : max_row_columns;
}

bool is_aligned(const void* data, std::ptrdiff_t bytes) {
  return reinterpret_cast<std::uintptr_t>(data) % static_cast<std::uintptr_t>(bytes) == 0;
}

/// Whether vectors of `bytes` are aligned, if neighbours lie along the other axis.
bool has_vectors(const kernels::product_operand& x, std::ptrdiff_t stride, dtype type,
                 std::ptrdiff_t bytes) {
  const auto element = static_cast<std::ptrdiff_t>(size_bytes(type));
  const auto is_whole = [&](std::ptrdiff_t step) { return step * element % bytes == 0; };
  return is_aligned(x.data, bytes) && is_whole(stride) &&
         std::all_of(std::begin(x.step), std::end(x.step), is_whole);
}

}  // namespace

program row_program(dtype type, int columns) {
  program result;
  result.name = text_of("matmul_rows_", traits(type).name, "_", columns);
  result.source = text_of(
      "#include <gpu/kernels/skeletons/row_product.cuh>\n\nusing namespace gpu::kernels;\n"
      "using product = row_product<",
      traits(type).device, ", ", columns,
      ">;\n\nextern \"C\" __global__ void __launch_bounds__(product::threads, ", resident_blocks,
      ") ", result.name,
      "(\n    const __grid_constant__ row_product_arguments x) {\n  product::run(x);\n}\n");
  return result;
}

row_product_arguments row_arguments(const stacked_product& all, const tiled_operands& first) {
  row_product_arguments x{};
  x.a = product_operand_of(first.a, all.a.row, all.a.column, all.a_steps);
  x.b = product_operand_of(first.b, all.b.column, all.b.row, all.b_steps);
  x.out = first.out;
  x.n = all.n;
  x.k = all.k;
  x.rows = all.count() * all.m;
  x.m = kernels::divisor<long long>::of(all.m);
  set_product_batch(x.batch, all.batch);
  const int columns = columns_for(all.n);
  const auto row_bytes = columns * static_cast<std::ptrdiff_t>(size_bytes(first.type));
  const std::ptrdiff_t bytes = std::min(row_bytes, access_bytes);
  const auto a_bytes =
      std::min(4 * static_cast<std::ptrdiff_t>(size_bytes(first.type)), access_bytes);
  x.has_a_vectors = x.a.term_stride == 1 && has_vectors(x.a, x.a.outer_stride, first.type, a_bytes);
  x.has_b_vectors = x.b.outer_stride == 1 && all.n == columns &&
                    has_vectors(x.b, x.b.term_stride, first.type, bytes);
  x.has_out_vectors = all.n == columns && is_aligned(first.out, bytes);
  return x;
}

bool can_multiply_rows(const stacked_product& all) {
  return all.n <= max_row_columns && all.batch.size() <= kernels::product_batch_axes;
}

void multiply_rows(const stacked_product& all, const tiled_operands& first,
                   const execute::operation& work) {
  const kernel_ref kernel = execute::find_fixed_kernel<row_program>(work.stream().device(),
                                                                    first.type, columns_for(all.n));
  row_product_arguments x = row_arguments(all, first);
  launch_config config;
  config.block[0] = threads;
  config.programmatic_dependent = true;
  const std::ptrdiff_t blocks = ceil_div(x.rows, threads);
  constexpr std::ptrdiff_t max_grid = std::numeric_limits<int>::max();
  for (; x.first_block < blocks; x.first_block += max_grid) {
    config.grid[0] =
        static_cast<unsigned>(std::min<std::ptrdiff_t>(blocks - x.first_block, max_grid));
    execute::launch(kernel, config, work, &x, sizeof(x));
  }
}

}  // namespace gpu::linalg::detail
