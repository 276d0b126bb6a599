// SPDX-License-Identifier: BSD-3-Clause
// `gpu::raw_kernel`: a kernel in CUDA C++ as it stands. `cupy.RawKernel`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/user_kernel/raw_argument.hpp>
#include <gpu/array/user_kernel/raw_calls.hpp>
#include <gpu/array/user_kernel/raw_launch.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

namespace gpu {

namespace user_kernels {

struct raw_function;
using raw_function_ptr = std::shared_ptr<const raw_function>;

[[nodiscard]] raw_function_ptr make_raw_function(std::string_view code, std::string_view name,
                                                 const std::vector<std::string>& options);

/// Enqueues the kernel.
void launch(const raw_function& kernel, const launch_extents& grid, const launch_extents& block,
            const raw_launch_options& options, std::span<const raw_argument> arguments);

}  // namespace user_kernels

/// A kernel in CUDA C++:
///
///     gpu::raw_kernel saxpy(R"(
///         extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
///           int i = blockIdx.x * blockDim.x + threadIdx.x;
///           if (i < n) y[i] += a * x[i];
///         })", "saxpy");
///     saxpy(blocks, 256, 2.0f, x, y, n);
///
/// Compiled by NVRTC at the first call on a GPU of each architecture, and cached in memory and on
/// disk. A value; copies share all state, and any thread may call it.
class raw_kernel : public user_kernels::raw_calls<raw_kernel> {
  using calls = user_kernels::raw_calls<raw_kernel>;

 public:
  /// @param name     of the kernel: "saxpy", "space::saxpy", "scale<float>"
  /// @param options  for NVRTC: "-DWIDTH=3", "-I/usr/include"; without "-std=", C++20
  /// @throws value_error  if the name is empty
  raw_kernel(std::string_view code, std::string_view name,
             const std::vector<std::string>& options = {})
      : raw_kernel(user_kernels::make_raw_function(code, name, options)) {}
  /// What `raw_module::get_function` gives.
  explicit raw_kernel(user_kernels::raw_function_ptr function) noexcept
      : function_(std::move(function)) {}

  /// Enqueues the kernel on the current stream of the arguments' GPU, or on
  /// `raw_launch_options::stream`: `kernel(grid, block, x, y, 2.0f)`. Options stand last:
  /// `kernel(grid, block, x, {.shared_memory = n})`.
  ///
  /// An array gives the kernel the address of its elements, in C order. One that is not const, and
  /// any `gpu::view` of an array, counts as written: the kernel waits for what reads and writes it
  /// before, and what uses it afterwards waits for the kernel. Copies of it are not changed. A view
  /// must be C-contiguous, or be given by `any_strides`. Expressions are evaluated first, and read.
  /// Everything else is copied byte by byte: numbers are not converted.
  ///
  /// @throws value_error      for extents, shared memory or a number of arguments that the kernel
  ///                          or the GPU cannot take; a view that is not contiguous; arrays, or a
  ///                          current device, that are `cpu()`: raw kernels need a GPU
  /// @throws dtype_error      if an argument has not the size of its parameter; the driver says so
  ///                          from CUDA 12.4 on
  /// @throws device_mismatch  if arrays, or the stream, are on different GPUs
  /// @throws compile_error    with the text's own line numbers
  template <class... Args>
  requires(!std::same_as<std::remove_cvref_t<Args>, raw_launch_options> && ...) void operator()(
      const launch_extents& grid, const launch_extents& block, Args&&... args) const {
    launch_with({}, grid, block, args...);
  }
  using calls::operator();

  /// The kernel with options for its calls: `k.with({.shared_memory = n})(grid, block, x)`.
  [[nodiscard]] auto with(const raw_launch_options& options) const {
    return [kernel = *this, options]<class... Args>(const launch_extents& grid,
                                                    const launch_extents& block, Args&&... args) {
      kernel.launch_with(options, grid, block, args...);
    };
  }
  /// What a call does, of arguments without types.
  void launch(const launch_extents& grid, const launch_extents& block,
              const raw_launch_options& options,
              std::span<const user_kernels::raw_argument> arguments) const {
    user_kernels::launch(*function_, grid, block, options, arguments);
  }

  [[nodiscard]] const std::string& name() const& noexcept;
  [[nodiscard]] std::string name() const&& { return name(); }

  /// Compiles and loads the kernel for a GPU, which a call would do.
  /// @throws as a call
  void compile(device device = current_device()) const;

  /// What the kernel needs and may ask for on a GPU; compiles it if need be.
  [[nodiscard]] kernel_attributes attributes(device device = current_device()) const;
  /// The same by CuPy's names, on the current device.
  [[nodiscard]] int num_regs() const { return attributes().registers; }
  [[nodiscard]] std::size_t local_size_bytes() const { return attributes().local_bytes; }
  [[nodiscard]] std::size_t shared_size_bytes() const { return attributes().shared_bytes; }
  [[nodiscard]] std::size_t const_size_bytes() const { return attributes().constant_bytes; }
  [[nodiscard]] int max_threads_per_block() const { return attributes().threads_per_block; }
  [[nodiscard]] std::size_t max_dynamic_shared_size_bytes() const {
    return attributes().max_dynamic_shared_bytes;
  }
  [[nodiscard]] int preferred_shared_memory_carveout() const {
    return attributes().shared_carveout;
  }
  [[nodiscard]] int ptx_version() const { return attributes().ptx_version; }
  [[nodiscard]] int binary_version() const { return attributes().binary_version; }
  [[nodiscard]] bool cache_mode_ca() const { return attributes().caches_global_loads; }

  /// The most dynamic shared memory that calls on `device` may ask for. Calls that ask for more
  /// raise it themselves.
  /// @throws value_error  if the GPU has less
  void set_max_dynamic_shared_size_bytes(std::size_t bytes, device device = current_device()) const;
  /// The share of the L1 cache that calls on `device` would like as shared memory.
  /// @param percent  0 to 100; -1 leaves it to the driver
  /// @throws value_error  for other numbers
  void set_preferred_shared_memory_carveout(int percent, device device = current_device()) const;

  /// The most blocks that a cooperative launch on `device` can have.
  [[nodiscard]] std::int64_t max_cooperative_blocks(const launch_extents& block,
                                                    std::size_t shared_memory = 0,
                                                    device device = current_device()) const;

 private:
  template <class... Args>
  void launch_with(const raw_launch_options& options, const launch_extents& grid,
                   const launch_extents& block, Args&... args) const {
    const std::array<user_kernels::raw_argument, sizeof...(Args)> erased{
        user_kernels::any_raw_argument(args).erased()...};
    launch(grid, block, options, erased);
  }

  user_kernels::raw_function_ptr function_;
};

}  // namespace gpu
