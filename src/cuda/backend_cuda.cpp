// SPDX-License-Identifier: BSD-3-Clause
// The answers of CUDA: the runtime is linked statically, the driver's own functions are asked of
// it.
#if GPU_HAS_CUDA
#include "cuda/backend.hpp"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <source_location>
#include <thread>

#include <gpu/core/text_of.hpp>

#include "core/fork.hpp"

namespace gpu::backend {

struct pool {
  cudaMemPool_t handle;
  int device;
};

namespace {

constexpr unsigned not_used = ~0u;
/// The fork depth of the process that first asked for CUDA.
constinit std::atomic<unsigned> used_at_depth{not_used};

/// CUDA does not work in a child of the process that uses it.
bool is_lost() noexcept {
  const unsigned depth = used_at_depth.load(std::memory_order_relaxed);
  return depth != not_used && depth != detail::fork_depth();
}

[[noreturn]] void throw_lost(const std::string& action, std::source_location place) {
  throw cuda_error(cudaErrorInitializationError, "cudaErrorInitializationError",
                   "this process was forked from one that had used CUDA before, and only that one "
                   "can use it; fork before the first use, or let the child call exec",
                   action, place);
}

/// The driver shuts down in an exit handler of its own. Calls that another thread makes meanwhile
/// would look into what is gone, so from before that on none are made.
constinit std::atomic<bool> is_ending{false};

/// To be called when the driver has registered its handler: handlers run in reverse order.
void end_before_driver() {
  (void)std::atexit([] {
    is_ending = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // calls that have begun may end
  });
}

[[noreturn]] void throw_ending(const std::string& action, std::source_location place) {
  throw cuda_error(cudaErrorCudartUnloading, "cudaErrorCudartUnloading",
                   "the program ends, and the driver shuts down", action, place);
}

/// CUDA does not fail in a forked child, it may wait for ever: nothing of it is called there.
void require_own(const char* action, std::source_location place = std::source_location::current()) {
  if (is_lost()) [[unlikely]]
    throw_lost(action, place);
  if (is_ending.load(std::memory_order_relaxed)) [[unlikely]]
    throw_ending(action, place);
}

void check(cudaError_t code, const char* action,
           std::source_location place = std::source_location::current()) {
  if (code == cudaSuccess) return;
  if (is_lost()) throw_lost(action, place);
  (void)cudaGetLastError();  // else the next, innocent call would report it
  throw cuda_error(code, cudaGetErrorName(code), cudaGetErrorString(code), action, place);
}

/// The driver's functions that the runtime has no good equal of.
struct driver_functions {
  decltype(&cuGetErrorName) error_name = nullptr;
  decltype(&cuGetErrorString) error_string = nullptr;
  decltype(&cuCtxGetCurrent) current_context = nullptr;
  decltype(&cuLibraryLoadData) load_library = nullptr;
  decltype(&cuLibraryUnload) unload_library = nullptr;
  decltype(&cuLibraryGetKernel) get_kernel = nullptr;
  decltype(&cuKernelGetAttribute) kernel_attribute = nullptr;
  decltype(&cuKernelSetAttribute) set_kernel_attribute = nullptr;
  decltype(&cuLaunchKernelEx) launch = nullptr;
  decltype(&cuLibraryGetGlobal) get_variable = nullptr;
  decltype(&cuKernelGetFunction) function_of = nullptr;
  decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor) occupancy = nullptr;
  /// `cuKernelGetParamInfo`, which headers before those of CUDA 12.4 do not declare; null if the
  /// driver has none.
  CUresult(CUDAAPI* parameter)(CUkernel, std::size_t, std::size_t*, std::size_t*) = nullptr;
};

/// Null if the driver has no such function.
/// @param version  of CUDA that has brought it, or changed it for the last time
void* entry_point(const char* name, [[maybe_unused]] unsigned version) {
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  const cudaError_t code =
      cudaGetDriverEntryPointByVersion(name, &address, version, cudaEnableDefault, &found);
#else
  const cudaError_t code = cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &found);
#endif
  if (code == cudaSuccess && found == cudaDriverEntryPointSuccess) return address;
  (void)cudaGetLastError();
  return nullptr;
}

