// SPDX-License-Identifier: BSD-3-Clause
// The answers of CUDA about streams, their captures, and events.
#if GPU_HAS_CUDA
#include "cuda/backend_calls.hpp"

namespace gpu::backend {

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

}  // namespace gpu::backend
#endif
