// SPDX-License-Identifier: BSD-3-Clause
// Loops over functions that are written for AVX2 and FMA, as they are faster so than libmvec's. A
// result depends on its operand alone, not on where it lies.
#pragma once

#include <cstddef>

#include <gpu/graph/op.hpp>

namespace gpu::ops {

struct arcsin;
struct cbrt;
struct cos;
struct exp;
struct exp2;
struct expm1;
struct hypot;
struct log;
struct log2;
struct sin;
struct sinh;

}  // namespace gpu::ops

namespace gpu::execute {

/// The loop of `Op` from elements `In...` to `Out` among these, for `instruction_set::avx2`; else
/// null.
template <class Op, class Out, class... In>
inline constexpr graph::host_loop avx2_loop_of = nullptr;

/// Whether libmvec's function errs by more than the op states: `cos` and `expm1` of float64 by 3.6
/// and 3.0 ULP, `log` of float32 by 3.9, `hypot` without FMA by 2. Machines with AVX-512 then take
/// the loop for AVX2, if there is one, and those without AVX2 call the C library for each element.
template <class Op, class In>
inline constexpr bool libmvec_errs = false;
template <>
inline constexpr bool libmvec_errs<ops::cos, double> = true;
template <>
inline constexpr bool libmvec_errs<ops::expm1, double> = true;
template <>
inline constexpr bool libmvec_errs<ops::hypot, double> = true;
template <>
inline constexpr bool libmvec_errs<ops::log, float> = true;

#if defined(__x86_64__) && defined(__GNUC__)

namespace avx2 {

struct arcsin;
struct cbrt;
struct cos;
struct exp;
struct exp2;
struct expm1;
struct log;
struct log2;
struct sin;
struct sinh;

/// The loop of `Function` over elements `T`, for those pairs that are named below. `out` may be the
/// input.
template <class Function, class T>
[[gnu::target("avx2,fma")]] void loop(const void* const* in, void* out, std::ptrdiff_t count);

}  // namespace avx2

template <>
inline constexpr graph::host_loop avx2_loop_of<ops::arcsin, double, double> =
    &avx2::loop<avx2::arcsin, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::arcsin, float, float> =
    &avx2::loop<avx2::arcsin, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::cbrt, float, float> =
    &avx2::loop<avx2::cbrt, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::cos, double, double> =
    &avx2::loop<avx2::cos, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp2, float, float> =
    &avx2::loop<avx2::exp2, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp, double, double> =
    &avx2::loop<avx2::exp, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp, float, float> =
    &avx2::loop<avx2::exp, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::expm1, double, double> =
    &avx2::loop<avx2::expm1, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::expm1, float, float> =
    &avx2::loop<avx2::expm1, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::log, float, float> =
    &avx2::loop<avx2::log, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::log2, float, float> =
    &avx2::loop<avx2::log2, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sin, double, double> =
    &avx2::loop<avx2::sin, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, double, double> =
    &avx2::loop<avx2::sinh, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, float, float> =
    &avx2::loop<avx2::sinh, float>;

#endif

}  // namespace gpu::execute
