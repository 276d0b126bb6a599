// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/copy.hpp"

#include <cstring>

#include "cuda/after_wait.hpp"
#include "cuda/backend.hpp"
#include "cuda/capture.hpp"
#include "cuda/fetch.hpp"
#include "cuda/staging.hpp"

namespace gpu {
namespace {

void copy_from_host(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  if (detail::is_capturing(stream)) return detail::record_copy_from_host(to, from, bytes, stream);
  if (bytes > detail::small_copy_bytes && backend::is_pinned(from)) {
    backend::copy(to, from, bytes, stream);
    stream.synchronize();  // the source may be reused on return
  } else {
    detail::stage_to_device(to, from, bytes, stream);
  }
}

void copy_to_host(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  detail::require_not_capturing(stream, "copy memory to the host");
  if (bytes <= detail::max_fetch_bytes && detail::fetch(to, from, bytes, stream))
    return detail::after_wait(stream.device());
  if (bytes > detail::small_copy_bytes && !backend::is_pinned(to)) {
    detail::stage_to_host(to, from, bytes, stream);
    return detail::after_wait(stream.device());
  }
  backend::copy(to, from, bytes, stream);
  stream.synchronize();
}

}  // namespace

void copy_bytes(void* to, device to_device, const void* from, device from_device,
                std::size_t size_bytes, stream_ref stream) {
  if (size_bytes == 0) return;
  if (to_device.is_cpu() && from_device.is_cpu()) {
    std::memmove(to, from, size_bytes);
    return;
  }
  require(to_device);
  require(from_device);
  if (stream.device() != to_device && stream.device() != from_device)
    throw device_mismatch(to_device, stream.device());
  if (stream.device().is_cpu())
    stream = current_stream(to_device.is_gpu() ? to_device : from_device);
  if (from_device.is_cpu())
    copy_from_host(to, from, size_bytes, stream);
  else if (to_device.is_cpu())
    copy_to_host(to, from, size_bytes, stream);
  else if (to_device == from_device)
    backend::copy(to, from, size_bytes, stream);
  else
    backend::copy_peer(to, to_device.ordinal(), from, from_device.ordinal(), size_bytes, stream);
}

void fill_bytes(void* to, device device, unsigned char value, std::size_t size_bytes,
                stream_ref stream) {
  if (size_bytes == 0) return;
  if (device.is_cpu()) {
    std::memset(to, value, size_bytes);
    return;
  }
  require(device);
  if (stream.device() != device) throw device_mismatch(device, stream.device());
  backend::fill(to, value, size_bytes, stream);
}

}  // namespace gpu
