// SPDX-License-Identifier: BSD-3-Clause
// Compiled modules, in the caches that kernels have: in memory, then on disk, then by the compiler.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

#include <memory>
#include <string>
#include <vector>

#include "jit/compiler.hpp"
#include "jit/program.hpp"

namespace gpu {

/// A module that stays loaded for as long as the process lives.
struct loaded_module {
  module_ref code;
  std::vector<std::string> symbols;  ///< what the name expressions are called in it
};

/// The module of a program for the architecture of `device`; valid on every device that has it.
/// Compiled once in a process, however many threads ask.
///
/// @throws as `load_kernel`
[[nodiscard]] std::shared_ptr<const loaded_module> load_module(
    const program& program, const std::vector<std::string>& name_expressions, device device);

/// A cubin, fatbin or PTX text, which ends with a NUL; loaded once in a process.
///
/// @throws cuda_error  if the driver cannot load it
[[nodiscard]] std::shared_ptr<const loaded_module> load_module(const std::string& image);

/// What `load_module` loads: works on a machine without a GPU.
[[nodiscard]] module_code load_module_code(const program& program,
                                           const std::vector<std::string>& name_expressions,
                                           architecture architecture);

}  // namespace gpu
