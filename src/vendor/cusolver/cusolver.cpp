// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cusolver/cusolver.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/backend.hpp"
#include "jit/library_search.hpp"
#include "vendor/handle_pool.hpp"

namespace gpu::vendor {
namespace {

using cusolver_handle = struct opaque_cusolver*;
using cusolver_params = struct opaque_cusolver_params*;
using jacobi_info = struct opaque_gesvdj_info*;
using jacobi_eigen_info = struct opaque_syevj_info*;

// As the headers of cuSOLVER 11.7 and 12 have them. No header is needed to build.
enum data_type : int { real_32 = 0, real_64 = 1, complex_of_32 = 4, complex_of_64 = 5 };
enum operation : int { as_it_is = 0 };
enum eigen_mode : int { values_only = 0, with_vectors = 1 };
using sizes = std::size_t;
using extent = std::int64_t;

/// The functions of the 64-bit interface take each dtype; older ones have a name for each.
struct typed_functions {
  int (*potrf_batched)(cusolver_handle, int triangle, int n, const void* const* a, int lda,
                       int* info, int count) = nullptr;
  int (*orgqr_size)(cusolver_handle, int m, int n, int k, const void* a, int lda, const void* tau,
                    int* size) = nullptr;
  int (*orgqr)(cusolver_handle, int m, int n, int k, void* a, int lda, const void* tau, void* work,
               int size, int* info) = nullptr;
  int (*gesvdj_size)(cusolver_handle, int mode, int m, int n, const void* a, int lda, const void* s,
                     const void* u, int ldu, const void* v, int ldv, int* size, jacobi_info,
                     int count) = nullptr;
  int (*gesvdj)(cusolver_handle, int mode, int m, int n, void* a, int lda, void* s, void* u,
                int ldu, void* v, int ldv, void* work, int size, int* info, jacobi_info,
                int count) = nullptr;
  /// Need not be there.
  int (*syevj_size)(cusolver_handle, int mode, int triangle, int n, const void* a, int lda,
                    const void* values, int* size, jacobi_eigen_info, int count) = nullptr;
  int (*syevj)(cusolver_handle, int mode, int triangle, int n, void* a, int lda, void* values,
               void* work, int size, int* info, jacobi_eigen_info, int count) = nullptr;
};

struct cusolver_functions {
  int (*create)(cusolver_handle*) = nullptr;
  int (*create_params)(cusolver_params*) = nullptr;
  int (*create_jacobi_info)(jacobi_info*) = nullptr;
  /// Need not be there.
  int (*create_jacobi_eigen_info)(jacobi_eigen_info*) = nullptr;
  int (*set_stream)(cusolver_handle, stream_handle) = nullptr;
  int (*potrf_size)(cusolver_handle, cusolver_params, int, extent, int, const void*, extent, int,
                    sizes*, sizes*) = nullptr;
  int (*potrf)(cusolver_handle, cusolver_params, int, extent, int, void*, extent, int, void*, sizes,
               void*, sizes, int*) = nullptr;
  int (*getrf_size)(cusolver_handle, cusolver_params, extent, extent, int, const void*, extent, int,
                    sizes*, sizes*) = nullptr;
  int (*getrf)(cusolver_handle, cusolver_params, extent, extent, int, void*, extent, std::int64_t*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  int (*getrs)(cusolver_handle, cusolver_params, int, extent, extent, int, const void*, extent,
               const std::int64_t*, int, void*, extent, int*) = nullptr;
  int (*geqrf_size)(cusolver_handle, cusolver_params, extent, extent, int, const void*, extent, int,
                    const void*, int, sizes*, sizes*) = nullptr;
  int (*geqrf)(cusolver_handle, cusolver_params, extent, extent, int, void*, extent, int, void*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  int (*syevd_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*, extent,
                    int, const void*, int, sizes*, sizes*) = nullptr;
  int (*syevd)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int, void*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  /// Since CUDA 12.6.
  int (*syev_batched_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*,
                           extent, int, const void*, int, sizes*, sizes*, extent) = nullptr;
  int (*syev_batched)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int,
                      void*, int, void*, sizes, void*, sizes, int*, extent) = nullptr;
  int (*gesvd_size)(cusolver_handle, cusolver_params, signed char, signed char, extent, extent, int,
                    const void*, extent, int, const void*, int, const void*, extent, int,
                    const void*, extent, int, sizes*, sizes*) = nullptr;
  int (*gesvd)(cusolver_handle, cusolver_params, signed char, signed char, extent, extent, int,
               void*, extent, int, void*, int, void*, extent, int, void*, extent, int, void*, sizes,
               void*, sizes, int*) = nullptr;
  /// Since CUDA 12.6.
  int (*geev_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*, extent,
                   int, const void*, int, const void*, extent, int, const void*, extent, int,
                   sizes*, sizes*) = nullptr;
  int (*geev)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int, void*,
              int, void*, extent, int, void*, extent, int, void*, sizes, void*, sizes,
              int*) = nullptr;
  typed_functions s, d, c, z;
  std::string file;
};

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

cusolver_functions open_cusolver() {
  cusolver_functions f;
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
  return f.file.empty() ? cusolver_functions() : f;
}

/// Opened once. That there is none is remembered, too.
const cusolver_functions& cusolver() {
  static const auto& functions = *new cusolver_functions(open_cusolver());
  return functions;
}

void check(int code) {
  static constexpr const char* names[] = {"CUSOLVER_STATUS_SUCCESS",
                                          "CUSOLVER_STATUS_NOT_INITIALIZED",
                                          "CUSOLVER_STATUS_ALLOC_FAILED",
                                          "CUSOLVER_STATUS_INVALID_VALUE",
                                          "CUSOLVER_STATUS_ARCH_MISMATCH",
                                          "CUSOLVER_STATUS_MAPPING_ERROR",
                                          "CUSOLVER_STATUS_EXECUTION_FAILED",
                                          "CUSOLVER_STATUS_INTERNAL_ERROR",
                                          "CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                          "CUSOLVER_STATUS_NOT_SUPPORTED"};
  if (code == 0) return;
  const bool is_named = code > 0 && code < static_cast<int>(std::size(names));
  throw cuda_error(code, is_named ? names[code] : "cusolverStatus_t",
                   text_of("status ", code, " of cuSOLVER"), "decompose matrices by cuSOLVER");
}

struct solver {
  cusolver_handle handle = nullptr;
  cusolver_params params = nullptr;
  jacobi_info jacobi = nullptr;
  jacobi_eigen_info jacobi_eigen = nullptr;
};

solver* make_solver() {
  auto made = std::make_unique<solver>();
  check(cusolver().create(&made->handle));
  check(cusolver().create_params(&made->params));
  check(cusolver().create_jacobi_info(&made->jacobi));
  // As they are made: until the type's precision is reached, values in ascending order.
  if (cusolver().create_jacobi_eigen_info != nullptr)
    check(cusolver().create_jacobi_eigen_info(&made->jacobi_eigen));
  return made.release();
}

/// A handle in use on a stream, and the memory of its calls.
class session {
 public:
  explicit session(stream_ref stream)
      : stream_(on_its_device(stream)),
        home_(stream),
        lent_("cuSOLVER", stream.device().ordinal(), make_solver) {
    check(cusolver().set_stream(handle(), stream.get()));
  }

  [[nodiscard]] cusolver_handle handle() const { return lent_.get()->handle; }
  [[nodiscard]] cusolver_params params() const { return lent_.get()->params; }
  [[nodiscard]] jacobi_info jacobi() const { return lent_.get()->jacobi; }
  [[nodiscard]] jacobi_eigen_info jacobi_eigen() const { return lent_.get()->jacobi_eigen; }
  [[nodiscard]] void* device_memory(sizes bytes) {
    if (bytes > 0) device_memory_ = memory_block::allocate(stream_.device(), bytes);
    return bytes > 0 ? device_memory_->data() : nullptr;
  }
  /// Whose contents the GPU may read until the calls are done.
  [[nodiscard]] void* host_memory(sizes bytes) {
    host_memory_.resize(bytes);
    return host_memory_.data();
  }
  /// After the calls.
  void finish() const {
    if (!host_memory_.empty()) stream_.synchronize();
  }

 private:
  static stream_ref on_its_device(stream_ref stream) {
    backend::activate(stream.device().ordinal());
    return stream;
  }

  stream_ref stream_;
  backend::relaxed_capture_mode scope_;
  stream_guard home_;
  lent_handle<solver> lent_;
  ref_ptr<memory_block> device_memory_;
  std::vector<std::byte> host_memory_;
};

bool is_complex(dtype type) {
  return traits(type).kind == dtype_kind::complex;
}
bool is_wide(dtype type) {
  return type == dtype::float64 || type == dtype::complex128;
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
std::ptrdiff_t real_bytes(dtype type) {
  return is_wide(type) ? 8 : 4;
}
std::ptrdiff_t bytes_of(dtype type) {
  return static_cast<std::ptrdiff_t>(size_bytes(type));
}
const typed_functions& typed(dtype type) {
  const cusolver_functions& all = cusolver();
  if (is_complex(type)) return is_wide(type) ? all.z : all.c;
  return is_wide(type) ? all.d : all.s;
}
int triangle_of(char letter) {
  return letter == 'L' ? 0 : 1;
}
int narrow(std::ptrdiff_t number) {
  return static_cast<int>(number);
}

/// The sizes of the two workspaces that `ask` writes, and memory of these sizes.
struct workspaces {
  sizes device_bytes = 0;
  sizes host_bytes = 0;
  void* device = nullptr;
  void* host = nullptr;

  template <class Ask>
  workspaces(session& in, const Ask& ask) {
    check(ask(&device_bytes, &host_bytes));
    device = in.device_memory(device_bytes);
    host = in.host_memory(host_bytes);
  }
};

/// Jacobi rotations of matrices so small are done by one block each.
constexpr std::ptrdiff_t syevj_limit = 32;

bool should_rotate(const device_matrices& a, const session& now) {
  return a.count > 1 && a.rows <= syevj_limit && now.jacobi_eigen() != nullptr &&
         typed(a.type).syevj != nullptr;
}

void syevj_batched(bool vectors, char triangle, const device_matrices& a, std::byte* values,
                   int* info, session& now) {
  const typed_functions& f = typed(a.type);
  const int mode = vectors ? with_vectors : values_only;
  const int part = triangle_of(triangle);
  const int n = narrow(a.rows);
  const int count = narrow(a.count);
  int size = 0;
  check(f.syevj_size(now.handle(), mode, part, n, a.data, n, values, &size, now.jacobi_eigen(),
                     count));
  void* const work = now.device_memory(static_cast<sizes>(size) * size_bytes(a.type));
  check(f.syevj(now.handle(), mode, part, n, a.data, n, values, work, size, info,
                now.jacobi_eigen(), count));
}

}  // namespace

bool has_cusolver() {
  return !cusolver().file.empty();
}
std::string cusolver_file() {
  return cusolver().file;
}
bool has_geev() {
  return cusolver().geev != nullptr;
}

void potrf(char triangle, const device_matrices& a, int* info, stream_ref stream) {
  session now(stream);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const int part = triangle_of(triangle);
  const extent n = a.rows;
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.potrf_size(now.handle(), now.params(), part, n, type, a.data, n, type, device, host);
  });
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.potrf(now.handle(), now.params(), part, n, type, a.at(i), n, type, work.device,
                  work.device_bytes, work.host, work.host_bytes, info + i));
  now.finish();
}

