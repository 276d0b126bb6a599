// SPDX-License-Identifier: BSD-3-Clause
// What `xp.matmul` and `xp.linalg.solve` find in the module of an array library: products, and the
// functions of matrices.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>

#include <gpu/array/reduction/trace.hpp>
#include <gpu/interop/fourier_members.hpp>
#include <gpu/interop/whole_array_members.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/norm.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/linalg/rank.hpp>
#include <gpu/linalg/solve.hpp>
#include <gpu/linalg/solve_triangular.hpp>

namespace gpu {

/// Each is the function of that name in `gpu::linalg`, as in `whole_array_members`. What has
/// several results is taken apart: `const auto [q, r] = xp.linalg.qr(a)`.
template <class Home>
struct linear_algebra_members {
  template <class... Arguments>
  [[nodiscard]] static auto norm(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::norm(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vector_norm(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::vector_norm(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matrix_norm(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::matrix_norm(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto solve(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::solve(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto inv(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::inv(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto pinv(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::pinv(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto det(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::det(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto slogdet(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::slogdet(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto cholesky(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::cholesky(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto qr(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::qr(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto svd(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::svd(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto svdvals(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::svdvals(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto eig(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::eig(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto eigvals(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::eigvals(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto eigh(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::eigh(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto eigvalsh(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::eigvalsh(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto lstsq(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::lstsq(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto cond(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::cond(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matrix_power(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::matrix_power(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matrix_rank(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::matrix_rank(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto solve_triangular(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::solve_triangular(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto tensorsolve(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::tensorsolve(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto tensorinv(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::tensorinv(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matmul(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::matmul(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto outer(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::outer(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto cross(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::cross(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto trace(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::trace(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto diagonal(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::diagonal(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vecdot(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::vecdot(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matrix_transpose(const Arguments&... arguments) {
    return Home::settled(gpu::linalg::matrix_transpose(Home::taken(arguments)...));
  }
  template <class S>
  [[nodiscard]] static auto multi_dot(const S& arrays) {
    return Home::settled(gpu::linalg::multi_dot(Home::taken(arrays)));
  }
  template <class A>
  [[nodiscard]] static auto multi_dot(std::initializer_list<A> arrays) {
    return multi_dot(detail::taken_arrays<Home>(arrays));
  }
};

/// Each is this library's function of that name, as in `whole_array_members`.
template <class Home>
struct product_members {
  static constexpr linear_algebra_members<Home> linalg{};
  static constexpr fourier_members<Home> fft{};

  template <class... Arguments>
  [[nodiscard]] static auto matmul(const Arguments&... arguments) {
    return Home::settled(gpu::matmul(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto dot(const Arguments&... arguments) {
    return Home::settled(gpu::dot(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vdot(const Arguments&... arguments) {
    return Home::settled(gpu::vdot(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vecdot(const Arguments&... arguments) {
    return Home::settled(gpu::vecdot(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto matvec(const Arguments&... arguments) {
    return Home::settled(gpu::matvec(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto vecmat(const Arguments&... arguments) {
    return Home::settled(gpu::vecmat(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto inner(const Arguments&... arguments) {
    return Home::settled(gpu::inner(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto outer(const Arguments&... arguments) {
    return Home::settled(gpu::outer(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto kron(const Arguments&... arguments) {
    return Home::settled(gpu::kron(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto cross(const Arguments&... arguments) {
    return Home::settled(gpu::cross(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto trace(const Arguments&... arguments) {
    return Home::settled(gpu::trace(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto einsum(const Arguments&... arguments) {
    return Home::settled(gpu::einsum(Home::taken(arguments)...));
  }
  template <class A, class B, class... Axes>
  [[nodiscard]] static auto tensordot(const A& a, const B& b, const Axes&... axes) {
    return Home::settled(gpu::tensordot(Home::taken(a), Home::taken(b), axes...));
  }
  template <class A, class B>
  [[nodiscard]] static auto tensordot(const A& a, const B& b, const integer_list& axes_a,
                                      const integer_list& axes_b) {
    return Home::settled(gpu::tensordot(Home::taken(a), Home::taken(b), axes_a, axes_b));
  }
  template <class A, class B>
  [[nodiscard]] static auto tensordot(const A& a, const B& b,
                                      const std::pair<integer_list, integer_list>& axes) {
    return tensordot(a, b, axes.first, axes.second);
  }
};

}  // namespace gpu
