// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_steps.hpp"

#include "execute/host/plan.hpp"
#include "execute/host/strided_copy.hpp"

namespace gpu::execute {

using graph::value_id;

bool row_steps::read(const graph::kernel& work, std::size_t reduction) {
  count_ = work.body.size() - reduction - 1;
  if (count_ > max_steps || work.scalars.size() > max_scalars) return false;
  for (std::size_t k = 0; k < count_; ++k) {
    const std::size_t instruction = reduction + 1 + k;
    const graph::instruction& one = work.body[instruction];
    if (one.op->is_reduction || one.count > most_operands) return false;
    steps_[k].loop = loop_of(one);
    for (std::uint32_t i = 0; i < one.count; ++i) {
      const char* const place = place_of(work.operands[one.first + i], reduction, instruction);
      if (place == nullptr) return false;
      steps_[k].operands[i] = place;
    }
  }
  for (std::size_t i = 0; i < work.scalars.size() && count_ > 0; ++i) {
    const graph::scalar_node& scalar = work.scalar(i);
    copy_grid({scalars_[i], 0, 1}, {reinterpret_cast<const char*>(scalar.bytes), 0, 0}, 1, max_rows,
              size_bytes(scalar.type));
  }
  return true;
}

/// Null if it is no result of the reduction or of an instruction between the two.
const char* row_steps::place_of(value_id value, std::size_t reduction,
                                std::size_t instruction) const {
  if (value.from == value_id::source::scalar) return scalars_[value.index];
  const bool is_known = value.from == value_id::source::instruction && value.index >= reduction &&
                        value.index < instruction;
  return is_known ? values_[value.index - reduction] : nullptr;
}

void row_steps::run(char* out, std::ptrdiff_t rows) {
  for (std::size_t k = 0; k < count_; ++k)
    steps_[k].loop(steps_[k].operands.data(), k + 1 == count_ ? out : values_[k + 1], rows);
}

}  // namespace gpu::execute
