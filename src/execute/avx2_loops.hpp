// SPDX-License-Identifier: BSD-3-Clause
// Loops over functions that are written for AVX2 and FMA, as they are faster so than libmvec's. A
// result depends on its operand alone, not on where it lies.
#pragma once

#include <cstddef>

#include <gpu/graph/op.hpp>

namespace gpu::ops {

struct arcsin;
struct cbrt;
struct exp;
struct exp2;
struct expm1;
struct sinh;

}  // namespace gpu::ops

namespace gpu::execute {

namespace avx2 {

void arcsin_of_doubles(const void* const* in, void* out, std::ptrdiff_t count);
void arcsin_of_floats(const void* const* in, void* out, std::ptrdiff_t count);
void cbrt_of_floats(const void* const* in, void* out, std::ptrdiff_t count);
void exp2_of_floats(const void* const* in, void* out, std::ptrdiff_t count);
void exp_of_floats(const void* const* in, void* out, std::ptrdiff_t count);
void expm1_of_floats(const void* const* in, void* out, std::ptrdiff_t count);
void sinh_of_doubles(const void* const* in, void* out, std::ptrdiff_t count);
void sinh_of_floats(const void* const* in, void* out, std::ptrdiff_t count);

}  // namespace avx2

/// The loop of `Op` from elements `In...` to `Out` among these, for `instruction_set::avx2`; else
/// null.
template <class Op, class Out, class... In>
inline constexpr graph::host_loop avx2_loop_of = nullptr;

#if defined(__x86_64__) && defined(__GNUC__)

template <>
inline constexpr graph::host_loop avx2_loop_of<ops::arcsin, double, double> =
    &avx2::arcsin_of_doubles;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::arcsin, float, float> = &avx2::arcsin_of_floats;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::cbrt, float, float> = &avx2::cbrt_of_floats;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp2, float, float> = &avx2::exp2_of_floats;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp, float, float> = &avx2::exp_of_floats;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::expm1, float, float> = &avx2::expm1_of_floats;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, double, double> = &avx2::sinh_of_doubles;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, float, float> = &avx2::sinh_of_floats;

#endif

}  // namespace gpu::execute
