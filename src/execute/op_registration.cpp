// SPDX-License-Identifier: BSD-3-Clause
#include "op_registration.hpp"

#include <gpu/core/concat.hpp>

namespace gpu::execute {
const graph::op_record* new_record(const op_info& info, const char* header,
                                   const graph::host_loop* loops) {
  auto* record = new graph::op_record;
  record->lives_for_ever = true;
  record->refuses_bools = info.refuses_bools;
  record->integers_as_float64 = info.integers_as_float64;
  record->name = info.name;
  record->header = header;
  const std::string functor = concat("gpu::ops::", info.name, "{}");
  const char* text = info.loops;
  for (int index = 0;; ++index) {
    const loop types = parse_loop(text, index);
    if (types.index < 0) return record;
    record->loops.push_back({{types.in, types.in + types.arity}, types.out, functor, loops[index]});
  }
}

}  // namespace gpu::execute