template <class Function>
void find(Function& function, const char* name) {
  void* const address = entry_point(name, 12000);
  if (address == nullptr)
    throw library_not_found(text_of("the NVIDIA driver (libcuda.so.1) has no ", name,
                                    ": it must be of version 525 (CUDA 12.0) or newer"));
  function = reinterpret_cast<Function>(address);
}

const driver_functions& driver() {
  static const driver_functions functions = [] {
    if (device_count() == 0) throw library_not_found(why_no_device());
    driver_functions f;
    find(f.error_name, "cuGetErrorName");
    find(f.error_string, "cuGetErrorString");
    find(f.current_context, "cuCtxGetCurrent");
    find(f.load_library, "cuLibraryLoadData");
    find(f.unload_library, "cuLibraryUnload");
    find(f.get_kernel, "cuLibraryGetKernel");
    find(f.kernel_attribute, "cuKernelGetAttribute");
    find(f.set_kernel_attribute, "cuKernelSetAttribute");
    find(f.launch, "cuLaunchKernelEx");
    find(f.get_variable, "cuLibraryGetGlobal");
    find(f.function_of, "cuKernelGetFunction");
    find(f.occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    f.parameter =
        reinterpret_cast<decltype(f.parameter)>(entry_point("cuKernelGetParamInfo", 12040));
    return f;
  }();
  return functions;
}

void check(CUresult code, const std::string& action,
           std::source_location place = std::source_location::current()) {
  if (code == CUDA_SUCCESS) return;
  if (is_lost()) throw_lost(action, place);
  const char* name = nullptr;
  const char* text = nullptr;
  driver().error_name(code, &name);
  driver().error_string(code, &text);
  throw cuda_error(code, name != nullptr ? name : "CUDA_ERROR", text != nullptr ? text : "unknown",
                   action, place);
}

struct count_result {
  int count = 0;
  cudaError_t code = cudaSuccess;
};

const count_result& counted() noexcept {
  static const count_result result = [] {
    count_result r;
    used_at_depth = detail::fork_depth();
    r.code = cudaGetDeviceCount(&r.count);
    if (r.code != cudaSuccess) {
      r.count = 0;
      (void)cudaGetLastError();
    }
    if (r.count > 0) end_before_driver();
    return r;
  }();
  return result;
}

/// Whether the driver answers. While it shuts down, this function of it says so; others would look
/// into streams that are gone.
bool is_up() {
  CUcontext current = nullptr;
  return !is_lost() && !is_ending.load(std::memory_order_relaxed) && counted().count > 0 &&
         driver().current_context(&current) == CUDA_SUCCESS;
}

constexpr int max_devices = 64;
std::array<std::atomic<CUcontext>, max_devices> primary_contexts{};
std::array<std::atomic<cudaMemPool_t>, max_devices> pools{};

std::size_t attribute(int device, cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "read the device's properties");
  return static_cast<std::size_t>(value);
}

}  // namespace

int device_count() noexcept {
  const int count = counted().count;
  return count < max_devices ? count : max_devices;
}

std::string why_no_device() {
  const cudaError_t code = counted().code;
  if (void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL); library == nullptr)
    return "this machine has no NVIDIA driver: libcuda.so.1 was not found in LD_LIBRARY_PATH, in "
           "/etc/ld.so.cache, or in the system's library folders. It comes with the driver: "
           "package "
           "nvidia-driver (Debian), nvidia-driver-580 (Ubuntu), cuda-drivers (NVIDIA's "
           "repositories); a container needs --gpus all";
  else
    dlclose(library);
  if (code == cudaErrorNoDevice || code == cudaSuccess)
    return "the NVIDIA driver is there, but it finds no GPU (nvidia-smi says more; is "
           "CUDA_VISIBLE_DEVICES empty?)";
  if (code == cudaErrorInsufficientDriver)
    return text_of("the NVIDIA driver is too old for the CUDA runtime ", CUDART_VERSION / 1000, ".",
                   CUDART_VERSION % 1000 / 10, " in this library; install a newer driver");
  return text_of("the NVIDIA driver is there, but does not work: ", cudaGetErrorName(code), " (",
                 static_cast<int>(code), "): ", cudaGetErrorString(code));
}

