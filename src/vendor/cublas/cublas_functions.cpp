// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/cublas_functions.hpp"

#include <gpu/core/error.hpp>

#include "jit/library_search.hpp"

namespace gpu::vendor::cublas {
namespace {

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
         detail::find_function(library, f.trsm, "cublas" + letter + "trsm_v2") &&
         detail::find_function(library, f.trsm_batched, "cublas" + letter + "trsmBatched");
}

/// In the library that cuBLAS has opened for itself.
matmul_functions find_matmul(void* library) {
  const auto find = [library](auto& function, const char* name) {
    return detail::find_function(library, function, std::string("cublasLt") + name);
  };
  matmul_functions f;
  const bool is_whole = find(f.create_description, "MatmulDescCreate") &&
                        find(f.set_description, "MatmulDescSetAttribute") &&
                        find(f.destroy_description, "MatmulDescDestroy") &&
                        find(f.create_layout, "MatrixLayoutCreate") &&
                        find(f.set_layout, "MatrixLayoutSetAttribute") &&
                        find(f.destroy_layout, "MatrixLayoutDestroy") &&
                        find(f.create_preference, "MatmulPreferenceCreate") &&
                        find(f.set_preference, "MatmulPreferenceSetAttribute") &&
                        find(f.destroy_preference, "MatmulPreferenceDestroy") &&
                        find(f.get_heuristic, "MatmulAlgoGetHeuristic") &&
                        find(f.multiply, "Matmul");
  return is_whole ? f : matmul_functions();
}

functions open_all() {
  functions f;
  f.file = detail::open_if_found(wanted(), [&](void* library) {
    f.lt = find_matmul(library);
    return detail::find_function(library, f.create, "cublasCreate_v2") &&
           detail::find_function(library, f.set_stream, "cublasSetStream_v2") &&
           detail::find_function(library, f.set_workspace, "cublasSetWorkspace_v2") &&
           detail::find_function(library, f.set_math_mode, "cublasSetMathMode") &&
           detail::find_function(library, f.status_name, "cublasGetStatusName") &&
           detail::find_function(library, f.status_text, "cublasGetStatusString") &&
           detail::find_function(library, f.gemm, "cublasGemmEx_64") &&
           detail::find_function(library, f.gemm_strided, "cublasGemmStridedBatchedEx_64") &&
           find_typed(library, f.s, "S") && find_typed(library, f.d, "D") &&
           find_typed(library, f.c, "C") && find_typed(library, f.z, "Z");
  });
  return f.file.empty() ? functions() : f;
}

}  // namespace

const functions& all_functions() {
  static const auto& found = *new functions(open_all());
  return found;
}

void check(int code, const char* action) {
  if (code != success)
    throw cuda_error(code, all_functions().status_name(code), all_functions().status_text(code),
                     action);
}

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

compute_type compute_in(const element_types& types, bool allows_tf32) noexcept {
  const bool is_single = types.data == real_32 || types.data == complex_of_32;
  return is_single && allows_tf32 ? compute32_fast_tf32 : types.compute;
}

}  // namespace gpu::vendor::cublas
