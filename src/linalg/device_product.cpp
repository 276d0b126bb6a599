// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/device_product.hpp"

namespace gpu::linalg::detail {

std::vector<vendor::strided_product> cublas_calls(const stacked_product& all,
                                                  const product_memory& first) {
  const auto a = vendor::matrix_operand_at(all.m, all.k, all.a.row, all.a.column);
  const auto b = vendor::matrix_operand_at(all.k, all.n, all.b.row, all.b.column);
  if (!a || !b) return {};
  const bool has_steps = !all.batch.empty() && all.a_steps.back() >= 0 && all.b_steps.back() >= 0;
  const std::ptrdiff_t count = has_steps ? all.batch.back() : 1;
  const std::ptrdiff_t a_step = has_steps ? all.a_steps.back() : 0;
  const std::ptrdiff_t b_step = has_steps ? all.b_steps.back() : 0;
  const auto bytes = static_cast<std::ptrdiff_t>(size_bytes(first.type));
  std::vector<vendor::strided_product> calls;
  for (std::ptrdiff_t number = 0; number < all.count(); number += count)
    calls.push_back({first.type,
                     all.m,
                     all.n,
                     all.k,
                     count,
                     {first.a + offset_of(all, all.a_steps, number) * bytes, *a, a_step},
                     {first.b + offset_of(all, all.b_steps, number) * bytes, *b, b_step},
                     first.out + number * all.m * all.n * bytes});
  return calls;
}

}  // namespace gpu::linalg::detail