int runtime_version() noexcept {
  return CUDART_VERSION;
}

int driver_version() {
  require_own("ask for the driver's version");
  int version = 0;
  check(cudaDriverGetVersion(&version), "ask for the driver's version");
  return version;
}

// The current context is asked for, not remembered: other libraries switch it, too.
void activate(int device) {
  require_own("make the device current");
  const auto slot = static_cast<std::size_t>(device);
  CUcontext current = nullptr;
  driver().current_context(&current);
  if (current != nullptr && current == primary_contexts[slot].load(std::memory_order_relaxed))
    return;
  const relaxed_capture_mode scope;
  check(cudaSetDevice(device), "make the device current");
  check(cudaFree(nullptr), "create the device's context");
  if (primary_contexts[slot].load() == nullptr) end_before_driver();
  check(driver().current_context(&current), "ask for the current context");
  primary_contexts[slot].store(current, std::memory_order_relaxed);
}

void synchronize_device(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  check(cudaDeviceSynchronize(), "wait for the device");
}

device_properties read_properties(int device) {
  cudaDeviceProp found{};
  check(cudaGetDeviceProperties(&found, device), "read the device's properties");
  device_properties p;
  p.name = found.name;
  p.major = found.major;
  p.minor = found.minor;
  p.multiprocessors = found.multiProcessorCount;
  p.threads = found.multiProcessorCount * found.maxThreadsPerMultiProcessor;
  p.threads_per_block = found.maxThreadsPerBlock;
  p.threads_per_multiprocessor = found.maxThreadsPerMultiProcessor;
  p.shared_bytes_per_block = attribute(device, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.shared_bytes_per_multiprocessor =
      attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.l2_bytes = attribute(device, cudaDevAttrL2CacheSize);
  p.total_bytes = found.totalGlobalMem;
  std::array<char, 32> bus{};
  check(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device),
        "read the device's bus id");
  p.pci_bus_id = bus.data();
  return p;
}

memory_figures read_memory(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  memory_figures m;
  check(cudaMemGetInfo(&m.free_bytes, &m.total_bytes), "ask how much memory is free");
  return m;
}

stream_handle create_stream(int device, int priority) {
  activate(device);
  const relaxed_capture_mode scope;
  int least = 0;
  int greatest = 0;
  check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "ask for stream priorities");
  const int clamped = priority < greatest ? greatest : priority > least ? least : priority;
  cudaStream_t handle = nullptr;
  check(cudaStreamCreateWithPriority(&handle, cudaStreamNonBlocking, clamped), "create a stream");
  return handle;
}

void synchronize(stream_ref stream) {
  activate(stream.device().ordinal());
  const relaxed_capture_mode scope;
  check(cudaStreamSynchronize(stream.get()), "wait for a stream");
}

bool idle(stream_ref stream) {
  activate(stream.device().ordinal());
  const relaxed_capture_mode scope;
  const cudaError_t code = cudaStreamQuery(stream.get());
  if (code == cudaErrorNotReady) return (void)cudaGetLastError(), false;
  check(code, "ask whether a stream is idle");
  return true;
}

void wait(stream_ref stream, event_handle event) {
  activate(stream.device().ordinal());
  check(cudaStreamWaitEvent(stream.get(), event, 0), "make a stream wait for an event");
}

bool is_capturing(stream_ref stream) noexcept try {
  if (!is_up()) return false;
  if (stream.get() == nullptr) activate(stream.device().ordinal());
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t code = cudaStreamIsCapturing(stream.get(), &status);
  if (code != cudaSuccess) (void)cudaGetLastError();
  return code == cudaErrorStreamCaptureImplicit ||
         (code == cudaSuccess && status != cudaStreamCaptureStatusNone);
} catch (const error&) {
  return false;  // the call that comes next says why
}

