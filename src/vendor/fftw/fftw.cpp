// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/fftw/fftw.hpp"

#include <gpu/core/error.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/fork.hpp"
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
  return {
      is_double ? "GPU_NDARRAY_FFTW" : "GPU_NDARRAY_FFTWF",
      {soname, "libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"},
      {},
      "FFTW was not found: " + soname +
          ", libmkl_rt.so.3, libmkl_rt.so.2 or libmkl_rt.so. Transforms on cpu() need it. It comes "
          "with packages libfftw3-double3 and libfftw3-single3 (Debian, Ubuntu), or with: pip "
          "install mkl",
      "it lacks functions of FFTW 3 in " + std::string(is_double ? "double" : "single") +
          " precision"};
}

fftw_functions open_fftw(bool is_double) {
  fftw_functions f;
  const std::string prefix = is_double ? "fftw_" : "fftwf_";
  f.file = detail::open_library(wanted(is_double), [&](void* library) {
    // The threads are ours. FFTW has none of its own unless it is asked for them.
    void (*set_threads)(int) = nullptr;
    if (detail::symbol_of(library, "MKL_Get_Version") != nullptr &&
        detail::find_function(library, set_threads, prefix + "plan_with_nthreads"))
      set_threads(1);
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

/// A plan of the library, and what it leaves to us. FFTW leaves nothing; its interface in MKL takes
/// one axis of the batch, no steps of 0 and no copies.
struct library_plan {
  plan_handle handle = nullptr;       ///< null: elements are copied
  std::vector<transform_axis> loops;  ///< axes of the batch that are not in it
  bool is_packed = false;             ///< it reads copies, in C order
};

plan_handle ask_for_plan(const transform& what) {
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
  if (what.kind == transform_kind::from_real)
    return f.plan_from_real(rank, axes, batch_rank, batch, in, out, flags);
  if (what.kind == transform_kind::to_real)
    return f.plan_to_real(rank, axes, batch_rank, batch, in, out, flags);
  return f.plan(rank, axes, batch_rank, batch, in, out,
                what.kind == transform_kind::forward ? sign_forward : sign_backward, flags);
}

/// Elements of the input along an axis that is transformed.
std::ptrdiff_t in_extent(const transform& what, std::size_t axis) {
  const std::ptrdiff_t extent = what.axes[axis].extent;
  const bool is_halved = what.kind == transform_kind::to_real && axis + 1 == what.axes.size();
  return is_halved ? extent / 2 + 1 : extent;
}

/// The elements that one transform reads, and their steps in a copy in C order.
std::vector<transform_axis> packing_of(const transform& what) {
  std::vector<transform_axis> axes = what.axes;
  std::ptrdiff_t step = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    axes[i] = {in_extent(what, i), what.axes[i].in_stride, step};
    step *= axes[i].extent;
  }
  return axes;
}

library_plan find_plan(const transform& what) {
  if (const plan_handle whole = ask_for_plan(what)) return {whole, {}, false};
  if (what.axes.empty()) return {nullptr, what.batch, false};
  transform part = what;
  const auto longest = std::max_element(
      part.batch.begin(), part.batch.end(),
      [](const transform_axis& a, const transform_axis& b) { return a.extent < b.extent; });
  if (longest != part.batch.end()) {
    const transform_axis inner = *longest;
    part.batch.erase(longest);
    const std::vector<transform_axis> loops = std::exchange(part.batch, {inner});
    if (const plan_handle found = ask_for_plan(part)) return {found, loops, false};
  }
  part.batch.clear();
  if (const plan_handle single = ask_for_plan(part)) return {single, what.batch, false};
  const std::vector<transform_axis> packing = packing_of(what);
  for (std::size_t i = 0; i < packing.size(); ++i) part.axes[i].in_stride = packing[i].out_stride;
  if (const plan_handle packed = ask_for_plan(part)) return {packed, what.batch, true};
  throw value_error("FFTW makes no plan for this transform: " + fftw(what.is_double).file);
}

transform_plan make_plan(const transform& what) {
  auto made = std::make_unique<library_plan>(find_plan(what));
  const auto destroy = [&f = fftw(what.is_double)](library_plan* plan) {
    if (plan->handle != nullptr) {
      const std::lock_guard lock(planner());
      f.destroy(plan->handle);
    }
    delete plan;
  };
  return {std::shared_ptr<library_plan>(made.release(), destroy)};
}

/// Calls `visit(in, out)` with the elements of both sides for each index of `axes`.
template <class Visit>
void for_each_index(const std::vector<transform_axis>& axes, std::size_t first, const std::byte* in,
                    std::ptrdiff_t in_bytes, std::byte* out, std::ptrdiff_t out_bytes,
                    const Visit& visit) {
  if (first == axes.size()) return visit(in, out);
  const transform_axis& axis = axes[first];
  for (std::ptrdiff_t i = 0; i < axis.extent; ++i)
    for_each_index(axes, first + 1, in + i * axis.in_stride * in_bytes, in_bytes,
                   out + i * axis.out_stride * out_bytes, out_bytes, visit);
}

}  // namespace

transform_plan plan_by_fftw(const transform& what) {
  return plans_of(cpu()).get(what, make_plan);
}

void run_fftw(const transform& what, const transform_plan& plan, const void* in, void* out) {
  const fftw_functions& f = fftw(what.is_double);
  const auto& by = *static_cast<const library_plan*>(plan.handle.get());
  executor execute = f.execute;
  if (what.kind == transform_kind::from_real) execute = f.execute_from_real;
  if (what.kind == transform_kind::to_real) execute = f.execute_to_real;
  if (by.loops.empty() && !by.is_packed && by.handle != nullptr)
    return execute(by.handle, const_cast<void*>(in), out);
  const std::ptrdiff_t real_bytes = what.is_double ? 8 : 4;
  const std::ptrdiff_t in_bytes = real_bytes * (what.kind == transform_kind::from_real ? 1 : 2);
  const std::ptrdiff_t out_bytes = real_bytes * (what.kind == transform_kind::to_real ? 1 : 2);
  const auto copy = [&](const std::byte* from, std::byte* to) {
    std::memcpy(to, from, static_cast<std::size_t>(in_bytes));
  };
  std::vector<transform_axis> packing;
  std::unique_ptr<std::byte[]> packed;
  if (by.is_packed) {
    packing = packing_of(what);
    const std::ptrdiff_t size = packing.front().extent * packing.front().out_stride;
    packed = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size * in_bytes));
  }
  const auto transform_one = [&](const std::byte* from, std::byte* to) {
    if (by.handle == nullptr) return copy(from, to);
    if (by.is_packed) {
      for_each_index(packing, 0, from, in_bytes, packed.get(), in_bytes, copy);
      from = packed.get();
    }
    execute(by.handle, const_cast<std::byte*>(from), to);
  };
  for_each_index(by.loops, 0, static_cast<const std::byte*>(in), in_bytes,
                 static_cast<std::byte*>(out), out_bytes, transform_one);
}

std::string file_of_fftw(bool is_double) {
  return fftw(is_double).file;
}

}  // namespace gpu::vendor
