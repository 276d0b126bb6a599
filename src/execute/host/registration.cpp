// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/registration.hpp"

#include <utility>

#include <gpu/core/text_of.hpp>

namespace gpu::execute {
namespace {

/// Exact functions of real numbers are a few machine instructions each, unless they say otherwise.
int code_size_of(const op_info& info, const loop& types) {
  constexpr int unit = graph::typed_loop::code_unit;
  if (traits(types.in[0]).kind == dtype_kind::complex) return unit * info.complex_code_size;
  return info.code_size == 1 && info.max_ulp == 0 ? 1 : unit * info.code_size;
}

}  // namespace

const graph::op_record* new_record(const op_info& info, const char* header,
                                   const graph::host_loop* loops,
                                   std::vector<graph::number_case> cases) {
  auto* record = new graph::op_record;
  record->cases = std::move(cases);
  record->lives_for_ever = true;
  record->refuses_bools = info.refuses_bools;
  record->integers_as_float64 = info.integers_as_float64;
  record->division = info.division;
  record->name = info.name;
  record->header = header;
  const std::string functor = text_of("gpu::ops::", info.name, "{}");
  record->outputs = count_outputs(info.loops);
  for (int position = 0; position < record->outputs; ++position) {
    const char* text = info.loops;
    for (loop types = parse_loop(text, 0); types.index >= 0; types = parse_loop(text, 0))
      record->loops.push_back({{types.in, types.in + types.arity},
                               types.out_at(position),
                               functor,
                               *loops++,
                               record->outputs == 1 ? ""
                               : position == 0      ? ".first"
                                                    : ".second",
                               nullptr,
                               code_size_of(info, types)});
  }
  return record;
}

}  // namespace gpu::execute