capture capture_of(stream_ref stream) {
  require_own("ask for the capture of a stream");
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
#if CUDART_VERSION >= 13000
  const cudaError_t code =
      cudaStreamGetCaptureInfo(stream.get(), &status, &id, &graph, nullptr, nullptr, nullptr);
#else
  const cudaError_t code =
      cudaStreamGetCaptureInfo_v2(stream.get(), &status, &id, &graph, nullptr, nullptr);
#endif
  check(code, "ask for the capture of a stream");
  if (status == cudaStreamCaptureStatusInvalidated)
    check(cudaErrorStreamCaptureInvalidated, "record work of a stream");
  return status == cudaStreamCaptureStatusActive ? capture{id, graph} : capture{};
}

void call_at_end(const capture& of, void (*end)(void*), void* data) {
  cudaUserObject_t object = nullptr;
  check(cudaUserObjectCreate(&object, data, end, 1, cudaUserObjectNoDestructorSync),
        "create a user object of a graph");
  check(cudaGraphRetainUserObject(static_cast<cudaGraph_t>(of.graph), object, 1,
                                  cudaGraphUserObjectMove),
        "let a graph own a user object");
}

relaxed_capture_mode::relaxed_capture_mode() noexcept {
  if (!is_up()) return;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess) previous_ = mode;
}

relaxed_capture_mode::~relaxed_capture_mode() {
  if (previous_ < 0) return;
  auto mode = static_cast<cudaStreamCaptureMode>(previous_);
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
}

event_handle create_event(int device, bool timed) {
  activate(device);
  const relaxed_capture_mode scope;
  cudaEvent_t handle = nullptr;
  check(cudaEventCreateWithFlags(&handle, timed ? cudaEventDefault : cudaEventDisableTiming),
        "create an event");
  return handle;
}

void destroy_event(event_handle event) noexcept {
  if (!is_up()) return;
  const relaxed_capture_mode scope;
  (void)cudaEventDestroy(event);
}

void record(event_handle event, stream_ref stream) {
  activate(stream.device().ordinal());
  check(cudaEventRecord(event, stream.get()), "record an event");
}

bool done(event_handle event) {
  require_own("ask whether an event is done");
  const relaxed_capture_mode scope;
  const cudaError_t code = cudaEventQuery(event);
  if (code == cudaErrorNotReady) return (void)cudaGetLastError(), false;
  check(code, "ask whether an event is done");
  return true;
}

void synchronize(event_handle event) {
  require_own("wait for an event");
  const relaxed_capture_mode scope;
  check(cudaEventSynchronize(event), "wait for an event");
}

double elapsed_seconds(event_handle start, event_handle end) {
  require_own("measure between two events");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start, end), "measure between two events");
  return milliseconds * 1e-3;
}

pool* create_pool(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  cudaMemPoolProps wanted{};
  wanted.allocType = cudaMemAllocationTypePinned;
  wanted.location.type = cudaMemLocationTypeDevice;
  wanted.location.id = device;
  cudaMemPool_t handle = nullptr;
  check(cudaMemPoolCreate(&handle, &wanted), "create the device's memory pool");
  std::uint64_t keep = UINT64_MAX;
  check(cudaMemPoolSetAttribute(handle, cudaMemPoolAttrReleaseThreshold, &keep),
        "let the memory pool keep what is freed");
  pools[static_cast<std::size_t>(device)].store(handle);
  return new pool{handle, device};
}

void* allocate(pool* pool, std::size_t bytes, stream_ref stream) {
  activate(pool->device);
  const relaxed_capture_mode scope;
  void* memory = nullptr;
  const cudaError_t code = cudaMallocFromPoolAsync(&memory, bytes, pool->handle, stream.get());
  if (code == cudaErrorMemoryAllocation) return (void)cudaGetLastError(), nullptr;
  check(code, "allocate memory");
  return memory;
}

void free(void* memory, stream_ref stream) noexcept {
  try {
    activate(stream.device().ordinal());
    const relaxed_capture_mode scope;
    (void)cudaFreeAsync(memory, stream.get());
  } catch (const error&) {  // the driver has shut down, and the memory with it
  }
}

void trim(pool* pool) {
  activate(pool->device);
  const relaxed_capture_mode scope;
  check(cudaMemPoolTrimTo(pool->handle, 0), "trim the memory pool");
}

