// SPDX-License-Identifier: BSD-3-Clause
// The names that CUDA's compilers know of themselves, as far as kernels/ uses them, for a compiler
// of the host that reads these files and makes no code of them.
#pragma once

#define __CUDA_ARCH__ 900
#define __device__
#define __global__
#define __shared__
#define __forceinline__ inline
#define __align__(bytes) alignas(bytes)

struct alignas(8) uint2 {
  unsigned x, y;
};
struct uint3 {
  unsigned x, y, z;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
extern const uint3 threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads();
int __syncthreads_or(int);
void __syncwarp(unsigned = ~0U);
unsigned __activemask();
int __all_sync(unsigned, int);
int __any_sync(unsigned, int);
unsigned __ballot_sync(unsigned, int);
int __reduce_add_sync(unsigned, int);
template <class T>
unsigned __match_any_sync(unsigned, T);
template <class T>
T __shfl_sync(unsigned, T, int, int = 32);
template <class T>
T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_xor_sync(unsigned, T, int, int = 32);
void __threadfence();

template <class T>
T atomicAdd(T*, T);
template <class T>
T atomicExch(T*, T);
template <class T>
T atomicCAS(T*, T, T);
template <class T>
T atomicMax(T*, T);
template <class T>
T __ldcg(const T*);
template <class T>
void __stcg(T*, T);
unsigned long __cvta_generic_to_shared(const void*);

unsigned __umulhi(unsigned, unsigned);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
float __fdividef(float, float);
float __fmaf_rn(float, float, float);
double __fma_rn(double, double, double);
unsigned __float2uint_rz(float);
unsigned __double2uint_rz(double);
int __ffs(int);
int __popc(unsigned);
unsigned __byte_perm(unsigned, unsigned, unsigned);
int __dp4a(int, int, int);
unsigned __dp4a(unsigned, unsigned, unsigned);
template <class A, class B>
auto min(A a, B b) -> decltype(a + b);
template <class A, class B>
auto max(A a, B b) -> decltype(a + b);
