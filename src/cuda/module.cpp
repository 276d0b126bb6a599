// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/module.hpp>

#include <atomic>

#include <gpu/cuda/device_properties.hpp>

#include "cuda/backend.hpp"

namespace gpu {
namespace {

alignas(64) std::atomic<std::uint64_t> launch_counter{0};

}  // namespace

namespace detail {
void module_unload(module_ref module) noexcept {
  backend::unload_library(module.get());
}
}  // namespace detail

kernel_attributes kernel_ref::attributes(device device) const {
  require(device);
  return backend::attributes(handle_, device.ordinal());
}

void kernel_ref::allow_shared_bytes(device device, std::size_t bytes) const {
  require(device);
  backend::allow_shared_bytes(handle_, device.ordinal(), bytes);
}

void kernel_ref::prefer_shared_carveout(device device, int percent) const {
  require(device);
  backend::prefer_shared_carveout(handle_, device.ordinal(), percent);
}

std::optional<std::vector<parameter_place>> kernel_ref::parameters(device device) const {
  require(device);
  return backend::parameters(handle_, device.ordinal());
}

int kernel_ref::blocks_per_multiprocessor(device device, int threads,
                                          std::size_t dynamic_shared_bytes) const {
  require(device);
  return backend::blocks_per_multiprocessor(handle_, device.ordinal(), threads,
                                            dynamic_shared_bytes);
}

bool module_ref::has_kernel(const std::string& name) const {
  return backend::has_kernel(handle_, name.c_str());
}

module_variable module_ref::variable(const std::string& name, device device) const {
  require(device);
  return backend::find_variable(handle_, name.c_str(), device.ordinal());
}

kernel_ref module_ref::kernel(const std::string& name) const {
  return kernel_ref{backend::find_kernel(handle_, name.c_str())};
}

module::module(std::string_view image) :owner(module_ref{backend::load_library(image.data())}) {}

void cuda::launch(kernel_ref kernel, const launch_config& config, stream_ref stream,
                  const void* arguments, std::size_t argument_bytes) {
  const bool programmatic_dependent =
      config.programmatic_dependent && has_programmatic_dependent_launch(stream.device());
  backend::launch(kernel.get(), config, programmatic_dependent, stream, arguments, argument_bytes);
  launch_counter.fetch_add(1, std::memory_order_relaxed);
}

bool has_programmatic_dependent_launch(device device) {
  return device.is_gpu() && properties(device).major >= 9;
}

std::uint64_t launches() noexcept {
  return launch_counter.load(std::memory_order_relaxed);
}

}  // namespace gpu
