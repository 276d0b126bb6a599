// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/registration.hpp"

#include <gpu/core/text_of.hpp>

namespace gpu::execute {

const graph::op_record* new_reduction_record(const reduction_info& info, const char* header,
                                             const graph::host_reduction* const* loops) {
  auto* record = new graph::op_record;
  record->lives_for_ever = true;
  record->is_reduction = true;
  record->integers_as_float64 = info.integers_as_float64;
  record->name = info.name;
  record->header = header;
  const std::string functor = text_of("gpu::reductions::", info.name);
  const char* text = info.loops;
  for (loop types = parse_loop(text, 0); types.index >= 0; types = parse_loop(text, 0)) {
    graph::typed_loop added;
    added.in.assign(types.in, types.in + types.arity);
    added.out = types.out;
    added.functor = functor;
    added.reduces_on_host = *loops++;
    record->loops.push_back(std::move(added));
  }
  return record;
}

}  // namespace gpu::execute
