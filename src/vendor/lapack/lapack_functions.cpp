// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/lapack/lapack_functions.hpp"

#include "jit/library_search.hpp"

namespace gpu::vendor::lapack {
namespace {

const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_LAPACK",
      {"libopenblas.so.0", "libmkl_rt.so.2", "libmkl_rt.so", "liblapack.so.3"},
      {},
      "LAPACK was not found: libopenblas.so.0, libmkl_rt.so.2, libmkl_rt.so or liblapack.so.3. It "
      "comes with package libopenblas0 or liblapack3 (Debian, Ubuntu)",
      "it lacks functions of LAPACK"};
  return library;
}

template <class T>
bool find_all(void* library, functions<T>& f, const std::string& letter) {
  const std::string symmetric = is_complex<T> ? "he" : "sy";
  const std::string orthogonal = is_complex<T> ? "un" : "or";
  return detail::find_function(library, f.potrf, letter + "potrf_") &&
         detail::find_function(library, f.getrf, letter + "getrf_") &&
         detail::find_function(library, f.getrs, letter + "getrs_") &&
         detail::find_function(library, f.trtrs, letter + "trtrs_") &&
         detail::find_function(library, f.geqrf, letter + "geqrf_") &&
         detail::find_function(library, f.orgqr, letter + orthogonal + "gqr_") &&
         detail::find_function(library, f.heevd, letter + symmetric + "evd_") &&
         detail::find_function(library, f.gesdd, letter + "gesdd_") &&
         detail::find_function(library, f.geev, letter + "geev_") &&
         detail::find_function(library, f.gelsd, letter + "gelsd_");
}

}  // namespace

const all_functions& loaded() {
  static const auto& found = *new all_functions([] {
    all_functions all{};
    all.file = detail::open_library(wanted(), [&](void* library) {
      return find_all(library, all.s, "s") && find_all(library, all.d, "d") &&
             find_all(library, all.c, "c") && find_all(library, all.z, "z");
    });
    return all;
  }());
  return found;
}

}  // namespace gpu::vendor::lapack
