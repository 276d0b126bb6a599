// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/fftw/plan_store.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/per_thread.hpp"

namespace gpu::vendor {

transform_plan plan_store::get(const transform& what,
                               const std::function<transform_plan(const transform&)>& make) {
  const auto known = std::find_if(plans_.begin(), plans_.end(),
                                  [&](const known_plan& one) { return one.what == what; });
  if (known != plans_.end()) {
    ++hits_;
    plans_.splice(plans_.begin(), plans_, known);
    return plans_.front().plan;
  }
  ++misses_;
  const transform_plan plan = make(what);
  plans_.push_front({what, plan});
  memory_bytes_ += plan.workspace_bytes;
  keep_limits();
  return plan;
}

void plan_store::clear() noexcept {
  while (!plans_.empty()) forget_oldest();
  hits_ = 0;
  misses_ = 0;
}

void plan_store::set_max_size(std::size_t count) {
  max_size_ = count;
  keep_limits();
}

void plan_store::set_max_memory_bytes(std::size_t bytes) {
  max_memory_bytes_ = bytes;
  keep_limits();
}

void plan_store::forget_oldest() noexcept {
  memory_bytes_ -= plans_.back().plan.workspace_bytes;
  plans_.pop_back();
}

void plan_store::keep_limits() noexcept {
  while (!plans_.empty() && (plans_.size() > max_size_ || memory_bytes_ > max_memory_bytes_))
    forget_oldest();
}

plan_store& plans_of(device where) {
  using stores = std::map<int, plan_store>;
  return detail::per_thread<stores>::get()[where.is_cpu() ? -1 : where.ordinal()];
}

}  // namespace gpu::vendor
