// SPDX-License-Identifier: BSD-3-Clause
// What each thread has one of, for as long as anything in the thread can ask for it.
#pragma once

namespace gpu::detail {

/// What ends with its thread.
class thread_object {
 public:
  thread_object() = default;
  thread_object(const thread_object&) = delete;
  thread_object& operator=(const thread_object&) = delete;
  virtual ~thread_object() = default;

 protected:
  /// Has the object deleted when this thread has ended and its `thread_local` objects are
  /// destroyed; in the thread that ends the process, never.
  void end_with_thread() noexcept;

 private:
  static void delete_all(void* first) noexcept;
  static void keep_library() noexcept;

  thread_object* next_ = nullptr;
};

/// A `T` of this thread's. Unlike a `thread_local T` it may be used in the destructors of static
/// and of `thread_local` objects, whenever those were made.
template <class T>
class per_thread final : thread_object {
 public:
  /// Made at the first call.
  [[nodiscard]] static T& get() {
    if (own_ == nullptr) [[unlikely]]
      (own_ = new per_thread)->end_with_thread();
    return own_->value_;
  }

  /// Null if the thread has none.
  [[nodiscard]] static T* find() noexcept { return own_ == nullptr ? nullptr : &own_->value_; }

 private:
  per_thread() = default;
  ~per_thread() override { own_ = nullptr; }

  T value_{};
  inline static constinit thread_local per_thread* own_ = nullptr;
};

}  // namespace gpu::detail
