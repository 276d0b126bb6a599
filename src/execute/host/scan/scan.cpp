// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/scan/scan.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/threads.hpp>

#include "core/ceil_div.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/scan/body.hpp"
#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/scan_iteration.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_ptr;

/// Elements of a block, whose inputs are computed at once, and segments side by side that are
/// scanned together.
constexpr std::ptrdiff_t block_elements = 1 << 13;
constexpr std::ptrdiff_t max_segments = 1 << 10;
/// The same if elements of a segment are neighbours where they are read, and narrow.
constexpr std::ptrdiff_t transposed_segments = 1 << 6;
constexpr std::ptrdiff_t cache_line = 64;  // bytes
/// Elements of one part of a long segment, and how long a segment is that has parts.
constexpr std::ptrdiff_t part_elements = 1 << 16;
constexpr std::ptrdiff_t short_segments_threshold = 32;

/// What one block goes over: neighbouring segments, and neighbouring elements of each.
struct block {
  std::ptrdiff_t outer;  ///< number of the place along the outer axes
  std::ptrdiff_t segment;
  std::ptrdiff_t segments;
  std::ptrdiff_t first;
  std::ptrdiff_t count;
};

/// The loops of a scan, from accumulators to accumulators.
class scan_loops {
 public:
  explicit scan_loops(const graph::kernel_kinds::scan& scan)
      : loop_(scan.op->loops[static_cast<std::size_t>(scan.loop)]),
        element_(size_bytes(loop_.out)) {
    if (loop_.reduces_on_host == nullptr && loop_.on_host == nullptr)
      throw error(text_of(scan.op->name, " has no loop for the host"));
  }

  [[nodiscard]] std::size_t accumulator_bytes() const noexcept {
    return loop_.reduces_on_host != nullptr ? loop_.reduces_on_host->accumulator_bytes : element_;
  }
  /// Whether parts of a segment can be put together.
  [[nodiscard]] bool combines() const noexcept { return loop_.reduces_on_host != nullptr; }
  /// Whether parts give the bits that one element after the other gives.
  [[nodiscard]] bool is_exact() const noexcept { return is_integer(loop_.out); }
  [[nodiscard]] const graph::host_reduction& reduction() const { return *loop_.reduces_on_host; }

  /// One accumulator, elements one after the other.
  void along(char* accumulator, bool begun, const char* in, char* out, std::ptrdiff_t count) const {
    const void* operands[] = {in, in};
    if (combines())
      return loop_.reduces_on_host->scan_all(accumulator, begun, operands, out, count);
    take(accumulator, begun, in, out, 1);
    // Each result is an operand of the next one.
    const void* const rest[] = {out, in + element_};
    loop_.on_host(rest, out + element_, count - 1);
    std::memcpy(accumulator, out + static_cast<std::size_t>(count - 1) * element_, element_);
  }
  /// An accumulator for each element.
  void across(char* accumulators, bool begun, const char* in, char* out,
              std::ptrdiff_t count) const {
    const void* operands[] = {in};
    if (combines())
      return loop_.reduces_on_host->scan_each(accumulators, begun, operands, out, count);
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

/// Whether elements are scanned as they are in memory: nothing is computed of them first.
bool is_read(const kernel& work) {
  return work.array_of(work.outputs[0].value) != nullptr;
}

/// Whether elements that are one step apart lie nearer to each other than those another apart.
bool is_shorter(std::ptrdiff_t step, std::ptrdiff_t other) {
  return step != 0 && std::abs(step) < std::abs(other);
}

/// Whether elements of a segment lie nearer to each other than to those of the next.
bool is_transposed(const scan_iteration::operand& one) {
  return is_shorter(one.step, one.segment);
}

/// Reads, scans and writes blocks; one for each thread.
class block_scanner {
 public:
  block_scanner(const kernel& work, const scan_iteration& iteration)
      : work_(work), iteration_(iteration), loops_(*work.scan()), value_(work.outputs[0].value) {
    in_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(work.type_of(value_)));
    out_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(work.outputs[0].target->type));
    is_direct_ = is_read(work) && is_unit(operand(value_.index));
    room_ = std::min(block_elements, iteration.segments * iteration.length);
    if (!is_direct_) input_ = buffer(in_bytes_);
    if (!is_unit(result())) output_ = buffer(out_bytes_);
  }