void potrf_batched(char triangle, const device_matrices& a, const void* const* each, int* info,
                   stream_ref stream) {
  const session now(stream);
  const int n = narrow(a.rows);
  check(typed(a.type).potrf_batched(now.handle(), triangle_of(triangle), n, each, n, info,
                                    narrow(a.count)));
}

void getrf(const device_matrices& a, std::int64_t* pivots, int* info, stream_ref stream) {
  session now(stream);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const extent n = a.rows;
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.getrf_size(now.handle(), now.params(), n, n, type, a.data, n, type, device, host);
  });
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.getrf(now.handle(), now.params(), n, n, type, a.at(i), n, pivots + i * n, type,
                  work.device, work.device_bytes, work.host, work.host_bytes, info + i));
  now.finish();
}

void getrs(const device_matrices& lu, const std::int64_t* pivots, const device_matrices& b,
           int* info, stream_ref stream) {
  const session now(stream);
  const data_type type = type_of(lu.type);
  const extent n = lu.rows;
  for (std::ptrdiff_t i = 0; i < lu.count; ++i)
    check(cusolver().getrs(now.handle(), now.params(), as_it_is, n, b.columns, type, lu.at(i), n,
                           pivots + i * n, type, b.at(i), n, info + i));
}

void geqrf(const device_matrices& a, std::byte* tau, int* info, stream_ref stream) {
  session now(stream);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const std::ptrdiff_t factors = std::min(a.rows, a.columns) * bytes_of(a.type);
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.geqrf_size(now.handle(), now.params(), a.rows, a.columns, type, a.data, a.rows, type,
                        tau, type, device, host);
  });
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.geqrf(now.handle(), now.params(), a.rows, a.columns, type, a.at(i), a.rows, type,
                  tau + i * factors, type, work.device, work.device_bytes, work.host,
                  work.host_bytes, info + i));
  now.finish();
}

