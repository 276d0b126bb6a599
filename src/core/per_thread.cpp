// SPDX-License-Identifier: BSD-3-Clause
#include "core/per_thread.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <optional>
#include <utility>

namespace gpu::detail {

/// What is made meanwhile is deleted in a later call.
void thread_object::delete_all(void* first) noexcept {
  auto* object = static_cast<thread_object*>(first);
  while (object != nullptr) delete std::exchange(object, object->next_);
}

/// Threads come here when they end, even if whoever loaded the library has closed it.
void thread_object::keep_library() noexcept {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<void*>(&delete_all), &here) != 0)
    static_cast<void>(::dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE));
}

// The C library's keys end after `thread_local` objects, as often as need be, and not at all in the
// thread that ends the process.
void thread_object::end_with_thread() noexcept {
  static const std::optional<pthread_key_t> key = []() -> std::optional<pthread_key_t> {
    keep_library();
    pthread_key_t made{};
    if (::pthread_key_create(&made, &delete_all) != 0) return std::nullopt;
    return made;
  }();
  if (!key) return;
  next_ = static_cast<thread_object*>(::pthread_getspecific(*key));
  static_cast<void>(::pthread_setspecific(*key, this));
}

}  // namespace gpu::detail
