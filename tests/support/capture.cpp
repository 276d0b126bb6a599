// SPDX-License-Identifier: BSD-3-Clause
#include "support/capture.hpp"

#include <exception>
#include <stdexcept>
#include <string>

#if GPU_HAS_CUDA
#include <cuda_runtime_api.h>

namespace gpu::test {
namespace {

void check(cudaError_t code, const char* action) {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();
  throw std::runtime_error(std::string(action) + ": " + cudaGetErrorName(code));
}

constexpr cudaStreamCaptureMode mode_of(capture_mode mode) {
  return mode == capture_mode::global              ? cudaStreamCaptureModeGlobal
         : mode == capture_mode::thread_local_only ? cudaStreamCaptureModeThreadLocal
                                                   : cudaStreamCaptureModeRelaxed;
}

}  // namespace

recording::recording(stream_ref stream, const std::function<void()>& work, capture_mode mode) {
  std::exception_ptr failure;
  check(cudaStreamBeginCapture(stream.get(), mode_of(mode)), "begin a capture");
  try {
    const stream_guard scope(stream);
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  cudaGraph_t graph = nullptr;
  const cudaError_t ended = cudaStreamEndCapture(stream.get(), &graph);
  (void)cudaGetLastError();
  graph_ = graph;
  if (failure) {
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    std::rethrow_exception(failure);
  }
  check(ended, "end a capture");
  instantiate();
}

recording::~recording() {
  for (void* const instance : instances_)
    (void)cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(instance));
  if (graph_ != nullptr) (void)cudaGraphDestroy(static_cast<cudaGraph_t>(graph_));
}

void recording::instantiate() {
  cudaGraphExec_t made = nullptr;
  check(cudaGraphInstantiateWithFlags(&made, static_cast<cudaGraph_t>(graph_), 0),
        "instantiate a graph");
  instances_.push_back(made);
}

void recording::launch(stream_ref stream, std::size_t instance) const {
  check(cudaGraphLaunch(static_cast<cudaGraphExec_t>(instances_.at(instance)), stream.get()),
        "launch a graph");
}

std::size_t recording::nodes() const {
  std::size_t count = 0;
  check(cudaGraphGetNodes(static_cast<cudaGraph_t>(graph_), nullptr, &count), "count nodes");
  return count;
}

}  // namespace gpu::test

#else

namespace gpu::test {
namespace {

[[noreturn]] void absent() {
  throw std::logic_error("this build has no CUDA");
}

}  // namespace

recording::recording(stream_ref, const std::function<void()>&, capture_mode) {
  absent();
}
recording::~recording() = default;
void recording::instantiate() {
  absent();
}
void recording::launch(stream_ref, std::size_t) const {
  absent();
}
std::size_t recording::nodes() const {
  absent();
}

}  // namespace gpu::test
#endif
