// SPDX-License-Identifier: BSD-3-Clause
// The answers of a library that was built without CUDA.
#if !GPU_HAS_CUDA
#include "cuda/backend.hpp"

namespace gpu::backend {
namespace {

[[noreturn]] void absent() {
  throw library_not_found(why_no_device());
}

}  // namespace

int device_count() noexcept {
  return 0;
}

std::string why_no_device() {
  return "this library was built without CUDA (-DGPU_CUDA=OFF); build it again with -DGPU_CUDA=ON "
         "to use GPUs";
}

int runtime_version() noexcept {
  return 0;
}
int driver_version() {
  return 0;
}

void activate(int) {
  absent();
}
void synchronize_device(int) {
  absent();
}
device_properties read_properties(int) {
  absent();
}
memory_figures read_memory(int) {
  absent();
}

stream_handle create_stream(int, int) {
  absent();
}
void synchronize(stream_ref) {
  absent();
}
bool idle(stream_ref) {
  absent();
}
void wait(stream_ref, event_handle) {
  absent();
}

bool is_capturing(stream_ref) noexcept {
  return false;
}
capture capture_of(stream_ref) {
  absent();
}
void call_at_end(const capture&, void (*)(void*), void*) {
  absent();
}
relaxed_capture_mode::relaxed_capture_mode() noexcept = default;
relaxed_capture_mode::~relaxed_capture_mode() = default;

event_handle create_event(int, bool) {
  absent();
}
void destroy_event(event_handle) noexcept {}
void record(event_handle, stream_ref) {
  absent();
}
bool done(event_handle) {
  absent();
}
void synchronize(event_handle) {
  absent();
}
double elapsed_seconds(event_handle, event_handle) {
  absent();
}

pool* create_pool(int) {
  absent();
}
void* allocate(pool*, std::size_t, stream_ref) {
  absent();
}
void free(void*, stream_ref) noexcept {}
void trim(pool*) {
  absent();
}
std::size_t held_bytes(pool*) {
  absent();
}

void* allocate_pinned(std::size_t) {
  absent();
}
void free_pinned(void*) noexcept {}
bool is_pinned(const void*) noexcept {
  return false;
}

void copy(void*, const void*, std::size_t, stream_ref) {
  absent();
}
void copy_peer(void*, int, const void*, int, std::size_t, stream_ref) {
  absent();
}
void fill(void*, unsigned char, std::size_t, stream_ref) {
  absent();
}

library_handle load_library(const void*) {
  absent();
}
void unload_library(library_handle) noexcept {}
kernel_handle find_kernel(library_handle, const char*) {
  absent();
}
kernel_attributes attributes(kernel_handle, int) {
  absent();
}
void allow_shared_bytes(kernel_handle, int, std::size_t) {
  absent();
}
bool has_kernel(library_handle, const char*) {
  absent();
}
module_variable find_variable(library_handle, const char*, int) {
  absent();
}
void prefer_shared_carveout(kernel_handle, int, int) {
  absent();
}
std::optional<std::vector<parameter_place>> parameters(kernel_handle, int) {
  absent();
}
int blocks_per_multiprocessor(kernel_handle, int, int, std::size_t) {
  absent();
}
void launch(kernel_handle, const launch_config&, bool, stream_ref, const void*, std::size_t) {
  absent();
}
void check_runtime(int, const char*) {
  absent();
}

}  // namespace gpu::backend
#endif
