// SPDX-License-Identifier: BSD-3-Clause
// Who uses a memory block beside its home stream.
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <vector>

namespace gpu::detail {

struct captured_graph;

/// The streams beside its home that have used a block since the home stream last waited for them,
/// and the captured graphs that use it whenever they are launched. A block that a graph holds stays
/// when its last owner has gone. Only blocks with `used_elsewhere_` have any of this.
struct block_uses {
  struct use {
    stream_ref stream;
    bool wrote;
    const captured_graph* graph;  ///< that the use was recorded in; null: it was enqueued
    bool is_foreign = false;      ///< another library's stream, which may have been destroyed since
    std::size_t number = 0;       ///< how many came before it
  };
  std::vector<use> uses;
  std::vector<const captured_graph*> graphs;
  std::size_t added = 0;
  bool has_no_owner = false;

  /// Enqueued on `stream` from now on comes after the uses that match.
  static void order(memory_block& block, stream_ref stream, bool writes);

  /// The same for a stream of another library, which may be destroyed at any time. What comes after
  /// this use waits for the whole device, on the host; during captures, which forbid that, for the
  /// stream.
  static void hand_out(memory_block& block, stream_ref stream, bool writes);

  /// A block for work that is recorded on the stream. Its memory was never used by work that may
  /// still run, and is used by no one else until the graph has ended.
  [[nodiscard]] static ref_ptr<memory_block> allocate_captured(stream_ref stream,
                                                               std::size_t size_bytes);

  /// What the last owner of a block calls. False if a graph keeps it, else its memory may be given
  /// back in the order of its home stream.
  [[nodiscard]] static bool end(memory_block& block) noexcept;

  /// Ends the blocks that no one else keeps.
  static void release(captured_graph& graph) noexcept;

 private:
  void add(use another);
  static bool hold(memory_block& block, captured_graph& graph);
  static void order_enqueued(memory_block& block, const use& next);
  static void await_foreign(memory_block& block, const use& next);
  static void order_recorded(memory_block& block, stream_ref stream, bool writes,
                             captured_graph& graph);
  static bool leave_to_graph(memory_block& block);
  static bool let_go(memory_block& block, const captured_graph& graph) noexcept;
};

}  // namespace gpu::detail
