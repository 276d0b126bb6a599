// SPDX-License-Identifier: BSD-3-Clause
// What `xp.hanning` and its like find in the module of an array library: windows, sequences, and
// the indices of elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <gpu/array/diag.hpp>
#include <gpu/array/grids.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/array/windows.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// Each is this library's function of that name, as in `whole_array_members`.
template <class Home>
struct sequence_members {
  template <element_type T = double>
  [[nodiscard]] static auto bartlett(strict_integer count) {
    return Home::settled(gpu::bartlett<T>(count, Home::where()));
  }
  template <element_type T = double>
  [[nodiscard]] static auto blackman(strict_integer count) {
    return Home::settled(gpu::blackman<T>(count, Home::where()));
  }
  template <element_type T = double>
  [[nodiscard]] static auto hamming(strict_integer count) {
    return Home::settled(gpu::hamming<T>(count, Home::where()));
  }
  template <element_type T = double>
  [[nodiscard]] static auto hanning(strict_integer count) {
    return Home::settled(gpu::hanning<T>(count, Home::where()));
  }
  template <element_type T = double>
  [[nodiscard]] static auto kaiser(strict_integer count, double beta) {
    return Home::settled(gpu::kaiser<T>(count, beta, Home::where()));
  }
  template <element_type T, scalar_like Start, scalar_like Stop>
  [[nodiscard]] static auto geomspace(Start start, Stop stop, strict_integer count = 50,
                                      strict_bool endpoint = true) {
    return Home::settled(gpu::geomspace<T>(start, stop, count, endpoint, Home::where()));
  }
  template <element_type T = double>
  [[nodiscard]] static auto tri(strict_integer rows,
                                std::optional<strict_integer> columns = std::nullopt,
                                strict_integer k = 0) {
    return Home::settled(gpu::tri<T>(rows, columns, k, Home::where()));
  }
  template <element_type T = std::int64_t>
  [[nodiscard]] static auto indices(const shape& dimensions) {
    return Home::settled(gpu::indices<T>(dimensions, Home::where()));
  }
  /// The function is called with arrays of this library.
  template <element_type T = double, class Function, std::size_t N>
  [[nodiscard]] static auto fromfunction(const Function& function,
                                         const std::ptrdiff_t (&dimensions)[N]) {
    return Home::settled(gpu::fromfunction<T>(function, dimensions, Home::where()));
  }

  /// `const auto [i, j] = xp.tril_indices(3)`, as of those below.
  [[nodiscard]] static auto tril_indices(strict_integer rows, strict_integer k = 0,
                                         std::optional<strict_integer> columns = std::nullopt) {
    return Home::settled(gpu::tril_indices(rows, k, columns, Home::where()));
  }
  [[nodiscard]] static auto triu_indices(strict_integer rows, strict_integer k = 0,
                                         std::optional<strict_integer> columns = std::nullopt) {
    return Home::settled(gpu::triu_indices(rows, k, columns, Home::where()));
  }
  template <class A>
  [[nodiscard]] static auto tril_indices_from(const A& a, strict_integer k = 0) {
    return Home::settled(gpu::tril_indices_from(Home::taken(a), k));
  }
  template <class A>
  [[nodiscard]] static auto triu_indices_from(const A& a, strict_integer k = 0) {
    return Home::settled(gpu::triu_indices_from(Home::taken(a), k));
  }
  template <std::size_t Dimensions = 2>
  [[nodiscard]] static auto diag_indices(strict_integer rows) {
    return Home::settled(gpu::diag_indices<Dimensions>(rows, Home::where()));
  }
  template <std::size_t Dimensions = 2, class A>
  [[nodiscard]] static auto diag_indices_from(const A& a) {
    return Home::settled(gpu::diag_indices_from<Dimensions>(Home::taken(a)));
  }
  template <class... I>
  [[nodiscard]] static auto ix_(const I&... indices) {
    return Home::settled(gpu::ix_(Home::taken(indices)...));
  }
};

}  // namespace gpu
