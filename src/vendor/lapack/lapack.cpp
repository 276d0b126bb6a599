// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/lapack/lapack.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "vendor/lapack/lapack_functions.hpp"

namespace gpu::vendor {
namespace {

using lapack::call;
using lapack::is_complex;

/// A size that LAPACK asks for as a number of the type that it computes with.
template <class T>
int asked_size(const T& number) {
  if constexpr (is_complex<T>)
    return std::max(1, static_cast<int>(number.real()));
  else
    return std::max(1, static_cast<int>(number));
}

/// Calls `run(work, size)` once to ask for the workspace, and then with it.
template <class T, class Run>
void with_workspace(const Run& run) {
  T wanted_size{};
  run(&wanted_size, -1);
  std::vector<T> work(static_cast<std::size_t>(asked_size(wanted_size)));
  run(work.data(), static_cast<int>(work.size()));
}

std::size_t elements(double count) {
  return static_cast<std::size_t>(std::max(1.0, count));
}

/// A matrix with one more column of memory behind it if it is complex: OpenBLAS 0.3.21 reads one
/// element behind the vectors that it multiplies such matrices by, and these may be rows.
template <class T>
class roomy_matrix {
 public:
  roomy_matrix(T* matrix, int rows, int columns) : matrix_(matrix) {
    if constexpr (is_complex<T>) {
      count_ = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
      roomy_.resize(count_ + static_cast<std::size_t>(rows));
      std::copy_n(matrix, count_, roomy_.begin());
    }
  }
  roomy_matrix(const roomy_matrix&) = delete;
  roomy_matrix& operator=(const roomy_matrix&) = delete;
  /// Writes the elements back.
  ~roomy_matrix() { std::copy_n(roomy_.begin(), count_, matrix_); }

  [[nodiscard]] T* data() noexcept { return is_complex<T> ? roomy_.data() : matrix_; }

 private:
  T* matrix_;
  std::size_t count_ = 0;
  std::vector<T> roomy_;
};

/// Writes the upper triangle of a Hermitian matrix into the lower one.
template <class T>
void mirror_upper_triangle(int n, T* a) {
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t column = 0; column < size; ++column)
    for (std::size_t row = 0; row < column; ++row) {
      const T above = a[column * size + row];
      a[row * size + column] = {above.real(), -above.imag()};
    }
}

/// `heevd` of matrices of float.
int heevd_in_double(bool vectors, char triangle, int n, float* a, float* values) {
  const std::size_t size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  std::vector<double> matrix(a, a + size);
  std::vector<double> wide_values(static_cast<std::size_t>(n));
  const int failed = heevd(vectors, triangle, n, matrix.data(), wide_values.data());
  const auto narrowed = [](double x) { return static_cast<float>(x); };
  std::transform(matrix.begin(), matrix.end(), a, narrowed);
  std::transform(wide_values.begin(), wide_values.end(), values, narrowed);
  return failed;
}

}  // namespace

template <class T>
int potrf(char triangle, int n, T* a) {
  const int stride = std::max(1, n);
  int info = 0;
  call<T>()->potrf(&triangle, &n, a, &stride, &info, 1);
  return info;
}

template <class T>
int getrf(int n, T* a, int* pivots) {
  const int stride = std::max(1, n);
  int info = 0;
  call<T>()->getrf(&n, &n, a, &stride, pivots, &info);
  return info;
}

template <class T>
int getrs(int n, int columns, const T* lu, const int* pivots, T* b) {
  const int stride = std::max(1, n);
  int info = 0;
  call<T>()->getrs("N", &n, &columns, lu, &stride, pivots, b, &stride, &info, 1);
  return info;
}

template <class T>
int trtrs(const triangular_form& form, int n, int columns, const T* a, T* b) {
  const char triangle = form.upper ? 'U' : 'L';
  const char transposed = form.adjoint ? 'C' : 'N';
  const char diagonal = form.unit_diagonal ? 'U' : 'N';
  const int stride = std::max(1, n);
  int info = 0;
  call<T>()->trtrs(&triangle, &transposed, &diagonal, &n, &columns, a, &stride, b, &stride, &info,
                   1, 1, 1);
  return info;
}