std::size_t held_bytes(pool* pool) {
  require_own("ask how much the memory pool holds");
  const relaxed_capture_mode scope;
  std::uint64_t bytes = 0;
  check(cudaMemPoolGetAttribute(pool->handle, cudaMemPoolAttrReservedMemCurrent, &bytes),
        "ask how much the memory pool holds");
  return bytes;
}

void* allocate_pinned(std::size_t bytes) {
  activate(current_device().is_gpu() ? current_device().ordinal() : 0);
  const relaxed_capture_mode scope;
  void* memory = nullptr;
  const cudaError_t code = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable);
  if (code == cudaErrorMemoryAllocation) return (void)cudaGetLastError(), nullptr;
  check(code, "pin host memory");
  return memory;
}

void free_pinned(void* memory) noexcept {
  if (!is_up()) return;
  const relaxed_capture_mode scope;
  (void)cudaFreeHost(memory);
}

bool is_pinned(const void* memory) noexcept {
  if (!is_up()) return false;
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, memory) != cudaSuccess)
    return (void)cudaGetLastError(), false;
  return found.type == cudaMemoryTypeHost;
}

void copy(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  activate(stream.device().ordinal());
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream.get()), "copy memory");
}

namespace {

/// Lets `device` read and write the pool's memory of `owner`, so that copies go straight across.
/// Not done before it is needed: it starts the other device. Without it copies still work, more
/// slowly.
void open_pool(int owner, int device) {
  static std::array<std::array<std::atomic<bool>, max_devices>, max_devices> opened{};
  std::atomic<bool>& done =
      opened[static_cast<std::size_t>(owner)][static_cast<std::size_t>(device)];
  const cudaMemPool_t handle = pools[static_cast<std::size_t>(owner)].load();
  if (handle == nullptr || done.exchange(true)) return;
  const relaxed_capture_mode scope;
  int reachable = 0;
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = device;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (cudaDeviceCanAccessPeer(&reachable, device, owner) != cudaSuccess || reachable == 0 ||
      cudaMemPoolSetAccess(handle, &access, 1) != cudaSuccess)
    (void)cudaGetLastError();
}

}  // namespace

void copy_peer(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
               stream_ref stream) {
  open_pool(from_device, to_device);
  open_pool(to_device, from_device);
  activate(stream.device().ordinal());
  check(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream.get()),
        "copy memory between GPUs");
}

void fill(void* to, unsigned char value, std::size_t bytes, stream_ref stream) {
  activate(stream.device().ordinal());
  check(cudaMemsetAsync(to, value, bytes, stream.get()), "fill memory");
}

library_handle load_library(const void* image) {
  require_own("load compiled device code");
  const relaxed_capture_mode scope;
  CUlibrary library = nullptr;
  std::array<char, 4096> log{};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size()})};
  const CUresult code =
      driver().load_library(&library, image, options, values, 2, nullptr, nullptr, 0);
  check(code, text_of("load compiled device code", log[0] != '\0' ? ": " : "", log.data()));
  return library;
}

void unload_library(library_handle library) noexcept {
  if (!is_up()) return;
  const relaxed_capture_mode scope;
  try {
    (void)driver().unload_library(library);
  } catch (const error&) {  // the driver has shut down
  }
}

kernel_handle find_kernel(library_handle library, const char* name) {
  const relaxed_capture_mode scope;
  CUkernel kernel = nullptr;
  check(driver().get_kernel(&kernel, library, name), text_of("find the kernel ", name));
  return kernel;
}

bool has_kernel(library_handle library, const char* name) {
  const relaxed_capture_mode scope;
  CUkernel kernel = nullptr;
  const CUresult code = driver().get_kernel(&kernel, library, name);
  if (code == CUDA_ERROR_NOT_FOUND) return false;
  check(code, text_of("find the kernel ", name));
  return true;
}

module_variable find_variable(library_handle library, const char* name, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  CUdeviceptr address = 0;
  module_variable variable;
  const CUresult code = driver().get_variable(&address, &variable.size_bytes, library, name);
  if (code == CUDA_ERROR_NOT_FOUND) return {};
  check(code, text_of("find the variable ", name));
  variable.data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
  return variable;
}

