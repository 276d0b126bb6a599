// SPDX-License-Identifier: BSD-3-Clause
// Scans: accumulators, of one segment or of several side by side, with a result for each element.
#pragma once

#include <gpu/core/host_device.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "execute/host/vector_loop.hpp"

namespace gpu::execute::detail {

/// Elements that a scan takes one after the other.
inline constexpr std::ptrdiff_t scanned_block = 64;

/// `Body` has `accumulate_each` and `finish`.
template <class Body, class Reducer, class In>
struct scan_body {
  using accumulator = typename Reducer::accumulator;
  using result = typename Reducer::result;
  /// Whether results depend on the order of the elements.
  static constexpr bool rounds = requires { requires Reducer::op::rounds; }
  &&!std::is_integral_v<accumulator>;

  /// In short segments from the first element to the last; else blocks on their own, each after
  /// what precedes it, if rounding makes a difference.
  GPU_HD static void scan_all(void* all, bool begun, const void* const* in, void* out,
                              std::ptrdiff_t count) {
    auto* const s = static_cast<accumulator*>(all);
    const auto* const from = static_cast<const In*>(in[0]);
    auto* const to = static_cast<result*>(out);
    if constexpr (rounds) {
      for (std::ptrdiff_t done = 0; done < count; done += scanned_block) {
        scan_block(s, begun, to + done, std::min(scanned_block, count - done), from + done);
        begun = true;
      }
    } else {
      scan_on(s, begun, to, count, from);
    }
  }

  GPU_HD static void scan_each(void* accumulators, bool begun, const void* const* in, void* out,
                               std::ptrdiff_t count) {
    auto* const s = static_cast<accumulator*>(accumulators);
    const auto* const from = static_cast<const In*>(in[0]);
    if (!begun) {
      GPU_INDEPENDENT_LOOP
      for (std::ptrdiff_t i = 0; i < count; ++i) s[i] = Reducer::lift(from[i]);
    } else {
      Body::accumulate_each(s, count, from);
    }
    Body::finish(s, out, count);
  }

 private:
  /// One element after the other.
  GPU_HD static void scan_on(accumulator* s, bool begun, result* out, std::ptrdiff_t count,
                             const In* in) {
    if (count == 0) return;
    accumulator now = begun ? Reducer::combine(*s, Reducer::lift(in[0])) : Reducer::lift(in[0]);
    out[0] = Reducer::finish(now);
    for (std::ptrdiff_t i = 1; i < count; ++i) {
      now = Reducer::combine(now, Reducer::lift(in[i]));
      out[i] = Reducer::finish(now);
    }
    *s = now;
  }
  GPU_HD static void scan_block(accumulator* s, bool begun, result* out, std::ptrdiff_t count,
                                const In* in) {
    if (!begun) return scan_on(s, begun, out, count, in);
    accumulator own[scanned_block];
    own[0] = Reducer::lift(in[0]);
    for (std::ptrdiff_t i = 1; i < count; ++i)
      own[i] = Reducer::combine(own[i - 1], Reducer::lift(in[i]));
    const accumulator before = *s;
    for (std::ptrdiff_t i = 0; i < count; ++i)
      out[i] = Reducer::finish(Reducer::combine(before, own[i]));
    *s = Reducer::combine(before, own[count - 1]);
  }
};

}  // namespace gpu::execute::detail
