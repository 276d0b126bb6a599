// SPDX-License-Identifier: BSD-3-Clause
// What `xp.fft.fft` and its like find in the module of an array library.
#pragma once

#include <gpu/core/strict_integer.hpp>
#include <gpu/fft/axis_transforms.hpp>
#include <gpu/fft/frequencies.hpp>
#include <gpu/fft/transforms.hpp>

namespace gpu {

/// Each is the function of that name in `gpu::fft`, as in `whole_array_members`.
template <class Home>
struct fourier_members {
  template <class... Arguments>
  [[nodiscard]] static auto fft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto hfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::hfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ihfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ihfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fftshift(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fftshift(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifftshift(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifftshift(Home::taken(arguments)...));
  }
  [[nodiscard]] static auto fftfreq(strict_integer n, double d = 1) {
    return Home::settled(gpu::fft::fftfreq(n, d, Home::where()));
  }
  [[nodiscard]] static auto rfftfreq(strict_integer n, double d = 1) {
    return Home::settled(gpu::fft::rfftfreq(n, d, Home::where()));
  }
};

}  // namespace gpu
