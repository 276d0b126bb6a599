// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The loops of a scan, from accumulators to accumulators: those of a reduction, or of an op, whose
/// results are its accumulators.
class scan_loops {
 public:
  /// @throws error  if there is no loop for the host
  explicit scan_loops(const graph::kernel_kinds::scan& scan)
      : loop_(scan.op->loops[static_cast<std::size_t>(scan.loop)]),
        element_(size_bytes(loop_.out)) {
    if (loop_.reduces_on_host == nullptr && loop_.on_host == nullptr)
      throw error(text_of(scan.op->name, " has no loop for the host"));
  }

  [[nodiscard]] std::size_t accumulator_bytes() const noexcept {
    return combines() ? reduction().accumulator_bytes : element_;
  }
  /// Whether parts of a segment can be put together.
  [[nodiscard]] bool combines() const noexcept { return loop_.reduces_on_host != nullptr; }
  /// Whether parts give the bits that one element after the other gives.
  [[nodiscard]] bool is_exact() const noexcept { return is_integer(loop_.out); }
  [[nodiscard]] const graph::host_reduction& reduction() const { return *loop_.reduces_on_host; }

  /// Combines `accumulator` with another, or, if that is the first, copies it.
  void add(char* accumulator, const char* other, bool is_first) const {
    if (is_first)
      std::memcpy(accumulator, other, accumulator_bytes());
    else
      reduction().combine(accumulator, other, 1);
  }
  /// One accumulator, elements one after the other.
  void along(char* accumulator, bool begun, const char* in, char* out, std::ptrdiff_t count) const {
    const void* const operands[] = {in};
    if (combines()) return reduction().scan_all(accumulator, begun, operands, out, count);
    take(accumulator, begun, in, out, 1);
    // Each result is an operand of the next one.
    const void* const rest[] = {out, in + element_};
    loop_.on_host(rest, out + element_, count - 1);
    std::memcpy(accumulator, out + static_cast<std::size_t>(count - 1) * element_, element_);
  }
  /// An accumulator for each element.
  void across(char* accumulators, bool begun, const char* in, char* out,
              std::ptrdiff_t count) const {
    const void* const operands[] = {in};
    if (combines()) return reduction().scan_each(accumulators, begun, operands, out, count);
    take(accumulators, begun, in, out, count);
    std::memcpy(accumulators, out, element_ * static_cast<std::size_t>(count));
  }

 private:
  void take(const char* before, bool begun, const char* in, char* out, std::ptrdiff_t count) const {
    const void* const operands[] = {before, in};
    if (begun)
      loop_.on_host(operands, out, count);
    else
      std::memmove(out, in, element_ * static_cast<std::size_t>(count));
  }

  const graph::typed_loop& loop_;
  std::size_t element_;
};

}  // namespace gpu::execute
