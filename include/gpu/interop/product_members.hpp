// SPDX-License-Identifier: BSD-3-Clause
// What `xp.matmul`, `xp.linalg.solve` and `xp.fft.fft` find in the module of an array library:
// products, the functions of matrices, and Fourier transforms.
#pragma once

#include <cstddef>
#include <utility>

#include <gpu/array/reduction/trace.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/fft/axis_transforms.hpp>
#include <gpu/fft/frequencies.hpp>
#include <gpu/fft/transforms.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/norm.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/linalg/rank.hpp>
#include <gpu/linalg/solve.hpp>

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
};

/// Each is the function of that name in `gpu::fft`, as in `whole_array_members`.
template <class Home>
struct fourier_members {
  template <class... Arguments>
  [[nodiscard]] static auto fft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto hfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::hfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ihfft(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ihfft(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfft2(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfft2(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto rfftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::rfftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto irfftn(const Arguments&... arguments) {
    return Home::settled(gpu::fft::irfftn(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto fftshift(const Arguments&... arguments) {
    return Home::settled(gpu::fft::fftshift(Home::taken(arguments)...));
  }
  template <class... Arguments>
  [[nodiscard]] static auto ifftshift(const Arguments&... arguments) {
    return Home::settled(gpu::fft::ifftshift(Home::taken(arguments)...));
  }
  [[nodiscard]] static auto fftfreq(strict_integer n, double d = 1) {
    return Home::settled(gpu::fft::fftfreq(n, d, Home::where()));
  }
  [[nodiscard]] static auto rfftfreq(strict_integer n, double d = 1) {
    return Home::settled(gpu::fft::rfftfreq(n, d, Home::where()));
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
