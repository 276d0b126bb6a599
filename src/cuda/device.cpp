// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/device.hpp>

#include <ostream>

#include <gpu/core/text_of.hpp>

#include "cuda/after_wait.hpp"
#include "cuda/backend.hpp"
#include "cuda/capture.hpp"
#include "cuda/thread_state.hpp"

namespace gpu {
namespace detail {

thread_state& this_thread_state() noexcept {
  constinit static thread_local thread_state state;
  return state;
}

}  // namespace detail

std::ostream& operator<<(std::ostream& out, device device) {
  return out << (device.is_cpu() ? "cpu(" : "gpu(") << device.index() << ')';
}

void device::use() const {
  require(*this);
  detail::this_thread_state().device = ordinal_;
}

void device::synchronize() const {
  require(*this);
  if (!is_gpu()) return;
  detail::require_not_capturing(current_stream(*this), "wait for the device");
  backend::synchronize_device(ordinal_);
  detail::after_wait(*this);
}

void synchronize(device device) {
  device.synchronize();
}

int num_gpus() noexcept {
  return backend::device_count();
}

device try_gpu(strict_integer index) noexcept {
  return index >= 0 && index < num_gpus() ? get_device(static_cast<int>(index)) : cpu();
}

std::vector<device> try_all_gpus() {
  std::vector<device> all;
  for (int index = 0; index < num_gpus(); ++index) all.push_back(get_device(index));
  return all;
}

device current_device() noexcept {
  int& ordinal = detail::this_thread_state().device;
  if (ordinal == -2) ordinal = try_gpu().ordinal();
  return get_device(ordinal);
}

void require(device device) {
  if (device.is_cpu() || device.index() < num_gpus()) return;
  if (num_gpus() == 0)
    throw library_not_found(text_of(device, " cannot be used: ", backend::why_no_device()));
  constexpr int invalid_device = 101;
  throw cuda_error(invalid_device, "cudaErrorInvalidDevice",
                   text_of("this machine has ", num_gpus(),
                           num_gpus() == 1 ? " GPU, gpu(0)"
                                           : text_of(" GPUs, gpu(0) to gpu(", num_gpus() - 1, ")")),
                   text_of("use ", device));
}

device_guard::device_guard(device device) : previous_(current_device()), active_(true) {
  device.use();
}

device_guard::device_guard(no_device) noexcept {}

device_guard::device_guard(const std::optional<device>& device) {
  if (!device) return;
  previous_ = current_device();
  device->use();
  active_ = true;
}

device_guard::~device_guard() {
  if (active_) detail::this_thread_state().device = previous_.ordinal();
}

device_mismatch::device_mismatch(device first, device second)
    : error(text_of("operands are on different devices: ", first, " and ", second,
                    "; copy one with to(device)")),
      first_(first),
      second_(second) {}

}  // namespace gpu
