// SPDX-License-Identifier: BSD-3-Clause
// The first elements of each row, in the order of the elements: a warp goes over a row, or a piece
// of one, once, by chunks that its registers hold. Each lane finds the first of its elements: as
// many lanes as elements are asked for have one that comes no later than the last of theirs, which
// few others do. What may be among the first is put off until there is one for each lane, then
// these are sorted, and merged with the first ones so far; the longer the row, the rarer that is.
// That idea is that of Johnson, Douze, Jegou 2017, "Billion-scale similarity search with GPUs". If
// no more than a warp of elements may be among the first of all, each counts those before it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "compared_elements.cuh"
#include "row_chunk.cuh"
#include "row_selection.cuh"

namespace gpu::cub_kernels {

/// The first elements of a piece of a row.
template <class Elements, int slots>
class piece_selection {
 public:
  using bits = typename Elements::bits;
  using key = typename Elements::key;
  using value = typename Elements::value;
  using chunk = row_chunk<bits>;
  static constexpr int vectors = chunk::vectors;
  static constexpr int width = chunk::width;

  __device__ piece_selection(const Elements& elements, const bits* row, int columns, int count,
                             put_off_keys<key>& put_off, int lane)
      : elements_(elements),
        row_(row),
        columns_(columns),
        count_(count),
        candidates_(put_off.candidates),
        lane_(lane),
        selection_(put_off, lane, count) {}

  /// As `row_selection::finish`; positions are those in the piece.
  template <class Write>
  __device__ void select(const Write& write) {
    const auto address = reinterpret_cast<std::uintptr_t>(row_);
    const int before = static_cast<int>((16 - address % 16) % 16 / sizeof(bits));
    const int head = before < columns_ ? before : columns_;
    const int count = (columns_ - head) / width;
    const uint4 fill = repeated(last_bits<bits>(elements_.order));
    for (int first = 0; first < count; first += 32 * vectors) {
      chunk here;
      here.load(reinterpret_cast<const uint4*>(row_ + head), first, first + lane_, count, fill);
      if (!look_at(here, first, count, head)) break;
    }
    // The elements beside the vectors: fewer than there are lanes.
    const int tail = head + count * width;
    if (head > 0 || tail < columns_) {
      const int position = lane_ < head ? lane_ : tail + lane_ - head;
      selection_.look_at(found_at(position, position < columns_));
    }
    selection_.finish(write);
  }

 private:
  /// `none` of all keys unless it is there.
  [[nodiscard]] __device__ found_key<key> found_at(int position, bool is_there) const {
    if (!is_there) return {};
    return {key_of_bits(static_cast<key>(row_[position]), elements_.order),
            static_cast<unsigned>(position)};
  }

  /// False if no later element can be one of the first.
  __device__ bool look_at(const chunk& here, int first, int count, int head) {
    value firsts[vectors];
    value first_of_lane;
#pragma unroll
    for (int i = 0; i < vectors; ++i) {
      firsts[i] = elements_.value_of(here.at(i, 0));
#pragma unroll
      for (int e = 1; e < width; ++e)
        firsts[i] = elements_.first(firsts[i], elements_.value_of(here.at(i, e)));
      first_of_lane = i == 0 ? firsts[0] : elements_.first(first_of_lane, firsts[i]);
    }
    if (first == 0) selection_.set_limit(limit_of(firsts, first_of_lane));
    key last = selection_.limit().key;
    if (selection_.limit().position != ~0u) {
      // Those with the same key lie before.
      if (last == 0) return false;
      --last;
    }
    const value limit = elements_.value_of_key(last);
    if (__ballot_sync(~0u, elements_.reaches(first_of_lane, limit)) == 0) return true;

    unsigned reached = 0;  // bit i: some of vector i may be among the first
#pragma unroll
    for (int i = 0; i < vectors; ++i)
      reached |= (first + 32 * i + lane_ < count && elements_.reaches(firsts[i], limit) ? 1u : 0u)
                 << i;
    const int found = find_candidates(reached, limit, first, head);
    __syncwarp();
    const bool all = found > select_first_shape::candidates;
    const int begin = head + first * width;
    const int vectors_left = count - first;
    const int looked_at =
        all ? (vectors_left < 32 * vectors ? vectors_left : 32 * vectors) * width : found;
#pragma unroll 1
    for (int i = lane_; i - lane_ < looked_at; i += 32) {
      const bool is_there = i < looked_at;
      const int position = all ? begin + i : is_there ? static_cast<int>(candidates_[i]) : 0;
      selection_.look_at(found_at(position, is_there));
    }
    __syncwarp();
    return true;
  }

  /// Writes where elements of the vectors are that reach the limit; few lanes have more than one.
  /// These vectors are read again: registers cannot be chosen by a number. Returns how many there
  /// are, of which only so many are written as there is room for.
  __device__ int find_candidates(unsigned reached, value limit, int first, int head) const {
    const auto* const row = reinterpret_cast<const uint4*>(row_ + head);
    const unsigned lanes_before = (1u << lane_) - 1;
    int found = 0;
#pragma unroll 1
    while (__ballot_sync(~0u, reached != 0) != 0) {
      const int vector = first + 32 * (__ffs(static_cast<int>(reached)) - 1) + lane_;
      unsigned hits = 0;  // bit e: element e of the vector
      if (reached != 0) {
        const vector_of<bits> held{row[vector]};
#pragma unroll
        for (int e = 0; e < width; ++e)
          hits |= (elements_.reaches(elements_.value_of(held[e]), limit) ? 1u : 0u) << e;
      }
      reached &= reached - 1;
      for (unsigned votes; (votes = __ballot_sync(~0u, hits != 0)) != 0; hits &= hits - 1) {
        const int place = found + __popc(votes & lanes_before);
        if (hits != 0 && place < select_first_shape::candidates)
          candidates_[place] =
              static_cast<unsigned>(head + vector * width + __ffs(static_cast<int>(hits)) - 1);
        found += __popc(votes);
      }
    }
    return found;
  }

