// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/gpu_qr.hpp"

#include <algorithm>

#include <gpu/core/text_of.hpp>
#include <gpu/kernels/primitives/householder.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/gpu/tuning.hpp"
#include "execute/operation.hpp"

namespace gpu::linalg::detail {
namespace {

constexpr std::ptrdiff_t max_rows = 128;
constexpr std::ptrdiff_t max_warps = 8;
/// Columns that are worth a warp.
constexpr std::ptrdiff_t columns_per_warp = 8;

std::ptrdiff_t shared_bytes(const matrix_stack& all) {
  const std::ptrdiff_t m = all.rows();
  const std::ptrdiff_t n = all.columns();
  return (m * n + std::min(m, n)) * static_cast<std::ptrdiff_t>(size_bytes(all.type()));
}

int rows_of_lane(std::ptrdiff_t rows) {
  return rows <= 32 ? 1 : rows <= 64 ? 2 : 4;
}

}  // namespace

bool takes_one_launch(const matrix_stack& all) {
  // In this order: the product of larger extents may overflow.
  return all.count() > 1 && all.rows() <= max_rows &&
         all.columns() <= execute::tuning::unasked_bytes &&
         shared_bytes(all) <= execute::tuning::unasked_bytes;
}

program qr_program(dtype type, int rows) {
  program result;
  result.name = "qr";
  result.source =
      execute::fixed_text("qr.cuh", text_of("qr<", traits(type).device, ", ", rows, ">"),
                          text_of(32 * max_warps), result.name);
  // Products are added exactly before they are rounded, as in libraries.
  result.options = {"--fmad=true"};
  return result;
}

void qr_in_one_launch(const matrix_stack& all, const graph::leaf_ptr& tau, const matrix_stack* q) {
  execute::operation work(all.where());
  const kernel_ref kernel =
      execute::find_fixed_kernel<qr_program>(all.where(), all.type(), rows_of_lane(all.rows()));
  const kernels::qr_arguments x{work.output(*all.leaf()),
                                work.output(*tau),
                                q != nullptr ? work.output(*q->leaf()) : nullptr,
                                all.rows(),
                                all.columns(),
                                q != nullptr ? q->columns() : 0};
  launch_config config;
  config.grid[0] = static_cast<unsigned>(all.count());
  config.block[0] = static_cast<unsigned>(
      32 * std::clamp<std::ptrdiff_t>(all.columns() / columns_per_warp, 1, max_warps));
  config.shared_bytes = static_cast<unsigned>(shared_bytes(all));
  execute::launch(kernel, config, work, &x, sizeof(x));
}

}  // namespace gpu::linalg::detail