template <class T>
int geqrf(int m, int n, T* a, T* tau) {
  const int stride = std::max(1, m);
  int info = 0;
  with_workspace<T>(
      [&](T* work, int size) { call<T>()->geqrf(&m, &n, a, &stride, tau, work, &size, &info); });
  return info;
}

template <class T>
int orgqr(int m, int n, int k, T* a, const T* tau) {
  const int stride = std::max(1, m);
  int info = 0;
  with_workspace<T>([&](T* work, int size) {
    call<T>()->orgqr(&m, &n, &k, a, &stride, tau, work, &size, &info);
  });
  return info;
}

template <class T>
int heevd(bool vectors, char triangle, int n, T* a, real_part_t<T>* values) {
  using R = real_part_t<T>;
  // OpenBLAS 0.3.21 now and then finds no eigenvalues of small matrices of float after other calls,
  // though the same matrix has them at the next one; and without vectors wrong ones of matrices of
  // few different rows. Its form for double was not seen to.
  if constexpr (std::is_same_v<T, float>) {
    constexpr int small = 256;
    if (n <= small || !vectors) return heevd_in_double(vectors, triangle, n, a, values);
  }
  // Of upper triangles of complex elements it reads what lies behind them and behind `work`.
  if constexpr (is_complex<T>) {
    if (triangle == 'U') mirror_upper_triangle(n, a);
    triangle = 'L';
  }
  const char job = vectors || std::is_same_v<T, complex<float>> ? 'V' : 'N';
  const int stride = std::max(1, n);
  const int asks = -1;
  int info = 0;
  T size{};
  R real_size{};
  int integer_size = 0;
  const auto run = [&](T* work, const int* count, R* reals, const int* real_count, int* integers,
                       const int* integer_count) {
    if constexpr (is_complex<T>)
      call<T>()->heevd(&job, &triangle, &n, a, &stride, values, work, count, reals, real_count,
                       integers, integer_count, &info, 1, 1);
    else
      call<T>()->heevd(&job, &triangle, &n, a, &stride, values, work, count, integers,
                       integer_count, &info, 1, 1);
  };
  run(&size, &asks, &real_size, &asks, &integer_size, &asks);
  const int count = asked_size(size);
  const int real_count = asked_size(real_size);
  const int integer_count = std::max(1, integer_size);
  std::vector<T> work(static_cast<std::size_t>(count));
  std::vector<R> reals(static_cast<std::size_t>(real_count));
  std::vector<int> integers(static_cast<std::size_t>(integer_count));
  run(work.data(), &count, reals.data(), &real_count, integers.data(), &integer_count);
  return info;
}

template <class T>
int gesdd(char job, int m, int n, T* a, real_part_t<T>* s, T* u, T* vh) {
  using R = real_part_t<T>;
  const int least = std::min(m, n);
  const int most = std::max(m, n);
  const int stride = std::max(1, m);
  const int vh_stride = std::max(1, job == 'A' ? n : least);
  // As gesdd's documentation asks for.
  const double few = least, many = most;
  std::vector<int> integers(elements(8 * few));
  std::vector<R> reals(
      elements(is_complex<T> ? few * std::max(5 * few + 7, 2 * many + 2 * few + 1) : 0));
  int info = 0;
  const auto wanted = [&](int all) { return job == 'A' ? all : job == 'S' ? least : 0; };
  roomy_matrix<T> matrix(a, m, n);
  roomy_matrix<T> left(u, m, wanted(m));
  roomy_matrix<T> right(vh, wanted(n), n);
  with_workspace<T>([&](T* work, int size) {
    if constexpr (is_complex<T>)
      call<T>()->gesdd(&job, &m, &n, matrix.data(), &stride, s, left.data(), &stride, right.data(),
                       &vh_stride, work, &size, reals.data(), integers.data(), &info, 1);
    else
      call<T>()->gesdd(&job, &m, &n, matrix.data(), &stride, s, left.data(), &stride, right.data(),
                       &vh_stride, work, &size, integers.data(), &info, 1);
  });
  return info;
}

