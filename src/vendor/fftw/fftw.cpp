// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/fftw/fftw.hpp"

#include <gpu/core/error.hpp>
#include <gpu/core/fork.hpp>

#include <mutex>

#include "jit/library_search.hpp"

namespace gpu::vendor {
namespace {

// As the documentation of FFTW 3 has them. No header is needed to build.
constexpr unsigned preserve_input = 1U << 4;
constexpr unsigned estimate = 1U << 6;
constexpr unsigned unaligned = 1U << 1;
constexpr int sign_forward = -1;
constexpr int sign_backward = 1;

using plan_handle = void*;
using complex_planner = plan_handle (*)(int rank, const transform_axis* axes, int batch_rank,
                                        const transform_axis* batch, void* in, void* out, int sign,
                                        unsigned flags);
using real_planner = plan_handle (*)(int rank, const transform_axis* axes, int batch_rank,
                                     const transform_axis* batch, void* in, void* out,
                                     unsigned flags);
using executor = void (*)(plan_handle plan, void* in, void* out);

struct fftw_functions {
  complex_planner plan = nullptr;
  real_planner plan_from_real = nullptr;
  real_planner plan_to_real = nullptr;
  executor execute = nullptr;
  executor execute_from_real = nullptr;
  executor execute_to_real = nullptr;
  void (*destroy)(plan_handle plan) = nullptr;
  std::string file;
};

detail::wanted_library wanted(bool is_double) {
  const std::string suffix = is_double ? "" : "f";
  const std::string soname = "libfftw3" + suffix + ".so.3";
  return {is_double ? "GPU_NDARRAY_FFTW" : "GPU_NDARRAY_FFTWF",
          {soname},
          {},
          "",
          "FFTW was not found: " + soname +
              ". Transforms on cpu() need it. It comes with packages libfftw3-double3 and "
              "libfftw3-single3 (Debian, Ubuntu)",
          "it lacks functions of FFTW 3 in " + std::string(is_double ? "double" : "single") +
              " precision"};
}

fftw_functions open_fftw(bool is_double) {
  fftw_functions f;
  const std::string prefix = is_double ? "fftw_" : "fftwf_";
  f.file = detail::open_library(wanted(is_double), [&](void* library) {
    return detail::find_function(library, f.plan, prefix + "plan_guru64_dft") &&
           detail::find_function(library, f.plan_from_real, prefix + "plan_guru64_dft_r2c") &&
           detail::find_function(library, f.plan_to_real, prefix + "plan_guru64_dft_c2r") &&
           detail::find_function(library, f.execute, prefix + "execute_dft") &&
           detail::find_function(library, f.execute_from_real, prefix + "execute_dft_r2c") &&
           detail::find_function(library, f.execute_to_real, prefix + "execute_dft_c2r") &&
           detail::find_function(library, f.destroy, prefix + "destroy_plan");
  });
  return f;
}

/// Opened once; looked for again if it was not found.
const fftw_functions& fftw(bool is_double) {
  if (is_double) {
    static const auto& functions = *new fftw_functions(open_fftw(true));
    return functions;
  }
  static const auto& functions = *new fftw_functions(open_fftw(false));
  return functions;
}

/// Only executing is safe in several threads at once.
std::mutex& planner() {
  static auto& mutex = *new detail::fork_safe<std::mutex>;
  return mutex;
}

transform_plan make_plan(const transform& what) {
  const fftw_functions& f = fftw(what.is_double);
  const auto rank = static_cast<int>(what.axes.size());
  const auto batch_rank = static_cast<int>(what.batch.size());
  const transform_axis* const axes = what.axes.data();
  const transform_axis* const batch = what.batch.data();
  // Estimating reads no element; that these differ says that the output has memory of its own.
  alignas(16) static double places[4];
  void* const in = places;
  void* const out = places + 2;
  constexpr unsigned flags = estimate | unaligned | preserve_input;
  const std::lock_guard lock(planner());
  plan_handle made = nullptr;
  if (what.kind == transform_kind::from_real)
    made = f.plan_from_real(rank, axes, batch_rank, batch, in, out, flags);
  else if (what.kind == transform_kind::to_real)
    made = f.plan_to_real(rank, axes, batch_rank, batch, in, out, flags);
  else
    made = f.plan(rank, axes, batch_rank, batch, in, out,
                  what.kind == transform_kind::forward ? sign_forward : sign_backward, flags);
  if (made == nullptr) throw value_error("FFTW makes no plan for this transform: " + f.file);
  const auto destroy = [&f](void* plan) {
    const std::lock_guard again(planner());
    f.destroy(plan);
  };
  return {std::shared_ptr<void>(made, destroy)};
}

}  // namespace

transform_plan plan_by_fftw(const transform& what) {
  return plans_of(cpu()).get(what, make_plan);
}

void run_fftw(const transform& what, const transform_plan& plan, const void* in, void* out) {
  const fftw_functions& f = fftw(what.is_double);
  executor execute = f.execute;
  if (what.kind == transform_kind::from_real) execute = f.execute_from_real;
  if (what.kind == transform_kind::to_real) execute = f.execute_to_real;
  execute(plan.handle.get(), const_cast<void*>(in), out);
}

std::string file_of_fftw(bool is_double) {
  return fftw(is_double).file;
}

}  // namespace gpu::vendor
