// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/cublas.hpp"

#include <cstdint>

#include "vendor/cublas/cublas_functions.hpp"
#include "vendor/cublas/cublas_session.hpp"
#include "vendor/cublas/gemm_epilogue.hpp"

namespace gpu::vendor {
namespace {

using cublas::adjoint;
using cublas::all_functions;
using cublas::as_it_is;
using cublas::cublas_handle;
using cublas::element_types;
using cublas::factor;
using cublas::session;
using cublas::transposed;
using cublas::types_of;
using cublas::workspace_kind;

/// As vendor/blas: for cuBLAS, which counts by columns, the product is out^T = b^T a^T. The
/// function for many products takes longer to call, and has fewer algorithms for one.
int enqueue(cublas_handle handle, const strided_product& p, const product_precision& precision,
            double scale) {
  const element_types types = types_of(p.type);
  const factor alpha(types, scale);
  const factor beta(types, 0);
  const int compute = compute_in(types, precision.tf32);
  const int flag_a = p.a.place.transposed ? transposed : as_it_is;
  const int flag_b = p.b.place.transposed ? transposed : as_it_is;
  const std::ptrdiff_t lda = p.a.place.leading_stride;
  const std::ptrdiff_t ldb = p.b.place.leading_stride;
  if (p.count == 1)
    return all_functions().gemm(handle, flag_b, flag_a, p.n, p.m, p.k, alpha.get(), p.b.data,
                                types.data, ldb, p.a.data, types.data, lda, beta.get(), p.out,
                                types.data, p.n, compute, cublas::default_algorithm);
  return all_functions().gemm_strided(handle, flag_b, flag_a, p.n, p.m, p.k, alpha.get(), p.b.data,
                                      types.data, ldb, p.b.step, p.a.data, types.data, lda,
                                      p.a.step, beta.get(), p.out, types.data, p.n, p.m * p.n,
                                      p.count, compute, cublas::default_algorithm);
}

const cublas::typed_functions& typed(dtype type) {
  const cublas::functions& all = all_functions();
  switch (types_of(type).data) {
    case cublas::complex_of_32:
      return all.c;
    case cublas::complex_of_64:
      return all.z;
    case cublas::real_64:
      return all.d;
    default:
      return all.s;
  }
}

/// Calls `call(handle)` with a handle on the stream.
template <class Call>
void with_handle(stream_ref stream, const Call& call) {
  constexpr const char* action = "decompose matrices by cuBLAS";
  const session now(stream, workspace_kind::of_handle, action);
  cublas::check(call(now.handle()), action);
}

}  // namespace

bool cublas_takes(dtype type) noexcept {
  return traits(type).kind > dtype_kind::integer;
}

bool multiply(std::span<const strided_product> products, const product_precision& precision,
              stream_ref stream, const gemm_epilogue& epilogue) {
  if (all_functions().gemm == nullptr) return false;
  session now(stream, workspace_kind::of_stream, "multiply matrices by cuBLAS");
  if (epilogue.row != nullptr || epilogue.addend != nullptr || epilogue.rectifies)
    return cublas::multiply_with_epilogue(now, products, precision, epilogue);
  now.set_math_mode(precision.reduced_accumulation ? cublas::default_math
                                                   : cublas::no_reduced_precision_reduction);
  for (const strided_product& product : products)
    if (!now.is_done(enqueue(now.handle(), product, precision, epilogue.scale))) return false;
  return true;
}

void getrf_batched(const device_matrices& a, const void* const* each, int* pivots, int* info,
                   stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  with_handle(stream, [&](cublas_handle handle) {
    return typed(a.type).getrf(handle, n, each, n, pivots, info, static_cast<int>(a.count));
  });
}

void getrs_batched(const device_matrices& lu, const void* const* each, const int* pivots,
                   const device_matrices& b, const void* const* each_b, stream_ref stream) {
  const int n = static_cast<int>(lu.rows);
  int info = 0;
  with_handle(stream, [&](cublas_handle handle) {
    return typed(lu.type).getrs(handle, as_it_is, n, static_cast<int>(b.columns), each, n, pivots,
                                each_b, n, &info, static_cast<int>(lu.count));
  });
}

void trsm(const triangular_form& form, const device_matrices& a, const device_matrices& b,
          stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  const factor one(types_of(a.type), 1);
  with_handle(stream, [&](cublas_handle handle) {
    int code = cublas::success;
    for (std::ptrdiff_t i = 0; i < a.count && code == cublas::success; ++i)
      code = typed(a.type).trsm(handle, cublas::left, form.upper ? cublas::upper : cublas::lower,
                                form.adjoint ? adjoint : as_it_is,
                                form.unit_diagonal ? cublas::unit : cublas::non_unit, n,
                                static_cast<int>(b.columns), one.get(), a.at(i), n, b.at(i), n);
    return code;
  });
}

void trsm_batched(const triangular_form& form, const device_matrices& a, const void* const* each,
                  const device_matrices& b, const void* const* each_b, stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  const factor one(types_of(a.type), 1);
  with_handle(stream, [&](cublas_handle handle) {
    return typed(a.type).trsm_batched(
        handle, cublas::left, form.upper ? cublas::upper : cublas::lower,
        form.adjoint ? adjoint : as_it_is, form.unit_diagonal ? cublas::unit : cublas::non_unit, n,
        static_cast<int>(b.columns), one.get(), each, n, each_b, n, static_cast<int>(a.count));
  });
}

std::string cublas_file() {
  return all_functions().file;
}

}  // namespace gpu::vendor