  /// A key that the elements of at least so many lanes reach, each the first of its lane. The
  /// lane's number makes keys that are equal differ; it takes the place of bits that large keys
  /// lose, and keys of short elements, whose upper bits are all equal, do not have.
  [[nodiscard]] __device__ key key_of_lanes(key mine) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(key) == 4) {
      constexpr bool is_short = sizeof(bits) < 4;
      key numbered = (is_short ? mine << 5 : mine & ~31u) | static_cast<unsigned>(lane_);
      key last = 0;
#pragma unroll 1
      for (int lanes = 0; lanes < count_; ++lanes) {
        last = __reduce_min_sync(~0u, numbered);
        if (numbered == last) numbered = ~0u;
      }
      return is_short ? static_cast<key>(static_cast<int>(last) >> 5) : last | 31u;
    }
#endif
    return __shfl_sync(~0u, sorted_lanes(mine, lane_), count_ - 1);
  }

  /// A key that as many elements as are asked for reach, if there are so many: all do if not.
  [[nodiscard]] __device__ key limit_of(const value (&firsts)[vectors], value first_of_lane) const {
    if (count_ <= 16) return key_of_lanes(elements_.key_of(first_of_lane));
    // The more parts, the fewer of their elements are between the first ones.
    constexpr int parts = vectors / 2;
    key keys[parts];
#pragma unroll
    for (int i = 0; i < parts; ++i)
      keys[i] = elements_.key_of(elements_.first(firsts[2 * i], firsts[2 * i + 1]));
    first_elements<key, slots> first(count_);
#pragma unroll 1
    for (int i = 0; i < parts; ++i) {
      first.put({keys[0], static_cast<unsigned>(lane_)}, lane_);
#pragma unroll
      for (int next = 1; next < parts; ++next) keys[next - 1] = keys[next];
    }
    return first.limit().key;
  }

  Elements elements_;
  const bits* row_;
  int columns_;
  int count_;  ///< asked for
  unsigned* candidates_;
  int lane_;
  row_selection<key, slots> selection_;
};

/// Element `from` of `in` becomes element `to` of `out`.
__device__ inline void copy_element(const void* in, void* out, int bytes, std::int64_t from,
                                    std::int64_t to) {
  const auto copy = [&]<class Word>(Word) {
    static_cast<Word*>(out)[to] = static_cast<const Word*>(in)[from];
  };
  if (bytes == 4)
    copy(std::uint32_t());
  else if (bytes == 8)
    copy(std::uint64_t());
  else if (bytes == 2)
    copy(std::uint16_t());
  else
    copy(std::uint8_t());
}

template <class Elements, int slots>
__global__ void __launch_bounds__(32 * select_first_shape::warps,
                                  (select_first_shape::resident<typename Elements::key, slots>))
    select_first_kernel(first_request request) {
  using bits = typename Elements::bits;
  using key = typename Elements::key;
  constexpr int warps = select_first_shape::warps;
  __shared__ put_off_keys<key> put_off[warps];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t share = static_cast<std::int64_t>(blockIdx.x) * warps + warp;
  if (share >= request.rows.rows * request.pieces) return;

  const std::int64_t row = request.pieces == 1 ? share : share / request.pieces;
  const std::int64_t row_begin = row * request.rows.columns;
  const std::int64_t begin = (share - row * request.pieces) * request.piece_columns;
  const std::int64_t left = request.rows.columns - begin;
  const int columns =
      kept(static_cast<int>(left < request.piece_columns ? left : request.piece_columns));
  const bits* const first = kept(static_cast<const bits*>(request.rows.in) + row_begin + begin);
  Elements elements;
  elements.order = request.rows.order;
  piece_selection<Elements, slots> piece(elements, first, columns, request.count, put_off[warp],
                                         lane);
  piece.select([&](int rank, const found_key<key>& one) {
    const std::int64_t out = share * request.count + rank;
    std::int64_t position = begin + one.position;
    if (request.positions_in != nullptr && one.position != ~0u)
      position = request.positions_in[row_begin + position];
    request.positions_out[out] = position;
    if (request.keys_out != nullptr) static_cast<key*>(request.keys_out)[out] = one.key;
    if (request.elements_out != nullptr)
      copy_element(request.elements_in, request.elements_out, request.element_bytes,
                   row * request.element_columns + position, out);
  });
}

template <class Elements>
int launch_select_first(stream_handle stream, const first_request& request) {
  constexpr int warps = select_first_shape::warps;
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>((request.rows.rows * request.pieces + warps - 1) / warps);
  config.blockDim = 32 * warps;
  config.stream = stream;
  return cudaLaunchKernelEx(
      &config,
      request.count <= 32 ? select_first_kernel<Elements, 1> : select_first_kernel<Elements, 2>,
      request);
}

template <class Bits>
int select_first(stream_handle stream, const first_request& request) {
  if constexpr (sizeof(Bits) == 4) {
    if (request.rows.order.is_floating)
      return request.rows.order.descending ? launch_select_first<largest_floats>(stream, request)
                                           : launch_select_first<smallest_floats>(stream, request);
  }
  return launch_select_first<elements_by_key<Bits>>(stream, request);
}

}  // namespace gpu::cub_kernels
