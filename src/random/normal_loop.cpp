// SPDX-License-Identifier: BSD-3-Clause
// Each block of the stream is made once, and one thing at a time is done of many: so the processor
// has several of them under way, or in a vector.
#include "random/normal_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gpu/elementwise/cos.hpp>
#include <gpu/elementwise/log.hpp>
#include <gpu/elementwise/sin.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/kernels/functors/random_normal.hpp>
#include <gpu/kernels/primitives/philox.hpp>

namespace gpu::random::detail {
namespace {

constexpr std::ptrdiff_t at_once = 256;  // elements, and blocks of the stream

/// Uniform numbers of pairs, and what becomes of them. Beyond the pairs are zeros, or others.
template <class R>
struct pair_buffer {
  static constexpr std::ptrdiff_t size = at_once << kernels::uniform_pair<R>::log2_in_block;
  R u[size] = {};
  R quarters[size] = {};
  R normals[2 * size];
};

/// Loops of float32 without branches become vectors if their length is known.
void make_normals(pair_buffer<float>& all, int pairs) {
  constexpr int lanes = 16;
  for (int begin = 0; begin < pairs; begin += lanes) {
    const float* const u = all.u + begin;
    const float* const quarters = all.quarters + begin;
    float radius[lanes], first[lanes], second[lanes];
    for (int k = 0; k < lanes; ++k) radius[k] = -2.0f * kernels::log_of_common(u[k]);
    for (int k = 0; k < lanes; ++k) radius[k] = std::sqrt(radius[k]);
    for (int k = 0; k < lanes; ++k)
      first[k] = radius[k] * kernels::cosine_or_sine(quarters[k], false);
    for (int k = 0; k < lanes; ++k)
      second[k] = radius[k] * kernels::cosine_or_sine(quarters[k], true);
    float* const to = all.normals + 2 * begin;
    for (int k = 0; k < lanes; ++k) {
      to[2 * k] = first[k];
      to[2 * k + 1] = second[k];
    }
  }
}

/// The loop of an op of float64, which has vectors of its own.
template <class Op>
void run_op(const double* from, double* to, int count) {
  static const graph::host_loop loop = [] {
    const graph::op_record& op = graph::record_of<Op>();
    const operand_type types[] = {{dtype::float64, false}};
    return op.loops[static_cast<std::size_t>(graph::resolve_loop(op, types))].on_host;
  }();
  const void* const in[] = {from};
  loop(in, to, count);
}

void make_normals(pair_buffer<double>& all, int pairs) {
  double cosine[at_once], sine[at_once];
  run_op<ops::log>(all.u, all.u, pairs);
  for (int k = 0; k < pairs; ++k) all.u[k] = std::sqrt(-2 * all.u[k]);
  for (int k = 0; k < pairs; ++k) all.quarters[k] *= 1.5707963267948966;
  run_op<ops::cos>(all.quarters, cosine, pairs);
  run_op<ops::sin>(all.quarters, sine, pairs);
  for (int k = 0; k < pairs; ++k) {
    all.normals[2 * k] = all.u[k] * cosine[k];
    all.normals[2 * k + 1] = all.u[k] * sine[k];
  }
}

}  // namespace

template <class R>
void draw_normals(const void* const* in, void* out, std::ptrdiff_t count) {
  using uniform_pair = kernels::uniform_pair<R>;
  constexpr int pairs_in_block = 1 << uniform_pair::log2_in_block;
  constexpr int shift = uniform_pair::log2_in_block + 1;  // from elements to blocks
  const auto word = [in](int n) { return *static_cast<const std::uint64_t*>(in[n]); };
  const kernels::philox32_stream stream{word(1), word(2), word(3)};
  const auto* index = static_cast<const std::int64_t*>(in[0]);
  auto* to = static_cast<R*>(out);
  pair_buffer<R> all;
  for (std::ptrdiff_t size; count > 0; count -= size, index += size, to += size) {
    size = std::min(count, at_once);
    std::int64_t blocks[at_once];
    std::int16_t places[at_once];  // of elements, among the normal numbers
    int block_count = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const std::int64_t block = index[i] >> shift;
      if (i == 0 || block != blocks[block_count - 1]) blocks[block_count++] = block;
      const std::int64_t within = index[i] - (block << shift);
      places[i] = static_cast<std::int16_t>(((block_count - 1) << shift) + within);
    }
    int pairs = 0;
    for (int k = 0; k < block_count; ++k) {
      const auto block = kernels::philox32(stream, static_cast<std::uint64_t>(blocks[k]));
      for (int which = 0; which < pairs_in_block; ++which, ++pairs) {
        const uniform_pair pair(block, which);
        all.u[pairs] = pair.u;
        all.quarters[pairs] = pair.quarters;
      }
    }
    make_normals(all, pairs);
    for (std::ptrdiff_t i = 0; i < size; ++i) to[i] = all.normals[places[i]];
  }
}
template void draw_normals<float>(const void* const* in, void* out, std::ptrdiff_t count);
template void draw_normals<double>(const void* const* in, void* out, std::ptrdiff_t count);

}  // namespace gpu::random::detail
