// SPDX-License-Identifier: BSD-3-Clause
// `gpu::raw_module`: CUDA C++ with several kernels and variables, or a compiled file.
// `cupy.RawModule`.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/user_kernel/raw_kernel.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

namespace gpu {

/// Given when a module is made.
struct raw_module_options {
  std::vector<std::string> options{};  ///< for NVRTC, as those of `raw_kernel`
  /// Names in C++ that `get_function` and `get_global` will be asked for: "scale<float>",
  /// "space::table". Those that are `extern "C"` need not be among them.
  std::vector<std::string> name_expressions{};
};

namespace user_kernels {

struct raw_source;
using raw_source_ptr = std::shared_ptr<const raw_source>;

[[nodiscard]] raw_source_ptr make_raw_source(std::string_view code,
                                             const raw_module_options& options);
[[nodiscard]] raw_source_ptr read_raw_source(const std::filesystem::path& file,
                                             const raw_module_options& options);
[[nodiscard]] raw_function_ptr function_of(const raw_source_ptr& module, std::string_view name);
[[nodiscard]] module_variable variable_of(const raw_source& module, const std::string& name,
                                          device device);

/// A variable as an array of one axis.
struct raw_global {
  ref_ptr<view_link> link;
  shape extents;
};
[[nodiscard]] raw_global global_of(const raw_source& module, const std::string& name, dtype type,
                                   device device);

}  // namespace user_kernels

/// Kernels and variables that are compiled together:
///
///     gpu::raw_module m(R"(
///         __constant__ float factor;
///         template <class T> __global__ void scale(T* x) { x[threadIdx.x] *= factor; })",
///                       {.name_expressions = {"scale<float>", "scale<double>"}});
///     m.get_global<float>("factor") = 3.0f;
///     m.get_function("scale<float>")(1, 32, x);
///
/// Compiled when it is first needed on a GPU of each architecture, cached in memory and on disk,
/// and loaded until the process ends. Modules of the same text and options are one. A value; copies
/// share all state, and any thread may use it.
class raw_module {
 public:
  explicit raw_module(std::string_view code, const raw_module_options& options = {})
      : source_(user_kernels::make_raw_source(code, options)) {}

  /// The module of a file: machine code (.cubin, .fatbin), PTX (.ptx), or else CUDA C++, whose
  /// `#include "..."` begin in the file's folder. Read once, now.
  ///
  /// @throws file_error   if it cannot be read
  /// @throws value_error  for options or name expressions of a file that is not compiled
  [[nodiscard]] static raw_module from_file(const std::filesystem::path& file,
                                            const raw_module_options& options = {}) {
    return raw_module(user_kernels::read_raw_source(file, options));
  }

  /// A kernel: one of the name expressions, or a name as the compiled code has it, which is that of
  /// an `extern "C"` kernel. Whether the module has it shows when the kernel is first needed.
  /// @throws value_error  if the name is empty
  [[nodiscard]] raw_kernel get_function(std::string_view name) const {
    return raw_kernel(user_kernels::function_of(source_, name));
  }

  /// A `__device__` or `__constant__` variable on a GPU, which has one of its own, as an array of
  /// one axis, to read and to write. Work on it is ordered with all kernels of the module.
  ///
  /// @throws value_error  if the module has no such variable, or its size is no multiple of T's
  /// @throws dtype_error  if it was taken as elements of another type before
  template <element_type T>
  [[nodiscard]] array_view<T> get_global(const std::string& name,
                                         device device = current_device()) const {
    user_kernels::raw_global found = user_kernels::global_of(*source_, name, dtype_of<T>, device);
    return {std::move(found.link), sliced(found.extents, {})};
  }

  /// The same as an address and a size: for variables that are no arrays of numbers. What is done
  /// with it is ordered with nothing.
  /// @throws value_error  if the module has no such variable
  [[nodiscard]] module_variable get_global(const std::string& name,
                                           device device = current_device()) const {
    return user_kernels::variable_of(*source_, name, device);
  }

  /// Compiles and loads the module for a GPU.
  /// @throws compile_error  with the text's own line numbers
  /// @throws value_error    if the device is `cpu()`
  void compile(device device = current_device()) const;

 private:
  explicit raw_module(user_kernels::raw_source_ptr source) noexcept : source_(std::move(source)) {}

  user_kernels::raw_source_ptr source_;
};

}  // namespace gpu
