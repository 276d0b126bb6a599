// SPDX-License-Identifier: BSD-3-Clause
// Accumulators of the blocks of a cluster, combined by each of them.
//
// Every warp sends its accumulator to all blocks, whose memory counts the bytes that have arrived:
// nobody waits for anything but accumulators, least of all for what has been written to global
// memory.
//
//   open       by one thread of each block, before that block joins the cluster
//   expect     by the same thread, once the cluster has met
//   send       by all threads, then, too: a block that has not begun may not be written to
//   receive    by one warp. A block may end once it has received the accumulators of all passes:
//              then all that will ever be sent to it has arrived.
#pragma once

#include <gpu/kernels/primitives/row_accumulator.cuh>
#include <gpu/kernels/primitives/shared_address.cuh>

namespace gpu::kernels {

/// What has that shared address in another block of the cluster.
__device__ __forceinline__ unsigned address_in_block(unsigned address, int block) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(block));
  return there;
}

/// Says that this block has begun, with all that it has opened; does not wait for the others.
__device__ __forceinline__ void join_cluster() {
  __syncwarp();
  asm volatile(
      "fence.mbarrier_init.release.cluster;\n"
      "barrier.cluster.arrive.relaxed.aligned;" ::
          : "memory");
}

/// Returns once all blocks have joined.
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// In shared memory, for one pass of one row.
template <class Pass, int Threads, int Blocks>
class accumulator_exchange {
 public:
  using accumulator = typename Pass::accumulator;

  __device__ __forceinline__ void open() {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&arrived_))
                 : "memory");
  }

  /// Says how many bytes will arrive: only with this call do those that have arrived suffice.
  __device__ __forceinline__ void expect() {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&arrived_)),
        "r"(count * words * 4)
        : "memory");
  }

  /// @param mine  of this warp
  __device__ __forceinline__ void send(const accumulator& mine) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (lane >= Blocks) return;
    const int number = static_cast<int>(blockIdx.x) % Blocks * warps + threadIdx.x / 32;
    const unsigned to = address_in_block(shared_address(memory_ + number * words), lane);
    const unsigned counter = address_in_block(shared_address(&arrived_), lane);
    const auto sent = packed<accumulator>::of(mine);
#pragma unroll
    for (int i = 0; i < words; i += words % 4 == 0 ? 4 : 1) {
      if constexpr (words % 4 == 0)
        asm volatile(
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
            "[%0], {%1, %2, %3, %4}, [%5];" ::"r"(to + i * 4),
            "r"(sent.at[i]), "r"(sent.at[i + 1]), "r"(sent.at[i + 2]), "r"(sent.at[i + 3]),
            "r"(counter)
            : "memory");
      else
        asm volatile(
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(
                to + i * 4),
            "r"(sent.at[i]), "r"(counter)
            : "memory");
    }
  }

  /// Of the whole cluster: all lanes get the same bits.
  __device__ __forceinline__ accumulator receive() {
    wait();
    constexpr int lanes = count < 32 ? count : 32;
    constexpr int each = count / lanes;
    const int first = static_cast<int>(threadIdx.x) % lanes * each;
    accumulator all = get_accumulator<accumulator>(memory_ + first * words, 1);
#pragma unroll 1
    for (int i = 1; i < each; ++i)
      all = Pass::combine(all, get_accumulator<accumulator>(memory_ + (first + i) * words, 1));
    return combine_lanes<Pass>(all, lanes);
  }

 private:
  static constexpr int words = packed<accumulator>::count;
  static constexpr int warps = Threads / 32;
  static constexpr int count = warps * Blocks;

  __device__ __forceinline__ void wait() {
    unsigned done = 0;
    while (done == 0)
      asm volatile(
          "{\n"
          ".reg .pred all;\n"
          "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 all, [%1], 0;\n"
          "selp.u32 %0, 1, 0, all;\n"
          "}"
          : "=r"(done)
          : "r"(shared_address(&arrived_))
          : "memory");
  }

  alignas(16) unsigned memory_[count * words];
  unsigned long long arrived_;  ///< an mbarrier
};

}  // namespace gpu::kernels
