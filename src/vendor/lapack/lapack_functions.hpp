// SPDX-License-Identifier: BSD-3-Clause
// The functions of LAPACK, as Fortran has them.
#pragma once

#include <gpu/core/complex.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

#include "vendor/call_scope.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::vendor::lapack {

template <class T>
inline constexpr bool is_complex = !std::is_same_v<real_part_t<T>, T>;

/// Fortran passes all by address, and behind the arguments the lengths of its texts. What complex
/// functions take beside those for real numbers is a second workspace.
template <class T>
struct functions {
  using R = real_part_t<T>;
  using length = std::size_t;

  void (*potrf)(const char*, const int*, T*, const int*, int*, length);
  void (*getrf)(const int*, const int*, T*, const int*, int*, int*);
  void (*getrs)(const char*, const int*, const int*, const T*, const int*, const int*, T*,
                const int*, int*, length);
  void (*trtrs)(const char*, const char*, const char*, const int*, const int*, const T*, const int*,
                T*, const int*, int*, length, length, length);
  void (*geqrf)(const int*, const int*, T*, const int*, T*, T*, const int*, int*);
  void (*orgqr)(const int*, const int*, const int*, T*, const int*, const T*, T*, const int*, int*);
  std::conditional_t<is_complex<T>,
                     void (*)(const char*, const char*, const int*, T*, const int*, R*, T*,
                              const int*, R*, const int*, int*, const int*, int*, length, length),
                     void (*)(const char*, const char*, const int*, T*, const int*, R*, T*,
                              const int*, int*, const int*, int*, length, length)>
      heevd;
  std::conditional_t<is_complex<T>,
                     void (*)(const char*, const int*, const int*, T*, const int*, R*, T*,
                              const int*, T*, const int*, T*, const int*, R*, int*, int*, length),
                     void (*)(const char*, const int*, const int*, T*, const int*, R*, T*,
                              const int*, T*, const int*, T*, const int*, int*, int*, length)>
      gesdd;
  std::conditional_t<is_complex<T>,
                     void (*)(const char*, const char*, const int*, T*, const int*, T*, T*,
                              const int*, T*, const int*, T*, const int*, R*, int*, length, length),
                     void (*)(const char*, const char*, const int*, T*, const int*, R*, R*, T*,
                              const int*, T*, const int*, T*, const int*, int*, length, length)>
      geev;
  std::conditional_t<is_complex<T>,
                     void (*)(const int*, const int*, const int*, T*, const int*, T*, const int*,
                              R*, const R*, int*, T*, const int*, R*, int*, int*),
                     void (*)(const int*, const int*, const int*, T*, const int*, T*, const int*,
                              R*, const R*, int*, T*, const int*, int*, int*)>
      gelsd;
};

struct all_functions {
  functions<float> s;
  functions<double> d;
  functions<complex<float>> c;
  functions<complex<double>> z;
  std::string file;

  template <class T>
  [[nodiscard]] const functions<T>& of() const {
    if constexpr (std::is_same_v<T, float>)
      return s;
    else if constexpr (std::is_same_v<T, double>)
      return d;
    else if constexpr (std::is_same_v<T, complex<float>>)
      return c;
    else
      return z;
  }
};

/// Opened once.
/// @throws library_not_found  as all of lapack.hpp
[[nodiscard]] const all_functions& loaded();

/// The functions for elements of T, for one call.
template <class T>
class call {
 public:
  const functions<T>* operator->() const { return &loaded().of<T>(); }

 private:
  last_call_scope scope_;
};

}  // namespace gpu::vendor::lapack