void orgqr(const device_matrices& q, std::ptrdiff_t reflectors, const std::byte* tau, int* info,
           stream_ref stream) {
  session now(stream);
  const typed_functions& f = typed(q.type);
  const int m = narrow(q.rows);
  const int n = narrow(q.columns);
  const int k = narrow(reflectors);
  int size = 0;
  check(f.orgqr_size(now.handle(), m, n, k, q.data, m, tau, &size));
  void* const work = now.device_memory(static_cast<sizes>(size) * size_bytes(q.type));
  for (std::ptrdiff_t i = 0; i < q.count; ++i)
    check(f.orgqr(now.handle(), m, n, k, q.at(i), m, tau + i * reflectors * bytes_of(q.type), work,
                  size, info + i));
}

void syevd(bool vectors, char triangle, const device_matrices& a, std::byte* values, int* info,
           stream_ref stream) {
  session now(stream);
  if (should_rotate(a, now)) return syevj_batched(vectors, triangle, a, values, info, now);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const data_type real = real_type_of(a.type);
  const int mode = vectors ? with_vectors : values_only;
  const int part = triangle_of(triangle);
  const extent n = a.rows;
  if (a.count > 1 && f.syev_batched != nullptr) {
    const workspaces work(now, [&](sizes* device, sizes* host) {
      return f.syev_batched_size(now.handle(), now.params(), mode, part, n, type, a.data, n, real,
                                 values, type, device, host, a.count);
    });
    check(f.syev_batched(now.handle(), now.params(), mode, part, n, type, a.data, n, real, values,
                         type, work.device, work.device_bytes, work.host, work.host_bytes, info,
                         a.count));
  } else {
    const workspaces work(now, [&](sizes* device, sizes* host) {
      return f.syevd_size(now.handle(), now.params(), mode, part, n, type, a.data, n, real, values,
                          type, device, host);
    });
    for (std::ptrdiff_t i = 0; i < a.count; ++i)
      check(f.syevd(now.handle(), now.params(), mode, part, n, type, a.at(i), n, real,
                    values + i * n * real_bytes(a.type), type, work.device, work.device_bytes,
                    work.host, work.host_bytes, info + i));
  }
  now.finish();
}

