// SPDX-License-Identifier: BSD-3-Clause
#include "jit/cache.hpp"

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "jit/code_cache.hpp"
#include "jit/nvrtc.hpp"
#include "jit/record.hpp"
#include "jit/single_flight.hpp"

namespace gpu {
namespace {

using detail::code_key;

architecture architecture_of(device device) {
  const device_properties& found = properties(device);
  return {found.major, found.minor};
}

code_key key_for(const program& program, architecture target) {
  return detail::key_of(
      program, text_of("sm ", target.major, ".", target.minor, " ", detail::nvrtc_identity()));
}

detail::shared_code image_of(const code_key& key, const program& program, architecture target) {
  return detail::cached_code(key, program, [&] { return jit::compile(program, target); });
}

detail::single_flight<kernel_ref>& kernels() {
  static auto& all = *new detail::single_flight<kernel_ref>;
  return all;
}

/// The kernel of an image that stays loaded for as long as the process lives.
kernel_ref load_for_ever(const std::string& image, const std::string& symbol) {
  module loaded(image);
  const kernel_ref kernel = loaded.kernel(symbol);
  (void)loaded.release();
  return kernel;
}

}  // namespace

kernel_ref load_kernel(const program& program, device device) {
  const detail::stopwatch watch;
  const architecture target = architecture_of(device);
  const code_key key = key_for(program, target);
  bool loaded_now = false;
  const kernel_ref kernel = kernels().get(key, [&] {
    loaded_now = true;
    const detail::shared_code code = image_of(key, program, target);
    return load_for_ever(code->bytes, code->symbol);
  });
  if (!loaded_now)
    detail::record({program.name, key.hex(), code_origin::memory, watch.milliseconds()});
  return kernel;
}

bool is_compiled(const program& program, device device) {
  const code_key key = key_for(program, architecture_of(device));
  return kernels().contains(key) || detail::has_code(key, program);
}

kernel_ref load_baseline(const program& program, const std::string& ptx, device device) {
  static auto& all = *new detail::single_flight<kernel_ref>;
  const code_key key = key_for(program, architecture_of(device));
  return all.get(key, [&]() -> kernel_ref {
    const detail::stopwatch watch;
    try {
      const kernel_ref kernel = load_for_ever(ptx, program.name);
      (void)kernel.attributes(device);  // the driver assembles it now, not at its first launch
      detail::record({program.name, key.hex(), code_origin::assembled, watch.milliseconds()});
      return kernel;
    } catch (const cuda_error&) {
      return {};  // the driver may be older than the text
    }
  });
}

std::shared_ptr<const device_code> load_image(const program& program, architecture architecture) {
  return image_of(key_for(program, architecture), program, architecture);
}

void forget_images() {
  detail::forget_codes();
}

}  // namespace gpu
