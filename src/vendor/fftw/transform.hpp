// SPDX-License-Identifier: BSD-3-Clause
// What a discrete Fourier transform of arrays is, in the words that FFTW and cuFFT share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::vendor {

enum class transform_kind : std::uint8_t {
  forward,    ///< complex to complex, with exp(-2 pi i j k / n)
  backward,   ///< complex to complex, with exp(2 pi i j k / n), not divided by n
  from_real,  ///< forward, of real numbers; the last axis has n/2 + 1 results
  to_real     ///< backward, of one axis with n/2 + 1 complex numbers; n real results
};

/// An axis and the steps along it, in elements. The members are those of FFTW's `iodim64`.
struct transform_axis {
  std::ptrdiff_t extent;  ///< of real numbers, where one side has n/2 + 1 complex ones
  std::ptrdiff_t in_stride;
  std::ptrdiff_t out_stride;

  friend bool operator==(const transform_axis&, const transform_axis&) = default;
};

/// Transforms along `axes`, the last of which is the one that is halved, for each index of `batch`.
/// Input and output do not overlap.
struct transform {
  transform_kind kind;
  bool is_double;
  std::vector<transform_axis> axes;
  std::vector<transform_axis> batch;

  friend bool operator==(const transform&, const transform&) = default;
};

}  // namespace gpu::vendor