template <class T>
int geev(int n, T* a, complex<real_part_t<T>>* values, complex<real_part_t<T>>* vectors) {
  using R = real_part_t<T>;
  const char job = vectors != nullptr ? 'V' : 'N';
  const int stride = std::max(1, n);
  const auto size = static_cast<std::size_t>(n);
  int info = 0;
  if constexpr (is_complex<T>) {
    std::vector<R> reals(elements(2.0 * n));
    with_workspace<T>([&](T* work, int count) {
      call<T>()->geev("N", &job, &n, a, &stride, values, nullptr, &stride, vectors, &stride, work,
                      &count, reals.data(), &info, 1, 1);
    });
  } else {
    std::vector<R> real(elements(n)), imaginary(elements(n));
    std::vector<R> columns(vectors != nullptr ? size * size : 0);
    with_workspace<T>([&](T* work, int count) {
      call<T>()->geev("N", &job, &n, a, &stride, real.data(), imaginary.data(), nullptr, &stride,
                      columns.data(), &stride, work, &count, &info, 1, 1);
    });
    for (std::size_t k = 0; k < size; ++k) values[k] = {real[k], imaginary[k]};
    if (vectors == nullptr) return info;
    // Of conjugate pairs there are the real parts in one column, the imaginary parts in the next.
    for (std::size_t k = 0; k < size; ++k) {
      const R* const column = columns.data() + k * size;
      const bool is_pair = imaginary[k] != 0;
      for (std::size_t i = 0; i < size; ++i) {
        vectors[k * size + i] = {column[i], is_pair ? column[size + i] : R(0)};
        if (is_pair) vectors[(k + 1) * size + i] = {column[i], -column[size + i]};
      }
      k += is_pair ? 1 : 0;
    }
  }
  return info;
}

template <class T>
int gelsd(int m, int n, int columns, T* a, T* b, real_part_t<T>* s, real_part_t<T> cutoff,
          int* rank) {
  using R = real_part_t<T>;
  const int stride = std::max(1, m);
  const int b_stride = std::max({1, m, n});
  const int asks = -1;
  int info = 0;
  T size{};
  R real_size{};
  int integer_size = 0;
  roomy_matrix<T> matrix(a, m, n);
  roomy_matrix<T> right(b, std::max(m, n), columns);
  const auto run = [&](T* work, const int* count, R* reals, int* integers) {
    if constexpr (is_complex<T>)
      call<T>()->gelsd(&m, &n, &columns, matrix.data(), &stride, right.data(), &b_stride, s,
                       &cutoff, rank, work, count, reals, integers, &info);
    else
      call<T>()->gelsd(&m, &n, &columns, matrix.data(), &stride, right.data(), &b_stride, s,
                       &cutoff, rank, work, count, integers, &info);
  };
  run(&size, &asks, &real_size, &integer_size);
  const int count = asked_size(size);
  std::vector<T> work(static_cast<std::size_t>(count));
  std::vector<R> reals(static_cast<std::size_t>(asked_size(real_size)));
  std::vector<int> integers(static_cast<std::size_t>(std::max(1, integer_size)));
  run(work.data(), &count, reals.data(), integers.data());
  return info;
}

std::string lapack_file() {
  return lapack::loaded().file;
}

// The functions of each type.
#define GPU_LAPACK_OF(T)                                                          \
  template int potrf(char, int, T*);                                              \
  template int getrf(int, T*, int*);                                              \
  template int getrs(int, int, const T*, const int*, T*);                         \
  template int trtrs(const triangular_form&, int, int, const T*, T*);             \
  template int geqrf(int, int, T*, T*);                                           \
  template int orgqr(int, int, int, T*, const T*);                                \
  template int heevd(bool, char, int, T*, real_part_t<T>*);                       \
  template int gesdd(char, int, int, T*, real_part_t<T>*, T*, T*);                \
  template int geev(int, T*, complex<real_part_t<T>>*, complex<real_part_t<T>>*); \
  template int gelsd(int, int, int, T*, T*, real_part_t<T>*, real_part_t<T>, int*);
GPU_LAPACK_OF(float)
GPU_LAPACK_OF(double)
GPU_LAPACK_OF(complex<float>)
GPU_LAPACK_OF(complex<double>)
#undef GPU_LAPACK_OF

}  // namespace gpu::vendor
