// SPDX-License-Identifier: BSD-3-Clause
// expect: deleted
// expect: gpu::stream_guard
#include <gpu/cuda/stream.hpp>

int main() {
  gpu::stream_guard scope{gpu::current_stream()};
  gpu::stream_guard second = scope;
}
