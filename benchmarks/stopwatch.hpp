// SPDX-License-Identifier: BSD-3-Clause
// Seconds of one call, as the device counts them and as the host does.
#pragma once

#include <chrono>

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/event.hpp>
#include <gpu/cuda/stream.hpp>

namespace gpu::bench {

/// Seconds of the device for one call of `work`: `calls` of them between two events, after one that
/// keeps the device busy while the host prepares the next. Includes what the device waits for the
/// host, if the host is the slower one.
template <class Work>
double device_seconds(device where, int calls, Work&& work) {
  const event start(where);
  const event end(where);
  const stream_ref stream = current_stream(where);
  if (where.is_gpu()) work();
  start.record(stream);
  for (int i = 0; i < calls; ++i) work();
  end.record(stream);
  return elapsed_seconds(start, end) / calls;
}

/// Seconds of the host for one call of `work`: `calls` of them back to back, then one wait.
template <class Work>
double host_seconds(device where, int calls, Work&& work) {
  using clock = std::chrono::steady_clock;
  where.synchronize();
  const clock::time_point start = clock::now();
  for (int i = 0; i < calls; ++i) work();
  where.synchronize();
  return std::chrono::duration<double>(clock::now() - start).count() / calls;
}

}  // namespace gpu::bench
