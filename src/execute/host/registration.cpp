// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/registration.hpp"

#include <utility>

#include <gpu/core/text_of.hpp>

namespace gpu::execute {
namespace {

int code_size_of(const op_info& info, const loop& types) {
  if (detail::is_short(info, types)) return 1;
  const bool is_complex = traits(types.in[0]).kind == dtype_kind::complex;
  return graph::typed_loop::code_unit * (is_complex ? info.complex_code_size : info.code_size);
}

/// What the records of ops and of reductions have in common.
template <class Info>
graph::op_record* new_record_of(const Info& info, const char* header) {
  auto* record = new graph::op_record;
  record->lives_for_ever = true;
  record->integers_as_float64 = info.integers_as_float64;
  record->name = info.name;
  record->header = header;
  return record;
}

}  // namespace

const graph::op_record* new_record(const op_info& info, const char* header, const host_loops* loops,
                                   std::vector<graph::number_case> cases) {
  graph::op_record* const record = new_record_of(info, header);
  record->cases = std::move(cases);
  record->refuses_bools = info.refuses_bools;
  record->division = info.division;
  const std::string functor = text_of("gpu::ops::", info.name, "{}");
  record->outputs = count_outputs(info.loops);
  for (int position = 0; position < record->outputs; ++position) {
    const char* text = info.loops;
    for (loop types = parse_loop(text, 0); types.index >= 0; types = parse_loop(text, 0), ++loops) {
      graph::typed_loop& added = record->loops.emplace_back();
      added.in.assign(types.in, types.in + types.arity);
      added.out = types.out_at(position);
      added.functor = functor;
      added.on_host = loops->computes;
      if (record->outputs == 2) added.component = position == 0 ? ".first" : ".second";
      added.code_size = code_size_of(info, types);
      added.updates_on_host = loops->updates;
    }
  }
  return record;
}

const graph::op_record* new_reduction_record(const reduction_info& info, const char* header,
                                             const graph::host_reduction* const* loops) {
  graph::op_record* const record = new_record_of(info, header);
  record->is_reduction = true;
  const char* text = info.loops;
  for (loop types = parse_loop(text, 0); types.index >= 0; types = parse_loop(text, 0)) {
    graph::typed_loop& added = record->loops.emplace_back();
    added.in.assign(types.in, types.in + types.arity);
    added.out = types.out;
    added.functor = text_of("gpu::reductions::", info.name);
    added.reduces_on_host = *loops++;
  }
  return record;
}

}  // namespace gpu::execute
