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

/// The loop of `Op` from elements `In...` to `Out` among these, for `instruction_set::avx2`; else
/// null.
template <class Op, class Out, class... In>
inline constexpr graph::host_loop avx2_loop_of = nullptr;

#if defined(__x86_64__) && defined(__GNUC__)

namespace avx2 {

struct arcsin;
struct cbrt;
struct exp;
struct exp2;
struct expm1;
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
inline constexpr graph::host_loop avx2_loop_of<ops::exp2, float, float> =
    &avx2::loop<avx2::exp2, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::exp, float, float> =
    &avx2::loop<avx2::exp, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::expm1, float, float> =
    &avx2::loop<avx2::expm1, float>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, double, double> =
    &avx2::loop<avx2::sinh, double>;
template <>
inline constexpr graph::host_loop avx2_loop_of<ops::sinh, float, float> =
    &avx2::loop<avx2::sinh, float>;

#endif

}  // namespace gpu::execute
