// SPDX-License-Identifier: BSD-3-Clause
// The transforms of transforms.hpp along `gpu::axis(...)`, with the numbers of points left out.
#pragma once

#include <optional>
#include <string_view>

#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/option_name.hpp>
#include <gpu/fft/transforms.hpp>

namespace gpu::fft {

// Along one axis: `fft(a, axis(0))`.
template <array_like A>
[[nodiscard]] auto fft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return fft(a, std::nullopt, axis, norm);
}
template <array_like A>
[[nodiscard]] auto ifft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return ifft(a, std::nullopt, axis, norm);
}
template <array_like A>
[[nodiscard]] auto rfft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return rfft(a, std::nullopt, axis, norm);
}
template <array_like A>
[[nodiscard]] auto irfft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return irfft(a, std::nullopt, axis, norm);
}
template <array_like A>
[[nodiscard]] auto hfft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return hfft(a, std::nullopt, axis, norm);
}
template <array_like A>
[[nodiscard]] auto ihfft(const A& a, const axis_number& axis, option_name norm = "backward") {
  return ihfft(a, std::nullopt, axis, norm);
}

// Along several: `fftn(a, axis({0, 2}))`.
template <array_like A, axis_argument Axes>
[[nodiscard]] auto fftn(const A& a, const Axes& axes, option_name norm = "backward") {
  return fftn(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto ifftn(const A& a, const Axes& axes, option_name norm = "backward") {
  return ifftn(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto rfftn(const A& a, const Axes& axes, option_name norm = "backward") {
  return rfftn(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto irfftn(const A& a, const Axes& axes, option_name norm = "backward") {
  return irfftn(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto fft2(const A& a, const Axes& axes, option_name norm = "backward") {
  return fft2(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto ifft2(const A& a, const Axes& axes, option_name norm = "backward") {
  return ifft2(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto rfft2(const A& a, const Axes& axes, option_name norm = "backward") {
  return rfft2(a, std::nullopt, axes, norm);
}
template <array_like A, axis_argument Axes>
[[nodiscard]] auto irfft2(const A& a, const Axes& axes, option_name norm = "backward") {
  return irfft2(a, std::nullopt, axes, norm);
}

}  // namespace gpu::fft
