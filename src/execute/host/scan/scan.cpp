// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/scan/scan.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gpu/execute/threads.hpp>

#include "core/ceil_div.hpp"
#include "execute/host/executor.hpp"
#include "execute/host/scan/body.hpp"
#include "execute/host/scan/scan_loops.hpp"
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

/// Whether elements are scanned as they are in memory: nothing is computed of them first.
bool is_read(const kernel& work) {
  return work.array_of(work.outputs[0].value) != nullptr;
}

/// Whether elements that are one step apart lie nearer to each other than those another apart.
bool is_shorter(std::ptrdiff_t step, std::ptrdiff_t other) {
  return step != 0 && std::abs(step) < std::abs(other);
}

/// What is scanned at once. If the elements of a segment are neighbours in the result, rows are
/// parts of segments; else they are elements of one place in neighbouring segments.
struct block {
  std::ptrdiff_t outer;  ///< number of the place along the outer axes
  std::ptrdiff_t row;
  std::ptrdiff_t rows;
  std::ptrdiff_t column;
  std::ptrdiff_t columns;
};

/// Reads, scans and writes blocks; one for each thread.
class block_scanner {
 public:
  block_scanner(const kernel& work, const scan_iteration& iteration)
      : work_(work),
        iteration_(iteration),
        loops_(*work.scan()),
        value_(work.outputs[0].value),
        in_bytes_(static_cast<std::ptrdiff_t>(size_bytes(work.type_of(value_)))),
        out_bytes_(static_cast<std::ptrdiff_t>(size_bytes(work.outputs[0].target->type))),
        is_direct_(is_read(work) && column_step(operand(value_.index)) == 1),
        room_(std::min(block_elements, iteration.segments * iteration.length)) {
    if (!is_read(work)) {
      producer_ = work;
      producer_.kind = graph::kernel_kinds::elementwise();
      producer_.extents.clear();
    }
    if (!is_direct_) input_ = buffer(in_bytes_);
    if (column_step(result()) != 1) output_ = buffer(out_bytes_);
  }

  /// All elements of neighbouring segments.
  void scan_segments(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t segments) {
    accumulators_.resize(static_cast<std::size_t>(segments) * loops_.accumulator_bytes());
    std::ptrdiff_t limit = std::max<std::ptrdiff_t>(room_ / segments, 1);
    if (iteration_.along && limit < iteration_.length)
      limit -= limit % detail::scanned_block;  // same roundings
    for (std::ptrdiff_t i = 0; i < iteration_.length; i += limit) {
      const std::ptrdiff_t count = std::min(limit, iteration_.length - i);
      const block part = iteration_.along ? block{outer, segment, segments, i, count}
                                          : block{outer, i, count, segment, segments};
      scan(part, i > 0, read(part));
    }
  }
  /// Makes `sum` the accumulator of elements [first, last) of a segment. They are scanned as well
  /// if `before` is that of the elements that precede them, if there are any, and not null. What
  /// precedes a block is no sum of one element after the other: errors grow with the length of a
  /// block alone.
  void take_part(std::ptrdiff_t outer, std::ptrdiff_t segment, std::ptrdiff_t first,
                 std::ptrdiff_t last, const char* before, char* sum) {
    const std::size_t bytes = loops_.accumulator_bytes();
    std::vector<char> all(bytes);
    if (before != nullptr) std::memcpy(all.data(), before, bytes);
    for (std::ptrdiff_t i = first; i < last; i += block_elements) {
      const block part{outer, segment, 1, i, std::min(block_elements, last - i)};
      const char* const in = read(part);
      const char* const own = accumulated(in, part.columns);
      loops_.add(sum, own, i == first);
      if (before == nullptr) continue;
      accumulators_ = all;
      scan(part, i > 0, in);
      loops_.add(all.data(), own, i == 0);
    }
  }

 private:
  using bytes = ref_ptr<memory_block>;

