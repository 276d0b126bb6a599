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
#include "execute/host/scan/strided_scan.hpp"
#include "execute/host/strided_copy.hpp"
#include "execute/host/thread_pool.hpp"
#include "execute/scan_iteration.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_ptr;

/// Elements of a box, whose inputs are computed at once, and of a run of lines side by side.
constexpr std::ptrdiff_t block_elements = 1 << 13;
constexpr std::ptrdiff_t run_lines = 1 << 10;
/// The same if elements of a line, or narrow arguments of what is computed, are neighbours where
/// they are read.
constexpr std::ptrdiff_t turned_run = 1 << 6;
constexpr std::ptrdiff_t cache_line = 64;  // bytes
/// Elements of one part of a long line, and how long a line is that has parts.
constexpr std::ptrdiff_t part_elements = 1 << 16;
constexpr std::ptrdiff_t short_lines_threshold = 32;

/// What one box goes over: neighbouring lines, and neighbouring elements of each.
struct box {
  std::ptrdiff_t outer;  ///< number of the place along the outer axes
  std::ptrdiff_t line;
  std::ptrdiff_t lines;
  std::ptrdiff_t first;
  std::ptrdiff_t count;
};

/// The loops of a scan, from states to states.
class scan_loops {
 public:
  explicit scan_loops(const graph::kernel_scan& scan)
      : loop_(scan.op->loops[static_cast<std::size_t>(scan.loop)]),
        element_(size_bytes(loop_.out)) {
    if (loop_.reduces_on_host == nullptr && loop_.on_host == nullptr)
      throw error(text_of(scan.op->name, " has no loop for the host"));
  }

  [[nodiscard]] std::size_t state_bytes() const noexcept {
    return loop_.reduces_on_host != nullptr ? loop_.reduces_on_host->state_bytes : element_;
  }
  /// Whether parts of a line can be put together.
  [[nodiscard]] bool combines() const noexcept { return loop_.reduces_on_host != nullptr; }
  /// Whether parts give the bits that one element after the other gives.
  [[nodiscard]] bool is_exact() const noexcept { return is_integer(loop_.out); }
  [[nodiscard]] const graph::host_reduction& reduction() const { return *loop_.reduces_on_host; }

