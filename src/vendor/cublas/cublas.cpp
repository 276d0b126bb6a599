// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/cublas.hpp"

#include <cstdint>

#include <gpu/core/error.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/backend.hpp"
#include "jit/library_search.hpp"
#include "vendor/handle_pool.hpp"

namespace gpu::vendor {
namespace {

using cublas_handle = struct opaque_cublas*;

// As the headers of cuBLAS 12 and 13 have them. No header is needed to build.
enum status : int { success = 0, arch_mismatch = 8, not_supported = 15 };
enum operation : int { as_it_is = 0, transposed = 1, adjoint = 2 };
enum side : int { left = 0 };
enum fill_mode : int { lower = 0, upper = 1 };
enum diagonal_type : int { non_unit = 0, unit = 1 };
enum data_type : int {
  real_32 = 0,
  real_64 = 1,
  real_16 = 2,
  complex_of_32 = 4,
  complex_of_64 = 5,
  brain_16 = 14
};
enum compute_type : int { compute32 = 68, compute64 = 70, compute32_fast_tf32 = 77 };
constexpr int default_algorithm = -1;
/// Of partial sums of halves, which else stay float32 until they are all added.
enum math_mode : int { default_math = 0, no_reduced_precision_reduction = 16 };

/// Those that have a name for each dtype.
struct typed_functions {
  int (*getrf)(cublas_handle, int n, const void* const* a, int lda, int* pivots, int* info,
               int count) = nullptr;
  /// The last but one number is of the host: 0 unless an argument is wrong.
  int (*getrs)(cublas_handle, int transpose, int n, int columns, const void* const* a, int lda,
               const int* pivots, const void* const* b, int ldb, int* info, int count) = nullptr;
  int (*matinv)(cublas_handle, int n, const void* const* a, int lda, const void* const* inverse,
                int ld, int* info, int count) = nullptr;
  int (*trsm)(cublas_handle, int side, int triangle, int transpose, int diagonal, int n,
              int columns, const void* alpha, const void* a, int lda, void* b, int ldb) = nullptr;
  int (*trsm_batched)(cublas_handle, int side, int triangle, int transpose, int diagonal, int n,
                      int columns, const void* alpha, const void* const* a, int lda,
                      const void* const* b, int ldb, int count) = nullptr;
};

struct cublas_functions {
  int (*create)(cublas_handle*) = nullptr;
  int (*set_stream)(cublas_handle, stream_handle) = nullptr;
  int (*set_workspace)(cublas_handle, void*, std::size_t) = nullptr;
  int (*set_math_mode)(cublas_handle, int) = nullptr;
  const char* (*status_name)(int) = nullptr;
  const char* (*status_text)(int) = nullptr;
  int (*gemm)(cublas_handle, int transpose_a, int transpose_b, std::int64_t m, std::int64_t n,
              std::int64_t k, const void* alpha, const void* a, int a_type, std::int64_t lda,
              long long a_step, const void* b, int b_type, std::int64_t ldb, long long b_step,
              const void* beta, void* c, int c_type, std::int64_t ldc, long long c_step,
              std::int64_t count, int compute_type, int algorithm) = nullptr;
  typed_functions s, d, c, z;
  std::string file;
};

const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_CUBLAS",
      {"libcublas.so.13", "libcublas.so.12", "libcublas.so"},
      {"nvidia/cu13/lib", "nvidia/cublas/lib"},
      "cuBLAS was not found: libcublas.so.13, libcublas.so.12 or libcublas.so. It comes with: pip "
      "install nvidia-cublas; or package libcublas-13-0 (NVIDIA's repositories)",
      "too old: it has no functions with 64-bit integers"};
  return library;
}

