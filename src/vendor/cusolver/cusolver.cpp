// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cusolver/cusolver.hpp"

#include <algorithm>

#include "vendor/cusolver/cusolver_functions.hpp"
#include "vendor/cusolver/cusolver_session.hpp"

namespace gpu::vendor {
namespace {

using cusolver::check;
using cusolver::complex_type_of;
using cusolver::data_type;
using cusolver::extent;
using cusolver::functions_of;
using cusolver::real_type_of;
using cusolver::session;
using cusolver::sizes;
using cusolver::type_of;
using cusolver::typed_functions;
using cusolver::workspaces;

std::ptrdiff_t real_bytes(dtype type) {
  return real_type_of(type) == cusolver::real_64 ? 8 : 4;
}
std::ptrdiff_t bytes_of(dtype type) {
  return static_cast<std::ptrdiff_t>(size_bytes(type));
}
int triangle_of(char letter) {
  return letter == 'L' ? 0 : 1;
}
int narrow(std::ptrdiff_t number) {
  return static_cast<int>(number);
}

/// Jacobi rotations of matrices so small are done by one block each.
constexpr std::ptrdiff_t syevj_limit = 32;

bool should_rotate(const device_matrices& a, const session& now) {
  return a.count > 1 && a.rows <= syevj_limit && now.jacobi_eigen() != nullptr &&
         functions_of(a.type).syevj != nullptr;
}

void syevj_batched(bool vectors, char triangle, const device_matrices& a, std::byte* values,
                   int* info, session& now) {
  const typed_functions& f = functions_of(a.type);
  const int mode = vectors ? cusolver::with_vectors : cusolver::values_only;
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
  return !cusolver::all_functions().file.empty();
}
std::string cusolver_file() {
  return cusolver::all_functions().file;
}
bool has_geev() {
  return cusolver::all_functions().geev != nullptr;
}

void potrf(char triangle, const device_matrices& a, int* info, stream_ref stream) {
  session now(stream);
  const cusolver::functions& f = cusolver::all_functions();
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
  check(functions_of(a.type).potrf_batched(now.handle(), triangle_of(triangle), n, each, n, info,
                                           narrow(a.count)));
}

void getrf(const device_matrices& a, std::int64_t* pivots, int* info, stream_ref stream) {
  session now(stream);
  const cusolver::functions& f = cusolver::all_functions();
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
    check(cusolver::all_functions().getrs(now.handle(), now.params(), cusolver::as_it_is, n,
                                          b.columns, type, lu.at(i), n, pivots + i * n, type,
                                          b.at(i), n, info + i));
}

void geqrf(const device_matrices& a, std::byte* tau, int* info, stream_ref stream) {
  session now(stream);
  const cusolver::functions& f = cusolver::all_functions();
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
  const typed_functions& f = functions_of(q.type);
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
  const cusolver::functions& f = cusolver::all_functions();
  const data_type type = type_of(a.type);
  const data_type real = real_type_of(a.type);
  const int mode = vectors ? cusolver::with_vectors : cusolver::values_only;
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
  const cusolver::functions& f = cusolver::all_functions();
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
  const typed_functions& f = functions_of(a.type);
  const int mode = vectors ? cusolver::with_vectors : cusolver::values_only;
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
  const cusolver::functions& f = cusolver::all_functions();
  const data_type type = type_of(a.type);
  const data_type complex = complex_type_of(a.type);
  const int mode = vectors != nullptr ? cusolver::with_vectors : cusolver::values_only;
  const extent n = a.rows;
  const workspaces work(now, [&](sizes* device, sizes* host) {
    return f.geev_size(now.handle(), now.params(), cusolver::values_only, mode, n, type, a.data, n,
                       complex, values, type, nullptr, n, type, vectors, n, type, device, host);
  });
  for (std::ptrdiff_t i = 0; i < a.count; ++i)
    check(f.geev(now.handle(), now.params(), cusolver::values_only, mode, n, type, a.at(i), n,
                 complex, values + i * n * 2 * real_bytes(a.type), type, nullptr, n, type,
                 vectors != nullptr ? vectors + i * n * n * bytes_of(a.type) : nullptr, n, type,
                 work.device, work.device_bytes, work.host, work.host_bytes, info + i));
  now.finish();
}

}  // namespace gpu::vendor