  [[nodiscard]] const scan_iteration::operand& result() const { return iteration_.operands[0]; }
  [[nodiscard]] const scan_iteration::operand& operand(std::size_t argument) const {
    return iteration_.operands[argument + 1];
  }
  [[nodiscard]] std::ptrdiff_t row_step(const scan_iteration::operand& one) const {
    return iteration_.along ? one.segment : one.step;
  }
  [[nodiscard]] std::ptrdiff_t column_step(const scan_iteration::operand& one) const {
    return iteration_.along ? one.step : one.segment;
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

  /// Scans what `read` gave, and writes the results.
  void scan(const block& part, bool begun, const char* in) {
    const std::ptrdiff_t from = is_direct_ ? row_step(operand(value_.index)) : part.columns;
    const std::ptrdiff_t to = output_ ? part.columns : row_step(result());
    char* out = output_ ? static_cast<char*>(output_->data()) : target(part);
    char* accumulators = accumulators_.data();
    for (std::ptrdiff_t row = 0; row < part.rows; ++row) {
      if (iteration_.along) {
        loops_.along(accumulators, begun, in, out, part.columns);
        accumulators += loops_.accumulator_bytes();
      } else {
        loops_.across(accumulators, begun || row > 0, in, out, part.columns);
      }
      in += from * in_bytes_;
      out += to * out_bytes_;
    }
    if (output_)
      copy_grid({target(part), row_step(result()), column_step(result())},
                {static_cast<const char*>(output_->data()), part.columns, 1}, part.rows,
                part.columns, static_cast<std::size_t>(out_bytes_));
  }

  [[nodiscard]] std::ptrdiff_t offset(const scan_iteration::operand& one, const block& part) const {
    std::ptrdiff_t sum = one.offset + part.row * row_step(one) + part.column * column_step(one);
    std::ptrdiff_t rest = part.outer;
    for (std::size_t axis = iteration_.outer.size(); axis-- > 0; rest /= iteration_.outer[axis])
      sum += rest % iteration_.outer[axis] * one.outer[axis];
    return sum;
  }
  [[nodiscard]] char* target(const block& part) const {
    return data_in(*work_.outputs[0].target, offset(result(), part));
  }

  /// The elements to be scanned, where they lie or in a buffer.
  [[nodiscard]] const char* read(const block& part) {
    if (!is_read(work_)) return compute(part);
    const scan_iteration::operand& from = operand(value_.index);
    const char* const first = data_in(*leaf_of(work_.arguments[value_.index]), offset(from, part));
    if (is_direct_) return first;
    char* const copy = static_cast<char*>(input_->data());
    copy_grid({copy, part.columns, 1}, {first, row_step(from), column_step(from)}, part.rows,
              part.columns, static_cast<std::size_t>(in_bytes_));
    return copy;
  }
  [[nodiscard]] const char* compute(const block& part) {
    const shape extents{part.rows, part.columns};
    if (producer_.extents != extents) {
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

/// A segment in parts: the accumulator of each, those before each, and the elements. One thread
/// alone reads each element once, and knows what is before a part when it comes to it.
void scan_in_parts(const kernel& work, const scan_iteration& iteration, std::ptrdiff_t outer,
                   std::ptrdiff_t segment) {
  const bool in_turn = num_threads() == 1;
  const std::ptrdiff_t parts = ceil_div(iteration.length, part_elements);
  const scan_loops loops(*work.scan());
  const std::size_t bytes = loops.accumulator_bytes();
  std::vector<char> sums(static_cast<std::size_t>(parts) * bytes);
  std::vector<char> before(sums.size() + bytes);
  const auto at = [&](std::vector<char>& accumulators, std::ptrdiff_t k) {
    return accumulators.data() + static_cast<std::size_t>(k) * bytes;
  };
  const auto add_part = [&](std::ptrdiff_t k) {
    std::memcpy(at(before, k + 1), at(before, k), bytes);
    loops.add(at(before, k + 1), at(sums, k), k == 0);
  };
  const auto take_parts = [&](bool are_scanned) {
    const auto run = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      block_scanner own(work, iteration);
      for (std::ptrdiff_t k = first; k < last; ++k) {
        own.take_part(outer, segment, k * part_elements,
                      std::min(iteration.length, (k + 1) * part_elements),
                      are_scanned ? at(before, k) : nullptr, at(sums, k));
        if (in_turn) add_part(k);
      }
    };
    in_turn ? run(0, parts) : parallel_for(parts, 1, run);
  };
  if (!in_turn) take_parts(false);
  for (std::ptrdiff_t k = 0; !in_turn && k < parts; ++k) add_part(k);
  take_parts(true);
}

/// Segments whose elements share cache lines where they are read.
std::ptrdiff_t segments_read_together(const kernel& work, const scan_iteration& iteration) {
  const graph::value_id value = work.outputs[0].value;
  if (!is_read(work)) return 1;
  const scan_iteration::operand& from = iteration.operands[value.index + 1];
  const auto bytes = static_cast<std::ptrdiff_t>(size_bytes(work.type_of(value)));
  return is_shorter(from.segment, from.step) ? cache_line / bytes : 1;
}

/// How many segments side by side are scanned together.
std::ptrdiff_t segments_at_once(const kernel& work, const scan_iteration& iteration) {
  if (iteration.along)
    return std::max(block_elements / iteration.length, segments_read_together(work, iteration));
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    const std::size_t bytes = element_bytes(work.arguments[i]);
    const scan_iteration::operand& from = iteration.operands[i + 1];
    if (bytes > 0 && bytes < 8 && is_shorter(from.step, from.segment)) return transposed_segments;
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
  const std::ptrdiff_t grain_size =
      std::max<std::ptrdiff_t>(part_elements / (width * iteration.length), 1);
  parallel_for(outer * groups, grain_size, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    block_scanner own(work, iteration);
    for (std::ptrdiff_t i = first; i < last; ++i) {
      const std::ptrdiff_t segment = i % groups * width;
      own.scan_segments(i / groups, segment, std::min(width, iteration.segments - segment));
    }
  });
}

}  // namespace gpu::execute