bool find_typed(void* library, typed_functions& f, const std::string& letter) {
  return detail::find_function(library, f.getrf, "cublas" + letter + "getrfBatched") &&
         detail::find_function(library, f.getrs, "cublas" + letter + "getrsBatched") &&
         detail::find_function(library, f.matinv, "cublas" + letter + "matinvBatched") &&
         detail::find_function(library, f.trsm, "cublas" + letter + "trsm_v2") &&
         detail::find_function(library, f.trsm_batched, "cublas" + letter + "trsmBatched");
}

cublas_functions open_cublas() {
  cublas_functions f;
  f.file = detail::open_if_found(wanted(), [&](void* library) {
    return detail::find_function(library, f.create, "cublasCreate_v2") &&
           detail::find_function(library, f.set_stream, "cublasSetStream_v2") &&
           detail::find_function(library, f.set_workspace, "cublasSetWorkspace_v2") &&
           detail::find_function(library, f.set_math_mode, "cublasSetMathMode") &&
           detail::find_function(library, f.status_name, "cublasGetStatusName") &&
           detail::find_function(library, f.status_text, "cublasGetStatusString") &&
           detail::find_function(library, f.gemm, "cublasGemmStridedBatchedEx_64") &&
           find_typed(library, f.s, "S") && find_typed(library, f.d, "D") &&
           find_typed(library, f.c, "C") && find_typed(library, f.z, "Z");
  });
  return f.file.empty() ? cublas_functions() : f;
}

/// Opened once. That there is none is remembered, too.
const cublas_functions& cublas() {
  static const auto& functions = *new cublas_functions(open_cublas());
  return functions;
}

void check(int code, const char* action) {
  if (code != success)
    throw cuda_error(code, cublas().status_name(code), cublas().status_text(code), action);
}

cublas_handle make_handle() {
  cublas_handle handle = nullptr;
  check(cublas().create(&handle), "begin to use cuBLAS");
  return handle;
}

/// What NVIDIA recommends for cublasSetWorkspace.
std::size_t workspace_bytes(device where) {
  return std::size_t{properties(where).major >= 9 ? 32u : 4u} << 20;
}

struct element_types {
  data_type data;
  compute_type compute;
};
element_types types_of(dtype type) {
  switch (type) {
    case dtype::float16:
      return {real_16, compute32};
    case dtype::bfloat16:
      return {brain_16, compute32};
    case dtype::float32:
      return {real_32, compute32};
    case dtype::complex64:
      return {complex_of_32, compute32};
    case dtype::float64:
      return {real_64, compute64};
    case dtype::complex128:
      return {complex_of_64, compute64};
    default:
      fail("cuBLAS does not multiply matrices of this dtype");
  }
}

compute_type compute_in(const element_types& types, const product_precision& precision) {
  const bool is_single = types.data == real_32 || types.data == complex_of_32;
  return is_single && precision.tf32 ? compute32_fast_tf32 : types.compute;
}

/// The numbers 1 and 0, real or complex, as wide as sums are; cuBLAS reads complex ones by aligned
/// accesses.
struct one_and_zero {
  const void* one;
  const void* zero;
};
one_and_zero numbers_of(const element_types& types) {
  alignas(16) static constexpr double wide[] = {1, 0, 0, 0};
  alignas(16) static constexpr float narrow[] = {1, 0, 0, 0};
  if (types.compute == compute64) return {wide, wide + 2};
  return {narrow, narrow + 2};
}

/// As vendor/blas: for cuBLAS, which counts by columns, the product is out^T = b^T a^T.
int enqueue(cublas_handle handle, const strided_product& p, const product_precision& precision) {
  const element_types types = types_of(p.type);
  const data_type data = types.data;
  const auto [one, zero] = numbers_of(types);
  const auto flag = [](const strided_product::operand& x) {
    return x.place.transposed ? transposed : as_it_is;
  };
  return cublas().gemm(handle, flag(p.b), flag(p.a), p.n, p.m, p.k, one, p.b.data, data,
                       p.b.place.leading_stride, p.b.step, p.a.data, data, p.a.place.leading_stride,
                       p.a.step, zero, p.out, data, p.n, p.m * p.n, p.count,
                       compute_in(types, precision), default_algorithm);
}

