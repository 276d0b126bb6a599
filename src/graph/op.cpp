// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/op.hpp>

#include <atomic>

#include <gpu/core/text_of.hpp>

namespace gpu::graph {

std::uint32_t op_record::next_id() noexcept {
  static std::atomic<std::uint32_t> last{0};
  return ++last;
}

const op_record& cast_record() {
  static const op_record* const record = [] {
    auto* cast = new op_record;
    cast->lives_for_ever = true;
    cast->name = "cast";
    cast->header = "gpu/elementwise/support/cast.hpp";
    for (int from = 0; from < dtype_count; ++from)
      for (int to = 0; to < dtype_count; ++to)
        cast->loops.push_back(
            {.in = {static_cast<dtype>(from)},
             .out = static_cast<dtype>(to),
             .functor = text_of("gpu::math::cast<", traits(static_cast<dtype>(to)).device, ">"),
             .code_size = 1});
    return cast;
  }();
  return *record;
}

}  // namespace gpu::graph