  /// One state, elements one after the other.
  void along(char* state, bool begun, const char* in, char* out, std::ptrdiff_t count) const {
    const void* operands[] = {in, in};
    if (combines()) return loop_.reduces_on_host->scan_all(state, begun, operands, out, count);
    const char* before = state;
    for (std::ptrdiff_t i = 0; i < count; ++i, in += element_, out += element_) {
      take(before, begun || i > 0, in, out, 1);
      before = out;
    }
    std::memcpy(state, before, element_);
  }
  /// A state for each element.
  void across(char* states, bool begun, const char* in, char* out, std::ptrdiff_t count) const {
    const void* operands[] = {in};
    if (combines()) return loop_.reduces_on_host->scan_each(states, begun, operands, out, count);
    take(states, begun, in, out, count);
    std::memcpy(states, out, element_ * static_cast<std::size_t>(count));
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
  const graph::value_id value = work.outputs[0].value;
  return value.from == graph::value_id::source::argument && !work.arguments[value.index].is_index;
}

/// Whether elements that are one step apart lie nearer to each other than those another apart.
bool is_shorter(std::ptrdiff_t step, std::ptrdiff_t other) {
  return step != 0 && std::abs(step) < std::abs(other);
}

/// Whether elements of a line lie nearer to each other than to those of the next.
bool is_turned(const scan_iteration::operand& one) {
  return is_shorter(one.step, one.line);
}

/// What scans the lines of `walk` from memory to memory; null if nothing does.
strided_scan turned_scan_for(const kernel& work, const scan_iteration& walk) {
  const bool lies_so = !walk.along && walk.operands[0].line == 1 && is_read(work) &&
                       is_turned(walk.operands[work.outputs[0].value.index + 1]);
  return lies_so ? turned_scan_of(work.scan) : nullptr;
}

/// Reads, scans and writes boxes; one for each thread.
class box_scanner {
 public:
  box_scanner(const kernel& work, const scan_iteration& walk)
      : work_(work),
        walk_(walk),
        loops_(work.scan),
        value_(work.outputs[0].value),
        turned_(turned_scan_for(work, walk)) {
    in_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(work.type_of(value_)));
    out_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(work.outputs[0].target->type));
    is_direct_ = is_read(work) && is_unit(operand(value_.index));
    room_ = std::min(block_elements, walk.lines * walk.length);
    if (!is_direct_ && turned_ == nullptr) input_ = buffer(in_bytes_);
    if (!is_unit(result())) output_ = buffer(out_bytes_);
  }

  /// All elements of neighbouring lines.
  void scan_lines(std::ptrdiff_t outer, std::ptrdiff_t line, std::ptrdiff_t lines) {
    if (turned_ != nullptr) return scan_turned({outer, line, lines, 0, walk_.length});
    states_.resize(static_cast<std::size_t>(lines) * loops_.state_bytes());
    scan(outer, line, lines, 0, walk_.length, false);
  }
  /// Elements [first, last) of a line, after those of `before` if there are any; `sum` becomes the
  /// state of the part alone. What precedes a box is no sum of one element after the other: errors
  /// grow with the length of a box alone.
  void scan_part(std::ptrdiff_t outer, std::ptrdiff_t line, std::ptrdiff_t first,
                 std::ptrdiff_t last, const char* before, char* sum) {
    const std::size_t bytes = loops_.state_bytes();
    std::vector<char> state(before, before + bytes);
    states_.resize(bytes);
    for (std::ptrdiff_t i = first; i < last; i += block_elements) {
      const box part{outer, line, 1, i, std::min(block_elements, last - i)};
      const char* const in = read(part);
      std::memcpy(states_.data(), state.data(), bytes);
      const char* const own = state_of(in, part.count);
      scan_along(part, i > 0, in);
      if (output_) store(part);
      add(state.data(), own, i == 0);
      add(sum, own, i == first);
    }
  }
  /// The state of elements [first, last) of a line, as `scan_part` gives it.
  void reduce_part(std::ptrdiff_t outer, std::ptrdiff_t line, std::ptrdiff_t first,
                   std::ptrdiff_t last, char* sum) {
    for (std::ptrdiff_t i = first; i < last; i += block_elements) {
      const box part{outer, line, 1, i, std::min(block_elements, last - i)};
      add(sum, state_of(read(part), part.count), i == first);
    }
  }
  /// `state` takes another state, or, if it is the first, becomes it.
  void add(char* state, const char* other, bool is_first) const {
    if (is_first)
      std::memcpy(state, other, loops_.state_bytes());
    else
      loops_.reduction().combine(state, other, 1);
  }

 private:
  using bytes = ref_ptr<memory_block>;

  [[nodiscard]] const scan_iteration::operand& result() const { return walk_.operands[0]; }
  [[nodiscard]] const scan_iteration::operand& operand(std::size_t argument) const {
    return walk_.operands[argument + 1];
  }
  [[nodiscard]] bool is_unit(const scan_iteration::operand& one) const {
    return column_step(one) == 1;
  }
  [[nodiscard]] bytes buffer(std::ptrdiff_t size) const {
    return memory_block::allocate(cpu(), static_cast<std::size_t>(size * room_));
  }

  /// Of `count` elements.
  [[nodiscard]] const char* state_of(const char* in, std::ptrdiff_t count) {
    own_.resize(loops_.state_bytes());
    const void* const elements[] = {in};
    loops_.reduction().clear(own_.data(), 1);
    loops_.reduction().reduce_contiguous(own_.data(), elements, count);
    return own_.data();
  }

  void scan_turned(const box& all) const {
    const scan_iteration::operand& from = operand(value_.index);
    turned_({argument(all), from.line, from.step, element(*work_.outputs[0].target, result(), all),
             result().step, all.lines, all.count});
  }

  void scan(std::ptrdiff_t outer, std::ptrdiff_t line, std::ptrdiff_t lines, std::ptrdiff_t first,
            std::ptrdiff_t last, bool begun) {
    std::ptrdiff_t most = std::max<std::ptrdiff_t>(room_ / lines, 1);
    if (walk_.along && most < last - first) most -= most % detail::scanned_block;  // same roundings
    for (std::ptrdiff_t i = first; i < last; i += most, begun = true) {
      const box part{outer, line, lines, i, std::min(most, last - i)};
      const char* const in = read(part);
      walk_.along ? scan_along(part, begun, in) : scan_across(part, begun, in);
      if (output_) store(part);
    }
  }

  void scan_along(const box& part, bool begun, const char* in) {
    const auto state = static_cast<std::ptrdiff_t>(loops_.state_bytes());
    const std::ptrdiff_t from = is_direct_ ? operand(value_.index).line : part.count;
    const std::ptrdiff_t to = output_ ? part.count : result().line;
    char* const out = target(part);
    for (std::ptrdiff_t k = 0; k < part.lines; ++k)
      loops_.along(states_.data() + k * state, begun, in + k * from * in_bytes_,
                   out + k * to * out_bytes_, part.count);
  }
  void scan_across(const box& part, bool begun, const char* in) {
    const std::ptrdiff_t from = is_direct_ ? operand(value_.index).step : part.lines;
    const std::ptrdiff_t to = output_ ? part.lines : result().step;
    char* const out = target(part);
    for (std::ptrdiff_t i = 0; i < part.count; ++i)
      loops_.across(states_.data(), begun || i > 0, in + i * from * in_bytes_,
                    out + i * to * out_bytes_, part.lines);
  }

  [[nodiscard]] char* target(const box& part) const {
    if (output_) return static_cast<char*>(output_->data());
    return element(*work_.outputs[0].target, result(), part);
  }
  [[nodiscard]] std::ptrdiff_t offset(const scan_iteration::operand& one, const box& part) const {
    std::ptrdiff_t sum = one.offset + part.line * one.line + part.first * one.step;
    std::ptrdiff_t rest = part.outer;
    for (std::size_t axis = walk_.outer.size(); axis-- > 0; rest /= walk_.outer[axis])
      sum += rest % walk_.outer[axis] * one.outer[axis];
    return sum;
  }
  [[nodiscard]] char* element(const graph::leaf_node& leaf, const scan_iteration::operand& one,
                              const box& part) const {
    return static_cast<char*>(leaf.block->data()) +
           offset(one, part) * static_cast<std::ptrdiff_t>(size_bytes(leaf.type));
  }

  /// The elements to be scanned, where they lie or in a buffer.
  [[nodiscard]] const char* read(const box& part) {
    if (!is_read(work_)) return compute(part);
    if (is_direct_) return argument(part);
    const scan_iteration::operand& from = operand(value_.index);
    char* const copy = static_cast<char*>(input_->data());
    copy_grid({copy, columns(part), 1}, {argument(part), row_step(from), column_step(from)},
              rows(part), columns(part), static_cast<std::size_t>(in_bytes_));
    return copy;
  }
  [[nodiscard]] const char* argument(const box& part) const {
    const graph::node& origin = *work_.arguments[value_.index].origin;
    return element(static_cast<const graph::leaf_node&>(origin), operand(value_.index), part);
  }
  [[nodiscard]] const char* compute(const box& part) {
    const shape extents{rows(part), columns(part)};
    if (producer_.outputs.empty()) {
      producer_ = work_;
      producer_.scan = {};
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

  void store(const box& part) const {
    copy_grid({element(*work_.outputs[0].target, result(), part), row_step(result()),
               column_step(result())},
              {static_cast<const char*>(output_->data()), columns(part), 1}, rows(part),
              columns(part), static_cast<std::size_t>(out_bytes_));
  }

  /// A box in a buffer has rows: parts of lines, or elements of neighbouring lines.
  [[nodiscard]] std::ptrdiff_t rows(const box& part) const {
    return walk_.along ? part.lines : part.count;
  }
  [[nodiscard]] std::ptrdiff_t columns(const box& part) const {
    return walk_.along ? part.count : part.lines;
  }
  [[nodiscard]] std::ptrdiff_t row_step(const scan_iteration::operand& one) const {
    return walk_.along ? one.line : one.step;
  }
  [[nodiscard]] std::ptrdiff_t column_step(const scan_iteration::operand& one) const {
    return walk_.along ? one.step : one.line;
  }

  const kernel& work_;
  const scan_iteration& walk_;
  scan_loops loops_;
  graph::value_id value_;
  strided_scan turned_;
  std::ptrdiff_t in_bytes_;
  std::ptrdiff_t out_bytes_;
  bool is_direct_;
  std::ptrdiff_t room_;  ///< elements of a box
  bytes input_;
  bytes output_;
  std::vector<char> states_;
  std::vector<char> own_;
  kernel producer_;
};

/// A line in parts by one thread: each element is read once. The bits are those of `scan_in_parts`.
void scan_part_by_part(const kernel& work, const scan_iteration& walk, std::ptrdiff_t outer,
                       std::ptrdiff_t line) {
  box_scanner scanner(work, walk);
  const std::size_t bytes = scan_loops(work.scan).state_bytes();
  std::vector<char> before(bytes);
  std::vector<char> sum(bytes);
  for (std::ptrdiff_t i = 0; i < walk.length; i += part_elements) {
    const std::ptrdiff_t last = std::min(walk.length, i + part_elements);
    scanner.scan_part(outer, line, i, last, before.data(), sum.data());
    scanner.add(before.data(), sum.data(), i == 0);
  }
}

/// A line in parts: the state of each, those before each, and the elements.
void scan_in_parts(const kernel& work, const scan_iteration& walk, std::ptrdiff_t outer,
                   std::ptrdiff_t line) {
  if (num_threads() == 1) return scan_part_by_part(work, walk, outer, line);
  const std::ptrdiff_t parts = ceil_div(walk.length, part_elements);
  const std::size_t bytes = scan_loops(work.scan).state_bytes();
  std::vector<char> sums(static_cast<std::size_t>(parts) * bytes);
  std::vector<char> before(sums.size());
  const auto at = [&](std::vector<char>& states, std::ptrdiff_t k) {
    return states.data() + static_cast<std::size_t>(k) * bytes;
  };
  const auto in_parts = [&](const auto& take) {
    parallel_for(parts, 1, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      box_scanner own(work, walk);
      for (std::ptrdiff_t k = first; k < last; ++k)
        take(own, k, k * part_elements, std::min(walk.length, (k + 1) * part_elements));
    });
  };
  in_parts([&](box_scanner& own, std::ptrdiff_t k, std::ptrdiff_t first, std::ptrdiff_t last) {
    own.reduce_part(outer, line, first, last, at(sums, k));
  });
  const box_scanner adder(work, walk);
  for (std::ptrdiff_t k = 1; k < parts; ++k) {
    std::memcpy(at(before, k), at(before, k - 1), bytes);
    adder.add(at(before, k), at(sums, k - 1), k == 1);
  }
  in_parts([&](box_scanner& own, std::ptrdiff_t k, std::ptrdiff_t first, std::ptrdiff_t last) {
    own.scan_part(outer, line, first, last, at(before, k), at(sums, k));
  });
}