kernel_attributes attributes(kernel_handle kernel, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  const auto read = [&](CUfunction_attribute which) {
    int value = 0;
    check(driver().kernel_attribute(&value, which, kernel, device), "read a kernel's attributes");
    return value;
  };
  kernel_attributes a;
  a.registers = read(CU_FUNC_ATTRIBUTE_NUM_REGS);
  a.shared_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  a.local_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  a.threads_per_block = read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  a.constant_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
  a.max_dynamic_shared_bytes =
      static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
  a.shared_carveout = read(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  a.ptx_version = read(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  a.binary_version = read(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
  a.caches_global_loads = read(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA) != 0;
  return a;
}

void allow_shared_bytes(kernel_handle kernel, int device, std::size_t bytes) {
  activate(device);
  const relaxed_capture_mode scope;
  check(driver().set_kernel_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      static_cast<int>(bytes), kernel, device),
        text_of("let a kernel use ", bytes, " bytes of shared memory"));
}

void prefer_shared_carveout(kernel_handle kernel, int device, int percent) {
  activate(device);
  const relaxed_capture_mode scope;
  check(driver().set_kernel_attribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent,
                                      kernel, device),
        text_of("prefer ", percent, " percent of shared memory for a kernel"));
}

std::optional<std::vector<parameter_place>> parameters(kernel_handle kernel, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  if (driver().parameter == nullptr) return std::nullopt;
  std::vector<parameter_place> all;
  parameter_place next;
  for (;; all.push_back(next)) {
    const CUresult code = driver().parameter(kernel, all.size(), &next.offset, &next.size_bytes);
    if (code == CUDA_ERROR_INVALID_VALUE) return all;  // the number behind the last
    check(code, "read a kernel's parameters");
  }
}

int blocks_per_multiprocessor(kernel_handle kernel, int device, int threads,
                              std::size_t dynamic_shared_bytes) {
  activate(device);
  const relaxed_capture_mode scope;
  int blocks = 0;
  const std::string action =
      text_of("ask how many blocks of ", threads, " threads fit on a multiprocessor");
  CUfunction function = nullptr;
  check(driver().function_of(&function, kernel), action);
  check(driver().occupancy(&blocks, function, threads, dynamic_shared_bytes), action);
  return blocks;
}

void launch(kernel_handle kernel, const launch_config& config, bool early, stream_ref stream,
            const void* arguments, std::size_t argument_bytes) {
  activate(stream.device().ordinal());
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, const_cast<void*>(arguments),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &argument_bytes, CU_LAUNCH_PARAM_END};
  CUlaunchAttribute wishes[2];
  unsigned wish_count = 0;
  if (early) {
    CUlaunchAttribute& overlap = wishes[wish_count++];
    overlap.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    overlap.value.programmaticStreamSerializationAllowed = 1;
  }
  if (config.cooperative) {
    CUlaunchAttribute& together = wishes[wish_count++];
    together.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    together.value.cooperative = 1;
  }
  CUlaunchConfig native{};
  native.gridDimX = config.grid[0];
  native.gridDimY = config.grid[1];
  native.gridDimZ = config.grid[2];
  native.blockDimX = config.block[0];
  native.blockDimY = config.block[1];
  native.blockDimZ = config.block[2];
  native.sharedMemBytes = config.shared_bytes;
  native.hStream = stream.get();
  native.attrs = wishes;
  native.numAttrs = wish_count;
  const CUresult code = driver().launch(&native, reinterpret_cast<CUfunction>(kernel), nullptr,
                                        argument_bytes == 0 ? nullptr : extra);
  if (code != CUDA_SUCCESS) [[unlikely]]
    check(code, text_of("launch a kernel on a grid of (", config.grid[0], ", ", config.grid[1],
                        ", ", config.grid[2], ") blocks of (", config.block[0], ", ",
                        config.block[1], ", ", config.block[2], ") threads with ",
                        config.shared_bytes, " bytes of shared memory"));
}

void check_runtime(int code, const char* action) {
  check(static_cast<cudaError_t>(code), action);
}

}  // namespace gpu::backend
#endif
