// SPDX-License-Identifier: BSD-3-Clause
#include "graph/functor_op.hpp"

#include <string>
#include <utility>

#include <gpu/core/text_of.hpp>

namespace gpu::graph::detail {

const op_record* new_record(const kernels::functor_info& info,
                            std::initializer_list<dtype> arguments, std::vector<dtype> in,
                            dtype out, host_loop loop) {
  std::string types;
  for (const dtype type : arguments)
    types += text_of(types.empty() ? "<" : ", ", traits(type).device);
  if (!types.empty()) types += '>';
  auto* record = new op_record;
  record->lives_for_ever = true;
  record->name = info.op;
  record->header = text_of("gpu/kernels/functors/", info.file, ".hpp");
  record->weight = info.weight;
  record->runs = info.runs;
  record->loops.push_back(
      {std::move(in), out, text_of("gpu::kernels::", info.name, types, "{}"), loop});
  return record;
}

}  // namespace gpu::graph::detail
