// SPDX-License-Identifier: BSD-3-Clause
// The first elements of each row, in the order of the elements: a warp goes over a row, or a piece
// of one, once, by chunks that its registers hold. Each lane finds the first of its elements: as
// many lanes as elements are asked for have one that comes no later than the last of theirs, which
// few others do. What may be among the first is put off until there is one for each lane, then
// these are sorted, and merged with the first ones so far; the longer the row, the rarer that is.
// That idea is that of Johnson, Douze, Jegou 2017, "Billion-scale similarity search with GPUs".
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "compared_elements.cuh"
#include "first_elements.cuh"
#include "row_chunk.cuh"

namespace gpu::cub_kernels {

struct select_first_shape {
  static constexpr int warps = 4;         ///< of a block
  static constexpr int candidates = 128;  ///< of a chunk; if there are more, all are looked at
};

/// What a warp has put off: up to 31, and one of each lane more.
template <class Key>
struct put_off_keys {
  Key keys[64];
  unsigned positions[64];
  unsigned candidates[select_first_shape::candidates];  ///< positions in the chunk

  [[nodiscard]] __device__ found_key<Key> at(int i) const { return {keys[i], positions[i]}; }
  __device__ void set(int i, const found_key<Key>& one) {
    keys[i] = one.key;
    positions[i] = one.position;
  }
};

template <class Key, int slots>
class row_selection {
 public:
  __device__ row_selection(put_off_keys<Key>& put_off, int lane, int count)
      : put_off_(put_off), lane_(lane), first_(count) {}

  __device__ void set_limit(Key key) { first_.set_limit(key); }
  [[nodiscard]] const __device__ found_key<Key>& limit() const { return first_.limit(); }

  /// One of each lane.
  __device__ void look_at(const found_key<Key>& one) {
    const bool may_be = first_.admits(one);
    const unsigned votes = __ballot_sync(~0u, may_be);
    if (votes == 0) return;
    if (may_be) put_off_.set(waiting_ + __popc(votes & ((1u << lane_) - 1)), one);
    waiting_ += __popc(votes);
    __syncwarp();
    if (waiting_ < 32) return;
    waiting_ -= 32;
    first_.put(put_off_.at(lane_), lane_);
    const found_key<Key> later = put_off_.at(32 + lane_);
    __syncwarp();
    if (lane_ < waiting_) put_off_.set(lane_, later);
    __syncwarp();
  }

  [[nodiscard]] const __device__ first_elements<Key, slots>& finished() {
    if (waiting_ > 0) first_.put(lane_ < waiting_ ? put_off_.at(lane_) : found_key<Key>(), lane_);
    return first_;
  }

 private:
  put_off_keys<Key>& put_off_;
  int lane_;
  int waiting_ = 0;
  first_elements<Key, slots> first_;
};

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

  [[nodiscard]] const __device__ first_elements<key, slots>& select() {
    const auto address = reinterpret_cast<std::uintptr_t>(row_);
    const int before = static_cast<int>((16 - address % 16) % 16 / sizeof(bits));
    const int head = before < columns_ ? before : columns_;
    const int count = (columns_ - head) / width;
    const uint4 fill = repeated(last_bits<bits>(elements_.order));
    for (int first = 0; first < count; first += 32 * vectors) {
      chunk here;
      here.load(reinterpret_cast<const uint4*>(row_ + head), first + lane_, count, fill);
      if (!look_at(here, first, count, head)) break;
    }
    // The elements beside the vectors: fewer than there are lanes.
    const int tail = head + count * width;
    if (head > 0 || tail < columns_) {
      const int position = lane_ < head ? lane_ : tail + lane_ - head;
      selection_.look_at(found_at(position, position < columns_));
    }
    return selection_.finished();
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

    int found = 0;
#pragma unroll
    for (int i = 0; i < vectors; ++i) {
      const int vector = first + 32 * i + lane_;
      const bool may_be = vector < count && elements_.reaches(firsts[i], limit);
      if (__ballot_sync(~0u, may_be) == 0) continue;
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const bool is_found = may_be && elements_.reaches(elements_.value_of(here.at(i, e)), limit);
        const unsigned votes = __ballot_sync(~0u, is_found);
        if (votes == 0) continue;
        const int place = found + __popc(votes & ((1u << lane_) - 1));
        if (is_found && place < select_first_shape::candidates)
          candidates_[place] = static_cast<unsigned>(head + vector * width + e);
        found += __popc(votes);
      }
    }
    __syncwarp();
    const bool all = found > select_first_shape::candidates;
    const int begin = head + first * width;
    const int vectors_left = count - first;
    if (all) found = (vectors_left < 32 * vectors ? vectors_left : 32 * vectors) * width;
#pragma unroll 1
    for (int i = lane_; i - lane_ < found; i += 32) {
      const bool is_there = i < found;
      const int position = all ? begin + i : is_there ? static_cast<int>(candidates_[i]) : 0;
      selection_.look_at(found_at(position, is_there));
    }
    __syncwarp();
    return true;
  }

  /// A key that as many elements as are asked for reach, if there are so many: all do if not.
  [[nodiscard]] __device__ key limit_of(const value (&firsts)[vectors], value first_of_lane) const {
    if (count_ <= 16)
      return __shfl_sync(~0u, sorted_lanes(elements_.key_of(first_of_lane), lane_), count_ - 1);
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

template <class Elements, int slots>
__global__ void __launch_bounds__(32 * select_first_shape::warps)
    select_first_kernel(first_request request) {
  using bits = typename Elements::bits;
  using key = typename Elements::key;
  constexpr int warps = select_first_shape::warps;
  __shared__ put_off_keys<key> put_off[warps];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t share = static_cast<std::int64_t>(blockIdx.x) * warps + warp;
  if (share >= request.rows.rows * request.pieces) return;

  const std::int64_t row = share / request.pieces * request.rows.columns;
  const std::int64_t begin = share % request.pieces * request.piece_columns;
  const std::int64_t left = request.rows.columns - begin;
  const int columns = static_cast<int>(left < request.piece_columns ? left : request.piece_columns);
  Elements elements;
  elements.order = request.rows.order;
  piece_selection<Elements, slots> piece(elements,
                                         static_cast<const bits*>(request.rows.in) + row + begin,
                                         columns, request.count, put_off[warp], lane);
  const first_elements<key, slots>& first = piece.select();
#pragma unroll
  for (int slot = 0; slot < slots; ++slot) {
    const int rank = 32 * slot + lane;
    if (rank >= request.count) break;
    const found_key<key>& one = first.held(slot);
    const std::int64_t out = share * request.count + rank;
    std::int64_t position = begin + one.position;
    if (request.positions_in != nullptr && one.position != ~0u)
      position = request.positions_in[row + position];
    request.positions_out[out] = position;
    if (request.keys_out != nullptr) static_cast<key*>(request.keys_out)[out] = one.key;
  }
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
