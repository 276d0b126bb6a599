// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/blas/blas.hpp"

#include <limits>

#include "jit/library_search.hpp"
#include "vendor/call_scope.hpp"

namespace gpu::vendor {
namespace {

/// Fortran passes all by address, and behind the arguments the lengths of its texts.
template <class T>
using gemm_function = void (*)(const char* transpose_a, const char* transpose_b, const int* m,
                               const int* n, const int* k, const T* alpha, const T* a,
                               const int* lda, const T* b, const int* ldb, const T* beta, T* c,
                               const int* ldc, std::size_t, std::size_t);

struct blas_functions {
  gemm_function<float> sgemm = nullptr;
  gemm_function<double> dgemm = nullptr;
  gemm_function<complex<float>> cgemm = nullptr;
  gemm_function<complex<double>> zgemm = nullptr;
  std::string file;
};

/// Not libblas.so.3, which may be the reference: the loops of this library are faster than that.
const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_BLAS",
      {"libopenblas.so.0", "libmkl_rt.so.2", "libmkl_rt.so", "libblis.so.4"},
      {},
      "BLAS was not found: libopenblas.so.0, libmkl_rt.so.2, libmkl_rt.so or libblis.so.4. It "
      "comes with package libopenblas0 or libblis4 (Debian, Ubuntu)",
      "it lacks sgemm_, dgemm_, cgemm_ or zgemm_"};
  return library;
}

blas_functions open_blas() {
  blas_functions f;
  f.file = detail::open_if_found(wanted(), [&](void* library) {
    return detail::find_function(library, f.sgemm, "sgemm_") &&
           detail::find_function(library, f.dgemm, "dgemm_") &&
           detail::find_function(library, f.cgemm, "cgemm_") &&
           detail::find_function(library, f.zgemm, "zgemm_");
  });
  return f.file.empty() ? blas_functions() : f;
}

/// Opened once. That there is none is remembered, too: products go on without.
const blas_functions& blas() {
  static const auto& functions = *[] {
    const auto* const opened = new blas_functions(open_blas());
    // Before the library's own end, which comes after all such functions.
    if (!opened->file.empty()) end_calls_first();
    return opened;
  }();
  return functions;
}

bool fits(std::ptrdiff_t number) {
  return number <= std::numeric_limits<int>::max();
}

template <class T>
bool call(gemm_function<T> gemm, const matrix_product<T>& product) {
  const auto& [m, n, k, a, a_place, b, b_place, out, out_stride] = product;
  if (gemm == nullptr) return false;
  for (const std::ptrdiff_t number :
       {m, n, k, a_place.leading_stride, b_place.leading_stride, out_stride})
    if (!fits(number)) return false;
  const char flags[] = {'N', 'T'};
  const int rows = static_cast<int>(n);
  const int columns = static_cast<int>(m);
  const int inner = static_cast<int>(k);
  const int lda = static_cast<int>(b_place.leading_stride);
  const int ldb = static_cast<int>(a_place.leading_stride);
  const int ldc = static_cast<int>(out_stride);
  const T one(1);
  const T zero(0);
  gemm(&flags[b_place.transposed], &flags[a_place.transposed], &rows, &columns, &inner, &one, b,
       &lda, a, &ldb, &zero, out, &ldc, 1, 1);
  return true;
}

}  // namespace

bool multiply(const matrix_product<float>& product) {
  return call(blas().sgemm, product);
}
bool multiply(const matrix_product<double>& product) {
  return call(blas().dgemm, product);
}
bool multiply(const matrix_product<complex<float>>& product) {
  return call(blas().cgemm, product);
}
bool multiply(const matrix_product<complex<double>>& product) {
  return call(blas().zgemm, product);
}

std::string blas_file() {
  return blas().file;
}

}  // namespace gpu::vendor
