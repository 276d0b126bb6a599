// SPDX-License-Identifier: BSD-3-Clause
// What a reduction declares about itself. Compiled by the host compiler and by NVRTC.
#pragma once

namespace gpu {

/// The facts of one reduction over axes.
struct reduction_info {
  const char* name;          ///< `gpu::NAME` and `numpy.NAME`
  const char* loops;         ///< dtypes of elements and result, in order of preference: "i->l f->f"
  const char* aliases = "";  ///< other names of the same function, space separated: "amax"
  const char* empty = "";    ///< NumPy's name of it in the error for empty input: "maximum"; "" if
                             ///< empty input has a result
  bool integers_as_float64 = false;  ///< bools and integers are taken as float64
};

}  // namespace gpu