/// Lines whose elements share cache lines where they are read.
std::ptrdiff_t lines_read_together(const kernel& work, const scan_iteration& walk) {
  if (!is_read(work)) return 1;
  const std::size_t argument = work.outputs[0].value.index;
  const scan_iteration::operand& from = walk.operands[argument + 1];
  const bool is_across = is_shorter(from.line, from.step);
  return is_across
             ? cache_line / static_cast<std::ptrdiff_t>(size_bytes(work.arguments[argument].type))
             : 1;
}

/// How many lines side by side are scanned together.
std::ptrdiff_t lines_at_once(const kernel& work, const scan_iteration& walk) {
  if (walk.along) return std::max(block_elements / walk.length, lines_read_together(work, walk));
  if (turned_scan_for(work, walk) != nullptr) return turned_run;
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (!work.arguments[i].is_index && is_turned(walk.operands[i + 1]) &&
        size_bytes(work.arguments[i].type) < 8)
      return turned_run;
  return run_lines;
}

}  // namespace

void scan_on_host(const kernel& work) {
  if (element_count(work.extents) == 0) return;
  const scan_iteration walk(work);
  const std::ptrdiff_t outer = element_count(walk.outer);
  const scan_loops loops(work.scan);
  const bool needs_parts = num_threads() > 1 || !loops.is_exact();
  if (walk.along && walk.length >= 2 * part_elements &&
      outer * walk.lines <= short_lines_threshold && loops.combines() && needs_parts) {
    for (std::ptrdiff_t i = 0; i < outer * walk.lines; ++i)
      scan_in_parts(work, walk, i / walk.lines, i % walk.lines);
    return;
  }
  const std::ptrdiff_t run = std::min(walk.lines, lines_at_once(work, walk));
  const std::ptrdiff_t runs = ceil_div(walk.lines, run);
  const std::ptrdiff_t grain = std::max<std::ptrdiff_t>(part_elements / (run * walk.length), 1);
  parallel_for(outer * runs, grain, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    box_scanner own(work, walk);
    for (std::ptrdiff_t i = first; i < last; ++i) {
      const std::ptrdiff_t line = i % runs * run;
      own.scan_lines(i / runs, line, std::min(run, walk.lines - line));
    }
  });
}

}  // namespace gpu::execute
