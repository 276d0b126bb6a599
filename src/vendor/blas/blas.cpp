// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/blas/blas.hpp"

#include <limits>
#include <type_traits>

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

template <class T>
using gemv_function = void (*)(const char* transpose, const int* m, const int* n, const T* alpha,
                               const T* a, const int* lda, const T* x, const int* incx,
                               const T* beta, T* y, const int* incy, std::size_t);

template <class T>
using dot_function = T (*)(const int* n, const T* x, const int* incx, const T* y, const int* incy);

template <class T>
struct product_functions {
  gemm_function<T> gemm = nullptr;
  gemv_function<T> gemv = nullptr;
  /// Of real numbers: compilers do not agree on how Fortran's functions return complex ones.
  dot_function<T> dot = nullptr;
};

struct blas_functions {
  product_functions<float> s;
  product_functions<double> d;
  product_functions<complex<float>> c;
  product_functions<complex<double>> z;
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
      "it lacks gemm or gemv of one of the types s, d, c and z, or dot of s or d"};
  return library;
}

blas_functions open_blas() {
  blas_functions f;
  f.file = detail::open_if_found(wanted(), [&](void* library) {
    const auto find = [&](auto& functions, const char* gemm, const char* gemv) {
      return detail::find_function(library, functions.gemm, gemm) &&
             detail::find_function(library, functions.gemv, gemv);
    };
    return find(f.s, "sgemm_", "sgemv_") && find(f.d, "dgemm_", "dgemv_") &&
           find(f.c, "cgemm_", "cgemv_") && find(f.z, "zgemm_", "zgemv_") &&
           detail::find_function(library, f.s.dot, "sdot_") &&
           detail::find_function(library, f.d.dot, "ddot_");
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

constexpr char flags[] = {'N', 'T'};

/// out^T = b^T a^T.
template <class T>
void multiply_matrices(gemm_function<T> gemm, const matrix_product<T>& product) {
  const int rows = static_cast<int>(product.n);
  const int columns = static_cast<int>(product.m);
  const int inner = static_cast<int>(product.k);
  const int lda = static_cast<int>(product.b_place.leading_stride);
  const int ldb = static_cast<int>(product.a_place.leading_stride);
  const int ldc = static_cast<int>(product.out_stride);
  const T one(1);
  const T zero(0);
  gemm(&flags[product.b_place.transposed], &flags[product.a_place.transposed], &rows, &columns,
       &inner, &one, product.b, &lda, product.a, &ldb, &zero, product.out, &ldc, 1, 1);
}

/// out = a x for a of (rows, columns). A matrix in C order is its transpose for BLAS.
template <class T>
void multiply_vector(gemv_function<T> gemv, std::ptrdiff_t rows, std::ptrdiff_t columns, const T* a,
                     const matrix_operand& place, const vector_operand<T>& x, T* out,
                     std::ptrdiff_t out_step) {
  // OpenBLAS 0.3.21 reads an element behind x if complex columns are neighbours: it gets all but
  // the last.
  const bool has_last = !std::is_floating_point_v<T> && place.transposed;
  const std::ptrdiff_t given = has_last ? columns - 1 : columns;
  const int m = static_cast<int>(place.transposed ? rows : given);
  const int n = static_cast<int>(place.transposed ? given : rows);
  const int lda = static_cast<int>(place.leading_stride);
  const int incx = static_cast<int>(x.step);
  const int incy = static_cast<int>(out_step);
  const T one(1);
  const T zero(0);
  // Some versions of OpenBLAS multiply what is there by beta, be it a nan.
  for (std::ptrdiff_t i = 0; i < rows; ++i) out[i * out_step] = zero;
  if (given > 0)
    gemv(&flags[!place.transposed], &m, &n, &one, a, &lda, x.data, &incx, &zero, out, &incy, 1);
  if (!has_last) return;
  const T* const column = a + given * place.leading_stride;
  const T number = x.data[given * x.step];
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    out[i * out_step] = out[i * out_step] + column[i] * number;
}

/// out = a^T b of vectors.
template <class T>
void multiply_vectors(dot_function<T> dot, std::ptrdiff_t count, const vector_operand<T>& a,
                      const vector_operand<T>& b, T* out) {
  const int n = static_cast<int>(count);
  const int incx = static_cast<int>(a.step);
  const int incy = static_cast<int>(b.step);
  *out = dot(&n, a.data, &incx, b.data, &incy);
}

/// out = a^H b of vectors; the elements of a are neighbours.
template <class T>
void multiply_conjugated(gemv_function<T> gemv, std::ptrdiff_t count, const T* a,
                         const vector_operand<T>& b, T* out) {
  const int rows = static_cast<int>(count);
  const int columns = 1;
  const int incx = static_cast<int>(b.step);
  const T one(1);
  const T zero(0);
  *out = zero;
  gemv("C", &rows, &columns, &one, a, &rows, b.data, &incx, &zero, out, &columns, 1);
}

/// The elements of a matrix of one column if it is not `transposed`, of one row if it is.
std::ptrdiff_t step_of(const matrix_operand& place, bool transposed) {
  return place.transposed == transposed ? place.leading_stride : 1;
}

template <class T>
bool call(const product_functions<T>& functions, const matrix_product<T>& product) {
  const auto& [m, n, k, a, a_place, b, b_place, out, out_stride] = product;
  if (functions.gemm == nullptr) return false;
  for (const std::ptrdiff_t number :
       {m, n, k, a_place.leading_stride, b_place.leading_stride, out_stride})
    if (!fits(number)) return false;
  const vector_operand<T> row{a, step_of(a_place, true)};
  const vector_operand<T> column{b, step_of(b_place, false)};
  if (m == 1 && n == 1 && k > 0 && functions.dot != nullptr)
    multiply_vectors<T>(functions.dot, k, row, column, out);
  else if (n == 1 && k > 0)
    multiply_vector<T>(functions.gemv, m, k, a, a_place, column, out, out_stride);
  else if (m == 1 && k > 0)
    multiply_vector<T>(functions.gemv, n, k, b, {!b_place.transposed, b_place.leading_stride}, row,
                       out, 1);
  else
    multiply_matrices(functions.gemm, product);
  return true;
}

template <class T>
bool call_conjugated(const product_functions<T>& functions, std::ptrdiff_t count, const T* a,
                     const vector_operand<T>& b, T* out) {
  if (functions.gemv == nullptr || !fits(count) || !fits(b.step)) return false;
  multiply_conjugated<T>(functions.gemv, count, a, b, out);
  return true;
}

}  // namespace

bool multiply(const matrix_product<float>& product) {
  return call(blas().s, product);
}
bool multiply(const matrix_product<double>& product) {
  return call(blas().d, product);
}
bool multiply(const matrix_product<complex<float>>& product) {
  return call(blas().c, product);
}
bool multiply(const matrix_product<complex<double>>& product) {
  return call(blas().z, product);
}

bool multiply_conjugated(std::ptrdiff_t count, const complex<float>* a,
                         const vector_operand<complex<float>>& b, complex<float>* out) {
  return call_conjugated(blas().c, count, a, b, out);
}
bool multiply_conjugated(std::ptrdiff_t count, const complex<double>* a,
                         const vector_operand<complex<double>>& b, complex<double>* out) {
  return call_conjugated(blas().z, count, a, b, out);
}

std::string blas_file() {
  return blas().file;
}

}  // namespace gpu::vendor
