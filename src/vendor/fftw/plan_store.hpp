// SPDX-License-Identifier: BSD-3-Clause
// The plans that a thread has made for transforms, least recently used last.
#pragma once

#include <gpu/cuda/device.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>

#include "vendor/fftw/transform.hpp"

namespace gpu::vendor {

/// A library's plan, destroyed with its last owner, and the workspace that it needs when it runs.
struct transform_plan {
  std::shared_ptr<void> handle;
  std::size_t workspace_bytes = 0;
};

class plan_store {
 public:
  /// The plan for `what`: a known one, or what `make` returns, which is kept within the limits.
  [[nodiscard]] transform_plan get(const transform& what,
                                   const std::function<transform_plan(const transform&)>& make);
  void clear() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return plans_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return memory_bytes_; }
  [[nodiscard]] std::size_t max_size() const noexcept { return max_size_; }
  [[nodiscard]] std::size_t max_memory_bytes() const noexcept { return max_memory_bytes_; }
  [[nodiscard]] std::uint64_t hits() const noexcept { return hits_; }
  [[nodiscard]] std::uint64_t misses() const noexcept { return misses_; }
  void set_max_size(std::size_t count);
  void set_max_memory_bytes(std::size_t bytes);

 private:
  struct known_plan {
    transform what;
    transform_plan plan;
  };
  void forget_oldest() noexcept;
  void keep_limits() noexcept;

  std::list<known_plan> plans_;
  std::size_t memory_bytes_ = 0;
  std::size_t max_size_ = 64;
  std::size_t max_memory_bytes_ = std::size_t{4} << 30;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

/// Those of the calling thread for a device.
[[nodiscard]] plan_store& plans_of(device where);

}  // namespace gpu::vendor
