// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gpu_small_matrices.hpp"

#include <algorithm>
#include <bit>

#include <gpu/core/text_of.hpp>
#include <gpu/kernels/primitives/small_matrix.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/operation.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::leaf_ptr;

constexpr std::ptrdiff_t warp_lanes = 32;
constexpr std::ptrdiff_t most_rows = warp_lanes;
/// Columns behind a matrix: of more, lanes have too many each.
constexpr std::ptrdiff_t max_columns = 32;
constexpr std::ptrdiff_t warps_of_block = 4;

int lanes_of(const matrix_stack& all) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(all.rows())));
}

/// Elements of shared memory for each matrix. Those of a warp lie in different banks.
std::ptrdiff_t stride_of(const matrix_stack& all, std::ptrdiff_t columns) {
  const std::ptrdiff_t size = all.rows() * (all.rows() + columns);
  const int lanes = lanes_of(all);
  return lanes == warp_lanes ? size : ceil_div(size, warp_lanes) * warp_lanes + lanes;
}

std::ptrdiff_t warp_bytes(const matrix_stack& all, std::ptrdiff_t columns) {
  return warp_lanes / lanes_of(all) * stride_of(all, columns) *
         static_cast<std::ptrdiff_t>(size_bytes(all.type()));
}

/// @param right   null if there are no columns behind the matrices
/// @param pivots  null if the factors are not asked for
leaf_ptr launch_small(small_decomposition kind, const matrix_stack& all, const matrix_stack* right,
                      bool starts_as_unit, const leaf_ptr& pivots) {
  const leaf_ptr info = all.vectors(dtype::int32, 1);
  const std::ptrdiff_t columns = right == nullptr ? 0 : right->columns();
  const int lanes = lanes_of(all);
  execute::operation work(all.where());
  const kernel_ref kernel =
      execute::find_fixed_kernel<small_matrix_program>(all.where(), kind, all.type(), lanes);
  const kernels::small_matrix_arguments x{work.output(*all.leaf()),
                                          columns == 0 ? nullptr : work.output(*right->leaf()),
                                          pivots == nullptr ? nullptr : work.output<int>(*pivots),
                                          work.output<int>(*info),
                                          all.count(),
                                          all.rows(),
                                          static_cast<int>(columns),
                                          static_cast<int>(stride_of(all, columns)),
                                          starts_as_unit};
  const std::ptrdiff_t bytes = warp_bytes(all, columns);
  const std::ptrdiff_t warps =
      std::clamp<std::ptrdiff_t>(execute::tuning::unasked_bytes / bytes, 1, warps_of_block);
  launch_config config;
  config.grid[0] = static_cast<unsigned>(ceil_div(all.count(), warps * (warp_lanes / lanes)));
  config.block[0] = static_cast<unsigned>(warps * warp_lanes);
  config.shared_bytes = static_cast<unsigned>(warps * bytes);
  execute::launch(kernel, config, work, &x, sizeof(x));
  return info;
}

}  // namespace

bool are_small(const matrix_stack& all, std::ptrdiff_t columns) {
  return !all.is_empty() && all.rows() <= most_rows && columns <= max_columns &&
         warp_bytes(all, columns) <= execute::tuning::unasked_bytes;
}

program small_matrix_program(small_decomposition kind, dtype type, int lanes) {
  program result;
  const bool is_lu = kind == small_decomposition::lu;
  result.name = is_lu ? "small_lu" : "small_cholesky";
  const char* const function = is_lu                                   ? "solve"
                               : kind == small_decomposition::cholesky ? "cholesky<false>"
                                                                       : "cholesky<true>";
  result.source = execute::fixed_text(
      "small_matrices.cuh", text_of("small_matrices<", traits(type).device, ", ", lanes, ">"),
      text_of(warp_lanes * warps_of_block), result.name, function);
  // Products are added exactly before they are rounded, as in libraries.
  result.options = {"--fmad=true"};
  return result;
}

leaf_ptr decompose_small(const matrix_stack& all, const leaf_ptr& pivots) {
  return launch_small(small_decomposition::lu, all, nullptr, false, pivots);
}

leaf_ptr solve_small(const matrix_stack& all, const matrix_stack& columns) {
  return launch_small(small_decomposition::lu, all, &columns, false, nullptr);
}

leaf_ptr invert_small(const matrix_stack& all, const matrix_stack& inverses) {
  return launch_small(small_decomposition::lu, all, &inverses, true, nullptr);
}

leaf_ptr cholesky_small(const matrix_stack& all, bool upper) {
  return launch_small(upper ? small_decomposition::upper_cholesky : small_decomposition::cholesky,
                      all, nullptr, false, nullptr);
}

}  // namespace gpu::linalg::detail