const typed_functions& typed(dtype type) {
  const cublas_functions& all = cublas();
  switch (types_of(type).data) {
    case complex_of_32:
      return all.c;
    case complex_of_64:
      return all.z;
    case real_64:
      return all.d;
    default:
      return all.s;
  }
}

/// Calls `call(handle)` with a handle on the stream.
template <class Call>
void with_handle(stream_ref stream, const Call& call) {
  constexpr const char* action = "decompose matrices by cuBLAS";
  backend::activate(stream.device().ordinal());
  const stream_guard home(stream);
  const lent_handle<opaque_cublas> handle("cuBLAS", stream.device().ordinal(), make_handle);
  check(cublas().set_stream(handle.get(), stream.get()), action);
  check(call(handle.get()), action);
}

}  // namespace

bool cublas_takes(dtype type) noexcept {
  return traits(type).kind > dtype_kind::integer;
}

bool multiply(std::span<const strided_product> products, const product_precision& precision,
              stream_ref stream) {
  if (cublas().gemm == nullptr) return false;
  constexpr const char* action = "multiply matrices by cuBLAS";
  backend::activate(stream.device().ordinal());
  const backend::relaxed_capture_mode scope;
  const stream_guard home(stream);
  const std::size_t bytes = workspace_bytes(stream.device());
  const ref_ptr<memory_block> memory = memory_block::allocate(stream.device(), bytes);
  const lent_handle<opaque_cublas> handle("cuBLAS", stream.device().ordinal(), make_handle);
  // In this order: a new stream takes the workspace away.
  check(cublas().set_stream(handle.get(), stream.get()), action);
  check(cublas().set_workspace(handle.get(), memory->data(), bytes), action);
  const math_mode mode =
      precision.reduced_accumulation ? default_math : no_reduced_precision_reduction;
  check(cublas().set_math_mode(handle.get(), mode), action);
  for (const strided_product& product : products) {
    const int code = enqueue(handle.get(), product, precision);
    if (code == not_supported || code == arch_mismatch) return false;
    check(code, action);
  }
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

void matinv_batched(const device_matrices& a, const void* const* each,
                    const void* const* each_inverse, int* info, stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  with_handle(stream, [&](cublas_handle handle) {
    return typed(a.type).matinv(handle, n, each, n, each_inverse, n, info,
                                static_cast<int>(a.count));
  });
}

void trsm(const triangular_form& form, const device_matrices& a, const device_matrices& b,
          stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  const void* const one = numbers_of(types_of(a.type)).one;
  with_handle(stream, [&](cublas_handle handle) {
    int code = success;
    for (std::ptrdiff_t i = 0; i < a.count && code == success; ++i)
      code = typed(a.type).trsm(handle, left, form.upper ? upper : lower,
                                form.adjoint ? adjoint : as_it_is,
                                form.unit_diagonal ? unit : non_unit, n,
                                static_cast<int>(b.columns), one, a.at(i), n, b.at(i), n);
    return code;
  });
}

void trsm_batched(const triangular_form& form, const device_matrices& a, const void* const* each,
                  const device_matrices& b, const void* const* each_b, stream_ref stream) {
  const int n = static_cast<int>(a.rows);
  const void* const one = numbers_of(types_of(a.type)).one;
  with_handle(stream, [&](cublas_handle handle) {
    return typed(a.type).trsm_batched(
        handle, left, form.upper ? upper : lower, form.adjoint ? adjoint : as_it_is,
        form.unit_diagonal ? unit : non_unit, n, static_cast<int>(b.columns), one, each, n, each_b,
        n, static_cast<int>(a.count));
  });
}

std::string cublas_file() {
  return cublas().file;
}

}  // namespace gpu::vendor
