// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/plan_cache.hpp>

#include "vendor/fftw/plan_store.hpp"

namespace gpu::fft {

using vendor::plans_of;

std::size_t plan_cache::size() const {
  return plans_of(where_).size();
}
std::size_t plan_cache::max_size() const {
  return plans_of(where_).max_size();
}
void plan_cache::set_max_size(std::size_t count) {
  plans_of(where_).set_max_size(count);
}
std::size_t plan_cache::memory() const {
  return plans_of(where_).memory_bytes();
}
std::size_t plan_cache::max_memory() const {
  return plans_of(where_).max_memory_bytes();
}
void plan_cache::set_max_memory(std::size_t bytes) {
  plans_of(where_).set_max_memory_bytes(bytes);
}
std::uint64_t plan_cache::hits() const {
  return plans_of(where_).hits();
}
std::uint64_t plan_cache::misses() const {
  return plans_of(where_).misses();
}
void plan_cache::clear() {
  plans_of(where_).clear();
}

}  // namespace gpu::fft
