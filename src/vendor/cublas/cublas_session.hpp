// SPDX-License-Identifier: BSD-3-Clause
// What each call of cuBLAS needs: a handle on a stream, and memory to work in.
#pragma once

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>

#include "cuda/backend.hpp"
#include "vendor/cublas/cublas_functions.hpp"
#include "vendor/cublas/matmul_plan.hpp"
#include "vendor/handle_pool.hpp"

namespace gpu::vendor::cublas {

/// A handle, and what was set last, so that nothing is set twice. At first it is on the
/// default stream.
struct configured_handle {
  cublas_handle handle = nullptr;
  stream_handle stream = nullptr;
  void* workspace = nullptr;  ///< null: its own
  math_mode mode = default_math;
  matmul_plans plans;
};

/// What a call of cuBLAS may overwrite.
enum class workspace_kind {
  of_handle,  ///< all streams of a handle share it
  of_stream   ///< as much for each call, so that the same call gives the same bits
};

/// A handle in use on a stream.
class session {
 public:
  /// @param action  for the messages of errors
  /// @throws library_not_found  if the program ends
  /// @throws cuda_error, out_of_memory
  session(stream_ref stream, workspace_kind kind, const char* action);

  [[nodiscard]] cublas_handle handle() const { return lent_.get()->handle; }
  [[nodiscard]] stream_ref stream() const noexcept { return stream_; }
  [[nodiscard]] matmul_plans& plans() const { return lent_.get()->plans; }
  /// That of the stream.
  [[nodiscard]] const memory_block& workspace() const { return *workspace_; }
  void set_math_mode(math_mode mode);

  /// False if cuBLAS has no function for what it was asked.
  /// @throws cuda_error  if `code` says that something else went wrong
  [[nodiscard]] bool is_done(int code) const;

 private:
  stream_ref stream_;
  const char* action_;
  backend::relaxed_capture_mode scope_;
  stream_guard home_;
  ref_ptr<memory_block> workspace_;
  lent_handle<configured_handle> lent_;
};

}  // namespace gpu::vendor::cublas
