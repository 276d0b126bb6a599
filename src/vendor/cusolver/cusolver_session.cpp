// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cusolver/cusolver_session.hpp"

#include <iterator>
#include <memory>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::vendor::cusolver {
namespace {

solver* make_solver() {
  auto made = std::make_unique<solver>();
  check(all_functions().create(&made->handle));
  check(all_functions().create_params(&made->params));
  check(all_functions().create_jacobi_info(&made->jacobi));
  // As they are made: until the type's precision is reached, values in ascending order.
  if (all_functions().create_jacobi_eigen_info != nullptr)
    check(all_functions().create_jacobi_eigen_info(&made->jacobi_eigen));
  return made.release();
}

stream_ref on_its_device(stream_ref stream) {
  backend::activate(stream.device().ordinal());
  return stream;
}

}  // namespace

void check(int code) {
  static constexpr const char* names[] = {"CUSOLVER_STATUS_SUCCESS",
                                          "CUSOLVER_STATUS_NOT_INITIALIZED",
                                          "CUSOLVER_STATUS_ALLOC_FAILED",
                                          "CUSOLVER_STATUS_INVALID_VALUE",
                                          "CUSOLVER_STATUS_ARCH_MISMATCH",
                                          "CUSOLVER_STATUS_MAPPING_ERROR",
                                          "CUSOLVER_STATUS_EXECUTION_FAILED",
                                          "CUSOLVER_STATUS_INTERNAL_ERROR",
                                          "CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                          "CUSOLVER_STATUS_NOT_SUPPORTED"};
  if (code == 0) return;
  const bool is_named = code > 0 && code < static_cast<int>(std::size(names));
  throw cuda_error(code, is_named ? names[code] : "cusolverStatus_t",
                   text_of("status ", code, " of cuSOLVER"), "decompose matrices by cuSOLVER");
}

session::session(stream_ref stream)
    : stream_(on_its_device(stream)),
      home_(stream),
      lent_("cuSOLVER", stream.device().ordinal(), make_solver) {
  check(all_functions().set_stream(handle(), stream.get()));
}

void* session::device_memory(sizes bytes) {
  if (bytes > 0) device_memory_ = memory_block::allocate(stream_.device(), bytes);
  return bytes > 0 ? device_memory_->data() : nullptr;
}

void* session::host_memory(sizes bytes) {
  host_memory_.resize(bytes);
  return host_memory_.data();
}

void session::finish() const {
  if (!host_memory_.empty()) stream_.synchronize();
}

}  // namespace gpu::vendor::cusolver