void gesvd(char job, const device_matrices& a, std::byte* s, std::byte* u, std::byte* vh, int* info,
           stream_ref stream) {
  session now(stream);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const data_type real = real_type_of(a.type);
  const auto job_u = static_cast<signed char>(job);
  // V^H is square in any case.
  const auto job_v = static_cast<signed char>(job == 'N' ? 'N' : 'A');
  const std::ptrdiff_t m = a.rows;
  const std::ptrdiff_t n = a.columns;
  const std::ptrdiff_t bytes = bytes_of(a.type);
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.gesvd_size(now.handle(), now.params(), job_u, job_v, m, n, type, a.data, m, real, s,
                        type, u, m, type, vh, n, type, device, host);
  });
  const std::ptrdiff_t u_bytes = job == 'N' ? 0 : m * (job == 'A' ? m : n) * bytes;
  const std::ptrdiff_t vh_bytes = job == 'N' ? 0 : n * n * bytes;
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.gesvd(now.handle(), now.params(), job_u, job_v, m, n, type, a.at(i), m, real,
                  s + i * n * real_bytes(a.type), type, u + i * u_bytes, m, type, vh + i * vh_bytes,
                  n, type, work.device, work.device_bytes, work.host, work.host_bytes, info + i));
  now.finish();
}

void gesvdj_batched(bool vectors, const device_matrices& a, std::byte* s, std::byte* u,
                    std::byte* v, int* info, stream_ref stream) {
  session now(stream);
  const typed_functions& f = typed(a.type);
  const int mode = vectors ? with_vectors : values_only;
  const int m = narrow(a.rows);
  const int n = narrow(a.columns);
  const int count = narrow(a.count);
  int size = 0;
  check(f.gesvdj_size(now.handle(), mode, m, n, a.data, m, s, u, m, v, n, &size, now.jacobi(),
                      count));
  void* const work = now.device_memory(static_cast<sizes>(size) * size_bytes(a.type));
  check(f.gesvdj(now.handle(), mode, m, n, a.data, m, s, u, m, v, n, work, size, info, now.jacobi(),
                 count));
}

void geev(const device_matrices& a, std::byte* values, std::byte* vectors, int* info,
          stream_ref stream) {
  session now(stream);
  const cusolver_functions& f = cusolver();
  const data_type type = type_of(a.type);
  const data_type complex = complex_type_of(a.type);
  const int mode = vectors != nullptr ? with_vectors : values_only;
  const extent n = a.rows;
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.geev_size(now.handle(), now.params(), values_only, mode, n, type, a.data, n, complex,
                       values, type, nullptr, n, type, vectors, n, type, device, host);
  });
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.geev(now.handle(), now.params(), values_only, mode, n, type, a.at(i), n, complex,
                 values + i * n * 2 * real_bytes(a.type), type, nullptr, n, type,
                 vectors != nullptr ? vectors + i * n * n * bytes_of(a.type) : nullptr, n, type,
                 work.device, work.device_bytes, work.host, work.host_bytes, info + i));
  now.finish();
}

}  // namespace gpu::vendor
