// SPDX-License-Identifier: BSD-3-Clause
// Sorts rows of bytes: counts how often there is each of 256 keys, and writes them so often.
//
// launch  `threads` in x; `sort_rows`: a block for each row; `count`, then `fill`: `chunks` blocks
//         for each row, and `counts` are zeros before
// alias   `out` overlaps nothing
//
// Example: a row 2 0 2 1, flip 0. One key is 0, one 1 and two 2: keys of 0 end at 1, of 1 at 2, of
// 2 at 4. The thread that has places 1 to 3 searches the key at place 1, which is the first that
// ends behind it, and goes on from there: 1 2 2.
#pragma once

#include <gpu/kernels/primitives/counting_sort.hpp>

namespace gpu::kernels {

struct counting_sort {
  using arguments = counting_sort_arguments;
  static constexpr int keys = 256;
  static constexpr int threads = keys;  // one has each key

  /// A block has a row.
  static __device__ __forceinline__ void sort_rows(const arguments& x) {
    const long long row = blockIdx.x;
    const long long first = row * x.columns;
    __shared__ shared_memory memory;
    counting_sort block(memory, x.flip);
    block.find_ends(block.count_bytes(x.in + first, x.columns));
    block.fill_bytes(x.out + first, 0, x.columns);
  }

  /// A block has a chunk of a row, whose counts it adds to those of the row.
  static __device__ __forceinline__ void count(const arguments& x) {
    const chunk mine(x);
    __shared__ shared_memory memory;
    counting_sort block(memory, x.flip);
    const unsigned found = block.count_bytes(x.in + mine.row * x.columns + mine.first, mine.size);
    if (found != 0) atomicAdd(x.counts + mine.row * keys + threadIdx.x, found);
  }
  static __device__ __forceinline__ void fill(const arguments& x) {
    const chunk mine(x);
    __shared__ shared_memory memory;
    counting_sort block(memory, x.flip);
    block.find_ends(x.counts[mine.row * keys + threadIdx.x]);
    block.fill_bytes(x.out + mine.row * x.columns + mine.first, mine.first, mine.size);
  }

 private:
  static constexpr int warps = threads / 32;
  static constexpr unsigned word_bytes = 16;

  struct chunk {
    long long row;
    unsigned first;
    unsigned size;
    __device__ __forceinline__ explicit chunk(const arguments& x) {
      row = blockIdx.x / x.chunks;
      first = (blockIdx.x % x.chunks) * x.chunk;
      size = x.columns - first < x.chunk ? x.columns - first : x.chunk;
    }
  };
  struct shared_memory {
    unsigned counts[warps][keys];  ///< each warp's own: fewer of them meet
    unsigned ends[keys];
    unsigned sums[warps];
  };

  __device__ __forceinline__ counting_sort(shared_memory& memory, unsigned flip)
      : shared_(memory), flip_(flip) {}

  /// The bytes before the first that is aligned for a wide access.
  static __device__ __forceinline__ unsigned head_of(const void* data, unsigned size) {
    const unsigned head =
        -static_cast<unsigned>(reinterpret_cast<unsigned long long>(data)) % word_bytes;
    return head < size ? head : size;
  }

  /// How often this thread's key is among the bytes.
  __device__ __forceinline__ unsigned count_bytes(const unsigned char* from, unsigned size) const {
    const unsigned thread = threadIdx.x;
    for (int warp = 0; warp < warps; ++warp) shared_.counts[warp][thread] = 0;
    __syncthreads();
    unsigned* const own = shared_.counts[thread / 32];
    const auto add = [&](unsigned byte) { atomicAdd(own + (byte ^ flip_), 1u); };
    const auto add_word = [&](unsigned word) {
#pragma unroll
      for (int i = 0; i < 4; ++i) add(word >> 8 * i & 255u);
    };
    const unsigned head = head_of(from, size);
    if (thread < head) add(from[thread]);
    const auto* const words = reinterpret_cast<const uint4*>(from + head);
    const unsigned count = (size - head) / word_bytes;
    for (unsigned i = thread; i < count; i += threads) {
      const uint4 all = words[i];
      add_word(all.x);
      add_word(all.y);
      add_word(all.z);
      add_word(all.w);
    }
    for (unsigned i = head + count * word_bytes + thread; i < size; i += threads) add(from[i]);
    __syncthreads();
    unsigned result = 0;
    for (int warp = 0; warp < warps; ++warp) result += shared_.counts[warp][thread];
    return result;
  }

  /// Where the keys end that are not above this thread's, of which there are `count`.
  __device__ __forceinline__ void find_ends(unsigned count) const {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    unsigned end = count;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
      const unsigned before = __shfl_up_sync(~0u, end, static_cast<unsigned>(distance));
      if (lane >= distance) end += before;
    }
    if (lane == 31) shared_.sums[warp] = end;
    __syncthreads();
    for (int other = 0; other < warp; ++other) end += shared_.sums[other];
    shared_.ends[threadIdx.x] = end;
    __syncthreads();
  }

  /// The first key that ends behind `place`.
  __device__ __forceinline__ unsigned key_at(unsigned place) const {
    unsigned key = 0;
#pragma unroll
    for (unsigned step = keys / 2; step > 0; step /= 2)
      if (shared_.ends[key + step - 1] <= place) key += step;
    return key;
  }

  /// Places `first` and after of the sorted row.
  __device__ __forceinline__ void fill_bytes(unsigned char* to, unsigned first,
                                             unsigned size) const {
    const unsigned thread = threadIdx.x;
    const auto write = [&](unsigned i) {
      to[i] = static_cast<unsigned char>(key_at(first + i) ^ flip_);
    };
    const unsigned head = head_of(to, size);
    if (thread < head) write(thread);
    auto* const words = reinterpret_cast<uint4*>(to + head);
    const unsigned count = (size - head) / word_bytes;
    for (unsigned i = thread; i < count; i += threads) {
      const unsigned place = first + head + i * word_bytes;
      unsigned key = key_at(place);
      uint4 all;
      if (place + word_bytes <= shared_.ends[key]) {
        all.x = all.y = all.z = all.w = (key ^ flip_) * 0x01010101u;
      } else {
        all.x = next_word(key, place);
        all.y = next_word(key, place + 4);
        all.z = next_word(key, place + 8);
        all.w = next_word(key, place + 12);
      }
      words[i] = all;
    }
    for (unsigned i = head + count * word_bytes + thread; i < size; i += threads) write(i);
  }

  /// Four places; `key` is not above that of the first, and becomes that of the last.
  __device__ __forceinline__ unsigned next_word(unsigned& key, unsigned place) const {
    unsigned word = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      while (shared_.ends[key] <= place + i) ++key;
      word |= (key ^ flip_) << 8 * i;
    }
    return word;
  }

  shared_memory& shared_;
  unsigned flip_;
};

}  // namespace gpu::kernels
