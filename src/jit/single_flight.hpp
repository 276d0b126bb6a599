// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <unordered_map>

#include "code_key.hpp"

namespace gpu::detail {

/// Values by key, each made once: who asks while it is made waits for it, who asks for another does
/// not. What the making throws reaches all who wait; the next to ask makes it anew.
template <class Value>
class single_flight {
 public:
  /// @param make  called without a lock, if there is no value
  template <class Make>
  Value get(const code_key& key, const Make& make) {
    std::promise<Value> promise;
    {
      std::unique_lock lock(mutex_);
      const auto [entry, added] = values_.try_emplace(key);
      if (!added) {
        const std::shared_future<Value> value = entry->second;
        lock.unlock();
        return value.get();
      }
      entry->second = promise.get_future().share();
    }
    try {
      Value value = make();
      promise.set_value(value);
      return value;
    } catch (...) {
      {
        const std::lock_guard lock(mutex_);
        values_.erase(key);
      }
      promise.set_exception(std::current_exception());
      throw;
    }
  }

  /// Whether there is a value, or someone makes it.
  [[nodiscard]] bool contains(const code_key& key) {
    const std::lock_guard lock(mutex_);
    return values_.contains(key);
  }

  /// Forgets the values that are ready.
  void clear() {
    const std::lock_guard lock(mutex_);
    std::erase_if(values_, [](const auto& entry) { return is_ready(entry.second); });
  }

  /// Forgets the value of this key if it is ready.
  void erase(const code_key& key) {
    const std::lock_guard lock(mutex_);
    const auto entry = values_.find(key);
    if (entry != values_.end() && is_ready(entry->second)) values_.erase(entry);
  }

 private:
  static bool is_ready(const std::shared_future<Value>& value) {
    return value.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  std::mutex mutex_;
  std::unordered_map<code_key, std::shared_future<Value>, code_key_hash> values_;
};

}  // namespace gpu::detail
