// SPDX-License-Identifier: BSD-3-Clause
#include "with_workspace.hpp"

#include <atomic>

namespace gpu {
namespace {

constinit std::atomic<bool> is_forgotten{false};

/// Ends with the static objects of the library, as the registration of its kernels does: those of
/// a program are made, and end, all before or all after these.
struct registration {
  ~registration() { is_forgotten = true; }
};
const registration of_kernels;

}  // namespace

void require_registered_kernels(const char* action) {
  constexpr int driver_is_shutting_down = 4;  // cudaErrorCudartUnloading
  if (is_forgotten) backend::check_runtime(driver_is_shutting_down, action);
}

}  // namespace gpu
