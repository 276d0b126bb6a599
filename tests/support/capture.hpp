// SPDX-License-Identifier: BSD-3-Clause
// CUDA's stream capture, for tests.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace gpu::test {

enum class capture_mode { global, thread_local_only, relaxed };

/// The graph of what `work` enqueues on a stream, which is current while it is recorded.
class recording {
 public:
  /// Throws what `work` throws, once the capture has ended.
  recording(stream_ref stream, const std::function<void()>& work,
            capture_mode mode = capture_mode::thread_local_only);
  ~recording();
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  /// Another instance of the graph; number 0 is there from the beginning.
  void instantiate();
  void launch(stream_ref stream, std::size_t instance = 0) const;
  [[nodiscard]] std::size_t nodes() const;

 private:
  void* graph_ = nullptr;
  std::vector<void*> instances_;
};

}  // namespace gpu::test
