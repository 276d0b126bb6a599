// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <unordered_map>

#include "core/fork.hpp"
#include "jit/code_key.hpp"

namespace gpu::detail {

/// Values by key, each made once: who asks while it is made waits for it, who asks for another does
/// not. What the making throws reaches all who wait; the next to ask makes it anew. So does a
/// forked child, to which those threads do not come along that were making values.
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
      if (!added && !entry->second.is_abandoned()) {
        const std::shared_future<Value> value = entry->second.value;
        lock.unlock();
        return value.get();
      }
      entry->second = {promise.get_future().share(), fork_depth()};
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
    const auto found = values_.find(key);
    return found != values_.end() && !found->second.is_abandoned();
  }

  /// Forgets the values that are ready.
  void clear() {
    const std::lock_guard lock(mutex_);
    std::erase_if(values_, [](const auto& entry) { return entry.second.is_ready(); });
  }

  /// Forgets the value of this key if it is ready.
  void erase(const code_key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    if (found != values_.end() && found->second.is_ready()) values_.erase(found);
  }

 private:
  struct entry {
    std::shared_future<Value> value;
    unsigned depth = 0;  ///< of the process that makes it

    [[nodiscard]] bool is_ready() const {
      return value.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }
    [[nodiscard]] bool is_abandoned() const { return depth != fork_depth() && !is_ready(); }
  };

  fork_safe<std::mutex> mutex_;
  std::unordered_map<code_key, entry, code_key_hash> values_;
};

}  // namespace gpu::detail
