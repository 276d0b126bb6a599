// SPDX-License-Identifier: BSD-3-Clause
// NumPy's names of element types: `gpu::zeros<gpu::float32>({2, 3})`. `float16` and `bfloat16` are
// types of their own; the others are C++'s.
#pragma once

#include <complex>
#include <cstdint>

#include <gpu/core/bfloat16.hpp>
#include <gpu/core/float16.hpp>

namespace gpu {

using bool_ = bool;
using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using half = float16;
using float32 = float;
using single = float;
using float64 = double;
using complex64 = std::complex<float>;
using csingle = std::complex<float>;
using complex128 = std::complex<double>;
using cdouble = std::complex<double>;

}  // namespace gpu