  /// All elements of neighbouring segments.
  void scan_segments(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t segments) {
    accumulators_.resize(static_cast<std::size_t>(segments) * loops_.accumulator_bytes());
    scan(outer, segment, segments, 0, iteration_.length, false);
  }
  /// Elements [first, last) of a segment, after those of `before` if there are any; `sum` becomes
  /// the accumulator of the part alone. What precedes a block is no sum of one element after the
  /// other: errors grow with the length of a block alone.
  void scan_part(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t first,
                 std::ptrdiff_t last, const char* before, char* sum) {
    const std::size_t bytes = loops_.accumulator_bytes();
    std::vector<char> all(before, before + bytes);
    accumulators_.resize(bytes);
    for (std::ptrdiff_t i = first; i < last; i += block_elements) {
      const block part{outer, segment, 1, i, std::min(block_elements, last - i)};
      const char* const in = read(part);
      std::memcpy(accumulators_.data(), all.data(), bytes);
      const char* const own = accumulated(in, part.count);
      scan_along(part, i > 0, in);
      if (output_) store(part);
      add(all.data(), own, i == 0);
      add(sum, own, i == first);
    }
  }
  /// The accumulator of elements [first, last) of a segment, as `scan_part` gives it.
  void reduce_part(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t first,
                   std::ptrdiff_t last, char* sum) {
    for (std::ptrdiff_t i = first; i < last; i += block_elements) {
      const block part{outer, segment, 1, i, std::min(block_elements, last - i)};
      add(sum, accumulated(read(part), part.count), i == first);
    }
  }
  /// Combines `accumulator` with another, or, if that is the first, copies it.
  void add(char* accumulator, const char* other, bool is_first) const {
    if (is_first)
      std::memcpy(accumulator, other, loops_.accumulator_bytes());
    else
      loops_.reduction().combine(accumulator, other, 1);
  }

 private:
  using bytes = ref_ptr<memory_block>;

  [[nodiscard]] const scan_iteration::operand& result() const { return iteration_.operands[0]; }
  [[nodiscard]] const scan_iteration::operand& operand(std::size_t argument) const {
    return iteration_.operands[argument + 1];
  }
  [[nodiscard]] bool is_unit(const scan_iteration::operand& one) const {
    return column_step(one) == 1;
  }
  [[nodiscard]] bytes buffer(std::ptrdiff_t size) const {
    return memory_block::allocate(cpu(), static_cast<std::size_t>(size * room_));
  }

  /// Of `count` elements.
  [[nodiscard]] const char* accumulated(const char* in, std::ptrdiff_t count) {
    own_.resize(loops_.accumulator_bytes());
    const void* const elements[] = {in};
    loops_.reduction().clear(own_.data(), 1);
    loops_.reduction().reduce_contiguous(own_.data(), elements, count);
    return own_.data();
  }

  void scan(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t segments,
            std::ptrdiff_t first, std::ptrdiff_t last, bool begun) {
    std::ptrdiff_t limit = std::max<std::ptrdiff_t>(room_ / segments, 1);
    if (iteration_.along && limit < last - first)
      limit -= limit % detail::scanned_block;  // same roundings
    for (std::ptrdiff_t i = first; i < last; i += limit, begun = true) {
      const block part{outer, segment, segments, i, std::min(limit, last - i)};
      const char* const in = read(part);
      iteration_.along ? scan_along(part, begun, in) : scan_across(part, begun, in);
      if (output_) store(part);
    }
  }

  void scan_along(const block& part, bool begun, const char* in) {
    const auto bytes_of_each = static_cast<std::ptrdiff_t>(loops_.accumulator_bytes());
    const std::ptrdiff_t from = is_direct_ ? operand(value_.index).segment : part.count;
    const std::ptrdiff_t to = output_ ? part.count : result().segment;
    char* const out = target(part);
    for (std::ptrdiff_t k = 0; k < part.segments; ++k)
      loops_.along(accumulators_.data() + k * bytes_of_each, begun, in + k * from * in_bytes_,
                   out + k * to * out_bytes_, part.count);
  }
  void scan_across(const block& part, bool begun, const char* in) {
    const std::ptrdiff_t from = is_direct_ ? operand(value_.index).step : part.segments;
    const std::ptrdiff_t to = output_ ? part.segments : result().step;
    char* const out = target(part);
    for (std::ptrdiff_t i = 0; i < part.count; ++i)
      loops_.across(accumulators_.data(), begun || i > 0, in + i * from * in_bytes_,
                    out + i * to * out_bytes_, part.segments);
  }

