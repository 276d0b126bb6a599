// SPDX-License-Identifier: BSD-3-Clause
// The text or the compiled file of a raw module, and what is loaded of it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/array/user_kernel/raw_module.hpp>

#include "core/fork.hpp"
#include "execute/operation.hpp"
#include "jit/module_cache.hpp"
#include "jit/program.hpp"

namespace gpu::user_kernels {

/// A variable of a module as an array that stays where it is: writing never moves it, and copies of
/// it are deep.
class global_array : public array_base {
 public:
  explicit global_array(graph::leaf_ptr leaf) : array_base(std::move(leaf)) {
    static_cast<void>(pin());
  }
};

/// Shared by all modules and kernels of the same text, for as long as the process lives.
struct raw_source {
  raw_source() = default;
  raw_source(const raw_source&) = delete;
  raw_source& operator=(const raw_source&) = delete;

  std::string label;  ///< what messages call it: "raw_kernel saxpy"
  program text;
  std::vector<std::string> name_expressions;
  std::string image;  ///< of a compiled file, which ends with a NUL if it is PTX; else empty

  mutable gpu::detail::fork_safe<std::mutex> mutex;
  mutable std::map<int, std::shared_ptr<const loaded_module>> loaded;  ///< by ordinal
  mutable std::map<std::pair<int, std::string>, global_array> globals;
  mutable std::map<std::string, raw_function_ptr> functions;  ///< those that were asked for

  /// @throws value_error  on cpu(); as `load_module`
  [[nodiscard]] const loaded_module& on(device device) const;
  /// What `name` is called in the loaded code.
  [[nodiscard]] std::string symbol_of(const loaded_module& loaded, const std::string& name) const;
  /// The kernels of the module may read and write each variable that someone holds.
  void add_globals(const execute::operation& work) const;
};

/// The module of a kernel that is the only one.
[[nodiscard]] raw_source_ptr make_raw_source(std::string_view code, std::string_view kernel,
                                             const std::vector<std::string>& options);

/// That of a file of text, or of compiled code, which ends with a NUL.
[[nodiscard]] raw_source_ptr make_raw_file_source(std::string_view code,
                                                  const std::filesystem::path& file,
                                                  const raw_module_options& options);
[[nodiscard]] raw_source_ptr make_raw_image_source(std::string image,
                                                   const std::filesystem::path& file);

/// @throws value_error  "raw_kernel saxpy needs a GPU, ..."
[[noreturn]] void throw_needs_gpu(const std::string& label, const std::string& why);

}  // namespace gpu::user_kernels
