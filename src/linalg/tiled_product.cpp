// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/tiled_product.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "linalg/product_operand.hpp"

namespace gpu::linalg::detail {
namespace {

using kernels::divisor;
using kernels::product_arguments;

/// The struct of kernels/primitives/product_terms.cuh for a dtype: signed and unsigned integers are
/// multiplied alike.
std::string terms_of(dtype type) {
  if (type == dtype::bool_) return "bool_terms";
  if (traits(type).kind > dtype_kind::integer)
    return text_of("number_terms<", traits(type).device, ">");
  switch (size_bytes(type)) {
    case 1:
      return "byte_terms";
    case 2:
      return "integer_terms<unsigned short, unsigned>";
    case 4:
      return "integer_terms<unsigned, unsigned>";
    default:
      return "integer_terms<unsigned long long, unsigned long long>";
  }
}

std::string kernel_name(dtype type, const product_tile& tile) {
  const std::string element = traits(type).kind == dtype_kind::integer
                                  ? text_of("int", 8 * size_bytes(type))
                                  : std::string(traits(type).name);
  return text_of("matmul_", element, "_", tile.rows, "x", tile.columns, "x", tile.slices);
}

std::ptrdiff_t blocks_of(const stacked_product& all, const tiled_choice& choice) {
  return ceil_div(all.m, choice.tile.rows) * ceil_div(all.n, choice.tile.columns) * all.count() *
         choice.splits;
}

}  // namespace

program tiled_program(dtype type, const product_tile& tile) {
  program result;
  result.name = kernel_name(type, tile);
  result.source = text_of(
      "#include <gpu/kernels/skeletons/matrix_product.cuh>\n\nusing namespace gpu::kernels;\n"
      "using product = matrix_product<",
      terms_of(type), ", ", tile.rows, ", ", tile.columns, ", ", tile.depth, ", ", tile.rows_each,
      ", ", tile.columns_each, ", ", tile.slices,
      ">;\n\nextern \"C\" __global__ void __launch_bounds__(product::threads, ",
      product_tile::resident_threads / tile.threads(), ") ", result.name,
      "(\n    const __grid_constant__ product_arguments x) {\n  product::run(x);\n}\n");
  return result;
}

product_arguments tiled_arguments(const stacked_product& all, const tiled_operands& first,
                                  const product_tile& tile, std::ptrdiff_t splits) {
  product_arguments x{};
  x.a = product_operand_of(first.a, all.a.row, all.a.column, all.a_steps);
  x.b = product_operand_of(first.b, all.b.column, all.b.row, all.b_steps);
  x.out = first.out;
  x.m = all.m;
  x.n = all.n;
  x.k = all.k;
  // Whole panels, so that words of bytes which are aligned in the first split are so in all.
  x.split_terms =
      ceil_div(ceil_div(all.k, splits), product_tile::max_panel) * product_tile::max_panel;
  x.row_tiles = divisor<long long>::of(ceil_div(all.m, tile.rows));
  x.column_tiles = divisor<long long>::of(ceil_div(all.n, tile.columns));
  set_product_batch(x.batch, all.batch);
  return x;
}

bool can_tile(const stacked_product& all) {
  return all.batch.size() <= kernels::product_batch_axes;
}

void multiply_tiles(const stacked_product& all, const tiled_operands& first,
                    const tiled_choice& choice, const execute::operation& work) {
  const kernel_ref kernel =
      execute::find_fixed_kernel<tiled_program>(work.stream().device(), first.type, choice.tile);
  product_arguments x = tiled_arguments(all, first, choice.tile, choice.splits);
  launch_config config;
  config.block[0] = static_cast<unsigned>(choice.tile.threads());
  config.programmatic_dependent = true;
  const std::ptrdiff_t blocks = blocks_of(all, choice);
  constexpr std::ptrdiff_t max_grid = std::numeric_limits<int>::max();
  for (; x.first_tile < blocks; x.first_tile += max_grid) {
    config.grid[0] =
        static_cast<unsigned>(std::min<std::ptrdiff_t>(blocks - x.first_tile, max_grid));
    execute::launch(kernel, config, work, &x, sizeof(x));
  }
}

}  // namespace gpu::linalg::detail
