// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/jit/cache.hpp>

#include <gpu/core/concat.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "code_cache.hpp"
#include "nvrtc.hpp"
#include "record.hpp"
#include "single_flight.hpp"

namespace gpu {
namespace {

using detail::code_key;

code_key key_for(const program& program, architecture target) {
  return detail::key_of(
      program, concat("sm ", target.major, ".", target.minor, " ", detail::nvrtc_identity()));
}

detail::shared_code image_of(const code_key& key, const program& program, architecture target) {
  return detail::cached_code(key, program.name, [&] { return compile(program, target); });
}

detail::single_flight<kernel_ref>& kernels() {
  static auto& all = *new detail::single_flight<kernel_ref>;
  return all;
}

}  // namespace

kernel_ref load_kernel(const program& program, device device) {
  const detail::stopwatch watch;
  const device_properties& found = properties(device);
  const architecture target{found.major, found.minor};
  const code_key key = key_for(program, target);
  bool loaded_now = false;
  const kernel_ref kernel = kernels().get(key, [&] {
    loaded_now = true;
    const detail::shared_code code = image_of(key, program, target);
    module loaded(code->bytes);
    const kernel_ref found_kernel = loaded.kernel(code->symbol);
    (void)loaded.release();  // for as long as the process lives
    return found_kernel;
  });
  if (!loaded_now)
    detail::record({program.name, key.hex(), code_origin::memory, watch.milliseconds()});
  return kernel;
}

std::shared_ptr<const device_code> load_image(const program& program, architecture architecture) {
  return image_of(key_for(program, architecture), program, architecture);
}

void forget_images() {
  detail::forget_codes();
}

}  // namespace gpu
