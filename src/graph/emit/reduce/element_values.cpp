// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/reduce/element_values.hpp"

namespace gpu::graph {
namespace {

/// The bytes of the values in `demand`: of its arguments, and of the instructions that `counts`.
template <class Counts>
std::size_t bytes_of(const kernel& work, const element_demand& demand, Counts counts) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < demand.arguments.size(); ++i)
    if (demand.arguments[i]) sum += size_bytes(work.arguments[i].type);
  for (std::uint32_t k = 0; k < demand.instructions.size(); ++k)
    if (demand.instructions[k] && counts(k))
      sum += size_bytes(work.type_of({value_id::source::instruction, k}));
  return sum;
}

}  // namespace

std::vector<std::uint32_t> reductions_of(const kernel& work, const passes& passes, int pass) {
  std::vector<std::uint32_t> finished;
  for (std::uint32_t i = 0; i < work.body.size(); ++i)
    if (work.body[i].op->is_reduction && passes.of_instruction(i).pass == pass + 1)
      finished.push_back(i);
  return finished;
}

element_values::element_values(const kernel& work, const passes& passes, bool keeps)
    : work_(work), passes_(passes), kept_by_(work.body.size(), never) {
  if (!keeps) return;
  for (std::size_t k = 0; k < work.body.size(); ++k)
    if (work.body[k].is_scan) kept_by_[k] = passes.of_instruction(k).pass - 1;
  for (int pass = 0; pass < passes.reducing_passes(); ++pass) keep_values_of(pass);
}

std::vector<value_id> element_values::roots_of(int pass) const {
  std::vector<value_id> roots;
  for (const std::uint32_t i : reductions_of(work_, passes_, pass)) {
    const auto first = work_.operands.begin() + work_.body[i].first;
    roots.insert(roots.end(), first, first + work_.body[i].count);
  }
  if (pass == passes_.reducing_passes())
    for (const kernel_output& output : work_.outputs)
      if (!output.per_row) roots.push_back(output.value);
  return roots;
}

/// The ways end at scans, and at values for which `is_there(instruction)`: all of them are part of
/// the demand.
template <class IsThere>
element_demand element_values::demand_for(const std::vector<value_id>& roots,
                                          IsThere is_there) const {
  element_demand result{std::vector<bool>(work_.arguments.size()),
                        std::vector<bool>(work_.body.size())};
  const auto need = [&](value_id value) {
    if (value.from == value_id::source::argument && !passes_.of_argument(value.index).per_row)
      result.arguments[value.index] = true;
    if (value.from == value_id::source::instruction && !passes_.of(value).per_row)
      result.instructions[value.index] = true;
  };
  for (const value_id root : roots) need(root);
  for (std::size_t k = work_.body.size(); k-- > 0;) {
    if (!result.instructions[k] || work_.body[k].is_scan || is_there(k)) continue;
    for (std::uint32_t i = 0; i < work_.body[k].count; ++i)
      need(work_.operands[work_.body[k].first + i]);
  }
  return result;
}

element_demand element_values::needed_by(int pass) const {
  return demand_for(roots_of(pass), [&](std::size_t k) { return kept_by_[k] < pass; });
}

void element_values::keep_values_of(int pass) {
  const element_demand here = needed_by(pass);
  std::vector<value_id> later;
  for (int next = pass + 1; next <= passes_.reducing_passes(); ++next)
    for (const value_id root : roots_of(next)) later.push_back(root);
  const auto was_kept = [&](std::size_t k) { return kept_by_[k] < pass || work_.body[k].is_scan; };
  const auto is_known = [&](std::size_t k) { return was_kept(k) || here.instructions[k]; };
  const element_demand kept = demand_for(later, is_known);
  if (bytes_of(work_, kept, is_known) > bytes_of(work_, demand_for(later, was_kept), was_kept))
    return;
  for (std::size_t k = 0; k < kept_by_.size(); ++k)
    if (kept.instructions[k] && here.instructions[k] && !was_kept(k)) kept_by_[k] = pass;
}

}  // namespace gpu::graph
