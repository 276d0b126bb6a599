// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/cublas_session.hpp"

#include <memory>

#include <gpu/cuda/device_properties.hpp>

namespace gpu::vendor::cublas {
namespace {

configured_handle* make_handle() {
  auto made = std::make_unique<configured_handle>();
  check(all_functions().create(&made->handle), "begin to use cuBLAS");
  return made.release();
}

stream_ref on_its_device(stream_ref stream) {
  backend::activate(stream.device().ordinal());
  return stream;
}

/// As much as NVIDIA recommends for cublasSetWorkspace.
std::size_t workspace_bytes(device where) {
  return std::size_t{properties(where).major >= 9 ? 32u : 4u} << 20;
}

ref_ptr<memory_block> workspace_for(device where, workspace_kind kind) {
  if (kind == workspace_kind::of_handle) return nullptr;
  return memory_block::allocate(where, workspace_bytes(where));
}

}  // namespace

session::session(stream_ref stream, workspace_kind kind, const char* action)
    : stream_(on_its_device(stream)),
      action_(action),
      home_(stream),
      workspace_(workspace_for(stream.device(), kind)),
      lent_("cuBLAS", stream.device().ordinal(), make_handle) {
  configured_handle& handle = *lent_.get();
  void* const wanted = workspace_ ? workspace_->data() : nullptr;
  if (handle.stream != stream.get() || (handle.workspace != nullptr && wanted == nullptr)) {
    check(all_functions().set_stream(handle.handle, stream.get()), action);
    handle.stream = stream.get();
    handle.workspace = nullptr;  // a new stream takes it away
  }
  if (handle.workspace == wanted) return;
  check(all_functions().set_workspace(handle.handle, wanted, workspace_->size_bytes()), action);
  handle.workspace = wanted;
}

void session::set_math_mode(math_mode mode) {
  configured_handle& handle = *lent_.get();
  if (handle.mode == mode) return;
  check(all_functions().set_math_mode(handle.handle, mode), action_);
  handle.mode = mode;
}

bool session::is_done(int code) const {
  if (code == not_supported || code == arch_mismatch) return false;
  check(code, action_);
  return true;
}

}  // namespace gpu::vendor::cublas
