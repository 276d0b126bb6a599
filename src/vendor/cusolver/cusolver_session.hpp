// SPDX-License-Identifier: BSD-3-Clause
// What each call of cuSOLVER needs: a handle on a stream, memory to work in, and a look at what the
// call returns.
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <vector>

#include "cuda/backend.hpp"
#include "vendor/cusolver/cusolver_functions.hpp"
#include "vendor/handle_pool.hpp"

namespace gpu::vendor::cusolver {

/// @throws cuda_error  unless `code` is that of success
void check(int code);

struct solver {
  cusolver_handle handle = nullptr;
  cusolver_params params = nullptr;
  jacobi_info jacobi = nullptr;
  jacobi_eigen_info jacobi_eigen = nullptr;
};

/// A handle in use on a stream, and the memory of its calls.
class session {
 public:
  explicit session(stream_ref stream);

  [[nodiscard]] cusolver_handle handle() const { return lent_.get()->handle; }
  [[nodiscard]] cusolver_params params() const { return lent_.get()->params; }
  [[nodiscard]] jacobi_info jacobi() const { return lent_.get()->jacobi; }
  [[nodiscard]] jacobi_eigen_info jacobi_eigen() const { return lent_.get()->jacobi_eigen; }
  [[nodiscard]] void* device_memory(sizes bytes);
  /// Whose contents the GPU may read until the calls are done.
  [[nodiscard]] void* host_memory(sizes bytes);
  /// After the calls.
  void finish() const;

 private:
  stream_ref stream_;
  backend::relaxed_capture_mode scope_;
  stream_guard home_;
  lent_handle<solver> lent_;
  ref_ptr<memory_block> device_memory_;
  std::vector<std::byte> host_memory_;
};

/// The sizes of the two workspaces that `ask` writes, and memory of these sizes.
struct workspaces {
  sizes device_bytes = 0;
  sizes host_bytes = 0;
  void* device = nullptr;
  void* host = nullptr;

  template <class Ask>
  workspaces(session& in, const Ask& ask) {
    check(ask(&device_bytes, &host_bytes));
    device = in.device_memory(device_bytes);
    host = in.host_memory(host_bytes);
  }
};

}  // namespace gpu::vendor::cusolver
