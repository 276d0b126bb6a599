// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cufft/cufft.hpp"

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_block.hpp>

#include <algorithm>
#include <cstdint>

#include "cuda/backend.hpp"
#include "cuda/capture.hpp"
#include "jit/library_search.hpp"
#include "vendor/call_scope.hpp"
#include "vendor/cufft/cufft_layout.hpp"
#include "vendor/fftw/plan_store.hpp"

namespace gpu::vendor {
namespace {

using cufft_handle = int;

// As the headers of cuFFT 11 and 12 have them. No header is needed to build.
enum transform_type : int {
  complex_of_32 = 0x29,
  from_real_32 = 0x2a,
  to_real_32 = 0x2c,
  complex_of_64 = 0x69,
  from_real_64 = 0x6a,
  to_real_64 = 0x6c
};
constexpr int sign_forward = -1;
constexpr int sign_backward = 1;

using complex_executor = int (*)(cufft_handle, void* in, void* out, int sign);
using real_executor = int (*)(cufft_handle, void* in, void* out);

struct cufft_functions {
  int (*create)(cufft_handle*) = nullptr;
  int (*destroy)(cufft_handle) = nullptr;
  int (*set_auto_allocation)(cufft_handle, int) = nullptr;
  int (*make_plan)(cufft_handle, int rank, long long* n, long long* in_embed, long long in_stride,
                   long long in_distance, long long* out_embed, long long out_stride,
                   long long out_distance, int type, long long batch,
                   std::size_t* workspace_bytes) = nullptr;
  int (*set_stream)(cufft_handle, stream_handle) = nullptr;
  int (*set_work_area)(cufft_handle, void*) = nullptr;
  complex_executor c2c = nullptr;
  complex_executor z2z = nullptr;
  real_executor r2c = nullptr;
  real_executor d2z = nullptr;
  real_executor c2r = nullptr;
  real_executor z2d = nullptr;
  std::string file;
};

const detail::wanted_library& wanted() {
  static const auto& library = *new detail::wanted_library{
      "GPU_NDARRAY_CUFFT",
      {"libcufft.so.12", "libcufft.so.11", "libcufft.so"},
      {"nvidia/cu13/lib", "nvidia/cufft/lib"},
      "cuFFT was not found: libcufft.so.12, libcufft.so.11 or libcufft.so. Transforms on GPUs need "
      "it. It comes with: pip install nvidia-cufft; or package libcufft-13-0 (NVIDIA's "
      "repositories)",
      "it lacks functions of cuFFT 11"};
  return library;
}

cufft_functions open_cufft() {
  cufft_functions f;
  f.file = detail::open_library(wanted(), [&](void* library) {
    return detail::find_function(library, f.create, "cufftCreate") &&
           detail::find_function(library, f.destroy, "cufftDestroy") &&
           detail::find_function(library, f.set_auto_allocation, "cufftSetAutoAllocation") &&
           detail::find_function(library, f.make_plan, "cufftMakePlanMany64") &&
           detail::find_function(library, f.set_stream, "cufftSetStream") &&
           detail::find_function(library, f.set_work_area, "cufftSetWorkArea") &&
           detail::find_function(library, f.c2c, "cufftExecC2C") &&
           detail::find_function(library, f.z2z, "cufftExecZ2Z") &&
           detail::find_function(library, f.r2c, "cufftExecR2C") &&
           detail::find_function(library, f.d2z, "cufftExecD2Z") &&
           detail::find_function(library, f.c2r, "cufftExecC2R") &&
           detail::find_function(library, f.z2d, "cufftExecZ2D");
  });
  return f;
}

/// Opened once; looked for again if it was not found.
const cufft_functions& cufft() {
  static const auto& functions = *new cufft_functions(open_cufft());
  return functions;
}

const char* name_of(int code) {
  static constexpr const char* names[] = {
      "CUFFT_SUCCESS",       "CUFFT_INVALID_PLAN",   "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE",
      "CUFFT_INVALID_VALUE", "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED",  "CUFFT_SETUP_FAILED",
      "CUFFT_INVALID_SIZE",  "CUFFT_UNALIGNED_DATA"};
  return code >= 0 && code < static_cast<int>(std::size(names)) ? names[code] : "cufftResult";
}

void check(int code, const char* action) {
  if (code != 0)
    throw cuda_error(code, name_of(code), text_of("status ", code, " of cuFFT"), action);
}

transform_type type_of(const transform& what) {
  if (what.kind == transform_kind::from_real) return what.is_double ? from_real_64 : from_real_32;
  if (what.kind == transform_kind::to_real) return what.is_double ? to_real_64 : to_real_32;
  return what.is_double ? complex_of_64 : complex_of_32;
}

/// @param halved  whether the complex numbers along the last axis are half as many
cufft_layout layout_of(const transform& what, std::ptrdiff_t transform_axis::*stride, bool halved) {
  std::vector<strided_axis> axes;
  std::vector<strided_axis> batch;
  for (const transform_axis& axis : what.axes) axes.push_back({axis.extent, axis.*stride});
  for (const transform_axis& axis : what.batch) batch.push_back({axis.extent, axis.*stride});
  if (halved) axes.back().extent = axes.back().extent / 2 + 1;
  const std::optional<cufft_layout> found = cufft_layout_at(axes, batch);
  if (!found) fail("cuFFT is given an array that it can read");
  return *found;
}

transform_plan make_plan(const transform& what) {
  constexpr const char* action = "make a plan of cuFFT";
  cufft_layout in =
      layout_of(what, &transform_axis::in_stride, what.kind == transform_kind::to_real);
  cufft_layout out =
      layout_of(what, &transform_axis::out_stride, what.kind == transform_kind::from_real);
  std::vector<long long> lengths;
  long long batch = 1;
  for (const transform_axis& axis : what.axes) lengths.push_back(axis.extent);
  for (const transform_axis& axis : what.batch) batch *= axis.extent;
  cufft_handle handle = 0;
  check(cufft().create(&handle), action);
  transform_plan plan{std::shared_ptr<void>(new cufft_handle(handle), [](void* last) {
    const backend::relaxed_capture_mode scope;  // plans may end during any capture
    const auto* const own = static_cast<cufft_handle*>(last);
    static_cast<void>(cufft().destroy(*own));
    delete own;
  })};
  check(cufft().set_auto_allocation(handle, 0), action);
  check(cufft().make_plan(handle, static_cast<int>(lengths.size()), lengths.data(), in.embed.data(),
                          in.stride, in.distance, out.embed.data(), out.stride, out.distance,
                          type_of(what), batch, &plan.workspace_bytes),
        action);
  end_calls_first();
  return plan;
}

int enqueue(const transform& what, cufft_handle handle, void* in, void* out) {
  const cufft_functions& f = cufft();
  switch (what.kind) {
    case transform_kind::from_real:
      return (what.is_double ? f.d2z : f.r2c)(handle, in, out);
    case transform_kind::to_real:
      return (what.is_double ? f.z2d : f.c2r)(handle, in, out);
    case transform_kind::forward:
      return (what.is_double ? f.z2z : f.c2c)(handle, in, out, sign_forward);
    case transform_kind::backward:
      return (what.is_double ? f.z2z : f.c2c)(handle, in, out, sign_backward);
  }
  fail("every kind of transform is enqueued");
}

}  // namespace

void run_cufft(const transform& what, void* in, void* out, stream_ref stream) {
  constexpr const char* action = "transform by cuFFT";
  const call_scope calls;
  calls.require("cuFFT");
  backend::activate(stream.device().ordinal());
  const backend::relaxed_capture_mode scope;
  const stream_guard home(stream);
  const transform_plan plan = plans_of(stream.device()).get(what, make_plan);
  const cufft_handle handle = *static_cast<const cufft_handle*>(plan.handle.get());
  const std::size_t bytes = std::max<std::size_t>(plan.workspace_bytes, 1);
  const ref_ptr<memory_block> memory = memory_block::allocate(stream.device(), bytes);
  check(cufft().set_stream(handle, stream.get()), action);
  check(cufft().set_work_area(handle, memory->data()), action);
  check(enqueue(what, handle, in, out), action);
  if (detail::captured_graph* const graph = detail::graph_of(stream))
    graph->plans.push_back(plan.handle);
}

std::string cufft_file() {
  return cufft().file;
}

}  // namespace gpu::vendor
