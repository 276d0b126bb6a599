// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cusolver/cusolver_functions.hpp"

#include "jit/library_search.hpp"

namespace gpu::vendor::cusolver {
namespace {

const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_CUSOLVER",
      {"libcusolver.so.12", "libcusolver.so.11", "libcusolver.so"},
      {"nvidia/cu13/lib", "nvidia/cusolver/lib"},
      "cuSOLVER was not found: libcusolver.so.12, libcusolver.so.11 or libcusolver.so. It comes "
      "with: pip install nvidia-cusolver; or package libcusolver-13-0 (NVIDIA's repositories)",
      "it lacks functions of cuSOLVER 11"};
  return library;
}

template <class Function>
bool find(void* library, Function& function, const std::string& name) {
  return detail::find_function(library, function, "cusolverDn" + name);
}

bool find_typed(void* library, typed_functions& f, const std::string& letter, bool is_complex) {
  const std::string orgqr = letter + (is_complex ? "ungqr" : "orgqr");
  const std::string syevj = letter + (is_complex ? "heevjBatched" : "syevjBatched");
  static_cast<void>(find(library, f.syevj_size, syevj + "_bufferSize") &&
                    find(library, f.syevj, syevj));
  return find(library, f.potrf_batched, letter + "potrfBatched") &&
         find(library, f.orgqr_size, orgqr + "_bufferSize") && find(library, f.orgqr, orgqr) &&
         find(library, f.gesvdj_size, letter + "gesvdjBatched_bufferSize") &&
         find(library, f.gesvdj, letter + "gesvdjBatched");
}

functions open_all() {
  functions f;
  f.file = detail::open_if_found(wanted(), [&](void* library) {
    static_cast<void>(find(library, f.syev_batched_size, "XsyevBatched_bufferSize") &&
                      find(library, f.syev_batched, "XsyevBatched"));
    static_cast<void>(find(library, f.create_jacobi_eigen_info, "CreateSyevjInfo"));
    static_cast<void>(find(library, f.geev_size, "Xgeev_bufferSize") &&
                      find(library, f.geev, "Xgeev"));
    return find(library, f.create, "Create") && find(library, f.create_params, "CreateParams") &&
           find(library, f.create_jacobi_info, "CreateGesvdjInfo") &&
           find(library, f.set_stream, "SetStream") &&
           find(library, f.potrf_size, "Xpotrf_bufferSize") && find(library, f.potrf, "Xpotrf") &&
           find(library, f.getrf_size, "Xgetrf_bufferSize") && find(library, f.getrf, "Xgetrf") &&
           find(library, f.getrs, "Xgetrs") && find(library, f.geqrf_size, "Xgeqrf_bufferSize") &&
           find(library, f.geqrf, "Xgeqrf") && find(library, f.syevd_size, "Xsyevd_bufferSize") &&
           find(library, f.syevd, "Xsyevd") && find(library, f.gesvd_size, "Xgesvd_bufferSize") &&
           find(library, f.gesvd, "Xgesvd") && find_typed(library, f.s, "S", false) &&
           find_typed(library, f.d, "D", false) && find_typed(library, f.c, "C", true) &&
           find_typed(library, f.z, "Z", true);
  });
  return f.file.empty() ? functions() : f;
}

bool is_complex(dtype type) {
  return traits(type).kind == dtype_kind::complex;
}
bool is_wide(dtype type) {
  return type == dtype::float64 || type == dtype::complex128;
}

}  // namespace

const functions& all_functions() {
  static const auto& found = *new functions(open_all());
  return found;
}

const typed_functions& functions_of(dtype type) {
  const functions& all = all_functions();
  if (is_complex(type)) return is_wide(type) ? all.z : all.c;
  return is_wide(type) ? all.d : all.s;
}

data_type real_type_of(dtype type) {
  return is_wide(type) ? real_64 : real_32;
}
data_type complex_type_of(dtype type) {
  return is_wide(type) ? complex_of_64 : complex_of_32;
}
data_type type_of(dtype type) {
  return is_complex(type) ? complex_type_of(type) : real_type_of(type);
}

}  // namespace gpu::vendor::cusolver
