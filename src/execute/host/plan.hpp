// SPDX-License-Identifier: BSD-3-Clause
// A kernel made ready for the host: what is done for each block, and where its values lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "execute/host/iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Computes `step` on the host.
///
/// @throws error  if it has no loop for the host
[[nodiscard]] graph::host_loop loop_of(const graph::instruction& step);

/// One thing to do for each block.
struct host_step {
  enum class kind : std::uint8_t {
    load,     ///< `array` to the buffer of `value`
    compute,  ///< `value` from the values `operands[first, first + count)`
    store,    ///< `value` to `array`
    move      ///< array number `first` to `array`
  };

  kind what;
  graph::host_loop loop = nullptr;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t value = 0;
  std::uint32_t array = 0;
};

/// Where a value is: in an array, or in a buffer of the thread's.
struct value_place {
  static constexpr std::uint32_t unplaced = 0xffffffff;

  std::uint32_t array = unplaced;
  std::uint32_t buffer = unplaced;
};

/// A value that is the same for every index.
struct host_constant {
  std::uint32_t value;
  std::uint32_t size_bytes;
  alignas(16) std::byte data[16];
};

/// Values are numbered arguments first, then scalars, then instructions; arrays outputs first, then
/// arguments. A plan is kept and prepared again, so that planning seldom allocates.
class host_plan {
 public:
  /// The largest number of operands that an instruction has.
  static constexpr std::size_t max_operands = 64;

  /// @param work  has elements, and outlives the use of the plan
  /// @throws error  if an op has no loop for the host
  void prepare(const graph::kernel& work);

  /// Element operations in all: how much work it is.
  [[nodiscard]] std::ptrdiff_t cost() const noexcept {
    return iteration.size * static_cast<std::ptrdiff_t>(steps.size());
  }

  host_iteration iteration;
  std::vector<value_place> values;
  std::vector<host_step> steps;
  std::vector<std::uint32_t> operands;
  std::vector<host_constant> constants;
  std::uint32_t buffer_count = 0;
  std::size_t buffer_bytes = 0;  ///< of each

 private:
  [[nodiscard]] std::uint32_t number(graph::value_id value) const noexcept;
  [[nodiscard]] std::uint32_t array_of(std::uint32_t argument) const noexcept;
  void measure_values();
  void find_last_uses();
  void place_constants();
  void add_constant(std::uint32_t value, const void* data);
  void place_arguments();
  void place_outputs();
  [[nodiscard]] bool may_write_early(std::uint32_t output, std::uint32_t instruction) const;
  void add_instruction(std::uint32_t index);
  void add_outputs();
  void load(std::uint32_t argument);
  void place_result(std::uint32_t index);
  void release(std::uint32_t value);
  [[nodiscard]] std::uint32_t take_buffer();
  void choose_block_size();

  const graph::kernel* work_ = nullptr;
  std::vector<std::size_t> element_bytes_;  // of each value
  std::vector<std::int32_t> last_uses_;     // the last instruction that reads it, or `at_the_end_`
  std::vector<std::uint32_t> free_buffers_;
  std::int32_t at_the_end_ = 0;
  std::uint32_t scalars_begin_ = 0;  // the numbers of the values that are scalars
  std::uint32_t scalars_end_ = 0;
};

}  // namespace gpu::execute
