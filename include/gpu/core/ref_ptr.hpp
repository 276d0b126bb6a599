// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace gpu {

/// Base of an object that counts its owners. `T` has `static void destroy(T*) noexcept`, which the
/// last owner calls.
template <class T>
class ref_counted {
 public:
  ref_counted() = default;
  ref_counted(const ref_counted&) = delete;
  ref_counted& operator=(const ref_counted&) = delete;

  /// How many `ref_ptr` own this object now. Exact only while no other thread copies one of them.
  [[nodiscard]] std::int64_t use_count() const noexcept {
    return references_.load(std::memory_order_acquire);
  }

  /// As `retain`, of an object that nobody owns yet.
  void own_first() const noexcept { references_.store(1, std::memory_order_relaxed); }
  void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept {
    // A sole owner needs no locked instruction: nobody else can begin to share the object.
    if (references_.load(std::memory_order_acquire) == 1)
      references_.store(0, std::memory_order_relaxed);
    else if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    T::destroy(const_cast<T*>(static_cast<const T*>(this)));
  }

 protected:
  ~ref_counted() = default;

 private:
  mutable std::atomic<std::int64_t> references_{0};
};

/// Shares the ownership of a `ref_counted` object; one pointer wide.
template <class T>
class ref_ptr {
 public:
  constexpr ref_ptr() noexcept = default;
  constexpr ref_ptr(std::nullptr_t) noexcept {}
  explicit ref_ptr(T* object) noexcept : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  /// Owns an object that nobody owned.
  static ref_ptr first(T* object) noexcept {
    object->own_first();
    ref_ptr owner;
    owner.object_ = object;
    return owner;
  }
  ref_ptr(const ref_ptr& other) noexcept : ref_ptr(other.object_) {}
  ref_ptr(ref_ptr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ref_ptr& operator=(ref_ptr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ref_ptr() {
    if (object_ != nullptr) object_->release();
  }

  [[nodiscard]] T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

  friend bool operator==(const ref_ptr&, const ref_ptr&) noexcept = default;

 private:
  T* object_ = nullptr;
};

}  // namespace gpu