  [[nodiscard]] char* target(const block& part) const {
    if (output_) return static_cast<char*>(output_->data());
    return element(*work_.outputs[0].target, result(), part);
  }
  [[nodiscard]] std::ptrdiff_t offset(const scan_iteration::operand& one, const block& part) const {
    std::ptrdiff_t sum = one.offset + part.segment * one.segment + part.first * one.step;
    std::ptrdiff_t rest = part.outer;
    for (std::size_t axis = iteration_.outer.size(); axis-- > 0; rest /= iteration_.outer[axis])
      sum += rest % iteration_.outer[axis] * one.outer[axis];
    return sum;
  }
  [[nodiscard]] char* element(const graph::leaf_node& leaf, const scan_iteration::operand& one,
                              const block& part) const {
    return static_cast<char*>(leaf.block->data()) +
           offset(one, part) * static_cast<std::ptrdiff_t>(size_bytes(leaf.type));
  }

  /// The elements to be scanned, where they lie or in a buffer.
  [[nodiscard]] const char* read(const block& part) {
    if (!is_read(work_)) return compute(part);
    if (is_direct_) return argument(part);
    const scan_iteration::operand& from = operand(value_.index);
    char* const copy = static_cast<char*>(input_->data());
    copy_grid({copy, columns(part), 1}, {argument(part), row_step(from), column_step(from)},
              rows(part), columns(part), static_cast<std::size_t>(in_bytes_));
    return copy;
  }
  [[nodiscard]] const char* argument(const block& part) const {
    return element(*leaf_of(work_.arguments[value_.index]), operand(value_.index), part);
  }
  [[nodiscard]] const char* compute(const block& part) {
    const shape extents{rows(part), columns(part)};
    if (producer_.outputs.empty()) {
      producer_ = work_;
      producer_.kind = graph::kernel_kinds::elementwise();
    }
    if (producer_.extents != extents || producer_.outputs[0].target->block != input_) {
      producer_.extents = extents;
      producer_.outputs[0].target = leaf_ptr::first(
          new graph::leaf_node(input_, work_.type_of(value_), row_major(extents), cpu()));
    }
    for (std::size_t i = 0; i < producer_.arguments.size(); ++i) {
      const scan_iteration::operand& one = operand(i);
      producer_.arguments[i].place = {
          offset(one, part), extents, {row_step(one), column_step(one)}};
    }
    run_on_this_thread(producer_);
    return static_cast<const char*>(input_->data());
  }

  void store(const block& part) const {
    copy_grid({element(*work_.outputs[0].target, result(), part), row_step(result()),
               column_step(result())},
              {static_cast<const char*>(output_->data()), columns(part), 1}, rows(part),
              columns(part), static_cast<std::size_t>(out_bytes_));
  }

  /// A block in a buffer has rows: parts of segments, or elements of neighbouring segments.
  [[nodiscard]] std::ptrdiff_t rows(const block& part) const {
    return iteration_.along ? part.segments : part.count;
  }
  [[nodiscard]] std::ptrdiff_t columns(const block& part) const {
    return iteration_.along ? part.count : part.segments;
  }
  [[nodiscard]] std::ptrdiff_t row_step(const scan_iteration::operand& one) const {
    return iteration_.along ? one.segment : one.step;
  }
  [[nodiscard]] std::ptrdiff_t column_step(const scan_iteration::operand& one) const {
    return iteration_.along ? one.step : one.segment;
  }

  const kernel& work_;
  const scan_iteration& iteration_;
  scan_loops loops_;
  graph::value_id value_;
  std::ptrdiff_t in_bytes_;
  std::ptrdiff_t out_bytes_;
  bool is_direct_;
  std::ptrdiff_t room_;  ///< elements of a block
  bytes input_;
  bytes output_;
  std::vector<char> accumulators_;
  std::vector<char> own_;
  kernel producer_;
};

/// A segment in parts by one thread: each element is read once. The bits are those of
/// `scan_in_parts`.
void scan_part_by_part(const kernel& work, const scan_iteration& iteration, std::ptrdiff_t outer,
                       std::ptrdiff_t segment) {
  block_scanner scanner(work, iteration);
  const std::size_t bytes = scan_loops(*work.scan()).accumulator_bytes();
  std::vector<char> before(bytes);
  std::vector<char> sum(bytes);
  for (std::ptrdiff_t i = 0; i < iteration.length; i += part_elements) {
    const std::ptrdiff_t last = std::min(iteration.length, i + part_elements);
    scanner.scan_part(outer, segment, i, last, before.data(), sum.data());
    scanner.add(before.data(), sum.data(), i == 0);
  }
}

