// SPDX-License-Identifier: BSD-3-Clause
// Handles of NVIDIA's libraries, which are dear to make, and which one call at a time may use.
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "core/fork.hpp"
#include "vendor/call_scope.hpp"

namespace gpu::vendor {

/// A handle of a device, which no other thread uses meanwhile. Handles are never destroyed: CUDA
/// may be gone when the program ends, and that waits for those in use.
template <class Handle>
class lent_handle {
 public:
  /// @param make  makes another one, if all are in use
  /// @throws library_not_found  if the program ends, and `library` with it
  template <class Make>
  lent_handle(const char* library, int device, const Make& make) : device_(device) {
    scope_.require(library);
    handle_ = take(device);
    if (handle_ != nullptr) return;
    handle_ = make();
    is_new_ = true;
    end_calls_first();
  }
  ~lent_handle() {
    // The first call opens more libraries, whose objects end with the program, too.
    if (is_new_) end_calls_first();
    const std::lock_guard lock(idle().mutex);
    idle().of_device[device_].push_back(handle_);
  }
  lent_handle(const lent_handle&) = delete;
  lent_handle& operator=(const lent_handle&) = delete;

  [[nodiscard]] Handle* get() const noexcept { return handle_; }

 private:
  struct idle_handles {
    detail::fork_safe<std::mutex> mutex;
    std::map<int, std::vector<Handle*>> of_device;
  };
  static idle_handles& idle() {
    static auto& handles = *new idle_handles;
    return handles;
  }
  /// Null if all are in use.
  static Handle* take(int device) {
    const std::lock_guard lock(idle().mutex);
    std::vector<Handle*>& waiting = idle().of_device[device];
    if (waiting.empty()) return nullptr;
    Handle* const handle = waiting.back();
    waiting.pop_back();
    return handle;
  }

  call_scope scope_;
  int device_;
  bool is_new_ = false;
  Handle* handle_ = nullptr;
};

}  // namespace gpu::vendor
