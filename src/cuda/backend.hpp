// SPDX-License-Identifier: BSD-3-Clause
// Everything that the library asks of CUDA, as plain functions. The other files backend_*.cpp
// answer with the runtime and the driver, backend_absent.cpp in builds without them. Those that
// take a device or a stream make its context current first; streams and devices are never cpu()'s.
// In a process forked from one that had used CUDA they throw cuda_error.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/handles.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpu::backend {

struct pool;

[[nodiscard]] int device_count() noexcept;
/// Why `device_count()` is 0: what is missing, where it was looked for, what brings it.
[[nodiscard]] std::string why_no_device();
/// The runtime that is linked, and the newest that the driver serves: 13020 is 13.2. 0 without one.
[[nodiscard]] int runtime_version() noexcept;
[[nodiscard]] int driver_version();
void activate(int device);
void synchronize_device(int device);
[[nodiscard]] device_properties read_properties(int device);
[[nodiscard]] memory_figures read_memory(int device);

[[nodiscard]] stream_handle create_stream(int device, int priority);
void synchronize(stream_ref stream);
[[nodiscard]] bool idle(stream_ref stream);
void wait(stream_ref stream, event_handle event);

/// Whether the stream takes part in a capture, or is the default stream and would wait for one that
/// does. Costs some ten nanoseconds.
[[nodiscard]] bool is_capturing(stream_ref stream) noexcept;

/// A capture under way.
struct capture {
  std::uint64_t id = 0;  ///< 0 if there is none; never used again
  void* graph = nullptr;
};
/// @throws cuda_error  if an earlier call has made the capture invalid
[[nodiscard]] capture capture_of(stream_ref stream);
/// Has `end(data)` called when the graph, and all that was made from it, has ended and no longer
/// runs: in another thread, which must not call CUDA or wait.
void call_at_end(const capture& of, void (*end)(void*), void* data);

/// For its scope this thread may call what is no work of a stream, such as allocations, the loading
/// of code and questions about events, while streams are being captured.
class relaxed_capture_mode {
 public:
  [[nodiscard]] relaxed_capture_mode() noexcept;
  ~relaxed_capture_mode();
  relaxed_capture_mode(const relaxed_capture_mode&) = delete;
  relaxed_capture_mode& operator=(const relaxed_capture_mode&) = delete;

 private:
  int previous_ = -1;
};

[[nodiscard]] event_handle create_event(int device, bool timed);
void destroy_event(event_handle event) noexcept;
void record(event_handle event, stream_ref stream);
[[nodiscard]] bool done(event_handle event);
void synchronize(event_handle event);
[[nodiscard]] double elapsed_seconds(event_handle start, event_handle end);

[[nodiscard]] pool* create_pool(int device);
/// Null if the device has too little memory.
[[nodiscard]] void* allocate(pool* pool, std::size_t bytes, stream_ref stream);
void free(void* memory, stream_ref stream) noexcept;
void trim(pool* pool);
[[nodiscard]] std::size_t held_bytes(pool* pool);

/// Null if no more memory can be pinned.
[[nodiscard]] void* allocate_pinned(std::size_t bytes);
void free_pinned(void* memory) noexcept;
[[nodiscard]] bool is_pinned(const void* memory) noexcept;

/// Between memories of which at most one is pageable host memory, and that one small.
void copy(void* to, const void* from, std::size_t bytes, stream_ref stream);
void copy_peer(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
               stream_ref stream);
void fill(void* to, unsigned char value, std::size_t bytes, stream_ref stream);

[[nodiscard]] library_handle load_library(const void* image);
void unload_library(library_handle library) noexcept;
[[nodiscard]] kernel_handle find_kernel(library_handle library, const char* name);
[[nodiscard]] bool has_kernel(library_handle library, const char* name);
/// Null if there is none.
[[nodiscard]] module_variable find_variable(library_handle library, const char* name, int device);
[[nodiscard]] kernel_attributes attributes(kernel_handle kernel, int device);
void allow_shared_bytes(kernel_handle kernel, int device, std::size_t bytes);
void prefer_shared_carveout(kernel_handle kernel, int device, int percent);
/// Empty if the driver is older than CUDA 12.4.
[[nodiscard]] std::optional<std::vector<parameter_place>> parameters(kernel_handle kernel,
                                                                     int device);
[[nodiscard]] int blocks_per_multiprocessor(kernel_handle kernel, int device, int threads,
                                            std::size_t dynamic_shared_bytes);
/// @param programmatic_dependent  before the kernel before it in the stream has ended
void launch(kernel_handle kernel, const launch_config& config, bool programmatic_dependent,
            stream_ref stream, const void* arguments, std::size_t argument_bytes);

/// @throws cuda_error  unless `code`, a `cudaError_t`, is that of success
void check_runtime(int code, const char* action);

}  // namespace gpu::backend
