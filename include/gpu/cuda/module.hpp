// SPDX-License-Identifier: BSD-3-Clause
// Compiled device code, and its launch.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/handles.hpp>
#include <gpu/cuda/owner.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpu {

struct kernel_attributes {
  int registers = 0;
  std::size_t shared_bytes = 0;  ///< static
  std::size_t local_bytes = 0;
  int threads_per_block = 0;  ///< the most that a launch may ask for
  std::size_t constant_bytes = 0;
  std::size_t max_dynamic_shared_bytes = 0;  ///< the most that a launch may ask for
  int shared_carveout = -1;  ///< wanted share of the L1 cache in percent; -1: the driver's choice
  int ptx_version = 0;       ///< 90 for 9.0; that of the machine code if there is no PTX
  int binary_version = 0;
  bool caches_global_loads = false;  ///< in L1, because a compiler's option said so
};

/// Where a kernel's parameter lies among the arguments.
struct parameter_place {
  std::size_t offset = 0;
  std::size_t size_bytes = 0;

  friend bool operator==(const parameter_place&, const parameter_place&) = default;
};

/// A kernel of a loaded module, which must outlive it. One pointer; valid on every device for
/// which the module has code.
class kernel_ref {
 public:
  constexpr kernel_ref() noexcept = default;
  constexpr explicit kernel_ref(kernel_handle handle) noexcept : handle_(handle) {}

  [[nodiscard]] constexpr kernel_handle get() const noexcept { return handle_; }
  [[nodiscard]] kernel_attributes attributes(device device) const;
  /// Lets launches on `device` use so much dynamic shared memory.
  void allow_shared_bytes(device device, std::size_t bytes) const;
  /// What share of the L1 cache launches on `device` would like as shared memory.
  void prefer_shared_carveout(device device, int percent) const;
  /// The parameters in order; empty if the driver cannot tell: it can from CUDA 12.4 on.
  [[nodiscard]] std::optional<std::vector<parameter_place>> parameters(device device) const;
  /// How many blocks of so many threads a multiprocessor runs at once.
  [[nodiscard]] int blocks_per_multiprocessor(device device, int threads,
                                              std::size_t dynamic_shared_bytes) const;

  friend constexpr bool operator==(kernel_ref, kernel_ref) noexcept = default;

 private:
  kernel_handle handle_ = nullptr;
};

/// A variable of a module in the memory of a device.
struct module_variable {
  void* data = nullptr;
  std::size_t size_bytes = 0;
};

/// A loaded module that someone else owns.
class module_ref {
 public:
  using handle_type = library_handle;

  constexpr module_ref() noexcept = default;
  constexpr explicit module_ref(handle_type handle) noexcept : handle_(handle) {}

  [[nodiscard]] constexpr handle_type get() const noexcept { return handle_; }
  /// @throws cuda_error  if the module has no kernel of that (mangled) name
  [[nodiscard]] kernel_ref kernel(const std::string& name) const;
  /// Whether it has one of that (mangled) name.
  [[nodiscard]] bool has_kernel(const std::string& name) const;
  /// The `__device__` or `__constant__` variable of that (mangled) name; null if there is none.
  [[nodiscard]] module_variable variable(const std::string& name, device device) const;

 private:
  handle_type handle_ = nullptr;
};

namespace detail {
void module_unload(module_ref) noexcept;
}

/// A cubin, fatbin or PTX text, loaded; for all devices at once.
class module : public owner<module_ref, detail::module_unload> {
 public:
  /// @param image  copied; PTX must end with a NUL inside the view
  /// @throws cuda_error  if the driver cannot use it
  explicit module(std::string_view image);
};

/// Extents of a launch, x first.
struct launch_config {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  /// The kernel begins with `await_previous()` of kernels/primitives/stream_order.cuh: it may be
  /// launched before the one before it in the stream has ended.
  bool programmatic_dependent = false;
  /// All blocks run at once and may wait for each other; fails if the device has no room for them.
  bool cooperative = false;
};

namespace cuda {

/// Enqueues a kernel.
///
/// @param arguments       all of them one after the other, each aligned as in a struct; copied
/// @param argument_bytes  up to the end of the last: without the padding at the end of such a
///                        struct, unless the kernel's one parameter is that struct itself
/// @throws cuda_error  if the launch is not possible; faults of the kernel show at the next wait
void launch(kernel_ref kernel, const launch_config& config, stream_ref stream,
            const void* arguments, std::size_t argument_bytes);

}  // namespace cuda

/// Whether `device` launches kernels early that await the one before themselves: from compute
/// capability 9.0 on.
[[nodiscard]] bool has_programmatic_dependent_launch(device device);

/// How many kernels this process has launched through `cuda::launch`.
[[nodiscard]] std::uint64_t launches() noexcept;

}  // namespace gpu