/// A segment in parts: the accumulator of each, those before each, and the elements.
void scan_in_parts(const kernel& work, const scan_iteration& iteration, std::ptrdiff_t outer,
                   std::ptrdiff_t segment) {
  if (num_threads() == 1) return scan_part_by_part(work, iteration, outer, segment);
  const std::ptrdiff_t parts = ceil_div(iteration.length, part_elements);
  const std::size_t bytes = scan_loops(*work.scan()).accumulator_bytes();
  std::vector<char> sums(static_cast<std::size_t>(parts) * bytes);
  std::vector<char> before(sums.size());
  const auto at = [&](std::vector<char>& accumulators, std::ptrdiff_t k) {
    return accumulators.data() + static_cast<std::size_t>(k) * bytes;
  };
  const auto in_parts = [&](const auto& take) {
    parallel_for(parts, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_scanner own(work, iteration);
      for (std::ptrdiff_t k = first; k < last; ++k)
        take(own, k, k * part_elements, std::min(iteration.length, (k + 1) * part_elements));
    });
  };
  in_parts([&](block_scanner& own, std::ptrdiff_t k, std::ptrdiff_t first, std::ptrdiff_t last) {
    own.reduce_part(outer, segment, first, last, at(sums, k));
  });
  const block_scanner adder(work, iteration);
  for (std::ptrdiff_t k = 1; k < parts; ++k) {
    std::memcpy(at(before, k), at(before, k - 1), bytes);
    adder.add(at(before, k), at(sums, k - 1), k == 1);
  }
  in_parts([&](block_scanner& own, std::ptrdiff_t k, std::ptrdiff_t first, std::ptrdiff_t last) {
    own.scan_part(outer, segment, first, last, at(before, k), at(sums, k));
  });
}

/// Segments whose elements share cache lines where they are read.
std::ptrdiff_t segments_read_together(const kernel& work, const scan_iteration& iteration) {
  if (!is_read(work)) return 1;
  const std::size_t argument = work.outputs[0].value.index;
  const scan_iteration::operand& from = iteration.operands[argument + 1];
  const bool is_across = is_shorter(from.segment, from.step);
  return is_across
             ? cache_line / static_cast<std::ptrdiff_t>(size_bytes(work.arguments[argument].type))
             : 1;
}

/// How many segments side by side are scanned together.
std::ptrdiff_t segments_at_once(const kernel& work, const scan_iteration& iteration) {
  if (iteration.along)
    return std::max(block_elements / iteration.length, segments_read_together(work, iteration));
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    const std::size_t bytes = element_bytes(work.arguments[i]);
    if (bytes > 0 && bytes < 8 && is_transposed(iteration.operands[i + 1]))
      return transposed_segments;
  }
  return max_segments;
}

}  // namespace

void scan_on_host(const kernel& work) {
  if (element_count(work.extents) == 0) return;
  const scan_iteration iteration(work);
  const std::ptrdiff_t outer = element_count(iteration.outer);
  const scan_loops loops(*work.scan());
  const bool needs_parts = num_threads() > 1 || !loops.is_exact();
  if (iteration.along && iteration.length >= 2 * part_elements &&
      outer * iteration.segments <= short_segments_threshold && loops.combines() && needs_parts) {
    for (std::ptrdiff_t i = 0; i < outer * iteration.segments; ++i)
      scan_in_parts(work, iteration, i / iteration.segments, i % iteration.segments);
    return;
  }
  const std::ptrdiff_t width = std::min(iteration.segments, segments_at_once(work, iteration));
  const std::ptrdiff_t groups = ceil_div(iteration.segments, width);
  const std::ptrdiff_t grain =
      std::max<std::ptrdiff_t>(part_elements / (width * iteration.length), 1);
  parallel_for(outer * groups, grain, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    block_scanner own(work, iteration);
    for (std::ptrdiff_t i = first; i < last; ++i) {
      const std::ptrdiff_t segment = i % groups * width;
      own.scan_segments(i / groups, segment, std::min(width, iteration.segments - segment));
    }
  });
}

}  // namespace gpu::execute
